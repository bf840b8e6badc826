import Events
import Foundation
import GRDB
import Tapes

/// A tape of a stranger, read to its end. The first byte of the input says what is strange about it: the file's bytes, the
/// file's and its write-ahead log's, or rows of any kind in the tables of a tape.
enum TapeExercise {
    static func run(_ bytes: [UInt8]) throws(Breach) {
        var source = ByteSource(bytes)
        let kind = source.byte() % 4
        try inFolder { path throws(Breach) in
            switch kind {
            case 0: try write(source.all(), to: path)
            case 1:
                let count = source.number()
                let both = source.all()
                try write(Array(both.prefix(count)), to: path)
                try write(Array(both.dropFirst(count)), to: path + "-wal")
            default:
                try write(small.get(), to: path)
                fill(path, &source)
            }
            try readAll(path)
        }
    }

    // MARK: - Making

    /// A tape with one entry, as our own recorder leaves it.
    private static let small = Result<[UInt8], Breach> { () throws(Breach) in
        var bytes: [UInt8] = []
        try inFolder { path throws(Breach) in
            do {
                let lines = path.replacing(".cameo", with: ".ndjson")
                try Data(#"{"t":0,"input":"ticked"}"#.utf8).write(to: URL(fileURLWithPath: lines))
                try convert(lines, to: path)
                bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            } catch {
                throw Breach("no tape can be made: \(error)")
            }
        }
        return bytes
    }

    private static func inFolder(_ body: (_ path: String) throws(Breach) -> Void) throws(Breach) {
        var template = Array((NSTemporaryDirectory() + "/cameo-exercise-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw Breach("no folder can be made") }
        let folder = template.withUnsafeBufferPointer { String(decoding: $0.dropLast().map(UInt8.init), as: UTF8.self) }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder + "/tape.cameo")
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(Breach) {
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        } catch {
            throw Breach("\(path) cannot be written")
        }
    }

    /// Rows as an input says them; those that the tables do not take are left out.
    private static func fill(_ path: String, _ source: inout ByteSource) {
        guard let database = try? DatabaseQueue(path: path) else { return }
        try? database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = OFF")
            try? db.inTransaction {
                var rows = 0
                while !source.isEmpty, rows < 100 {
                    add(db, &source)
                    rows += 1
                }
                return .commit
            }
        }
        try? database.close()
    }

    private static func add(_ db: Database, _ source: inout ByteSource) {
        let (sql, count) =
            switch source.byte() % 8 {
            case 0: ("INSERT INTO meta VALUES (?, ?)", 2)
            case 1: ("INSERT INTO blobs VALUES (?, ?)", 2)
            case 2: ("INSERT INTO marks VALUES (?, ?, ?)", 3)
            case 3: ("CREATE TABLE marks (t_us, name, note)", 0)
            default: ("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", 5)
            }
        let values = (0..<count).map { _ in value(&source) }
        try? db.execute(sql: sql, arguments: StatementArguments(values))
    }

    private static func value(_ source: inout ByteSource) -> DatabaseValue {
        switch source.byte() % 8 {
        case 0: .null
        case 1: Int64(source.number()).databaseValue
        case 2: Int64(bitPattern: source.piece().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }).databaseValue
        case 3: Double(bitPattern: source.piece().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }).databaseValue
        case 4: Data(source.piece()).databaseValue
        case 5: (source.flag() ? "wire" : "local").databaseValue
        default: String(decoding: source.piece(), as: UTF8.self).databaseValue
        }
    }

    // MARK: - Reading

    private static func readAll(_ path: String) throws(Breach) {
        try mayFail(path) {
            let tape = try TapeReader(path: path)
            defer { tape.close() }
            _ = (try? tape.count(), try? tape.duration(), try? tape.isReplayable(), tape.isBeingRecorded)
            try mayFail(path) { try readEntries(of: tape) }
            try mayFail(path) { try mark(tape) }
        }
    }

    private static func readEntries(of tape: TapeReader) throws {
        var last: Int64 = 0
        while true {
            let entries = try tape.entries(after: last, limit: 7)
            guard let end = entries.last else { return }
            try expect(end.id > last, "reading a tape does not come forward")
            last = end.id
            for entry in entries { try mayFail(tape.path) { try read(entry, of: tape) } }
        }
    }

    private static func read(_ entry: TapeEntry, of tape: TapeReader) throws {
        try expect(entry.time >= .zero, "an entry before the tape began")
        _ = try entry.event()
        guard entry.kind == .wire else { return }
        for hash in try entry.message().hashes { _ = try tape.blob(hash) }
    }

    private static func mark(_ tape: TapeReader) throws {
        _ = try tape.marks()
        let mark = Mark(time: Instant(microseconds: 5), name: "a", note: "b")
        try tape.add(mark)
        _ = try tape.marks()
        try tape.remove(mark)
    }

    /// A `TapeError` is all that may come of a strange tape; it is one line that says which file it is about.
    private static func mayFail(_ path: String, _ body: () throws -> Void) throws(Breach) {
        do {
            try body()
        } catch let error as TapeError {
            try expect(error.reason.hasPrefix(path), "an error says not which file it is about: \(error.reason)")
        } catch {
            throw error as? Breach ?? Breach("\(error)")
        }
    }
}
