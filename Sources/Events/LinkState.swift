/// How a live session stands with its backend (specification 1.4, 3.14).
package enum LinkState: Hashable, Sendable {
    /// - Parameter attempt: 0 for the first connection, else the one of the schedule.
    case connecting(attempt: Int)
    case connected(LinkTransport)
    /// The link is lost, or was not to be had: another attempt follows.
    /// - Parameters:
    ///   - reason: as tapes and logs have it.
    ///   - words: the same for people who watch; `nil` for the same.
    case waiting(until: Instant, attempt: Int, attempts: Int, reason: String, words: String? = nil)
    /// The backend does not want this client. Nothing is tried again by itself.
    case refused(reason: String)
    /// The schedule is over.
    case gaveUp(attempts: Int, reason: String)

    package var isConnected: Bool { if case .connected = self { true } else { false } }
}

/// How a backend's packets travel, also where none do. Of the wire's own two ways is `SocketTransport`.
package enum LinkTransport: String, Hashable, Sendable {
    case polling
    case webSocket = "websocket"
    /// The backend is in this process: nothing travels.
    case inProcess = "none needed"
}
