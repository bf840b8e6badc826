import Support
import Testing

@testable import Tapes

@Suite struct TapeFileHeaderTests {
    private let folder: Folder
    private let path: String

    init() throws {
        folder = try Folder()
        path = folder.file("a.cameo")
    }

    /// The first bytes of a tape of ours.
    private struct Header {
        var bytes = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 84)

        init() {
            setWord(68, 0x4341_4D45)
            setWord(60, 1)
            setPageSize(4_096)
        }

        mutating func setWord(_ offset: Int, _ word: UInt32) {
            for place in 0..<4 { bytes[offset + place] = UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32(place))) }
        }

        mutating func setPageSize(_ size: Int) { (bytes[16], bytes[17]) = (UInt8(size >> 8), UInt8(size & 0xFF)) }

        /// A count that the header vouches for by saying when it was changed last.
        mutating func setPageCount(_ count: UInt32) {
            for (offset, word) in [(28, count), (24, 7), (92, 7)] { setWord(offset, word) }
        }
    }

    private func check(_ header: Header, size: Int = 4_096) throws(TapeError) -> TapeFileHeader {
        let padding = [UInt8](repeating: 0, count: max(0, size - header.bytes.count))
        do {
            try folder.write((header.bytes + padding).prefix(size), to: "a.cameo")
        } catch {
            Issue.record("\(error)")
        }
        return try TapeFileHeader.check(path)
    }

    @Test("it says how large pages are, how many there are, and whether there may be a log")
    func figures() throws {
        var header = Header()
        header.setPageCount(1)
        var found = try check(header)
        #expect(found.pageSize == 4_096 && found.pageCount == 1 && !found.usesWAL)
        header.bytes[18] = 2
        header.setPageSize(1)
        found = try check(header, size: 65_536)
        #expect(found.pageSize == 65_536 && found.usesWAL)
    }

    @Test("a number of pages for which the header does not vouch is none")
    func unsure() throws {
        var header = Header()
        header.setPageCount(1_000)
        header.setWord(92, 6)
        #expect(try check(header).pageCount == nil)
    }

    @Test("a file that ends before its pages do is cut off, unless a log may have the rest")
    func cut() throws {
        var header = Header()
        header.setPageCount(3)
        #expect(throws: TapeError.truncated(path: path, expected: 12_288, found: 4_096)) { try check(header) }
        try folder.write([1], to: "a.cameo-wal")
        #expect(try check(header).pageCount == 3)
        try folder.write([], to: "a.cameo-wal")
        #expect(throws: TapeError.self) { try check(header) }
    }

    @Test("of less than a header it is said what is missing")
    func short() {
        #expect(throws: TapeError.empty(path: path)) { try check(Header(), size: 0) }
        #expect(throws: TapeError.notSQLite(path: path)) { try check(Header(), size: 15) }
        #expect(throws: TapeError.truncated(path: path, expected: nil, found: 99)) { try check(Header(), size: 99) }
    }

    @Test("other files, other programs' files and newer tapes are told apart")
    func foreign() {
        var header = Header()
        header.bytes[0] = 0
        #expect(throws: TapeError.notSQLite(path: path)) { try check(header) }
        for (offset, word) in [(68, 0x4341_4D46 as UInt32), (60, 0)] {
            header = Header()
            header.setWord(offset, word)
            #expect(throws: TapeError.notATape(path: path)) { try check(header) }
        }
        header = Header()
        header.setWord(60, 2)
        #expect(throws: Never.self) { try check(header) }
        header.setWord(60, 3)
        #expect(throws: TapeError.newerVersion(path: path, found: 3, known: 2)) { try check(header) }
    }
}
