import Events
import Foundation
import GRDB
import GRDBSQLite
import Platform
import SocketIO
import Synchronization
import Wire

/// A tape that is read, from the beginning or from any moment. Reads only what is asked for; a tape that is being
/// recorded at the same time can be read too.
///
/// Used from several threads; the mutex guards what is remembered of a failure.
package final class TapeReader: Sendable {
    package let path: String
    private let database: DatabaseQueue
    private let isRecordedHere: Bool
    /// Why the first picture or sound could not be read that the tape has.
    private let failure = Mutex<TapeError?>(nil)

    /// - Throws: every case of `TapeError` that is about reading.
    package init(path: String) throws(TapeError) {
        self.path = path
        isRecordedHere = false
        let header = try TapeFileHeader.check(path)
        if header.usesWAL { Self.finish(path) }
        database = try Self.open(path)
        _ = try meta()
    }

    /// What can still be read of a damaged tape. Calls throw where its pages are damaged or missing.
    /// - Throws: where not even its tables can be found.
    init(salvaging path: String) throws(TapeError) {
        self.path = path
        isRecordedHere = false
        do throws(TapeError) {
            if try TapeFileHeader.check(path).usesWAL { Self.finish(path) }
        } catch {
            guard error.damage != nil else { throw error }
        }
        database = try Self.open(path, salvages: true)
    }

    /// Of a tape that this process is recording. The file is opened by SQLite alone: who closes a file gives up all locks that
    /// his process has on it, and without the recorder's another program would take its log away.
    /// - Throws: every case of `TapeError` that is about reading.
    package init(recordedHere path: String) throws(TapeError) {
        self.path = path
        isRecordedHere = true
        database = try Self.open(path)
    }

    /// Whether somebody is recording it: whoever ends a recording leaves a single file, or else the next reader does.
    package var isBeingRecorded: Bool {
        (try? read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }) == "wal"
    }

    /// Whether its recorder has ended it: nothing more comes.
    package var hasEnded: Bool {
        (try? read {
            try String.fetchOne($0, sql: "SELECT value FROM meta WHERE key = ?", arguments: [TapeSchema.ended])
        }) != nil
    }

    /// Reads no more. Where a recorder has left a write-ahead log meanwhile, because somebody read, the file is made one.
    package func close() {
        let hasLog = !isRecordedHere && isBeingRecorded
        try? database.close()
        if hasLog { Self.finish(path) }
    }

    /// Ends what is being read, from any thread: the call throws.
    package func interrupt() { database.interrupt() }

    /// What the recorder wrote about itself: `program`, `source`, `started` and others.
    package func meta() throws(TapeError) -> [String: String] {
        let path = path
        return try read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT key, value FROM meta LIMIT 1000")
            let pairs = try rows.map { row in
                guard let key = String.fromDatabaseValue(row[0]), let value = String.fromDatabaseValue(row[1]) else {
                    throw TapeError.corrupt(path: path, reason: "metadata that is not text")
                }
                return (key, value)
            }
            return Dictionary(pairs) { first, _ in first }
        }
    }

    /// Number of entries. Walks an index: milliseconds for an hour.
    package func count() throws(TapeError) -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM entries") ?? 0 }
    }

    /// The moment of the last entry; zero for a tape without entries.
    package func duration() throws(TapeError) -> TimeSpan {
        TimeSpan(microseconds: try read { try Int64.fetchOne($0, sql: "SELECT max(t_us) FROM entries") ?? 0 })
    }

    /// The next entries in the order in which they were heard; an empty array at the end of the tape.
    ///
    /// At most `limit` of them, and fewer when their text grows beyond 4 MiB.
    /// - Parameter id: that of the last entry already read; 0 for the beginning.
    package func entries(after id: Int64 = 0, limit: Int = 1_000) throws(TapeError) -> [TapeEntry] {
        let path = path
        return try read { db in
            let hasMembers = try TapeSchema.hasMembers(db)
            let statement = try db.cachedStatement(
                sql: hasMembers ? TapeSchema.entriesWithMembers : TapeSchema.entries)
            let rows = try Row.fetchCursor(statement, arguments: [id, max(limit, 1)])
            var entries: [TapeEntry] = []
            var bytes = 0
            while bytes < 4 << 20, let row = try rows.next() {
                let member = hasMembers ? try TapeSchema.member(statement.sqliteStatement, path) : .main
                let entry =
                    try Self.plainEntry(statement.sqliteStatement, member, path) ?? Self.entry(row, member, path)
                guard entry.id > entries.last?.id ?? id else {
                    throw TapeError.corrupt(path: path, reason: "its entries are out of order")
                }
                bytes += entry.body?.utf8.count ?? 0
                entries.append(entry)
            }
            return entries
        }
    }

    /// One entry; `nil` when the tape has none of that id.
    package func entry(_ id: Int64) throws(TapeError) -> TapeEntry? {
        guard id > .min, let found = try entries(after: id - 1, limit: 1).first, found.id == id else { return nil }
        return found
    }

    /// The bytes of a picture or a sound; `nil` when the tape does not have them.
    package func blob(_ hash: ContentHash) throws(TapeError) -> [UInt8]? {
        do throws(TapeError) {
            return try read { db in
                let statement = try db.cachedStatement(sql: "SELECT bytes FROM blobs WHERE hash = ?")
                return try Data.fetchOne(statement, arguments: [Data(hash.bytes)]).map { Array($0) }
            }
        } catch {
            remember(error)
            throw error
        }
    }

    /// Reads the tape as it is at one moment, also while somebody records it.
    ///
    /// A thread that reads ahead may come when the tape is closed already; the library would then read a connection that is none.
    func read<Value>(_ body: (Database) throws -> Value) throws(TapeError) -> Value {
        do {
            return try database.unsafeRead { db in
                guard db.sqliteConnection != nil else { throw TapeError.closed(path: path) }
                var value: Value?
                try db.inTransaction(.deferred) {
                    value = try body(db)
                    return .commit
                }
                guard let value else { throw TapeError.closed(path: path) }
                return value
            }
        } catch {
            throw TapeError(reading: path, error)
        }
    }

    /// A row as our own recorder writes it, without a detour; `nil` for any other, of which `entry` says what it is.
    private static func plainEntry(_ row: SQLiteStatement, _ member: Member, _ path: String) -> TapeEntry? {
        guard sqlite3_column_type(row, 0) == SQLITE_INTEGER, sqlite3_column_type(row, 1) == SQLITE_INTEGER,
            let kind = text(row, 2), let name = text(row, 3)
        else { return nil }
        let isLocal = strcmp(kind, TapeSchema.local) == 0
        let time = sqlite3_column_int64(row, 1)
        guard isLocal || strcmp(kind, TapeSchema.wire) == 0, TapeSchema.times.contains(time) else { return nil }
        let body = text(row, 4)
        guard body != nil || sqlite3_column_type(row, 4) == SQLITE_NULL else { return nil }
        return TapeEntry(
            id: sqlite3_column_int64(row, 0), time: Instant(microseconds: time), kind: isLocal ? .local : .wire,
            name: String(cString: name), body: body.map { String(cString: $0) }, member: member, path: path)
    }

    private static func text(_ row: SQLiteStatement, _ column: Int32) -> UnsafePointer<CChar>? {
        guard sqlite3_column_type(row, column) == SQLITE_TEXT, let text = sqlite3_column_text(row, column) else {
            return nil
        }
        return UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self)
    }

    private static func entry(_ row: Row, _ member: Member, _ path: String) throws -> TapeEntry {
        guard let id = Int64.fromDatabaseValue(row[0]), let time = Int64.fromDatabaseValue(row[1]),
            let kind = String.fromDatabaseValue(row[2]), let name = String.fromDatabaseValue(row[3]),
            kind == TapeSchema.wire || kind == TapeSchema.local
        else { throw TapeError.corrupt(path: path, reason: "an entry of an unknown kind") }
        guard TapeSchema.times.contains(time) else {
            throw TapeError.corrupt(path: path, reason: "entry \(id) has the time \(time) us")
        }
        return TapeEntry(
            id: id, time: Instant(microseconds: time), kind: kind == TapeSchema.wire ? .wire : .local, name: name,
            body: String.fromDatabaseValue(row[4]), member: member, path: path)
    }
}

