import Events
import GRDB

/// The marks of a tape: named places that somebody put there. They lie beside the entries and change nothing about them.
extension TapeFormat {
    static let marks = "marks"
    /// More than anybody sets by hand.
    static let mostMarks = 10_000

    static let createMarks = """
        CREATE TABLE IF NOT EXISTS marks (
            t_us INTEGER NOT NULL,
            name TEXT NOT NULL,
            note TEXT NOT NULL,
            PRIMARY KEY (t_us, name)
        ) WITHOUT ROWID
        """

    static func hasMarks(_ db: Database) throws -> Bool { try countTables([marks], db) == 1 }

    static func insert(_ mark: Mark, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO marks (t_us, name, note) VALUES (?, ?, ?)",
            arguments: [mark.time.microseconds, mark.name, mark.note])
    }
}

extension TapeReader {
    /// By time, then by name; the first 10,000. Those with longer names or notes than a mark has are not read.
    package func marks() throws(TapeError) -> [Mark] {
        let path = path
        return try read { db in
            guard try TapeFormat.hasMarks(db) else { return [] }
            let sql =
                "SELECT t_us, name, note FROM marks WHERE length(name) <= \(Mark.longestName) AND length(note) <= \(Mark.longestNote) ORDER BY t_us, name LIMIT \(TapeFormat.mostMarks)"
            return try Row.fetchAll(db, sql: sql).map { row in
                guard let time = Int64.fromDatabaseValue(row[0]), (0...TapeFormat.latest).contains(time),
                    let name = String.fromDatabaseValue(row[1]), let note = String.fromDatabaseValue(row[2])
                else { throw TapeError.corrupt(path: path, reason: "a mark that is none") }
                return Mark(time: Instant(microseconds: time), name: name, note: note)
            }
        }
    }

    /// Puts a mark on the tape, in place of one of the same moment and name.
    /// - Throws: `unwritable` for a tape that cannot be changed, `diskFull`.
    package func add(_ mark: Mark) throws(TapeError) {
        try change { db in
            try db.execute(sql: TapeFormat.createMarks)
            guard try TapeFormat.hasMarks(db) else {
                throw TapeError.unwritable(path: self.path, reason: "its marks are no table")
            }
            try TapeFormat.insert(mark, db)
        }
    }

    package func remove(_ mark: Mark) throws(TapeError) {
        try change { db in
            guard try TapeFormat.hasMarks(db) else { return }
            try db.execute(
                sql: "DELETE FROM marks WHERE t_us = ? AND name = ?", arguments: [mark.time.microseconds, mark.name])
        }
    }

    /// On a connection of its own: the reader's cannot write, so that nothing else ever changes a tape.
    private func change(_ body: (Database) throws -> Void) throws(TapeError) {
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(0.25)
            configuration.foreignKeysEnabled = false
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.write { db in
                // A stranger's trigger would be ours to run.
                let triggers = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE type = 'trigger'")
                guard triggers == 0 else {
                    throw TapeError.unwritable(path: path, reason: "it has triggers, which no tape of ours has")
                }
                try body(db)
            }
            try queue.close()
        } catch {
            throw TapeError(writing: path, error)
        }
    }
}
