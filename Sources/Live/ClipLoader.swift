import Engine
import Events
import JSON
import Playback
import SocketIO
import Synchronization
import Tapes

/// Where the engine's clips come from: from the cache where it has them, else from the backend, and what the backend sends
/// goes into the cache (specification 1.12). A cache that cannot be used is one without clips.
///
/// Nobody waits for the disk: what comes is written to the cache on another queue, and where the cache does not say in time
/// what it has, it has nothing.
///
/// Used by the loop and by the task that receives; the mutex guards what both know.
final class ClipLoader: Sendable {
    private struct State {
        /// What the manifest says of each clip.
        var known: [ClipName: ManifestEntry] = [:]
        /// Clips that the backend was asked for over this link and that have not come as a whole.
        var asked: Set<ClipName> = []
        /// There has been a link: the backend's own words are on their way.
        var hasBegun = false
        /// Questions to the cache that have no answer yet, and those of them that nobody waits for any more.
        var questions = 0
        var open: Set<Int> = []
        var late: Set<Int> = []
        var report: (@Sendable () -> Void)?
        /// Those who give clips of the cache, by number.
        var giving: [Int: Task<Void, Never>] = [:]
        var given = 0
        /// Nothing of the cache is given any more.
        var isOver = false
    }

    private let agent: String
    private let connection: any LiveConnection
    private let stream: LiveStream
    private let member: Member
    private let clock: SessionClock
    private let store: ClipStore?
    private let cacheWriter: ClipCacheWriter?
    private let timeout: Duration
    private let state = Mutex(State())
    private let requests: AsyncStream<Request>.Continuation

    private struct Request: Sendable {
        var name: ClipName
        /// It came before, and not as a whole.
        var isAgain: Bool
    }

    /// - Parameters:
    ///   - cache: `nil` for none.
    ///   - timeout: how long its disk may take for an answer.
    init(
        agent: String, connection: any LiveConnection, stream: LiveStream, for member: Member = .main,
        clock: SessionClock, cache: ClipCache?,
        timeout: Duration
    ) {
        (self.agent, self.connection, self.stream, self.clock) = (agent, connection, stream, clock)
        self.member = member
        self.timeout = timeout
        store = cache.map(ClipStore.init)
        cacheWriter = store.map { ClipCacheWriter($0) }
        let (stream, requests) = AsyncStream<Request>.makeStream()
        self.requests = requests
        // One after the other, so that clips are asked for in the engine's order.
        Task.detached { [weak self] in
            for await request in stream { await self?.answer(request) }
        }
    }

    deinit { requests.finish() }

    /// - Parameter report: called whenever something from the cache is there to be heard.
    func listen(_ report: @escaping @Sendable () -> Void) { state.withLock { $0.report = report } }

    /// Announces the idle clip that was there last time, so that its picture is on screen before there is a connection. Its
    /// version goes with it: the backend's manifest says later whether it still holds (N33).
    func begin() async {
        guard let idle = await read({ try? await $0.lastKnownIdle() }) else { return }
        let clips: JSON = .object(
            JSONObject([
                JSONObject.Member(
                    idle.name.rawValue, ["frames": .number(idle.frameCount), "version": .string(idle.version)])
            ]))
        let entry = ManifestEntry(clip: idle.name, frames: idle.frameCount, version: idle.version)
        let reading = LiveStream.Reading(WireMessage(fromCache: .manifest, ["animations": clips]))
        let report = state.withLock { state -> (@Sendable () -> Void)? in
            // The backend's own may be there by now.
            guard state.known.isEmpty, !state.hasBegun, !state.isOver else { return nil }
            Self.learn([entry], &state)
            return stream.receiveReading(reading, at: clock.now, for: member) ? state.report : nil
        }
        report?()
    }

    // MARK: What comes

    /// Puts a message from the backend on the stream. By one task only: the order of calls is that of the stream.
    /// - Returns: whether nobody knows yet that there is something to hear; for `keep` what the message is.
    func receive(_ message: WireMessage, at time: Instant) -> (isFirst: Bool, reading: LiveStream.Reading) {
        let reading = LiveStream.Reading(message)
        let isFirst = state.withLock { state in
            if case .manifestArrived(.clips(let entries)) = reading.event { Self.learn(entries, &state) }
            return stream.receiveReading(reading, at: time, for: member)
        }
        return (isFirst, reading)
    }

    /// What a message that was received has for the cache.
    func keep(_ reading: LiveStream.Reading) {
        switch reading.event {
        case .clipAnnounced(let name, let total): cacheWriter?.announce(total, of: name)
        case .baseFrameArrived(let name, let index, let picture?):
            guard let bytes = reading.blobs.first(where: { $0.hash == picture.hash })?.bytes else { return }
            cacheWriter?.write(bytes, frame: index, of: name)
        case .clipCompleted(let name, _):
            _ = state.withLock { $0.asked.remove(name) }
            cacheWriter?.finish(name)
        default: break
        }
    }

