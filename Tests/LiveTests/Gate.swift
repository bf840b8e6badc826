import Dispatch
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

    var disk: ClipDisk {
        var disk = ClipDisk()
        disk.refusal = { [gate] _ in
            gate.wait()
            gate.signal()
            return nil
        }
        return disk
    }
}