extension TapeReader {
    /// Whoever decodes takes bytes that cannot be read for bytes that are not there: the stream would be blamed for the disk.
    /// - Throws: why the first picture or sound could not be read that was asked for so far and that the tape has.
    package func confirmBlobsRead() throws(TapeError) {
        if let failure = self.failure.withLock({ $0 }) { throw failure }
    }

    private func remember(_ error: TapeError) {
        // Nobody wants any more what is read ahead of a tape that has been closed.
        if case .closed = error { return }
        failure.withLock { $0 = $0 ?? error }
    }

    /// All pictures and sounds that are named are there, and are what was recorded: before that is known nothing that the tape shows is
    /// the stream's.
    ///
    /// About a second for each gigabyte; one at a time is in memory. Nobody else can read through this reader meanwhile.
    /// - Parameter isCanceled: asked with each; what is left is not looked at then.
    /// - Throws: `TapeError.corrupt` for the first one that is not.
    package func verifyBlobs(isCanceled: () -> Bool = { false }) throws(TapeError) {
        try verifyNames(isCanceled: isCanceled)
        try verifyBytes(isCanceled: isCanceled)
    }

    /// Reads all pictures and sounds, those that nothing names included, and compares each with the hash that it was recorded under.
    private func verifyBytes(isCanceled: () -> Bool) throws(TapeError) {
        let path = path
        try read { db in
            // In the order of the hashes, so that the index by which they are found is read, too.
            let rows = try Row.fetchCursor(db, sql: "SELECT hash, bytes FROM blobs WHERE hash > x'' ORDER BY hash")
            var last = Data()
            while !isCanceled(), let row = try rows.next() {
                // In a damaged index they may go around in a circle.
                guard let hash = Data.fromDatabaseValue(row[0]), last.lexicographicallyPrecedes(hash) else {
                    throw TapeError.corrupt(path: path, reason: "its pictures and sounds are out of order")
                }
                let bytes = Data.fromDatabaseValue(row[1]).map { Array($0) } ?? []
                guard contentHash(of: bytes).bytes.elementsEqual(hash) else {
                    throw TapeError.corrupt(path: path, reason: Self.changed(hash, byteCount: bytes.count))
                }
                last = hash
            }
        }
    }

