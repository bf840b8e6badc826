import Events
import GRDB
import Support
import Testing
import Wire

@testable import Tapes

@Suite struct TapeMarksTests {
    private static let teeth = Mark(
        time: Instant(microseconds: 1_310_000), name: "teeth", note: "closed, \"too\" early\nü")
    private static let start = Mark(time: Instant(microseconds: 20_000), name: "start")

    private static func tape(_ folder: Folder) async throws -> TapeReader {
        let writer = try TapeWriter(creating: folder.file("a.cameo"))
        try await writer.append(.ticked, at: Instant(microseconds: 10_000))
        try await writer.append(.paused, at: Instant(microseconds: 1_310_000))
        try await writer.close()
        return try TapeReader(path: folder.file("a.cameo"))
    }

    @Test("marks are kept, listed by time, replaced and removed; the entries stay as they are")
    func marks() async throws {
        let folder = try Folder()
        let tape = try await Self.tape(folder)
        #expect(try tape.marks() == [])
        try tape.add(Self.teeth)
        try tape.add(Self.start)
        #expect(try TapeReader(path: folder.file("a.cameo")).marks() == [Self.start, Self.teeth])
        var changed = Self.start
        changed.note = "here"
        try tape.add(changed)
        #expect(try tape.marks() == [changed, Self.teeth])
        try tape.remove(changed)
        #expect(try tape.marks() == [Self.teeth])
        #expect(try tape.count() == 2)
    }

    @Test("marks go with the stream into text and back")
    func conversion() async throws {
        let folder = try Folder()
        let tape = try await Self.tape(folder)
        for mark in [Self.teeth, Self.start] { try tape.add(mark) }
        #expect(try convert(folder.file("a.cameo"), to: folder.file("b.ndjson")) == 2)
        #expect(try convert(folder.file("b.ndjson"), to: folder.file("c.cameo")) == 2)
        let copy = try TapeReader(path: folder.file("c.cameo"))
        #expect(try copy.marks() == [Self.start, Self.teeth])
        #expect(try copy.count() == 2)
    }

    @Test("a tape whose marks are an endless view has none, and takes none")
    func endlessView() async throws {
        let folder = try Folder()
        _ = try await Self.tape(folder)
        let path = folder.file("a.cameo")
        let queue = try DatabaseQueue(path: path)
        try await queue.write { db in
            try db.execute(
                sql: """
                    CREATE VIEW marks AS WITH RECURSIVE n(t_us) AS (SELECT 1 UNION ALL SELECT t_us + 1 FROM n)
                    SELECT t_us, 'x' AS name, '' AS note FROM n
                    """)
        }
        try queue.close()
        let tape = try TapeReader(path: path)
        #expect(try tape.marks() == [])
        #expect(throws: TapeError.self) { try tape.add(Self.start) }
    }

    @Test("a tape with triggers takes no mark: they would be ours to run")
    func triggers() async throws {
        let folder = try Folder()
        let tape = try await Self.tape(folder)
        try tape.add(Self.start)
        let queue = try DatabaseQueue(path: folder.file("a.cameo"))
        try await queue.write { db in
            try db.execute(sql: "CREATE TRIGGER t AFTER INSERT ON marks BEGIN DELETE FROM entries; END")
        }
        try queue.close()
        #expect(throws: TapeError.self) { try tape.add(Self.teeth) }
        #expect(try tape.count() == 2)
    }

    @Test(
        "a mark's line without a text for a name is refused",
        arguments: [#"{"t":1,"mark":3}"#, #"{"t":1,"mark":"a","note":1}"#])
    func badLine(line: String) {
        #expect(throws: WireError.self) { try NDJSONLine(Array(line.utf8)) }
    }
}
