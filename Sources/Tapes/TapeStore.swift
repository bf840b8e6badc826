import Events
import Files
import Foundation
import GRDB
import Platform
import Wire

/// A tape file that is being written, synchronously. `TapeWriter` owns one while recording, a conversion another.
final class TapeStore: Sendable {
    /// What waits to be written in one transaction.
    struct Batch: Sendable {
        fileprivate(set) var rows: [Row] = []
        fileprivate(set) var blobs: [Blob] = []
        fileprivate(set) var marks: [Mark] = []
        /// Bytes held in memory, about.
        private(set) var byteCount = 0
        private(set) var messageCount = 0
        fileprivate private(set) var namesMembers = false

        struct Row: Sendable {
            let time: Instant
            let kind: String
            let name: String
            let body: String?
            let member: Member
        }

        var isEmpty: Bool { rows.isEmpty && marks.isEmpty }

        /// - Throws: `WireError.tooLarge` for what no reader would read again; nothing is added then. So do the others.
        mutating func addMessage(
            _ message: StoredMessage, _ blobs: [Blob], at time: Instant, for member: Member = .main
        ) throws(WireError) {
            for blob in blobs { try Self.check(blob.bytes.count) }
            try addRow(
                Row(
                    time: time, kind: TapeSchema.wire, name: message.name, body: message.body.text, member: member))
            self.blobs += blobs
            messageCount += 1
            byteCount += blobs.reduce(0) { $0 + $1.bytes.count + 64 }
        }

        mutating func addInput(_ input: LocalInput, at time: Instant, for member: Member = .main) throws(WireError) {
            let (name, data) = LocalInputCoding.encode(input)
            let body = data == .null ? nil : data.text
            try addRow(Row(time: time, kind: TapeSchema.local, name: name, body: body, member: member))
        }

        mutating func addMark(_ mark: Mark) {
            marks.append(mark)
            byteCount += 64 + mark.name.utf8.count + mark.note.utf8.count
        }

        private mutating func addRow(_ row: Row) throws(WireError) {
            let bytes = row.name.utf8.count + (row.body?.utf8.count ?? 0)
            try Self.check(bytes)
            rows.append(row)
            byteCount += 64 + bytes
            namesMembers = namesMembers || !row.member.isMain
        }

        /// SQLite's limit is on a whole row, which has a few bytes besides.
        private static func check(_ bytes: Int) throws(WireError) {
            let limit = TapeSchema.largestValue - 1_024
            guard bytes <= limit else { throw .tooLarge(what: "bytes", limit: limit) }
        }
    }

    enum Mode {
        /// Write ahead: a crash loses little, and others can read meanwhile.
        case recording
        /// The same, but nobody needs it after a crash of the machine: it is not waited for the disk.
        case temporary
        /// Nobody reads it before it is complete, nor keeps it otherwise.
        case conversion

        fileprivate var journal: String { self == .conversion ? "MEMORY" : "WAL" }
        fileprivate var synchronous: String { self == .temporary ? "OFF" : "NORMAL" }
    }

    let path: String
    private let database: DatabaseQueue
    private let mode: Mode
    private let sizeLimit: Int?
    /// Whether it says when it began, and is to say when it ended.
    private let isDated: Bool

    /// Creates the file. The tables are there before the write-ahead log is, so that the header tells what the file is
    /// from the first moment on. A conversion never has another file beside it: whoever is ended in the middle has one to remove.
    /// - Parameters:
    ///   - mode: what others can see of it, and what a crash may cost.
    ///   - sizeLimit: bytes that the file may have, in whole pages of 4,096; beyond is `TapeError.recordedEnough`.
    ///   - isPrivate: whether nobody but its owner may read it.
    init(
        creating path: String, meta: [String: String], mode: Mode = .recording, sizeLimit: Int? = nil,
        isPrivate: Bool = false
    ) throws(TapeError) {
        (self.path, self.mode, self.sizeLimit) = (path, mode, sizeLimit)
        isDated = mode != .conversion && meta[TapeSchema.started] != nil
        guard !FileNames.isThere(path) else { throw .alreadyExists(path: path) }
        var opened: DatabaseQueue?
        do {
            // The files beside it get its rights.
            if isPrivate, OpenFile(path, O_RDWR | O_CREAT | O_EXCL, rights: 0o600) == nil {
                throw TapeError.unwritable(path: path, reason: FileNames.obstacle(path))
            }
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            if mode == .conversion {
                configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = MEMORY") }
            }
            database = try DatabaseQueue(path: path, configuration: configuration)
            opened = database
            try database.write { db in
                try TapeSchema.create(db)
                // In a fixed order: the same input makes the same bytes.
                for (key, value) in meta.sorted(by: { $0.key < $1.key }) {
                    try db.execute(sql: "INSERT INTO meta VALUES (?, ?)", arguments: [key, value])
                }
            }
            try database.writeWithoutTransaction { db in
                try db.execute(
                    sql: "PRAGMA journal_mode = \(mode.journal); PRAGMA synchronous = \(mode.synchronous)")
                // The log is in use from the first reading on: until then another connection could take it away.
                try db.execute(sql: "SELECT 1 FROM meta")
                if let sizeLimit { try db.execute(sql: "PRAGMA max_page_count = \(sizeLimit / 4_096)") }
            }
        } catch {
            // What is there by now is no tape and would stand in the way of the next try. It was not there before.
            try? opened?.close()
            let failure = TapeError(creating: path, error)
            TapeFiles.remove(path)
            throw failure
        }
    }

