import Synchronization

/// What the owner of a server wants, for its thread.
///
/// Owner: the server and its thread. The mutex guards the orders.
final class TileInbox: Sendable {
    enum Order {
        case tell(UtteranceID, UtteranceAnswer)
        /// Bytes of its text that its speaker has taken.
        case took(Int, of: UtteranceID)
        case close
    }

    private let orders = Mutex<[Order]>([])
    /// Rings when there may be orders.
    let bell: Bell

    /// - Returns: `nil` with `errno` when the system has no pipe.
    init?() {
        guard let bell = Bell() else { return nil }
        self.bell = bell
    }

    func post(_ order: Order) {
        orders.withLock { $0.append(order) }
        bell.ring()
    }

    /// All that have come; the bell is silent then.
    func take() -> [Order] {
        bell.silence()
        return orders.withLock { orders in
            defer { orders = [] }
            return orders
        }
    }
}
