import Events

extension Limits {
    /// Bytes of one WebSocket message: a whole message and the marks of two layers before it.
    static let socketFrame = messageBytes + 64
    /// Parts that one WebSocket message may come in.
    static let socketFragments = 65_536
    /// Answers to pings that wait for a server that does not take them.
    static let waitingPongs = 1_000
    /// Seconds that a server has to be reached, to open a WebSocket and to take what is posted, each.
    static let linkSeconds = 20
    /// Bytes of an answer that are shown when it is not the expected one.
    static let shownAnswer = 300
}
