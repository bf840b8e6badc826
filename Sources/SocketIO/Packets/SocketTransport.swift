/// The two ways in which Engine.IO packets travel.
package enum SocketTransport: String, Hashable, Sendable, CaseIterable {
    case polling
    case webSocket = "websocket"
}

/// How somebody wants a connection to be made.
package enum TransportChoice: String, CaseIterable, Sendable {
    /// Polling first, WebSocket as soon as the server agrees, like the standard client.
    case auto
    case webSocket = "websocket"
    case polling
}
