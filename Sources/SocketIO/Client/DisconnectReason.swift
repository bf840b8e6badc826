import Events

/// Why a link ended or was never made (specification 1.4).
package enum DisconnectReason: Hashable, Sendable {
    /// The server left the namespace.
    case serverDisconnect
    /// This side did.
    case clientDisconnect
    /// No ping came in time (N48).
    case pingTimeout
    /// The server ended the link.
    case transportClose
    /// The link broke or could not be made: refused, no such host, a certificate that cannot be verified.
    case transportError(String)
    /// It could not be made, since this machine has no network.
    case noNetwork(String)
    /// What came is none of Engine.IO, Socket.IO or WebSocket.
    case protocolError(String)
    /// No link was made within the time that a user gives it; with what was the matter last, where that is known.
    case notInTime(TimeSpan, last: String?)

    /// As the backend and its other clients call it.
    package var name: String {
        switch self {
        case .serverDisconnect: "io server disconnect"
        case .clientDisconnect: LocalInput.ownDeparture
        case .pingTimeout: "ping timeout"
        case .transportClose: "transport close"
        case .transportError, .noNetwork, .notInTime: "transport error"
        case .protocolError: "protocol error"
        }
    }

    /// One line for tapes, logs and `--debug`; may hold text of the peer's, so it is made visible before it is shown.
    package var text: String {
        switch self {
        case .transportError(let detail), .noNetwork(let detail), .protocolError(let detail): "\(name): \(detail)"
        case .notInTime(let limit, let last):
            "no connection within \(limit.typed) (--connect-timeout)" + (last.map { "; \($0)" } ?? "")
        default: name
        }
    }

    /// The same without the user's secrets, which a server may repeat.
    package func masked(by access: BackendAccess) -> DisconnectReason {
        switch self {
        case .transportError(let detail): .transportError(access.masked(detail))
        case .protocolError(let detail): .protocolError(access.masked(detail))
        default: self
        }
    }

    /// The same with the proxy that a link could not be made through.
    package func naming(_ proxy: HTTPProxy?) -> DisconnectReason {
        guard let proxy else { return self }
        return switch self {
        case .transportError(let detail): .transportError(proxy.named(in: detail))
        case .noNetwork(let detail): .noNetwork(proxy.named(in: detail))
        default: self
        }
    }

    /// One line for people who watch or record; may hold text of the peer's as well.
    package var words: String {
        switch self {
        case .serverDisconnect: "the server disconnected this client"
        case .clientDisconnect: "disconnected"
        case .pingTimeout: "the server stopped responding"
        case .transportClose: "the server closed the connection"
        case .transportError(let detail), .noNetwork(let detail): detail
        case .protocolError, .notInTime: text
        }
    }
}
