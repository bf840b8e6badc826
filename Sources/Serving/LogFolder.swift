import Events
import Files
import JSON
import Platform
import Playback
import SocketIO
import Synchronization
import Tapes
import Transport
import Wire

/// Keeps what clients log in a folder: a tape for each session, `<session>.cameo`, which `cameo inspect` and `cameo diff`
/// read. A session that comes again, and one whose name is taken, goes on in `<session>-2.cameo` and so on.
///
/// Written by a task of its own. When that falls behind, the disk or a tape is full, or there are too many names, records are left
/// out; each of these reasons is said once.
final class LogFolder: ClientLogs {
    private enum Item {
        case message(StoredMessage, [Blob], weight: Int)
        case end
    }

    private let report: @Sendable (String) -> Void
    /// Guards what several threads ask for.
    private let backlog = Mutex(LogBacklog())
    private let reported = Mutex(Set<String>())
    private static let mostTold = 100
    private let items: AsyncStream<(session: String, item: Item)>.Continuation
    private let source: AsyncStream<(session: String, item: Item)>
    private let folder: String

    /// Makes the folder when it is not there; what is in it nobody else may read.
    /// - Throws: `CommandError.unusable` when that is not possible.
    init(_ folder: String, report: @escaping @Sendable (String) -> Void) throws(CommandError) {
        (source, items) = AsyncStream.makeStream()
        (self.folder, self.report) = (folder, report)
        if let found = FileStatus(folder) {
            guard found.kind == .folder else { throw .unusable("\(folder): not a folder") }
        } else if mkdir(folder, 0o700) != 0 {
            throw .unusable("\(folder): \(errorWords())")
        }
    }

    var time: String { CalendarTime.text(milliseconds: WallClock.microseconds / 1_000) }

    var sessions: [String] { backlog.withLock(\.sessions) }

    func frames(_ records: [JSONObject], session: String) {
        guard !records.isEmpty else { return }
        append(ClientLog.frames(records, session: session, time: time), session)
    }

    func event(_ event: JSON, session: String) { append(ClientLog.event(event, session: session, time: time), session) }

    func end(_ session: String) {
        backlog.withLock { if $0.end(session) { items.yield((session, .end)) } }
    }

    /// Puts what comes on the tapes, until `close`.
    func run() async {
        var tapes = LogTapes(folder)
        for await (session, item) in source {
            do {
                switch item {
                case .message(let message, let blobs, let weight):
                    defer { backlog.withLock { $0.written(weight) } }
                    try await tapes.append(message, blobs, weight: weight, to: session)
                case .end: try await tapes.close(session)
                }
            } catch {
                fail(CommandError(error).reason)
            }
        }
        for error in await tapes.closeAll() { fail(CommandError(error).reason) }
    }

    /// Nothing more comes: `run` ends when all is written.
    func close() { items.finish() }

    private func append(_ sent: WireMessage, _ session: String) {
        let (message, blobs) = ingest(sent)
        let weight = message.weight + blobs.reduce(0) { $0 + $1.bytes.count }
        let refusal = backlog.withLock { backlog in
            let refusal = backlog.append(weight, to: session)
            if refusal == nil { items.yield((session, .message(message, blobs, weight: weight))) }
            return refusal
        }
        if let refusal { fail("log records skipped: \(refusal.reason)") }
    }

    private func fail(_ reason: String) {
        let isNew = reported.withLock { $0.count < Self.mostTold && $0.insert(reason).inserted }
        if isNew { report(reason) }
    }
}

/// What waits for the disk, bounded whatever clients send.
struct LogBacklog {
    enum Refusal {
        case tooMuch, tooManySessions

        var reason: String {
            switch self {
            case .tooMuch: "too many at once"
            case .tooManySessions: "of more than \(LogBacklog.mostSessions.grouped) sessions"
            }
        }
    }

    /// Names that have come.
    private(set) var sessions: [String] = []
    /// Those of which something has come since they last ended.
    private var going: Set<String> = []
    private var waiting = 0
    private static let mostWaiting = 8 << 20
    static let mostSessions = 1_000

