import Engine
import Events
import JSON
import Sessions
import Synchronization

/// Tells the backend's session log which frames were shown, and what happened (specification 1.13): once a second a request with at
/// most `framesInRequest` frames and a few with an event each, and never in anybody's way. What it cannot take is dropped.
///
/// Filled by the loop, emptied by a task; the mutex guards what is between them.
final class BackendLog: Sendable {
    static let platform = "terminal"
    private static let source = "TERMINAL"
    static let framesInRequest = 100
    /// Events that are sent in one second, and at the end; there is no request for several.
    static let eventsAtOnce = 10
    static let eventsAtEnd = 40
    private static let mostWaiting = 1_000
    private static let mostEventsWaiting = 200

    private struct State {
        var session: String?
        /// It has been asked for: what happens until its name is there waits for that.
        var isAwaited = false
        /// Of the link that was there last, and changed once nobody wants a log any more: a backend may take its time, and
        /// what it answers then is for a link that is gone.
        var link = 0
        /// Asks for the log of that link; ends it where it comes too late.
        var beginning: Task<String?, Never>?
        /// At most `mostWaiting`: once a second the rest is moved up.
        var waiting: [JSON] = []
        var events: [JSONObject] = []
        var sending: Task<Void, Never>?
    }

    private let connection: any LiveConnection
    /// UTC milliseconds since 1970 at which the session began.
    private let epoch: Int64
    private let pause: @Sendable () async -> Void
    private let state = Mutex(State())

    /// - Parameter pause: before each request, and over at once when its task is canceled.
    init(
        _ connection: any LiveConnection, epoch: Int64,
        pause: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: .seconds(1)) }
    ) {
        (self.connection, self.epoch, self.pause) = (connection, epoch, pause)
    }

    private var backend: (any Backend)? { connection.backend }

    /// A link is there: asks for a log of its own for it, and ends that of the link before. What happens from now on waits for it.
    /// - Returns: its name, for the backend's own lines; `nil` where the backend has none, or there is another link by then.
    func begin() -> Task<String?, Never> {
        state.withLock { state in
            state.link += 1
            let (link, before) = (state.link, drain(&state))
            state.isAwaited = true
            let task = Task.detached { [self] in
                await end(before)
                return await startLog(for: link)
            }
            state.beginning = task
            return task
        }
    }

    private func startLog(for link: Int) async -> String? {
        guard state.withLock({ $0.link == link }) else { return nil }
        let session = await backend?.startLog()
        let isWanted = state.withLock { state in
            guard state.link == link else { return false }
            (state.session, state.isAwaited) = (session, false)
            if session == nil { (state.waiting, state.events) = ([], []) }
            sendWhatWaits(&state)
            return true
        }
        guard !isWanted, let session else { return session }
        await backend?.closeLog(session: session)
        return nil
    }

    /// Frames of chunks only, one line each (K58, K59).
    /// - Parameters:
    ///   - rate: frames a second as measured; `nil` where nothing was.
    ///   - next: frames of the chunk that follows; `nil` where there is none yet.
    func record(_ record: FrameRecord, rate: Double?, next: Int?) {
        guard let position = record.position, OriginalLog.isDrawn(record) else { return }
        let line = Self.json(record, position, rate, next, epoch: epoch)
        enqueue {
            guard $0.waiting.count < Self.mostWaiting else { return false }
            $0.waiting.append(line)
            return true
        }
    }

    func record(_ event: SessionEvent, at time: Instant) {
        let json = event.json(source: Self.source, timestamp: OriginalLog.time(time, epoch))
        enqueue {
            guard $0.events.count < Self.mostEventsWaiting else { return false }
            $0.events.append(json)
            return true
        }
    }

    /// - Parameter append: whether there was room.
    private func enqueue(_ append: (inout State) -> Bool) {
        state.withLock { state in
            guard state.session != nil || state.isAwaited, append(&state) else { return }
            sendWhatWaits(&state)
        }
    }

    private func sendWhatWaits(_ state: inout State) {
        guard state.session != nil, state.sending == nil, !state.waiting.isEmpty || !state.events.isEmpty else {
            return
        }
        state.sending = Task.detached { [weak self] in await self?.send() }
    }

    /// Sends what waits, a second apart, until nothing does.
    private func send() async {
        while true {
            await pause()
            let batch = state.withLock { state -> Batch? in
                guard let session = state.session, !state.waiting.isEmpty || !state.events.isEmpty else {
                    state.sending = nil
                    return nil
                }
                let batch = Self.batch(state, session, events: Self.eventsAtOnce)
                state.waiting.removeFirst(batch.frames.count)
                state.events.removeFirst(batch.events.count)
                return batch
            }
            guard let batch else { return }
            await send(batch)
        }
    }

    /// What goes at one time.
    private struct Batch {
        var session: String
        var frames: [JSON]
        var events: [JSONObject]
    }

    private static func batch(_ state: State, _ session: String, events: Int) -> Batch {
        Batch(
            session: session, frames: Array(state.waiting.prefix(framesInRequest)),
            events: Array(state.events.prefix(events)))
    }

    private func send(_ batch: Batch) async {
        if !batch.frames.isEmpty { await backend?.log(batch.frames, session: batch.session) }
        for event in batch.events where !Task.isCancelled {
            await backend?.log(event: event, session: batch.session)
        }
    }

    /// Sends what still waits in one request, and ends the log; also one that has been asked for and is not there yet.
    func end() async {
        let (last, beginning) = state.withLock { state in
            state.link += 1
            defer { state.beginning = nil }
            return (drain(&state), state.beginning)
        }
        await end(last)
        _ = await beginning?.value
    }

    /// Ends what is sent by the second.
    /// - Returns: the last that there is to send.
    private func drain(_ state: inout State) -> Batch? {
        state.sending?.cancel()
        let last = state.session.map { Self.batch(state, $0, events: Self.eventsAtEnd) }
        (state.session, state.waiting, state.events, state.sending) = (nil, [], [], nil)
        state.isAwaited = false
        return last
    }

    private func end(_ last: Batch?) async {
        guard let last else { return }
        await send(last)
        await backend?.closeLog(session: last.session)
    }

    /// Keys as the original clients send them; what is not known is not sent.
    private static func json(
        _ record: FrameRecord, _ position: FramePosition, _ rate: Double?, _ next: Int?, epoch: Int64
    ) -> JSON {
        var json: JSONObject = [
            "timestamp": .string(OriginalLog.time(record.shown, epoch)), "source": .string(source),
            "chunk": .number(position.chunk), "seq": .number(position.sequence),
            "anim": .string(record.clip?.rawValue ?? "unknown"), "base_frame": .number(record.baseIndex),
            "overlay_key": .string(OriginalLog.overlay(record)), "sync_status": .string(OriginalLog.sync(record)),
        ]
        if let rate { json.append("fps", .string(OriginalLog.fps(rate))) }
        json.append("sprite", .number(record.demandedIndex))
        json.append("char", .string(record.character ?? ""))
        json.append("buffer", .string(OriginalLog.buffer(position)))
        json.append("next_chunk", .string(next.map(String.init) ?? "none"))
        return .object(json)
    }
}
