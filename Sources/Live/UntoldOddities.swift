import Synchronization

/// What came over a connection that is no message, until the user is told: the newest of it, and how much it is. However much
/// comes, one piece of news of it is on its way, and a turn of the loop is spent on it (architecture, promise 8).
///
/// Filled by the task that receives, emptied by the loop; the mutex guards what is between them.
package final class UntoldOddities: Sendable {
    private let state = Mutex((newest: "", count: 0))

    /// - Returns: whether it is the first one that the user is to be told of.
    func add(_ reason: String) -> Bool {
        state.withLock { state in
            state = (reason, state.count + 1)
            return state.count == 1
        }
    }

    /// The line for the user.
    package func take() -> String {
        let (newest, count) = state.withLock { state in
            defer { state = ("", 0) }
            return state
        }
        return count > 1 ? "\(count) oddities, the last: \(newest)" : newest
    }
}