    /// - Parameter weight: bytes that wait until they are `written`.
    /// - Returns: why there is no room for it; `nil` when it waits now.
    mutating func append(_ weight: Int, to session: String) -> Refusal? {
        guard waiting + weight <= Self.mostWaiting else { return .tooMuch }
        if !sessions.contains(session) {
            guard sessions.count < Self.mostSessions else { return .tooManySessions }
            sessions.append(session)
        }
        going.insert(session)
        waiting += weight
        return nil
    }

    /// - Returns: whether there is something to end: whoever ends a session again and again adds nothing to what waits.
    mutating func end(_ session: String) -> Bool { going.remove(session) != nil }

    mutating func written(_ weight: Int) { waiting -= weight }
}

/// The tapes that are open: the least recently used one is closed for a new one.
struct LogTapes {
    private struct Open {
        let tape: TapeWriter
        let clock = SessionClock()
        var use: Int
    }

    private let folder: String
    private var space: LogSpace
    private var open: [String: Open] = [:]
    private var uses = 0
    static let mostOpen = 32
    /// Of one file.
    private static let sizeLimit = 256 << 20
    /// Of one name.
    private static let mostParts = 1_000

    init(_ folder: String, limit: Int = LogSpace.usualLimit) {
        self.folder = folder
        space = LogSpace(folder, limit: limit)
    }

    /// - Parameter weight: of the message and its payloads in bytes.
    /// - Throws: `CommandError` where there is no room for it in the folder or on the disk.
    mutating func append(
        _ message: StoredMessage, _ blobs: [Blob], weight: Int, to session: String
    ) async throws {
        try space.take(weight + (open[session] == nil ? LogSpace.emptyTape : 0))
        uses += 1
        if open[session] == nil {
            if open.count >= Self.mostOpen, let oldest = open.min(by: { $0.value.use < $1.value.use })?.key {
                try await close(oldest)
            }
            open[session] = Open(tape: try tape(session), use: uses)
        }
        open[session]?.use = uses
        guard let found = open[session] else { return }
        try await found.tape.append(message, blobs: blobs, at: found.clock.now)
    }

    mutating func close(_ session: String) async throws { try await open.removeValue(forKey: session)?.tape.close() }

    mutating func closeAll() async -> [any Error] {
        var errors: [any Error] = []
        for session in open.keys.sorted() {
            do { try await close(session) } catch { errors.append(error) }
        }
        return errors
    }

    private func tape(_ session: String) throws(TapeError) -> TapeWriter {
        var meta = Recorder.meta(source: "log session \(session)")
        meta["holds"] = ClientLog.content
        var part = 1
        while true {
            do {
                let path = folder + "/" + session + (part == 1 ? "" : "-\(part)") + ".cameo"
                return try TapeWriter(creating: path, meta: meta, sizeLimit: Self.sizeLimit, isPrivate: true)
            } catch {
                guard case .alreadyExists = error, part < Self.mostParts else { throw error }
                part += 1
            }
        }
    }
}

/// What the folder may still take, whoever put there what it has. Its files are looked at again every second, so that there is room once
/// some have been removed.
struct LogSpace {
    /// Bytes of all files in the folder.
    static let usualLimit = 512 << 20
    /// Bytes of a tape with one entry, measured.
    static let emptyTape = 40 << 10

    private let folder: String
    private let limit: Int
    private let clock = SessionClock()
    private var measured: (bytes: Int, at: Instant)?
    /// Bytes since it was measured.
    private var added = 0

    init(_ folder: String, limit: Int) { (self.folder, self.limit) = (folder, limit) }

    /// - Throws: `CommandError` where so many bytes are too many. The words are the same each time.
    mutating func take(_ bytes: Int) throws(CommandError) {
        if measured.map({ clock.now - $0.at >= .seconds(1) }) ?? true {
            measured = ((try? OpenFolder(following: folder))?.byteCount() ?? 0, clock.now)
            added = 0
        }
        guard (measured?.bytes ?? 0) + added + bytes <= limit else {
            throw .failed("log records skipped: \(folder) has reached its limit of \(limit >> 20) MiB; remove old logs")
        }
        guard DiskSpace(at: folder)?.fits(added + bytes) ?? true else {
            throw .failed("log records skipped: \(folder): almost no space left")
        }
        added += bytes
    }
}
