import BookAPI
import Events
import JSON
import NIOCore
import NIOHTTP1
import NIOPosix
import SocketIO
import Wire

/// A stand-in backend: Engine.IO and Socket.IO for any number of clients, and the HTTP endpoints beside them.
///
/// Owner of a thread with one event loop, on which all its state is. Pictures are read on two threads beside it.
package final class BackendServer: Sendable {
    package let host: String
    /// The one that was taken, where 0 was asked for.
    package let port: Int
    private let group: MultiThreadedEventLoopGroup
    private let pool: NIOThreadPool
    private let core: NIOLoopBound<ServerCore>

    /// Listens.
    /// - Throws: `TransportError.unreachable` when the address cannot be had.
    package init(_ options: BackendOptions) async throws(TransportError) {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let pool = NIOThreadPool(numberOfThreads: 2)
        pool.start()
        let loop = group.next()
        do {
            core = try await loop.submit {
                NIOLoopBound(ServerCore(options, loop: loop, pool: pool), eventLoop: loop)
            }.get()
            let core = core
            port = try await loop.flatSubmit { core.value.listen(port: options.port) }.get()
        } catch {
            try? await group.shutdownGracefully()
            try? await pool.shutdownGracefully()
            throw .unreachable(address: "\(options.host):\(options.port)", reason: Self.words(for: error))
        }
        host = options.host
        self.group = group
        self.pool = pool
    }

    /// Says goodbye to the clients, lets the port go and ends.
    package func stop() async {
        let core = core
        try? await core.eventLoop.flatSubmit { core.value.stop() }.get()
        // Who still gives the loop something first: answers that are canceled, but have not ended, and what the pool has read.
        let answering = try? await core.eventLoop.submit { core.value.answering.map(\.value) }.get()
        for task in answering ?? [] { await task.value }
        try? await pool.shutdownGracefully()
        try? await group.shutdownGracefully()
    }

    private static func words(for error: any Error) -> String {
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE: "the port is in use by another program"
        case EACCES: "no permission to listen there"
        case EADDRNOTAVAIL: "not an address of this machine"
        default: LinkErrorText.text(error)
        }
    }
}

/// What a stand-in backend serves, and how.
package struct BackendOptions: Sendable {
    package var host = "127.0.0.1"
    /// 0 takes any that is free.
    package var port = 5_003
    /// Web pages that may use it besides those of this machine and its own (`PageAccess`).
    package var allowedOrigins: [String] = []
    package var content: BackendContent
    package var source: any BackendContentSource
    package var session = ServerSession.Settings()
    package var scenario = FaultScenario()
    /// 2 is twice as fast as recorded; 0 as fast as it goes.
    package var speed = 1.0
    /// Whether a message goes on when the next one begins.
    package var overlaps = false
    /// Gets a line for each thing that happens, texts of strangers in it as they are; called on the server's thread, must
    /// not wait.
    package var report: @Sendable (String) -> Void = { _ in }
    /// Answers messages instead of the content; `nil` for none.
    package var speech: (any BackendSpeech)?
    /// Books that are served instead of the content; `nil` for none.
    package var library: (any LibraryBackend)?
    /// Keeps what clients log; `nil` keeps nothing.
    package var logs: (any ClientLogs)?

    package init(_ content: BackendContent, from source: any BackendContentSource) {
        self.content = content
        self.source = source
    }
}

/// Who makes up what is said. Called from the server's thread.
package protocol BackendSpeech: Sendable {
    /// Answers a message, until the task is canceled.
    /// - Parameters:
    ///   - conversation: its id (`Room.conversation`).
    ///   - give: gets messages that go out together, from any thread.
    /// - Returns: why not all could be said.
    func answer(
        _ text: String, in conversation: String, give: @escaping @Sendable ([WireMessage]) -> Void
    ) async -> String?
}

/// Keeps the logs that clients send, and the server's own beside them. Called from several threads; must not wait.
package protocol ClientLogs: Sendable {
    /// Wall clock in UTC, as `2026-03-01T12:00:31.402Z`.
    var time: String { get }
    /// Records of frames as they were sent (specification 1.13). The session's name is safe as a file's.
    func frames(_ records: [JSONObject], session: String)
    /// One event as a JSON object.
    func event(_ event: JSON, session: String)
    /// Nothing more comes for it, unless it begins again.
    func end(_ session: String)
    /// Names of the sessions so far.
    var sessions: [String] { get }
}

/// Books that are served. Called on threads beside the server's own, which may wait for a disk.
package protocol LibraryBackend: Sendable {
    /// - Parameter token: letters and digits that nobody guesses, for whoever logs in with this request.
    func answer(_ request: LibraryRequest, token: String) -> LibraryReply
    /// Nobody is logged in any more.
    func forgetLogins()
}

package enum LibraryReply: Sendable {
    case answer(HTTPAnswer)
    /// What is too large to be held: the answer without its body, and the body.
    case file(HTTPAnswer, AnswerBody)
}

/// What is behind the head of an answer, read while it is sent.
package struct AnswerBody: Sendable {
    package let byteCount: Int
    /// Bytes from a place on; fewer than are wanted where it ends before, `nil` where it cannot be read. May wait for a disk.
    package let read: @Sendable (_ offset: Int, _ count: Int) -> [UInt8]?

    package init(byteCount: Int, read: @escaping @Sendable (_ offset: Int, _ count: Int) -> [UInt8]?) {
        (self.byteCount, self.read) = (byteCount, read)
    }

    init(_ bytes: [UInt8]) {
        self.init(byteCount: bytes.count) { offset, count in Array(bytes[offset...].prefix(count)) }
    }
}

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
