/// The two ways in which Engine.IO packets travel.
package enum SocketTransport: String, Hashable, Sendable, CaseIterable {
    case polling
    case webSocket = "websocket"
}
