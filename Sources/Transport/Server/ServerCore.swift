import BookAPI
import Dispatch
import Events
import JSON
import NIOCore
import NIOHTTP1
import NIOPosix
import Platform
import SocketIO
import Wire

/// All that a stand-in backend knows: its clients, rooms and what is being said in them.
///
/// Owner: the server; everything here is on its event loop.
final class ServerCore {
    /// A message that is being said in a room.
    struct RoomMessage {
        let message: BackendContent.Message
        let number: Int
        let start: Instant
    }

    struct RoomState {
        var next = 0
        var roomMessages: [RoomMessage] = []
        /// Connections so far, which tell their faults apart.
        var connections = 0
        /// Messages that began by themselves.
        var saidAlone = 0
        var timer: Alarm?
        /// Makes up what is being said, and the number of that answer.
        var speaking: (task: Task<Void, Never>, number: Int)?

        /// Nothing more is said, nor made up to be.
        mutating func fallSilent() {
            timer?.cancel()
            speaking?.task.cancel()
            (roomMessages, speaking) = ([], nil)
        }
    }

    let loop: any EventLoop
    var options: BackendOptions
    let pool: NIOThreadPool
    let access: PageAccess
    private let began = DispatchTime.now().uptimeNanoseconds
    private var listener: (any Channel)?
    private var channels: [ObjectIdentifier: any Channel] = [:]
    private(set) var clients: [String: ServerConnection] = [:]
    var rooms: [Room: RoomState] = [:]
    var history = ConversationHistory()
    private var clientCount = 0
    private var attempts = 0
    private var sentCount = 0
    private var restarts = 0
    var roomMessageCount = 0
    var posts = 0
    var logSessions = 0
    private(set) var isStopping = false
    /// Those that make up an answer, until they have ended, canceled or not.
    var answering: [Int: Task<Void, Never>] = [:]
    var libraryFaults: LibraryFaults
    var loginBrake = LoginBrake()
    /// Requests for books that wait for the disk, and bytes of their answers that are held.
    var libraryRequests = 0
    var heldBytes = 0
    private let mostConnections: Int
    private var generator = SystemRandomNumberGenerator()

    init(_ options: BackendOptions, loop: any EventLoop, pool: NIOThreadPool) {
        self.options = options
        self.loop = loop
        self.pool = pool
        access = PageAccess(listeningOn: options.host, allowing: options.allowedOrigins)
        libraryFaults = LibraryFaults(options.scenario)
        // With a file open for each.
        mostConnections = ServerLimits.connections(
            descriptors: DescriptorLimit.current, each: options.library == nil ? 1 : 2)
    }

    /// Since the server began.
    var now: Instant {
        Instant(microseconds: Int64(clamping: (DispatchTime.now().uptimeNanoseconds - began) / 1_000))
    }

    func report(_ line: String) { options.report(String(line.unicodeScalars.prefix(ServerLimits.line))) }

