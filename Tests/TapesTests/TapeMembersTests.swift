import Events
import Foundation
import GRDB
import Rewriting
import Support
import Testing
import Wire

@testable import Tapes

@Suite struct TapeMembersTests {
    private let folder: Folder
    private let names: [Member]

    init() throws {
        folder = try Folder()
        names = [.main, try #require(Member("anna")), try #require(Member("B \"é\" 2"))]
    }

    /// Messages and inputs for one after the other.
    private func write(_ name: String, for members: [Member]) async throws -> String {
        let writer = try TapeWriter(creating: folder.file(name), meta: ["program": "test"])
        for (number, member) in members.enumerated() {
            let time = Instant(microseconds: Int64(number) * 100_000)
            let (stored, blobs) = ingest(sampleMessage(number))
            try await writer.append(stored, blobs: blobs, at: time, for: member)
            // Of two transactions, so that the table is there when the second comes.
            try await writer.flush()
            try await writer.append(.linkLost(reason: "x"), at: time, for: member)
        }
        try await writer.close()
        return folder.file(name)
    }

    private func members(_ path: String) throws -> [Member] { try TapeReader(path: path).entries().map(\.member) }

    private func schema(_ path: String) throws -> (tables: [String], version: Int?) {
        let queue = try DatabaseQueue(path: path)
        return try queue.read { db in
            let tables = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            return (tables, try Int.fetchOne(db, sql: "PRAGMA user_version"))
        }
    }

    @Test("whom an entry is for comes off the tape as it went on it, and into the event")
    func roundTrip() async throws {
        let path = try await write("a.cameo", for: names + names)
        #expect(try members(path) == (names + names).flatMap { [$0, $0] })
        let reader = try TapeReader(path: path)
        for entry in try reader.entries() { #expect(try entry.event().event.member == entry.member) }
        // Also from the middle.
        let second = try reader.entries()[1].id
        #expect(try reader.entries(after: second, limit: 3).map(\.member) == [names[1], names[1], names[2]])
        #expect(try schema(path) == (["blobs", "entries", "members", "meta"], 2))
    }

    @Test("a tape that names nobody has no table of members, and the version that older programs read")
    func none() async throws {
        let path = try await write("a.cameo", for: [.main, .main])
        #expect(try schema(path) == (["blobs", "entries", "meta"], 1))
        try folder.write(#"{"t":0,"event":"audio_end"}"#, to: "b.ndjson")
        try convert(folder.file("b.ndjson"), to: folder.file("b.cameo"))
        #expect(try schema(folder.file("b.cameo")) == (["blobs", "entries", "meta"], 1))
        try rewrite(try TapeReader(path: path), from: path, to: folder.file("c.cameo")) { _ in [] }
        #expect(try schema(folder.file("c.cameo")) == (["blobs", "entries", "meta"], 1))
    }

    @Test("a tape that is being recorded is read when its first member is named")
    func recording() async throws {
        let path = folder.file("a.cameo")
        let writer = try TapeWriter(creating: path)
        try await writer.append(.ticked, at: .zero)
        try await writer.flush()
        let reader = try TapeReader(recordedHere: path)
        #expect(try reader.entries().map(\.member) == [.main])
        try await writer.append(.ticked, at: .zero, for: names[1])
        try await writer.flush()
        #expect(try reader.entries().map(\.member) == [.main, names[1]])
        reader.close()
        try await writer.close()
    }

    @Test("members go with the stream from tape to text, to tape and to text again")
    func conversion() async throws {
        let path = try await write("a.cameo", for: names + names)
        try convert(path, to: folder.file("a.ndjson"))
        try convert(folder.file("a.ndjson"), to: folder.file("b.cameo"))
        try convert(folder.file("b.cameo"), to: folder.file("c.cameo"))
        try convert(folder.file("c.cameo"), to: folder.file("c.ndjson"))
        #expect(try members(folder.file("b.cameo")) == members(path))
        #expect(try contents(folder.file("c.cameo")) == contents(path))
        #expect(try folder.text(of: "c.ndjson") == folder.text(of: "a.ndjson"))
        let inputs = try folder.lines(of: "a.ndjson").filter { $0.contains("linkLost") }
        #expect(inputs[0] == #"{"t":0,"input":"linkLost","data":{"reason":"x"}}"#)
        #expect(inputs[1] == #"{"t":0.1,"member":"anna","input":"linkLost","data":{"reason":"x"}}"#)
    }

    @Test("a rewritten tape keeps whom its entries are for, changed and unchanged ones alike")
    func rewriting() async throws {
        let path = try await write("a.cameo", for: names)
        try rewrite(try TapeReader(path: path), from: path, to: folder.file("b.cameo")) { _ in
            [try RewriteRule("set chunk_index=7 where sequence=2"), try RewriteRule("duplicate where sequence=4")]
        }
        let entries = try TapeReader(path: folder.file("b.cameo")).entries()
        #expect(entries.map(\.member) == [names[0], names[0], names[1], names[1], names[2], names[2], names[2]])
        #expect(entries.contains { $0.member == names[1] && $0.body?.contains("\"chunk_index\":7") == true })
    }

    @Test(
        "a tape that names a member by something that is no name is refused with the entry and the reason",
        arguments: [
            ("''", Member.nameRule), ("char(27) || '[2J'", Member.nameRule), ("'a' || char(10)", Member.nameRule),
            ("'a' || char(0) || 'b'", Member.nameRule), ("CAST(x'C328' AS TEXT)", Member.nameRule),
            ("hex(zeroblob(10000000))", Member.nameRule), ("hex(zeroblob(33))", Member.nameRule),
            ("x'616263'", "is not text"), ("7.5", "is not text"), ("NULL", "is not text"),
        ])
    func hostile(name: String, reason: String) async throws {
        let path = try await write("a.cameo", for: [names[0], names[1]])
        let queue = try DatabaseQueue(path: path)
        try await queue.write { db in
            try db.execute(
                sql: """
                    DROP TABLE members; CREATE TABLE members (id INTEGER PRIMARY KEY, member);
                    INSERT INTO members VALUES (3, \(name)), (99, 'nobody');
                    """)
        }
        try queue.close()
        let reader = try TapeReader(path: path)
        #expect(try reader.entries(limit: 2).map(\.member) == [.main, .main])
        let expected = TapeError.badEntry(path: path, id: 3, reason: "its member \(reason)")
        #expect(throws: expected) { try reader.entries() }
        #expect(throws: expected) { try convert(path, to: folder.file("out.ndjson")) }
        #expect(!folder.exists("out.ndjson"))
    }

    @Test("members that are no table are not looked at")
    func view() async throws {
        let path = try await write("a.cameo", for: [names[0], names[1]])
        let queue = try DatabaseQueue(path: path)
        try await queue.write { db in
            try db.execute(
                sql: "DROP TABLE members; CREATE VIEW members AS SELECT id, 'anna' AS member FROM entries")
        }
        try queue.close()
        #expect(try members(path) == [.main, .main, .main, .main])
    }

    @Test(
        "a line that names a member by something that is no name is refused with its number",
        arguments: [
            (#""""#, Member.nameRule), (#""\u001b[2J""#, Member.nameRule), (#""a\u0000b""#, Member.nameRule),
            ("\"\(String(repeating: "x", count: 65))\"", Member.nameRule), ("7", "is not text"),
            ("[\"anna\"]", "is not text"),
        ])
    func hostileLine(name: String, reason: String) throws {
        for line in [#"{"t":1,"member":\#(name),"input":"ticked"}"#, #"{"t":1,"event":"audio_end","member":\#(name)}"#]
        {
            let input = try folder.write(#"{"t":0,"input":"ticked"}"# + "\n" + line, to: "a.ndjson")
            let expected = TapeError.badLine(path: input, line: 2, reason: "\"member\" \(reason)")
            #expect(throws: expected) { try convert(input, to: folder.file("out.cameo")) }
            #expect(!folder.exists("out.cameo"))
        }
    }
}
