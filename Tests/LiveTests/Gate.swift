import Dispatch
import Files
import Synchronization

@testable import Tapes

/// Keeps whoever comes until it is opened.
final class Gate: Sendable {
    private let state = Mutex((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

    func open() {
        let waiting = state.withLock { state in
            defer { state = (true, []) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// A disk that writes nothing, and says nothing, until it is let.
final class StandingDisk: Sendable {
    private let gate = DispatchSemaphore(value: 0)

    func goOn() { gate.signal() }

    /// - Parameter backend: as in `ClipCache`.
    func clips(in folder: String, backend: String, agent: String = "1") -> ClipCache {
        ClipCache(ClipCacheFolder(folder, limit: 1_000_000, calls: calls), backend: backend, agent: agent)
    }

    private var calls: DiskCalls {
        var calls = DiskCalls()
        calls.refusal = { [gate] _ in
            gate.wait()
            gate.signal()
            return nil
        }
        return calls
    }
}
