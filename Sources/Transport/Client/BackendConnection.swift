import NIOCore
import NIOPosix
import SocketIO
import Synchronization

/// A connection to a backend for as long as it is wanted: made, lost, made again, until `close`.
///
/// It owns an event loop's worth of work: sockets, pings and times are served there whatever the consumer does. One
/// consumer asks for the news, in order, with `next`; reading JSON happens there. While too much waits for it the socket is
/// not read, and nothing is dropped.
package final class BackendConnection: Sendable {
    private let loop: any EventLoop
    let inbox: ConnectionInbox
    private let driver: ConnectionDriver
    private let namespace: String
    private let reader: Mutex<ConnectionReader>

    /// Begins to connect.
    package init(_ options: ConnectionOptions) {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let later = DriverReference()
        let inbox = ConnectionInbox(limit: options.waitingLimit) {
            loop.execute { later.driver.withLock { $0.value }?.resumeReading() }
        }
        let driver = ConnectionDriver(on: loop, options) { item in inbox.put(item) }
        later.driver.withLock { $0.value = driver }
        self.loop = loop
        namespace = options.access.namespace
        reader = Mutex(ConnectionReader(namespace: options.access.namespace))
        self.inbox = inbox
        self.driver = driver
        loop.execute { driver.start() }
    }

    /// The next thing that happened; `nil` after `close`, when all that had arrived was taken, and when the task that asks
    /// is canceled. One task asks at a time.
    package func next() async -> ConnectionNews? {
        while true {
            if let news = reader.withLock({ $0.next() }) { return news }
            guard let item = await inbox.take() else { return nil }
            reader.withLock { $0.read(item) }
        }
    }

    /// Sends an event. Never waits.
    /// - Returns: false when it is not sent: the namespace is not joined, or too much waits to be sent.
    @discardableResult
    package func emit(_ message: WireMessage) -> Bool {
        guard let session = driver.joined.withLock({ $0 }) else { return false }
        let packets = EngineIOPacket.packets(message, namespace: namespace)
        let cost = packets.reduce(0) { $0 + $1.byteCount }
        guard session.budget.reserve(cost) else { return false }
        loop.execute { session.emit(packets, cost: cost) }
        return true
    }

    /// Tries at once where a wait is under way, and from the beginning of the schedule after `refused` and `gaveUp`.
    package func retry() { loop.execute { [driver] in driver.retry() } }

    /// Takes leave of the server and ends the news. Returns within some 50 ms, with all sockets closed. Two of polls close by
    /// themselves: an unused one over TLS 40 ms later, and one that is still connecting as soon as it is connected or has failed.
    package func close() async {
        let closed = loop.flatSubmit { [driver] in driver.close() }
        try? await closed.get()
        inbox.finish()
    }

    deinit { loop.execute { [driver] in _ = driver.close() } }
}

/// The inbox is there before the driver that it wakes, and does not keep it.
private final class DriverReference: Sendable {
    struct Weak { weak var value: ConnectionDriver? }

    let driver = Mutex(Weak())
}
