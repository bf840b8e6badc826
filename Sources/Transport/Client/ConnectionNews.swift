import Events
import SocketIO

/// What happens to a connection, in order.
package enum ConnectionNews: Sendable {
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
    case waiting(attempt: Int, Span, after: DisconnectReason)
    /// The server answered CONNECT_ERROR (N49). Nothing more happens until `retry`.
    case refused(message: String)
    /// The schedule is at its end (N46), or the time that there was for it. Nothing more happens until `retry`.
    case gaveUp(DisconnectReason, attempts: Int)
    /// Whoever told it all has come to an end, and nothing was broken off. No backend's connection says so.
    case ended
}
