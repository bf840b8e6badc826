import Events
import GRDB
import GRDBSQLite
import SocketIO

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
