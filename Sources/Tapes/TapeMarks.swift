import Events
import GRDB

/// The marks of a tape: named places that somebody put there. They lie beside the entries and change nothing about them.
extension TapeSchema {
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

    /// One more than there may be. A text in bytes: in characters SQLite counts only up to the first NUL.
    static let selectMarks = """
        SELECT t_us,
            CASE WHEN length(CAST(name AS BLOB)) <= \(4 * Mark.longestName) THEN name END,
            CASE WHEN length(CAST(note AS BLOB)) <= \(4 * Mark.longestNote) THEN note END
        FROM marks ORDER BY t_us, name LIMIT \(mostMarks + 1)
        """

    static func hasMarks(_ db: Database) throws -> Bool { try countTables([marks], db) == 1 }

    /// Puts marks on a tape, beside those that it has; all of them or, with an error, none that stays.
    /// - Parameter replacing: whether one takes the place of another of its moment and name, or that is an error.
    /// - Throws: `TapeError.unwritable` for what `TapeReader.marks` would not read.
    static func insert(_ marks: [Mark], replacing: Bool, _ db: Database, path: String) throws {
        guard !marks.isEmpty else { return }
        try db.execute(sql: createMarks)
        guard try hasMarks(db) else { throw TapeError.unwritable(path: path, reason: "its marks are not a table") }
        let insert = try db.cachedStatement(
            sql: "INSERT OR \(replacing ? "REPLACE" : "IGNORE") INTO marks (t_us, name, note) VALUES (?, ?, ?)")
        for mark in marks {
            guard Mark.isName(mark.name), Mark.isNote(mark.note) else {
                throw TapeError.unwritable(path: path, reason: tooLongMark(mark.time))
            }
            try insert.execute(arguments: [mark.time.microseconds, mark.name, mark.note])
            guard db.changesCount > 0 else {
                let reason = "it has two marks with the same name at \(mark.time.inSeconds) s"
                throw TapeError.unwritable(path: path, reason: reason)
            }
        }
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM (SELECT 1 FROM marks LIMIT \(mostMarks + 1))") ?? 0
        guard count <= mostMarks else { throw TapeError.unwritable(path: path, reason: tooManyMarks) }
    }

    static let tooManyMarks = "it has more than \(mostMarks) marks"
    static func tooLongMark(_ time: Instant) -> String {
        "the name or note of its mark at \(time.inSeconds) s is too long"
    }
}

extension TapeReader {
    /// By time, then by name.
    /// - Throws: `TapeError.corrupt` also for more marks, or longer names and notes, than a tape of ours has. No text that is too
    ///   long is taken into memory.
    package func marks() throws(TapeError) -> [Mark] {
        let path = path
        return try read { db in
            guard try TapeSchema.hasMarks(db) else { return [] }
            let rows = try Row.fetchAll(db, sql: TapeSchema.selectMarks)
            guard rows.count <= TapeSchema.mostMarks else {
                throw TapeError.corrupt(path: path, reason: TapeSchema.tooManyMarks)
            }
            return try rows.map { row in
                guard let time = Int64.fromDatabaseValue(row[0]), TapeSchema.times.contains(time) else {
                    throw TapeError.corrupt(path: path, reason: "an invalid mark")
                }
                guard let name = String.fromDatabaseValue(row[1]), let note = String.fromDatabaseValue(row[2]),
                    Mark.isName(name), Mark.isNote(note)
                else {
                    let reason = TapeSchema.tooLongMark(Instant(microseconds: time))
                    throw TapeError.corrupt(path: path, reason: reason)
                }
                return Mark(time: Instant(microseconds: time), name: name, note: note)
            }
        }
    }

    /// Puts a mark on the tape, in place of one of the same moment and name.
    /// - Throws: `unwritable` for a tape that cannot be changed or a mark that it does not keep, `diskFull`.
    package func add(_ mark: Mark) throws(TapeError) {
        try change { [path] db in
            try TapeSchema.insert([mark], replacing: true, db, path: path)
        }
    }

    package func remove(_ mark: Mark) throws(TapeError) {
        try change { db in
            guard try TapeSchema.hasMarks(db) else { return }
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
                    throw TapeError.unwritable(path: path, reason: "it has triggers, which tapes never have")
                }
                try body(db)
            }
            try queue.close()
        } catch {
            throw TapeError(writing: path, error)
        }
    }
}
