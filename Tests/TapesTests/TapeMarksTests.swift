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

    /// A stranger's tape, written past our own checks.
    private static func insert(_ sql: String, _ folder: Folder) async throws -> TapeReader {
        let tape = try await Self.tape(folder)
        try tape.add(start)
        let queue = try DatabaseQueue(path: folder.file("a.cameo"))
        try await queue.write { try $0.execute(sql: sql) }
        try queue.close()
        return tape
    }

    private static func text(_ count: Int) -> String { String(repeating: "ü", count: count) }

    @Test("as much as a mark may have is kept on a tape and in text")
    func longest() async throws {
        let folder = try Folder()
        let tape = try await Self.tape(folder)
        let mark = Mark(time: .zero, name: Self.text(Mark.longestName), note: Self.text(Mark.longestNote))
        try tape.add(mark)
        try convert(folder.file("a.cameo"), to: folder.file("b.ndjson"))
        try convert(folder.file("b.ndjson"), to: folder.file("c.cameo"))
        #expect(try TapeReader(path: folder.file("c.cameo")).marks() == [mark])
    }

    @Test(
        "a mark with a longer name or note is refused, on a tape and in text",
        arguments: [(Mark.longestName + 1, 0, "mark"), (1, Mark.longestNote + 1, "note")])
    func tooLong(name: Int, note: Int, field: String) async throws {
        let folder = try Folder()
        let tape = try await Self.tape(folder)
        let mark = Mark(time: .zero, name: Self.text(name), note: Self.text(note))
        let reason = "the name or note of its mark at 0.000 s is too long"
        #expect(throws: TapeError.unwritable(path: tape.path, reason: reason)) { try tape.add(mark) }
        #expect(try tape.marks() == [])
        let line = NDJSONLine(time: .zero, body: .mark(name: mark.name, note: mark.note)).utf8
        let limit = field == "mark" ? Mark.longestName : Mark.longestNote
        #expect(throws: WireError.badField(name: field, reason: "has more than \(limit) characters")) {
            try NDJSONLine(line)
        }
    }

    @Test(
        "a tape with a mark that is too long is not read as one without it, nor copied so",
        arguments: [
            "replace(hex(zeroblob(500)), '0', 'x'), ''", "'x', replace(hex(zeroblob(5000)), '0', 'x')",
            "'x' || char(0) || hex(zeroblob(2500)), ''",
        ])
    func tooLongOnTape(values: String) async throws {
        let folder = try Folder()
        let tape = try await Self.insert("INSERT INTO marks VALUES (2000000, \(values))", folder)
        let error = TapeError.corrupt(path: tape.path, reason: "the name or note of its mark at 2.000 s is too long")
        #expect(throws: error) { try tape.marks() }
        #expect(throws: error) { try convert(tape.path, to: folder.file("b.ndjson")) }
    }

    @Test("a tape has as many marks as may be, and neither takes nor hides one more")
    func tooMany() async throws {
        let folder = try Folder()
        let numbers =
            "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < \(TapeSchema.mostMarks))"
        let tape = try await Self.insert("INSERT INTO marks \(numbers) SELECT i, 'x', '' FROM n", folder)
        #expect(try tape.marks().count == TapeSchema.mostMarks)
        try tape.add(Self.start)
        let full = TapeError.unwritable(path: tape.path, reason: "it has more than 10000 marks")
        #expect(throws: full) { try tape.add(Self.teeth) }
        #expect(try tape.marks().count == TapeSchema.mostMarks)
        try convert(tape.path, to: folder.file("b.ndjson"))
        let lines = String(decoding: try folder.bytes(of: "b.ndjson"), as: UTF8.self)
        try folder.write((lines + #"{"t":3,"mark":"more"}"#).utf8, to: "c.ndjson")
        let reason = "it has more than 10000 marks"
        let output = folder.file("d.cameo")
        #expect(throws: TapeError.unwritable(path: output, reason: reason)) {
            try convert(folder.file("c.ndjson"), to: output)
        }
        let other = try DatabaseQueue(path: tape.path)
        try await other.write { try $0.execute(sql: "INSERT INTO marks VALUES (3000000, 'x', '')") }
        try other.close()
        #expect(throws: TapeError.corrupt(path: tape.path, reason: reason)) { try tape.marks() }
    }

    @Test("of two marks of one moment and name in a text none is lost: it is refused")
    func twice() throws {
        let folder = try Folder()
        let text = #"{"t":1,"mark":"a","note":"b"}"# + "\n" + #"{"t":1,"mark":"a","note":"c"}"#
        try folder.write(text.utf8, to: "a.ndjson")
        let reason = "it has two marks with the same name at 1.000 s"
        #expect(throws: TapeError.unwritable(path: folder.file("a.cameo"), reason: reason)) {
            try convert(folder.file("a.ndjson"), to: folder.file("a.cameo"))
        }
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