    /// Looks whether each picture and sound is there that an entry names: who only replays a tape never asks for most of them.
    private func verifyNames(isCanceled: () -> Bool) throws(TapeError) {
        let path = path
        try read { db in
            let known = try db.cachedStatement(sql: "SELECT 1 FROM blobs WHERE hash = ?")
            let named = try Row.fetchCursor(
                db, sql: "SELECT id, CAST(body AS BLOB) FROM entries WHERE instr(body, ?) > 0",
                arguments: [PayloadReference.opening])
            // What is said again and again has the same pictures.
            var found: Set<ContentHash> = []
            while !isCanceled(), let row = try named.next() {
                let hashes = try row.withUnsafeData(atIndex: 1) { PayloadReference.hashes(in: Array($0 ?? Data())) }
                let new = hashes.subtracting(found)
                if found.count > Self.namesKept { found = [] }
                found.formUnion(new)
                for hash in new where try Int.fetchOne(known, arguments: [Data(hash.bytes)]) == nil {
                    let reason = "entry \(Int64.fromDatabaseValue(row[0]) ?? 0): \(Self.missing(Data(hash.bytes)))"
                    throw TapeError.corrupt(path: path, reason: reason)
                }
            }
        }
    }

    private static let namesKept = 100_000

    /// Parses all entries.
    /// - Throws: `TapeError.badEntry` for the first one that makes no sense.
    package func verifyEntries() throws(TapeError) {
        var cursor = TapeCursor(self)
        while let entry = try cursor.next() { _ = try entry.item() }
    }

