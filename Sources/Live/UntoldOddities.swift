import Synchronization

/// What came over a connection that is no message, until the user is told: the newest of it, and how much it is. However much
/// comes, one piece of news of it is on its way, and a turn of the loop is spent on it (architecture, promise 8).
///
/// Filled by the task that receives, emptied by the loop; the mutex guards what is between them.
package final class UntoldOddities: Sendable {
    /// Who is to blame; `nil` where what is told names its place itself.
    private let sender: String?
    private let state = Mutex((newest: "", untold: 0, all: 0))

    init(from sender: String?) { self.sender = sender }

    /// - Returns: whether it is the first one that the user is to be told of.
    func add(_ reason: String) -> Bool {
        state.withLock { state in
            state = (reason, state.untold + 1, state.all + 1)
            return state.untold == 1
        }
    }

    /// All that there was, told or not; `nil` for nothing.
    var summary: String? {
        state.withLock { state in
            switch state.all {
            case 0: nil
            case 1: state.newest
            default: "\(state.all) lines with errors; the last: \(state.newest)"
            }
        }
    }

    /// The line for the user.
    package func take() -> String {
        let (newest, count, _) = state.withLock { state in
            defer { state.untold = 0 }
            return state
        }
        let what = sender == nil ? "lines with errors" : "invalid messages"
        let words = count > 1 ? "\(count) \(what); the last: \(newest)" : newest
        return (sender.map { "from \($0): " } ?? "") + words
    }
}
