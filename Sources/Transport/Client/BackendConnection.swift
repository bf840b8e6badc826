import Events
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
        let driver = ConnectionDriver(on: loop, options, into: inbox)
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
    package func next() async -> ConnectionEvent? {
        while true {
            if let event = reader.withLock({ $0.next() }) { return event }
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

/// What happens to a connection, in order.
package enum ConnectionEvent: Sendable {
    /// The first try is 0; those of the reconnect schedule count from 1 to `ReconnectSchedule.attemptLimit`.
    case connecting(attempt: Int)
    /// The namespace is joined: events come and can be sent.
    case connected(LinkTransport)
    /// The session moved from polling to WebSocket.
    case upgraded
    /// WebSockets were cut too often: sessions stay on polling until `retry` (`ReconnectSchedule.mayMove`).
    case keptToPolling
    /// - Parameter arrived: when its last byte was read, whenever it was asked for.
    case message(WireMessage, arrived: ContinuousClock.Instant)
    /// Something that came made no sense and was dropped.
    case odd(WireError)
    /// Something is strange about the message before, which was received all the same: for the user.
    case remark(WireError)
    /// A connection that was there is gone.
    case lost(DisconnectReason)
    /// The next attempt follows after that time, or at once with `retry`.
    case waiting(attempt: Int, TimeSpan, after: DisconnectReason)
    /// The server answered CONNECT_ERROR (N49). Nothing more happens until `retry`.
    case refused(message: String)
    /// The schedule is at its end (N46), or the time that there was for it. Nothing more happens until `retry`.
    case gaveUp(DisconnectReason, attempts: Int)
    /// Whoever told it all has come to an end, and nothing was broken off. No backend's connection says so.
    case ended
}

/// The consumer's side of a connection: reads JSON and puts attachments together, when asked, on the consumer's time.
struct ConnectionReader {
    private let namespace: String
    private var assembly = SocketIOAssembly()
    private var ready = CircularBuffer<ConnectionEvent>()

    init(namespace: String) { self.namespace = namespace }

    mutating func next() -> ConnectionEvent? { ready.popFirst() }

    mutating func read(_ item: ConnectionInbox.Item) {
        switch item {
        case .event(let event): read(event)
        case .packet(.message(let text), let arrived): read(assembly.receiveText(text), arrived)
        case .packet(.binary(let bytes), let arrived): read(assembly.receiveBinary(bytes), arrived)
        case .packet: break
        }
    }

    /// What is half there when a link ends will never be whole (N7).
    private mutating func read(_ event: ConnectionEvent) {
        switch event {
        case .lost, .connecting: if let dropped = assembly.reset() { ready.append(.odd(dropped)) }
        default: break
        }
        ready.append(event)
    }

    private mutating func read(_ arrivals: [SocketIOAssembly.Arrival], _ arrived: ContinuousClock.Instant) {
        for arrival in arrivals {
            switch arrival {
            case .odd(let error): ready.append(.odd(error))
            case .packet(let packet, let attachments): ready.append(event(packet, attachments, arrived))
            }
        }
    }

    private func event(
        _ packet: SocketIOPacket, _ attachments: [[UInt8]], _ arrived: ContinuousClock.Instant
    ) -> ConnectionEvent {
        guard packet.namespace == namespace else {
            return .odd(.badPacket(reason: "an event for a namespace that was not requested"))
        }
        guard let message = packet.event(attachments) else {
            return .odd(.badPacket(reason: "an unexpected acknowledgement"))
        }
        return .message(message, arrived: arrived)
    }
}
