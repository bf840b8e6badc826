import Synchronization

/// Waiting that has an end, also for work that cannot be broken off: a disk that does not answer keeps nobody.
enum Timeout {
    /// - Returns: what came of the work; `nil` when the limit was over first. The work is told that nobody waits any more, and
    ///   goes on by itself.
    static func wait<Value: Sendable>(
        atMost limit: Duration, for work: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let first = First<Value>()
        let working = Task.detached { first.give(await work()) }
        let alarm = Task.detached {
            try? await Task.sleep(for: limit)
            first.give(nil)
        }
        let value = await first.value
        alarm.cancel()
        working.cancel()
        return value
    }

    /// What is given first, for one who waits.
    private final class First<Value: Sendable>: Sendable {
        private enum State {
            case open(CheckedContinuation<Value?, Never>?)
            case given(Value?)
        }

        private let state = Mutex(State.open(nil))

        func give(_ value: Value?) {
            let waiting = state.withLock { state -> CheckedContinuation<Value?, Never>? in
                guard case .open(let waiting) = state else { return nil }
                state = .given(value)
                return waiting
            }
            waiting?.resume(returning: value)
        }

        var value: Value? {
            get async {
                await withCheckedContinuation { continuation in
                    let given: Value?? = state.withLock { state in
                        if case .given(let value) = state { return .some(value) }
                        state = .open(continuation)
                        return nil
                    }
                    if let given { continuation.resume(returning: given) }
                }
            }
        }
    }
}
