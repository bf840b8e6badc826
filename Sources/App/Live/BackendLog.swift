import Engine
import Events
import Panels
import Synchronization
import Wire

/// Tells the backend's session log which frames were shown (reference 1.13): at most one request a second with at most 100
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
    /// - Returns: its name, for the backend's own lines; `nil` where the backend has none.
    func begin() async -> String? {
        await end()
        let session = await backend.startLog()
        state.withLock { $0.session = session }
        return session
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

    /// Sends what still waits in one request, and ends the log.
    func end() async {
        let (session, frames, sending) = state.withLock { state in
            defer {
                state.dropped += max(0, state.waiting.count - Self.framesInRequest)
                (state.session, state.waiting, state.sending) = (nil, [], nil)
            }
            return (state.session, Array(state.waiting.prefix(Self.framesInRequest)), state.sending)
        }
        sending?.cancel()
        guard let session else { return }
        if !frames.isEmpty { await backend.log(frames, session: session) }
        await backend.endLog(session: session)
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
