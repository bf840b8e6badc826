/// What a stand-in backend bounds.
enum ServerLimits {
    static let headerField = 16 << 10
    static let headers = 64 << 10
    static let headerFields = 100
    /// Bytes that are kept behind a request that waits for its answer, and behind one that asks for another protocol.
    static let behindRequest = 64 << 10
    static let behindUpgrade = 256 << 10
    static let sessions = 512
    static let rooms = 1_000
    /// Bytes of the names that make up a room.
    static let roomName = 1_000
    /// Messages under way in a room that who joins it is sent the rest of.
    static let roomMessages = 64
    /// Parts of requests that wait behind the one that is answered.
    static let partsBehindRequest = 64
    /// Parts that one WebSocket message may come in.
    static let socketFragments = 1_000
    /// Packets that a client may send while it does not read.
    static let receivedWhileFull = 1_000
    /// Bytes that wait in a client's socket before nothing more is read for it, and before reading goes on.
    static let unsent = 256 << 10...1 << 20
    /// Bytes and events that are read at once.
    static let batchBytes = 1 << 20
    static let batch = 16
    /// Seconds from connecting, or from the last answer, to the end of the next request.
    static let requestSeconds: Int64 = 30
    static let idleSeconds: Int64 = 75
    /// Seconds that a client has to take an answer.
    static let answerSeconds: Int64 = 60
    /// Answers that are being made up, each perhaps by a program of its own.
    static let answers = 32
    /// Of a server with books: requests that wait for the disk, bytes of answers that are held in memory, and bytes of a body that are
    /// read at once.
    static let libraryRequests = 256
    static let heldAnswers = 256 << 20
    static let bodyPiece = 64 << 10
    /// Of one request to log frames.
    static let loggedFrames = 1_000
    /// Characters of a line about what happens, which may quote what strangers say.
    static let line = 2_000

    /// Connections at once: as many as there are descriptors for, less those that the rest of the program needs.
    /// - Parameters:
    ///   - descriptors: that the process may have; `nil` when the system does not say.
    ///   - each: descriptors that a connection takes.
    static func connections(descriptors: Int?, each: Int = 1) -> Int {
        min(1_024, max(8, ((descriptors ?? 256) - 64) / each))
    }
}
