import Engine
import Events
import Panels
import Synchronization
import Wire

/// Tells the backend's session log which frames were shown (specification 1.13): at most one request a second with at most 100
/// frames, and never in anybody's way. What it cannot take is dropped and counted.
///
/// Filled by the loop, emptied by a task; the mutex guards what is between them.
final class BackendLog: Sendable {
    static let platform = "terminal"
    static let framesInRequest = 100
    static let pause = Duration.seconds(1)
    private static let mostWaiting = 1_000

    private struct State {
        var session: String?
        /// Of the link that was there last, and changed once nobody wants a log any more: a backend may take its time, and
        /// what it answers then is for a link that is gone.
        var link = 0
        /// Asks for the log of that link; ends it where it comes too late.
        var beginning: Task<String?, Never>?
        var waiting: [JSON] = []
        var dropped = 0
        var sending: Task<Void, Never>?
    }

    private let backend: any Backend
    /// UTC milliseconds since 1970 at which the session began.
    private let epoch: Int64
    private let state = Mutex(State())

    init(_ backend: any Backend, epoch: Int64) { (self.backend, self.epoch) = (backend, epoch) }

    var dropped: Int { state.withLock(\.dropped) }

    /// A link is there: asks for a log of its own for it, and ends that of the link before.
    /// - Returns: its name, for the backend's own lines; `nil` where the backend has none, or there is another link by then.
    func begin() async -> String? {
        let beginning = state.withLock { state in
            state.link += 1
            let (link, before) = (state.link, take(&state))
            let task = Task.detached { [self] in
                await end(before)
                return await begin(for: link)
            }
            state.beginning = task
            return task
        }
        return await beginning.value
    }

    private func begin(for link: Int) async -> String? {
        guard state.withLock({ $0.link == link }), let session = await backend.startLog() else { return nil }
        let isWanted = state.withLock { state in
            guard state.link == link else { return false }
            state.session = session
            return true
        }
        guard !isWanted else { return session }
        await backend.endLog(session: session)
        return nil
    }

    /// Frames of chunks only, one line each (K58, K59).
    func record(_ record: FrameRecord) {
        guard record.position != nil, record.wasShown, record.status != .held else { return }
        let line = Self.json(record, epoch: epoch)
        state.withLock { state in
            guard state.session != nil else { return }
            guard state.waiting.count < Self.mostWaiting else {
                state.dropped += 1
                return
            }
            state.waiting.append(line)
            if state.sending == nil { state.sending = Task.detached { [weak self] in await self?.send() } }
        }
    }

    /// Sends what waits, a second apart, until nothing does.
    private func send() async {
        while true {
            try? await Task.sleep(for: Self.pause)
            let batch = state.withLock { state -> (frames: [JSON], session: String)? in
                guard let session = state.session, !state.waiting.isEmpty else {
                    state.sending = nil
                    return nil
                }
                let frames = Array(state.waiting.prefix(Self.framesInRequest))
                state.waiting.removeFirst(frames.count)
                return (frames, session)
            }
            guard let batch else { return }
            await backend.log(batch.frames, session: batch.session)
        }
    }

    /// Sends what still waits in one request, and ends the log; also one that has been asked for and is not there yet.
    func end() async {
        let (last, beginning) = state.withLock { state in
            state.link += 1
            defer { state.beginning = nil }
            return (take(&state), state.beginning)
        }
        await end(last)
        _ = await beginning?.value
    }

    private struct Last {
        var session: String
        var frames: [JSON]
    }

    private func take(_ state: inout State) -> Last? {
        defer {
            state.dropped += max(0, state.waiting.count - Self.framesInRequest)
            (state.session, state.waiting, state.sending) = (nil, [], nil)
        }
        state.sending?.cancel()
        return state.session.map { Last(session: $0, frames: Array(state.waiting.prefix(Self.framesInRequest))) }
    }

    private func end(_ last: Last?) async {
        guard let last else { return }
        if !last.frames.isEmpty { await backend.log(last.frames, session: last.session) }
        await backend.endLog(session: last.session)
    }

    /// Keys as the original clients send them.
    static func json(_ record: FrameRecord, epoch: Int64) -> JSON {
        [
            "timestamp": .string(LogExport.time(record.shown, epoch)), "source": "TERMINAL",
            "chunk": .int(Int64(record.position?.chunk ?? 0)), "seq": .int(Int64(record.position?.sequence ?? 0)),
            "anim": .string(record.clip?.rawValue ?? "unknown"), "base_frame": .int(Int64(record.baseIndex)),
            "overlay_key": .string(LogExport.overlay(record)), "sync_status": .string(LogExport.sync(record)),
            "fps": "30.0", "sprite": .int(Int64(record.demandedIndex)), "char": .string(record.character ?? ""),
        ]
    }
}
