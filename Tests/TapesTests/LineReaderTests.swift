import Events
import Support
import Testing

@testable import Tapes

@Suite struct LineReaderTests {
    private static let limit = 3 << 20

    private let folder: Folder

    init() throws { folder = try Folder() }

    private func lines(_ text: String, limit: Int = limit) throws -> [String] {
        var reader = try LineReader(path: try folder.write(text, to: "a.ndjson"), limit: limit)
        var lines: [String] = []
        while let line = try reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        #expect(reader.number == lines.count)
        return lines
    }

    @Test("lines come without their ends, empty ones and one without an end, too")
    func ends() throws {
        #expect(try lines("") == [])
        #expect(try lines("a\n\nb\r\nc") == ["a", "", "b", "c"])
        #expect(try lines("\u{FEFF}a\n\u{FEFF}b\n") == ["a", "\u{FEFF}b"])
    }

    @Test("lines that are read in several parts are whole")
    func parts() throws {
        let long = (0..<5).map { String(repeating: "\($0)", count: 200_000 + $0 * 100_000) }
        #expect(try lines(long.joined(separator: "\n")) == long)
    }

    @Test(
        "a line may have as many bytes as the limit says, and not one more, wherever it is", arguments: [true, false])
    func limit(hasEnd: Bool) throws {
        for limit in [10, Self.limit] {
            let line = String(repeating: "x", count: limit)
            #expect(try lines("a\n" + line + (hasEnd ? "\nb" : ""), limit: limit).contains(line))
            let path = folder.file("a.ndjson")
            let reason = "longer than \(ByteText.mebibytes(limit))"
            #expect(throws: TapeError.badLine(path: path, line: 2, reason: reason)) {
                try lines("a\nx" + line + (hasEnd ? "\nb" : ""), limit: limit)
            }
        }
    }

    @Test("what is no file is said before anything is read")
    func noFile() {
        let path = folder.file("none.ndjson")
        #expect(throws: TapeError.missing(path: path)) { try LineReader(path: path) }
        #expect(throws: TapeError.isDirectory(path: folder.path)) { try LineReader(path: folder.path) }
    }
}
