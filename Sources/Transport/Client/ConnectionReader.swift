import NIOCore
import SocketIO

/// The consumer's side of a connection: reads JSON and puts attachments together, when asked, on the consumer's time.
struct ConnectionReader {
    private let namespace: String
    private var assembly = SocketIOAssembly()
    private var ready = CircularBuffer<ConnectionNews>()

    init(namespace: String) { self.namespace = namespace }

    mutating func next() -> ConnectionNews? { ready.popFirst() }

    mutating func read(_ item: ConnectionInbox.Item) {
        switch item {
        case .news(let news): read(news)
        case .packet(.message(let text), let arrived): read(assembly.receive(text: text), arrived)
        case .packet(.binary(let bytes), let arrived): read(assembly.receive(binary: bytes), arrived)
        case .packet: break
        }
    }

    /// What is half there when a link ends will never be whole (N7).
    private mutating func read(_ news: ConnectionNews) {
        switch news {
        case .lost, .connecting: if let dropped = assembly.reset() { ready.append(.odd(dropped)) }
        default: break
        }
        ready.append(news)
    }

    private mutating func read(_ arrivals: [SocketIOAssembly.Arrival], _ arrived: ContinuousClock.Instant) {
        for arrival in arrivals {
            switch arrival {
            case .odd(let error): ready.append(.odd(error))
            case .packet(let packet, let attachments): ready.append(news(packet, attachments, arrived))
            }
        }
    }

    private func news(
        _ packet: SocketIOPacket, _ attachments: [[UInt8]], _ arrived: ContinuousClock.Instant
    ) -> ConnectionNews {
        guard packet.namespace == namespace else {
            return .odd(.badPacket(reason: "an event for a namespace that was not requested"))
        }
        guard let message = packet.event(attachments) else {
            return .odd(.badPacket(reason: "an unexpected acknowledgement"))
        }
        return .message(message, arrived: arrived)
    }
}
