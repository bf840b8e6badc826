import Events
import Files
import GRDB
import GRDBSQLite
import JSON
import Platform
import SocketIO

/// The format of tapes, described in docs/reference/tape.md.
enum TapeSchema {
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

/// Whom the entries of a tape are for, where that is not the main member. They lie beside the entries, so that a tape that names
/// nobody has nothing of it.
extension TapeSchema {
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
            guard try TapeSchema.hasMembers(db) else { return [] }
            let sql =
                "SELECT id FROM entries WHERE kind = '\(TapeSchema.wire)' AND name IN (\(known)) ORDER BY id LIMIT ?"
            return try Int64.fetchAll(db, sql: sql, arguments: [limit])
        }
    }
}