    /// All of the batch or nothing.
    /// - Throws: `TapeError.diskNearlyFull` before anything is written that would leave other programs too little.
    func write(_ batch: Batch) throws(TapeError) {
        let bytes = logBytes + 2 * batch.byteCount + Self.transactionBytes
        if mode != .conversion, let space = DiskSpace(at: path), !space.fits(bytes) {
            throw .diskNearlyFull(path: path, left: space.free)
        }
        do {
            try database.write { db in
                let blob = try db.cachedStatement(sql: "INSERT OR IGNORE INTO blobs (hash, bytes) VALUES (?, ?)")
                for one in batch.blobs { try blob.execute(arguments: [Data(one.hash.bytes), Data(one.bytes)]) }
                let entry = try db.cachedStatement(
                    sql: "INSERT INTO entries (t_us, kind, name, body) VALUES (?, ?, ?, ?)")
                if batch.namesMembers { try db.execute(sql: TapeSchema.createMembers) }
                for row in batch.rows {
                    try entry.execute(arguments: [row.time.microseconds, row.kind, row.name, row.body])
                    guard let name = row.member.name else { continue }
                    try db.cachedStatement(sql: TapeSchema.insertMember)
                        .execute(arguments: [db.lastInsertedRowID, name])
                }
                try TapeSchema.insert(batch.marks, replacing: false, db, path: path)
            }
        } catch {
            if case .diskFull = TapeError(writing: path, error), let sizeLimit, isAtLimit(sizeLimit) {
                throw .recordedEnough(path: path, limit: sizeLimit)
            }
            throw TapeError(writing: path, error)
        }
    }

    /// Whole pages that the smallest one changes, in the log and in the file.
    private static let transactionBytes = 64 << 10

    /// SQLite has one code for a file that is as large as it may be and for a full disk.
    private func isAtLimit(_ limit: Int) -> Bool { DiskSpace(at: path)?.fits(4 << 20) ?? true }

    /// Bytes that are taken into the file later, and take room there once more.
    private var logBytes: Int { FileStatus(path + "-wal")?.byteCount ?? 0 }

    /// Takes the write-ahead log into the file and closes it, so that a single file remains. While somebody reads the
    /// tape that has to wait for the next one who opens it; nothing is lost by that.
    /// - Throws: `TapeError.logLeft` where the disk has no room for it.
    func close() throws(TapeError) {
        let failure: ResultCode?
        do {
            failure = try database.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA busy_timeout = 0")
                // Whoever follows it cannot tell otherwise: the log stays as long as they read.
                if isDated { try? Self.setEnd(db) }
                let failure = Self.resultCode { try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
                try? db.execute(sql: "PRAGMA journal_mode = DELETE")
                return failure
            }
            try database.close()
        } catch {
            throw TapeError(writing: path, error)
        }
        let isLogLeft = (failure == .SQLITE_FULL || failure == .SQLITE_IOERR) && logBytes > 0
        if mode == .recording, isLogLeft { throw .logLeft(path: path) }
    }

    private static func setEnd(_ db: Database) throws {
        let now = CalendarTime.text(milliseconds: WallClock.microseconds / 1_000)
        try db.execute(sql: "INSERT OR REPLACE INTO meta VALUES (?, ?)", arguments: [TapeSchema.ended, now])
    }

    private static func resultCode(_ body: () throws -> Void) -> ResultCode? {
        do { try body() } catch { return (error as? DatabaseError)?.resultCode }
        return nil
    }
}
