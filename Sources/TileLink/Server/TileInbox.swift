import Platform
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

/// Something to wait for together with other descriptors, which any thread can make happen, again and again.
///
/// Owner: who waits for it; the descriptors live as long as the value.
final class Bell: Sendable {
    /// Readable from when it rings until it is silenced.
    let descriptor: Int32
    private let other: Int32

    /// - Returns: `nil` with `errno` when the system has no pipe.
    init?() {
        guard let ends = Descriptor.pipe() else { return nil }
        (descriptor, other) = (ends.reading, ends.writing)
        Descriptor.setNonBlocking(descriptor)
        Descriptor.setNonBlocking(other)
    }

    deinit {
        close(descriptor)
        close(other)
    }

    /// A pipe that is full rings already.
    func ring() { withUnsafeBytes(of: UInt8(0)) { _ = Descriptor.write(other, $0) } }

    func silence() { _ = Descriptor.readAvailable(descriptor) }
}
