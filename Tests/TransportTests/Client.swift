import Events
import SocketIO
import Synchronization
import Transport

/// A connection under test, with a log of its news.
final class Client: Sendable {
    struct Waited: Error, CustomStringConvertible {
        let description: String
    }

    let connection: BackendConnection
    private let heard = Mutex<[String]>([])

    init(_ options: ConnectionOptions) { connection = BackendConnection(options) }

    convenience init(
        _ scheme: BackendAddress.Scheme, port: Int, _ change: (inout ConnectionOptions) -> Void = { _ in }
    ) {
        var options = ConnectionOptions(
            address: BackendAddress(scheme: scheme, host: "127.0.0.1", port: port),
            identity: BackendIdentity(user: "u1", agent: "1", instance: "t1"))
        options.waitScale = 0.02
        // A busy machine has time to say goodbye.
        options.partingMilliseconds = 10_000
        change(&options)
        self.init(options)
    }

    convenience init(_ scheme: BackendAddress.Scheme, port: Int, access: [BackendAccess.Part: String]) throws {
        var wanted = BackendAccess()
        for (part, text) in access { try wanted.set(part, text) }
        let access = wanted
        self.init(scheme, port: port) { $0.access = access }
    }

    /// What it was told so far, one word or line each.
    var log: [String] { heard.withLock { $0 } }

    /// The next thing, within a time that only a failing test needs.
    func next() async throws -> ConnectionEvent? {
        let news = try await withThrowingTaskGroup(of: ConnectionEvent?.self) { group in
            group.addTask { await self.connection.next() }
            group.addTask {
                try await Task.sleep(for: .seconds(120))
                throw Waited(description: "nothing happened for 120 s after \(self.log.suffix(8))")
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
        heard.withLock { $0.append(news.map(Self.word) ?? "end") }
        return news
    }

    /// Goes on until one of the news is what is looked for.
    func wait<Found>(for found: (ConnectionEvent) -> Found?) async throws -> Found {
        while let news = try await next() {
            if let value = found(news) { return value }
        }
        throw Waited(description: "the news ended after \(log.suffix(8))")
    }

    func waitUntilConnected() async throws -> LinkTransport {
        try await wait { if case .connected(let transport) = $0 { transport } else { nil } }
    }

    /// Until messages go over a WebSocket: a link that moves there before it has joined is connected with it, and any
    /// other is upgraded.
    func waitForWebSocket() async throws {
        guard try await waitUntilConnected() == .polling else { return }
        _ = try await wait { if case .upgraded = $0 { true } else { nil } }
    }

    func waitForMessage(_ name: String) async throws -> WireMessage {
        try await wait { if case .message(let message, _) = $0, message.name == name { message } else { nil } }
    }

    func waitUntilLost() async throws -> DisconnectReason {
        try await wait { if case .lost(let reason) = $0 { reason } else { nil } }
    }

    /// All that is still there, up to the end.
    func drain() async throws { while try await next() != nil {} }

    private static func word(_ news: ConnectionEvent) -> String {
        switch news {
        case .connecting(let attempt): "connecting \(attempt)"
        case .connected(let transport): "connected \(transport.rawValue)"
        case .upgraded: "upgraded"
        case .keptToPolling: "kept to polling"
        case .message(let message, _): "message \(message.name)"
        case .odd(let error): "odd: \(error.reason)"
        case .remark(let error): "remark: \(error.reason)"
        case .lost(let reason): "lost: \(reason.text)"
        case .waiting(let attempt, let span, let reason): "waiting \(attempt) \(span.seconds): \(reason.text)"
        case .refused(let message): "refused: \(message)"
        case .gaveUp(let reason, _): "gave up: \(reason.text)"
        case .ended: "ended"
        }
    }
}
