import Synchronization

/// Bytes of events that wait to be sent over one session, from any thread.
final class SendingBudget: Sendable {
    private let waiting = Mutex(0)
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Whether there is room; then it is taken. One message always has room, however large.
    func reserve(_ bytes: Int) -> Bool {
        waiting.withLock { waiting in
            guard waiting == 0 || waiting + bytes <= limit else { return false }
            waiting += bytes
            return true
        }
    }

    func giveBack(_ bytes: Int) { waiting.withLock { $0 -= bytes } }
}