    private static func changed(_ hash: Data, byteCount: Int) -> String {
        "a picture or sound of \(plural(byteCount, "byte")) does not match its hash \(name(hash))"
    }

    private static func missing(_ hash: Data) -> String { "the picture or sound with hash \(name(hash)) is missing" }

    private static func name(_ hash: Data) -> String {
        hash.prefix(4).map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined() + "..."
    }
}

extension TapeReader {
    /// A recorder that was ended by force leaves a write-ahead log. Takes it into the file, so that one file remains.
    /// Where that is not possible (the recorder is still at work, the folder cannot be written to) nothing changes.
    /// - Returns: why it is not possible.
    @discardableResult
    static func finish(_ path: String) -> TapeError? {
        guard access(path, W_OK) == 0 else { return .unwritable(path: path, reason: errorWords()) }
        var configuration = Configuration()
        configuration.busyMode = .immediateError
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            return nil
        } catch {
            return TapeError(writing: path, error)
        }
    }

    /// - Parameter salvages: whether a file is opened, too, that is shorter than its header says.
    private static func open(_ path: String, salvages: Bool = false) throws(TapeError) -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(0.25)
        configuration.prepareDatabase { db in
            // A stranger's file: no value larger than a message, no function called by its schema.
            sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, Int32(TapeSchema.largestValue))
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            // The library refuses the whole file otherwise.
            if salvages { try db.execute(sql: "PRAGMA writable_schema = ON") }
            // Half a megabyte of pages in place of two: nearly all that is read of a tape are bytes of pictures, each once.
            try db.execute(sql: "PRAGMA cache_size = -512")
        }
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let tables = try queue.read { try TapeSchema.countTables(TapeSchema.tables, $0) }
            guard tables == TapeSchema.tables.count else {
                throw TapeError.corrupt(path: path, reason: "the tables of a tape are missing")
            }
            return queue
        } catch {
            let reason = TapeError(reading: path, error)
            guard case .unreadable = reason else { throw reason }
            return try openUnchanging(path, configuration)
        }
    }

    /// On read-only media SQLite cannot place the files that a write-ahead log needs; without a log it can do without.
    private static func openUnchanging(
        _ path: String, _ configuration: Configuration
    ) throws(TapeError) -> DatabaseQueue {
        guard !TapeFileHeader.hasLog(path) else { throw .unfinished(path: path) }
        do {
            let place = URL(fileURLWithPath: path).absoluteString + "?immutable=1"
            return try DatabaseQueue(path: place, configuration: configuration)
        } catch {
            throw TapeError(reading: path, error)
        }
    }
}

extension TapeReader {
    /// In `meta`: the version of the rules of the engine that heard what is on the tape.
    package static let engineRulesKey = "engine_rules"

    /// The rules of the recording engine; those that say nothing of it are of the time of the first.
    package func engineRules() throws(TapeError) -> Int { try meta()[Self.engineRulesKey].flatMap { Int($0) } ?? 1 }

    /// Whether the tape says when its engine's clock ticked, or what a reader of a book heard, who needs no clock where one file is read
    /// straight through: so that it can be replayed exactly as it was heard.
    package func isReplayable() throws(TapeError) -> Bool {
        try has("local", ["ticked", "readingBegan"])
    }

    /// Whether a book was read on it.
    package func isOfBook() throws(TapeError) -> Bool { try has("local", ["readingBegan"]) }

    /// Whether anything on it says in words what is spoken.
    package func hasTexts() throws(TapeError) -> Bool {
        try has("wire", [EventName.text.rawValue, RequestName.userMessage.rawValue])
    }

    private func has(_ kind: String, _ names: [String]) throws(TapeError) -> Bool {
        try read { db in
            let known = names.map { "'\($0)'" }.joined(separator: ", ")
            let sql = "SELECT EXISTS (SELECT 1 FROM entries WHERE kind = '\(kind)' AND name IN (\(known)))"
            return try Bool.fetchOne(db, sql: sql) ?? false
        }
    }
}