    /// There is another link, or none: what is half there is asked for again, as a whole.
    func linkChanged() {
        state.withLock { ($0.asked, $0.hasBegun) = ([], true) }
        cacheWriter?.abandonAll()
    }

    /// Nothing of the cache is on the stream any more after this, however much room there is. What the backend sends still is.
    func stopGiving() {
        requests.finish()
        let giving = state.withLock { state in
            state.isOver = true
            defer { state.giving = [:] }
            return state.giving.values
        }
        for task in giving { task.cancel() }
    }

    /// Nothing more comes. Returns when the disk has what came, or the limit is over.
    func close(within limit: Duration) async {
        cacheWriter?.abandonAll()
        await cacheWriter?.close(within: limit)
    }

    private static func learn(_ entries: [ManifestEntry], _ state: inout State) {
        for entry in entries.prefix(Limits.clips) { state.known[entry.clip] = entry }
    }

    // MARK: What is wanted

    /// Sees to it that the clip comes, as a whole.
    func request(_ name: ClipName, again: Bool) { requests.yield(Request(name: name, isAgain: again)) }

    private func answer(_ request: Request) async {
        guard !request.isAgain, let cached = await cached(request.name) else {
            return download(request.name, again: request.isAgain)
        }
        state.withLock { state in
            guard !state.isOver else { return }
            state.given += 1
            state.giving[state.given] = Task { [number = state.given] in
                if await !give(cached) { download(request.name, again: false) }
                _ = self.state.withLock { $0.giving.removeValue(forKey: number) }
            }
        }
    }

    private func cached(_ name: ClipName) async -> CachedClip? {
        guard let known = state.withLock({ $0.known[name] }) else { return nil }
        return await read { try? await $0.clip(named: name, version: known.version, frames: known.frames) }
    }

    /// What the cache says; `nil` also where it says nothing in time. It is not asked again before it has said it.
    private func read<Value: Sendable>(
        _ question: @escaping @Sendable (ClipStore) async -> Value?
    ) async -> Value? {
        guard let store, let number = beginQuestion() else { return nil }
        let answer: Value?? = await Timeout.wait(atMost: timeout) { [self] in
            let answer = await question(store)
            state.withLock { state in
                state.open.remove(number)
                state.late.remove(number)
            }
            return answer
        }
        if case .none = answer {
            // It may have come in between.
            state.withLock { if $0.open.contains(number) { $0.late.insert(number) } }
        }
        return answer ?? nil
    }

    private func beginQuestion() -> Int? {
        state.withLock { state in
            guard state.late.isEmpty else { return nil }
            state.questions += 1
            state.open.insert(state.questions)
            return state.questions
        }
    }

    /// Lets the engine hear a clip as if it came from the backend; no more of it once the backend has another version.
    /// - Returns: `false` when a picture turns out not to be what it was.
    private func give(_ clip: CachedClip) async -> Bool {
        let (name, count): (JSON, JSON) = (.string(clip.name.rawValue), .number(clip.frameCount))
        put(.clipAnnounced, ["animation_type": name, "total_frames": count], of: clip)
        for index in 0..<clip.frameCount {
            guard let bytes = await read({ try? await $0.bytes(ofFrame: index, of: clip) }) else {
                return Task.isCancelled
            }
            await stream.waitForRoom()
            if Task.isCancelled { return true }
            let frame: JSONObject = [
                "animation_type": name, "frame_index": .number(index),
                "frame_data": ["data": WireMessage.placeholder(0)],
            ]
            put(.baseFrame, frame, [bytes], of: clip)
        }
        put(.clipCompleted, ["animation_type": name, "total_frames": count], of: clip)
        return true
    }

    private func download(_ name: ClipName, again: Bool) {
        // Before it is asked for: the answer can be there before `emit` returns, and what comes is kept only of a clip that has
        // begun.
        let isFirst = state.withLock { $0.asked.insert(name).inserted }
        guard isFirst || again else { return }
        if let known = state.withLock({ $0.known[name] }) {
            cacheWriter?.begin(name, version: known.version, frames: known.frames)
        }
        let isSent = connection.emit(
            WireMessage(
                request: .clip,
                arguments: [["agentId": .string(agent), "animationType": .string(name.rawValue)]]))
        guard !isSent else { return }
        _ = state.withLock { $0.asked.remove(name) }
        cacheWriter?.abandon(name)
    }

    private func put(_ event: EventName, _ data: JSONObject, _ attachments: [[UInt8]] = [], of clip: CachedClip) {
        let reading = LiveStream.Reading(WireMessage(fromCache: event, data, attachments))
        let report = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.isOver, state.known[clip.name]?.version == clip.version else { return nil }
            return stream.receiveReading(reading, at: clock.now, for: member) ? state.report : nil
        }
        report?()
    }
}
