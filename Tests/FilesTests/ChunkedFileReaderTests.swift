import Events
import Platform
import Support
import Testing

@testable import Files

@Suite struct ChunkedFileReaderTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("a file comes a piece at a time, all of it and in its order")
    func pieces() throws {
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
        let path = try folder.write(bytes, to: "file")
        var (read, count) = ([UInt8](), 0)
        try ChunkedFileReader.read(path) { piece in
            read += piece
            count += 1
        }
        #expect(read == bytes && count > 1)
    }

    @Test("a descriptor is read from where it stands, and stays open")
    func fromWhereItStands() throws {
        let file = try #require(OpenFile(try folder.write("first\nsecond\n", to: "file")))
        #expect(Descriptor.read(file.descriptor, limit: 6) == Array("first\n".utf8))
        var read: [UInt8] = []
        try ChunkedFileReader.read(file.descriptor, named: "standard input") { read += $0 }
        #expect(read == Array("second\n".utf8))
        #expect(fcntl(file.descriptor, F_GETFD) >= 0)
    }

    @Test("what cannot be read is said with its name")
    func failures() throws {
        func reason(_ body: () throws -> Void) -> String? {
            #expect(throws: CommandError.self, performing: body)?.reason
        }
        let absent = folder.file("absent")
        #expect(reason { try ChunkedFileReader.read(absent) { _ in } } == "\(absent): no such file")
        #expect(
            reason { try ChunkedFileReader.read(folder.path) { _ in } }
                == "\(folder.path): expected a file, found a folder")
        let link = folder.file("link")
        try #require(symlink(absent, link) == 0)
        #expect(
            reason { try ChunkedFileReader.read(link) { _ in } } == "\(link): a link to a missing file")
        #expect(
            reason { try ChunkedFileReader.read(-1, named: "standard input") { _ in } }
                == "standard input: cannot be read: \(errorWords(EBADF))")
    }

    @Test("a small file is read as a whole, a longer one than was asked for is an error")
    func whole() throws {
        let path = try folder.write("four", to: "file")
        #expect(try ChunkedFileReader.all(of: path, atMost: 4) == Array("four".utf8))
        let error = #expect(throws: CommandError.self) { try ChunkedFileReader.all(of: path, atMost: 3) }
        #expect(error?.reason == "\(path): longer than 3 bytes")
    }

    @Test("what the receiver throws ends the reading")
    func stopped() throws {
        struct Enough: Error {}
        let path = try folder.write([UInt8](repeating: 0, count: 200_000), to: "file")
        var count = 0
        #expect(throws: Enough.self) {
            try ChunkedFileReader.read(path) { _ in
                count += 1
                throw Enough()
            }
        }
        #expect(count == 1)
    }
}
