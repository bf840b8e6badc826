import Events

extension ClientSession {
    /// Time for the open packet, and again for the namespace.
    package static let handshakeLimit = TimeSpan.seconds(20)
    /// Time for all of a move to WebSocket; polling goes on when it is over (N50).
    static let probeLimit = TimeSpan.seconds(20)
    /// Bytes of a ping that are given back: as many as a ping of the WebSocket itself may have.
    static let pongLimit = 125
    /// Bytes of a CONNECT, DISCONNECT or CONNECT_ERROR, which are read at once.
    static let controlLimit = 64 << 10
}
