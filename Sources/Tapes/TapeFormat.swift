import Events
import Files
import GRDB
import GRDBSQLite
import JSON
import Platform
import SocketIO

/// The format of tapes, described in docs/reference/tape.md.
enum TapeFormat {
    /// "CAME": tells our files from those of other programs.
    static let applicationID: Int64 = 0x4341_4D45
    /// Raised when an older program could no longer read a tape rightly.
    static let newestVersion = versionWithMembers
    /// Of a tape that names no member.
    static let version = 1
    /// An older program would take all members for one.
    static let versionWithMembers = 2

    static let wire = "wire"
    static let local = "local"

    /// Microseconds that an entry or a mark may have.
    static let times = 0...Limits.sessionLength.microseconds
    /// Bytes of one row of a tape, and of one line of text: what a message within its limit takes at most, all of it escaped, and
    /// what stands around it. Nothing larger is read, so nothing larger is written: a message of hundreds of thousands of payloads,
    /// each a few bytes that leave a whole reference.
    static let largestValue = JSON.longestEscape * Limits.messageBytes + 1 << 20

    static let tables = ["meta", "entries", "blobs"]
    /// Keys of `meta` with the moment at which a recording began, and at which its recorder has ended it.
    static let started = "started"
    static let ended = "ended"

    /// How many of these are plain tables: a view of such a name could be endless.
    /// - Parameter names: ours, of letters.
    static func countTables(_ names: [String], _ db: Database) throws -> Int {
        let list = names.map { "'\($0)'" }.joined(separator: ", ")
        let sql = """
            SELECT count(*) FROM sqlite_master
            WHERE name IN (\(list)) AND type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
            """
        return try Int.fetchOne(db.cachedStatement(sql: sql)) ?? 0
    }

    static func create(_ db: Database) throws {
        try db.execute(
            sql: """
                PRAGMA application_id = \(applicationID);
                PRAGMA user_version = \(version);
                CREATE TABLE meta (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
                CREATE TABLE entries (
                    id INTEGER PRIMARY KEY,
                    t_us INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    name TEXT NOT NULL,
                    body TEXT
                );
                CREATE INDEX entries_by_time ON entries (t_us);
                CREATE TABLE blobs (hash BLOB PRIMARY KEY NOT NULL, bytes BLOB NOT NULL);
                """)
    }
}

/// The files that a tape, complete or not, may consist of.
package enum TapeFiles {
    package static func all(of path: String) -> [String] { ["", "-wal", "-shm", "-journal"].map { path + $0 } }

    /// Those that are there.
    package static func remove(_ path: String) { for file in all(of: path) { unlink(file) } }

    /// Takes a recording out of the way of a new one of its name. A file that is no recording stays where it is.
    /// - Returns: where it is now, a name that says that it is the old one; `nil` where there was none.
    /// - Throws: `TapeError` for what is no recording, where one is being recorded, and where a killed process left an old
    ///   one.
    package static func setAside(_ path: String) throws(TapeError) -> String? {
        guard FileNames.isThere(path) else { return nil }
        do throws(TapeError) {
            _ = try TapeFileHeader.check(path)
        } catch {
            // No more than the beginning of one.
            switch error {
            case .empty, .truncated: break
            default: throw error
            }
        }
        try clearLog(beside: path)
        let aside = "\(path).\(getpid()).old"
        guard !FileNames.isThere(aside) else {
            throw .unwritable(path: path, reason: "an older recording is still at \(aside); move it away")
        }
        guard rename(path, aside) == 0 else { throw .unwritable(path: path, reason: errorWords()) }
        return aside
    }

    /// What is beside a tape that another one is to replace: SQLite would take the log of an ended recorder into the new one.
    /// Its own tape takes the log first, before anything is removed: whoever is ended in between leaves a tape that can
    /// be read, the old one.
    /// - Throws: `TapeError.unwritable` where the recorder is still at work, or the tape does not take it.
    static func clearLog(beside path: String) throws(TapeError) {
        let logs = all(of: path).dropFirst()
        guard logs.contains(where: FileNames.isThere) else { return }
        let failure = TapeReader.finish(path)
        // Whoever has the tape open has a log. The index of a log that is gone is nobody's, and SQLite leaves it there.
        let log = ["-wal", "-journal"].map { path + $0 }.first(where: FileNames.isThere)
        if FileNames.isThere(path), let log {
            switch failure {
            case .locked?, nil:
                throw .unwritable(path: path, reason: "being recorded, or open in another program")
            case .unwritable(_, let reason)?:
                throw .unwritable(
                    path: path, reason: "an interrupted recording (\(log)) cannot be completed: \(reason)")
            case let failure?: throw failure
            }
        }
        for log in logs { unlink(log) }
    }

    /// What a conversion to `output` writes to until it is complete.
    package static func partial(of output: String) -> [String] { all(of: OutputFile.partial(of: output)) }
}

/// Whom the entries of a tape are for, where that is not the main member. They lie beside the entries, so that a tape that names
/// nobody has nothing of it.
extension TapeFormat {
    static let createMembers = """
        CREATE TABLE IF NOT EXISTS members (id INTEGER PRIMARY KEY REFERENCES entries, member TEXT NOT NULL);
        PRAGMA user_version = \(versionWithMembers)
        """

    static let insertMember = "INSERT INTO members (id, member) VALUES (?, ?)"

    static let entries = "SELECT id, t_us, kind, name, body FROM entries WHERE id > ? ORDER BY id LIMIT ?"
    static let entriesWithMembers = """
        SELECT entries.id, t_us, kind, name, body, members.id, member FROM entries LEFT JOIN members USING (id)
        WHERE entries.id > ? ORDER BY entries.id LIMIT ?
        """

    static func hasMembers(_ db: Database) throws -> Bool { try countTables(["members"], db) == 1 }

    /// The member that a row of `entriesWithMembers` names. A name from outside is looked at only if it is short.
    /// - Throws: `TapeError.badEntry`.
    static func member(_ row: SQLiteStatement, _ path: String) throws(TapeError) -> Member {
        guard sqlite3_column_type(row, 5) != SQLITE_NULL else { return .main }
        let id = sqlite3_column_int64(row, 0)
        guard sqlite3_column_type(row, 6) == SQLITE_TEXT, let text = sqlite3_column_text(row, 6) else {
            throw .badEntry(path: path, id: id, reason: "its member is not text")
        }
        let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(row, 6)))
        guard bytes.count <= 4 * Limits.memberNameScalars, let name = String(validating: bytes, as: UTF8.self),
            let member = Member(name)
        else { throw .badEntry(path: path, id: id, reason: "its member \(Member.nameRule)") }
        return member
    }
}

extension TapeReader {
    /// Ids of the entries that tell who takes part in a call, in order and at most `limit` of them; none where the tape names nobody
    /// but the main member. Reads the names of all entries.
    package func callEntries(atMost limit: Int) throws(TapeError) -> [Int64] {
        let names: [EventName] = [.callState, .callMember, .callMemberLeft, .callSource]
        let known = names.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return try read { db in
            guard try TapeFormat.hasMembers(db) else { return [] }
            let sql =
                "SELECT id FROM entries WHERE kind = '\(TapeFormat.wire)' AND name IN (\(known)) ORDER BY id LIMIT ?"
            return try Int64.fetchAll(db, sql: sql, arguments: [limit])
        }
    }
}