    /// Letters and digits that nobody guesses.
    func token(_ count: Int = 20) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        return String((0..<count).map { _ in digits[Int(generator.next() % UInt64(digits.count))] })
    }

    // The port.

    /// - Returns: the port.
    func listen(port: Int) -> EventLoopFuture<Int> {
        let me = NIOLoopBound(self, eventLoop: loop)
        return ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .childChannelOption(
                .writeBufferWaterMark,
                value: .init(
                    low: ServerLimits.unsent.lowerBound, high: ServerLimits.unsent.upperBound)
            )
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try Self.prepare(channel, me.value) }
            }
            .bind(host: options.host, port: port)
            .map { channel in
                me.value.listener = channel
                return channel.localAddress?.port ?? port
            }
    }

    private static func prepare(_ channel: any Channel, _ core: ServerCore) throws {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = ServerLimits.headerField
        limits.maxHeaderListSize = ServerLimits.headers
        limits.maxHeaderFieldCount = ServerLimits.headerFields
        let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits)
        try channel.pipeline.syncOperations.addHandlers([
            HTTPResponseEncoder(), ByteToMessageHandler(decoder, maximumBufferSize: ServerLimits.behindUpgrade),
            HTTPConnection(core),
        ])
    }

    /// - Returns: whether the connection may stay.
    func connected(_ channel: any Channel) -> Bool {
        guard !isStopping else { return false }
        guard channels.count < mostConnections || dropOldestOutside(where: \.holdsConnection) else { return false }
        let id = ObjectIdentifier(channel)
        channels[id] = channel
        channel.closeFuture.assumeIsolated().whenComplete { [weak self] _ in self?.channels[id] = nil }
        return true
    }

    /// Tells all clients, lets the port go and waits until they have read it, a second at most.
    func stop() -> EventLoopFuture<Void> {
        isStopping = true
        for room in rooms.keys { rooms[room]?.fallSilent() }
        for client in Array(clients.values) { client.disconnect() }
        let closed = listener?.close() ?? loop.makeSucceededVoidFuture()
        let gone = EventLoopFuture.andAllComplete(channels.values.map(\.closeFuture), on: loop)
        let waited = loop.makePromise(of: Void.self)
        gone.cascade(to: waited)
        let limit = loop.assumeIsolated().scheduleTask(in: .seconds(1)) { waited.succeed(()) }
        return closed.assumeIsolated().flatMapError { _ in self.loop.makeSucceededVoidFuture() }
            .flatMap { waited.futureResult }.map { limit.cancel() }.nonisolated()
    }

    /// All links are cut, and for a while nobody listens.
    func restart() {
        restarts += 1
        sentCount = 0
        let wait = options.scenario.restart.microseconds
        report("server down for \(wait / 1_000) ms (fault)")
        let port = listener?.localAddress?.port ?? options.port
        listener?.close(promise: nil)
        listener = nil
        for client in Array(clients.values) { client.cut() }
        for channel in channels.values { channel.close(promise: nil) }
        for room in rooms.keys { rooms[room]?.fallSilent() }
        loop.assumeIsolated().scheduleTask(in: .microseconds(wait)) { [weak self] in self?.comeBack(port) }
    }

    private func comeBack(_ port: Int) {
        guard !isStopping else { return }
        listen(port: port).assumeIsolated().whenComplete { result in
            switch result {
            case .success: self.report("server up again")
            case .failure(let error):
                self.report("cannot reopen the port: \(error)")
                self.loop.assumeIsolated().scheduleTask(in: .seconds(1)) { [weak self] in self?.comeBack(port) }
            }
        }
    }

    // Clients.

    func client(_ sid: String) -> ServerConnection? { clients[sid] }

    /// Begins a session.
    func begin(
        _ request: HTTPRequest, _ transport: SocketTransport, _ socket: ServerWebSocket?
    ) throws(SessionRefusal) -> ServerConnection {
        attempts += 1
        if attempts <= options.scenario.refuse {
            report("connection \(attempts) refused (fault)")
            throw .cut
        }
        guard clients.count < ServerLimits.sessions || dropOldestOutside(where: { _ in true }) else {
            throw .answer(.refusal(503, "too many clients"))
        }
        let room = Room(
            user: request.target["user_id"] ?? "", agent: request.target["agent_id"] ?? "",
            instance: request.target["instance_id"] ?? "default")
        guard room.name.utf8.count <= ServerLimits.roomName else {
            throw .answer(.engineIO(3, "the query is too long"))
        }
        clientCount += 1
        var settings = options.session
        if !options.scenario.connectError.isEmpty, clientCount <= options.scenario.connectErrors {
            settings.refusal = options.scenario.connectError
        }
        settings.ignoresProbe = options.scenario.ignoreProbe
        if let span = options.scenario.pingsFor { settings.pingsFor = span }
        let connection = change(room) { state in
            state.connections += 1
            return state.connections - 1
        }
        let seed = FaultInjector.seed(of: options.scenario, room: room, connection: connection)
        let session = ServerSession(sid: token(), socketID: token(), transport, settings, at: now)
        let client = ServerConnection(
            self, session, room: room, number: clientCount,
            injector: FaultInjector(options.scenario, seed: seed, connection: connection), socket: socket)
        clients[session.sid] = client
        let resolution = request.target["userResolution"].map { ", resolution \($0)" } ?? ""
        report("\(client.name): connects via \(transport.rawValue)\(resolution)")
        return client
    }

    func joined(_ client: ServerConnection) {
        report("\(client.name): joined")
        let state = rooms[client.room] ?? RoomState()
        for roomMessage in state.roomMessages { client.resume(roomMessage) }
    }

    func closed(_ client: ServerConnection, _ reason: ServerSession.CloseReason) {
        guard clients[client.session.sid] === client else { return }
        clients[client.session.sid] = nil
        report("\(client.name): \(reason.text)")
    }

    /// Makes room for a new client: who opens sessions and never joins keeps nobody else out.
    /// - Returns: whether there was one that has not joined, and has gone.
    private func dropOldestOutside(where isWanted: (ServerConnection) -> Bool) -> Bool {
        let outside = clients.values.filter { !$0.isJoined && isWanted($0) }
        guard let oldest = outside.min(by: { $0.number < $1.number }) else { return false }
        report("\(oldest.name): dropped for a new client, because it has not joined")
        oldest.cut()
        return true
    }

    /// An event has gone out.
    func sent(_ name: String, to client: ServerConnection) {
        if name != EventName.baseFrame.rawValue { report("\(client.name): <- \(name)") }
        sentCount += 1
        let scenario = options.scenario
        if scenario.restartAfter > 0, sentCount >= scenario.restartAfter, restarts < scenario.restarts { restart() }
    }

    /// Reads what steps need, beside the event loop.
    func load(_ steps: [FaultInjector.Step], _ log: ServerLog?, _ done: @escaping ([LoadedStep]) -> Void) {
        let source = options.source
        let loaded = pool.runIfActive(eventLoop: loop) { steps.map { LoadedStep($0, from: source, log) } }
        loaded.assumeIsolated().whenSuccess(done)
    }

    /// Reads the picture of a base frame, beside the event loop.
    func picture(at place: BackendContent.Place, _ done: @escaping ([UInt8]?) -> Void) {
        let source = options.source
        let read = pool.runIfActive(eventLoop: loop) { () -> [UInt8]? in
            ingest(try source.message(at: place)).blobs.first?.bytes
        }
        read.assumeIsolated().whenComplete { done((try? $0.get()) ?? nil) }
    }

    // What clients say.

    func receiveMessage(_ message: WireMessage, from client: ServerConnection) {
        let object = message.arguments.first?.object ?? JSONObject()
        switch message.request {
        case .manifest:
            report("\(client.name): -> requests the manifest")
            client.answer(options.content.manifest)
        case .clip: sendClip(object, to: client)
        case .logSession:
            guard let name = object["session_id"]?.string.flatMap(FrameRecordLine.safeName) else { return }
            report("\(client.name): -> logs to session \(name)")
            client.logSession = name
        case .userMessage:
            let ready = object["ready_animations"]?.array?.compactMap(\.string) ?? []
            answer(object["message"]?.string ?? "", ready: ready, in: client.room)
        case nil: report("\(client.name): -> \(message.name), unknown event")
        }
    }

    private func sendClip(_ object: JSONObject, to client: ServerConnection) {
        guard let name = object["animationType"]?.string else {
            return report("\(client.name): -> requests a clip without animationType")
        }
        guard let place = options.content.place(of: ClipName(name)) else {
            return report("\(client.name): -> requests the clip \(name), which does not exist")
        }
        report("\(client.name): -> requests the clip \(name)")
        client.send(options.content.clips[place])
    }
}
