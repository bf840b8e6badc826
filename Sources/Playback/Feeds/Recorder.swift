import Engine
import Events
import JSON
import Platform
import Synchronization
import Tapes
import Wire

/// What a recorder writes to; a `TapeWriter`, outside of tests.
package protocol RecordingTape: Sendable {
    func append(_ message: StoredMessage, blobs: [Blob], at time: Instant, for member: Member) async throws
    func append(_ input: LocalInput, at time: Instant, for member: Member) async throws
    func close() async throws
}

extension TapeWriter: RecordingTape {}

/// Puts everything that the engine hears on a new tape, in that order, without ever making the loop wait.
///
/// One task takes batches from a stream and hands them to the tape. Where the tape cannot be written any further, or not
/// as fast as things are heard, the recording ends there, which is said twice: at once (`takeFailure`) and by `close`.
/// Playing goes on, and what was heard before is on the tape without a hole. Pictures and sounds that cannot be read where they
/// are said to be are not on it, which `close` says, too.
package final class Recorder: Sendable {
    /// Bytes that may wait for a slow disk, about.
    static let waitingLimit = 32 << 20
    /// Pictures that are known to be on the tape.
    private static let mostRemembered = 50_000

    private let path: String
    private let backlog: Backlog
    private let batches: AsyncStream<[RecordedEvent]>.Continuation
    private let writing: Task<Void, Never>
    private let onFailure: @Sendable () -> Void
    /// Where the recording is that this one replaces, until it is closed.
    private let replaced: String?
    private let removesEmpty: Bool

    /// A tape on which nothing is recorded is gone once it is closed.
    /// - Parameter overwrites: whether it takes the place of a recording of that name; that one stays if nothing is recorded.
    /// - Throws: `TapeError` when the tape cannot be created, and for the source's own name.
    package convenience init(path: String, source: TapeReader, overwrites: Bool = false) throws(TapeError) {
        if overwrites, let own = FileStatus(source.path), FileStatus(path)?.isSameFile(as: own) == true {
            throw .sameFile(path: path)
        }
        let replaced = overwrites ? try TapeFiles.setAside(path) : nil
        let tape: TapeWriter
        do throws(TapeError) {
            tape = try TapeWriter(creating: path, meta: Self.meta(source: source.path))
        } catch {
            if let replaced { rename(replaced, path) }
            throw error
        }
        self.init(tape, path: path, blobs: source, replacing: replaced, removesEmpty: true)
    }

    /// What a tape says of itself.
    package static func meta(source: String) -> [String: String] {
        let own = [
            "program": "cameo \(Version.text)", "source": source,
            TapeReader.engineRulesKey: String(PlaybackEngine.rulesVersion),
        ]
        return own.merging(RecordingOrigin.now()) { first, _ in first }
    }

    /// - Parameters:
    ///   - blobs: where the bytes are that the messages refer to.
    ///   - replaced: where the recording is that this one replaces, if it does.
    ///   - removesEmpty: whether closing it removes a tape without entries.
    ///   - onFailure: called when nothing is written any more.
    package init(
        _ tape: any RecordingTape, path: String, blobs: any BlobSource, waitingLimit: Int = Recorder.waitingLimit,
        replacing replaced: String? = nil, removesEmpty: Bool = false,
        onFailure: @escaping @Sendable () -> Void = {}
    ) {
        (self.onFailure, self.replaced, self.removesEmpty) = (onFailure, replaced, removesEmpty)
        let (stream, batches) = AsyncStream<[RecordedEvent]>.makeStream()
        let backlog = Backlog(limit: waitingLimit)
        (self.path, self.backlog, self.batches) = (path, backlog, batches)
        writing = Task {
            do {
                let missing = try await Self.write(stream, to: tape, blobs, backlog)
                if missing > 0 { backlog.fail(.failed(Self.incomplete(path, missing))) }
            } catch {
                backlog.fail(CommandError(error))
                onFailure()
                // What has been written stays; the reason why the rest was not is the one to tell. Closed at the end, when
                // nobody reads it any more: a reader would leave its log beside it.
                for await _ in stream {}
                try? await tape.close()
            }
        }
    }

    private static func incomplete(_ path: String, _ missing: Int) -> String {
        "\(path): \(missing) of its pictures and sounds could not be read and \(missing == 1 ? "is" : "are") missing"
    }

    package func record(_ events: [RecordedEvent]) {
        guard let first = events.first else { return }
        let failure = "\(path): the recording ends at \(first.event.time.inSeconds) s: the disk is too slow"
        guard backlog.add(events.reduce(0) { $0 + Self.weight($1) }, or: .failed(failure)) else { return onFailure() }
        batches.yield(events)
    }

    /// Why the recording has ended early; once.
    package func takeFailure() -> CommandError? { backlog.takeFailure() }

    /// Writes what waits. Returns why the recording ended early or is not complete, if so.
    package func close() async -> CommandError? {
        batches.finish()
        await writing.value
        guard removesEmpty else { return backlog.failure }
        let isEmpty = isEmpty
        // What cannot be read may still hold something: it stays, unless there is an old recording to put back.
        if isEmpty == true || isEmpty == nil && replaced != nil {
            TapeFiles.remove(path)
            if let replaced { rename(replaced, path) }
        } else if let replaced {
            unlink(replaced)
        }
        return backlog.failure
    }

    /// `nil` where the tape cannot be read.
    private var isEmpty: Bool? {
        guard let tape = try? TapeReader(path: path) else { return nil }
        defer { tape.close() }
        return try? tape.entries(limit: 1).isEmpty
    }

    /// Takes back a tape on which nothing has been recorded, once nobody writes it any more: closing it opens files by their names.
    package func discard() async {
        batches.finish()
        await writing.value
        TapeFiles.remove(path)
        if let replaced { rename(replaced, path) }
    }

    /// - Returns: how many payloads could not be read.
    private static func write(
        _ batches: AsyncStream<[RecordedEvent]>, to tape: any RecordingTape, _ blobs: any BlobSource, _ backlog: Backlog
    ) async throws -> Int {
        var written: Set<ContentHash> = []
        var missing = 0
        for await batch in batches {
            for recorded in batch {
                // One at a time, as the stream counts what is on the tape: a batch may be half of what may wait.
                defer { backlog.remove(weight(recorded)) }
                let (time, member) = (recorded.event.time, recorded.event.member)
                switch recorded.event.body {
                case .local(let input): try await tape.append(input, at: time, for: member)
                case .wire:
                    guard let message = recorded.message else { continue }
                    // Writing one again changes nothing: a session may go on for days.
                    if written.count > Self.mostRemembered { written = [] }
                    let new = message.hashes.filter { written.insert($0).inserted }
                    let bytes = new.compactMap { blobs.bytes(of: $0).map(Blob.init) }
                    missing += new.count - bytes.count
                    try await tape.append(message, blobs: bytes, at: time, for: member)
                }
            }
        }
        try await tape.close()
        return missing
    }

    /// Bytes in memory, about.
    private static func weight(_ recorded: RecordedEvent) -> Int { 200 + (recorded.message?.weight ?? 0) }
}

