import GRDB

/// The format of tapes, described in docs/tape.md.
enum TapeFormat {
    /// "CAME": tells our files from those of other programs.
    static let applicationID: Int64 = 0x4341_4D45
    /// Raised when an older program could no longer read a tape rightly.
    static let version = 1

    static let wire = "wire"
    static let local = "local"

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
                CREATE INDEX entries_of_wire ON entries (id) WHERE kind = 'wire';
                CREATE TABLE blobs (hash BLOB PRIMARY KEY NOT NULL, bytes BLOB NOT NULL);
                """)
    }
}
