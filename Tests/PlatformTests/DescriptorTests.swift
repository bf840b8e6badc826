import Dispatch
import Testing

@testable import Platform

@Suite struct DescriptorTests {
    @Test("everything is written also where somebody else has set the descriptor not to block")
    func nonBlocking() throws {
        let ends = try #require(Descriptor.pipe())
        defer { close(ends.reading) }
        Descriptor.setNonBlocking(ends.writing)
        // Many times what a pipe holds.
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
        let writing = BackgroundResult {
            defer { close(ends.writing) }
            return Descriptor.writeAll(bytes, to: ends.writing)
        }
        var read: [UInt8] = []
        while let piece = Descriptor.read(ends.reading, limit: 4_096), !piece.isEmpty { read += piece }
        #expect(writing.wait() && read == bytes)
    }

    @Test("what cannot be written is an error, with its number")
    func closed() throws {
        let ends = try #require(Descriptor.pipe())
        close(ends.writing)
        defer { close(ends.reading) }
        let (isWritten, code) = (Descriptor.writeAll([1], to: ends.reading), errno)
        #expect(!isWritten && code == EBADF)
    }
}