extension StoredMessage {
    /// Bytes in memory, about, with what is kept beside it until it is on a tape: of a small one that is nearly all.
    package var weight: Int { arguments.reduce(2_000) { $0 + $1.weight } }
}

extension JSON {
    fileprivate var weight: Int {
        switch self {
        case .string(let text): 32 + text.utf8.count
        case .array(let values): values.reduce(32) { $0 + $1.weight }
        case .object(let object): object.members.reduce(32) { $0 + 16 + $1.key.utf8.count + $1.value.weight }
        default: 16
        }
    }
}

/// How much waits to be written, and why nothing is written any more. Shared by the loop and the writing task; the mutex
/// guards all of it.
private final class Backlog: Sendable {
    private struct State {
        var bytes = 0
        var failure: CommandError?
        var isFailureTaken = false
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    var failure: CommandError? { state.withLock { $0.failure } }

    /// `false`, and a failure from then on, when that is more than may wait. One batch may always wait.
    func add(_ bytes: Int, or failure: CommandError) -> Bool {
        state.withLock { state in
            guard state.failure == nil else { return false }
            if state.bytes > 0, state.bytes + bytes > limit {
                state.failure = failure
                return false
            }
            state.bytes += bytes
            return true
        }
    }

    func remove(_ bytes: Int) { state.withLock { $0.bytes -= bytes } }

    /// The first reason stays.
    func fail(_ error: CommandError) { state.withLock { $0.failure = $0.failure ?? error } }

    func takeFailure() -> CommandError? {
        state.withLock { state in
            guard !state.isFailureTaken, let failure = state.failure else { return nil }
            state.isFailureTaken = true
            return failure
        }
    }
}
