import AsyncHTTPClient
import Events
import NIOCore
import NIOHTTP1
import SocketIO

/// HTTP long polling: one GET after the other brings packets, and a POST at a time takes them away.
///
/// `@unchecked Sendable`: touched only on its event loop, which each door checks in debug builds.
final class PollingLink: @unchecked Sendable {
    enum Event {
        /// The last one, before the open packet.
        case redirected(Redirection)
        /// After `pause`: no request is under way.
        case paused
        /// The last one.
        case ended(DisconnectReason)
    }

    private let loop: any EventLoop
    private let client: HTTPClient
    private let options: ConnectionOptions
    private let endpoint: SocketEndpoint
    /// Both `nil` once it has ended or nobody wants to know any more.
    private var deliver: ((EngineIOPacket) -> Void)?
    private var report: ((Event) -> Void)?

    /// From the open packet on.
    private var sid: String?
    private var bodyLimit = 1_000_000
    private var outgoing = CircularBuffer<OutgoingPacket>()
    /// Pongs among them.
    private var waitingPongs = 0
    private var get: HTTPClient.Task<Void>?
    private var post: HTTPClient.Task<Void>?
    private var isPaused = false
    /// Whether the last poll gave anything but `noop`.
    private var broughtSomething = false
    /// Succeeds when reading goes on; `nil` while it does.
    private var room: EventLoopPromise<Void>?

    private static let emptyPause = TimeAmount.milliseconds(50)
    private static let postLimit = TimeAmount.seconds(Int64(Limits.linkSeconds))

    /// - Parameters:
    ///   - deliver: gets what the server sends. Called on the event loop, as `report` is.
    ///   - report: gets what happens besides.
    init(
        on loop: any EventLoop, client: HTTPClient, _ options: ConnectionOptions, _ endpoint: SocketEndpoint,
        deliver: @escaping (EngineIOPacket) -> Void, report: @escaping (Event) -> Void
    ) {
        self.loop = loop
        self.client = client
        (self.options, self.endpoint) = (options, endpoint)
        (self.deliver, self.report) = (deliver, report)
    }

    /// Asks for the open packet.
    func open() {
        loop.preconditionInEventLoop()
        startGet()
    }

    func opened(_ handshake: EngineIOHandshake) {
        sid = handshake.sid
        if let limit = handshake.maxPayload { bodyLimit = limit }
    }

    /// Pongs go first: a heartbeat must not wait behind what is large.
    func send(_ packet: OutgoingPacket) {
        loop.preconditionInEventLoop()
        if case .pong = packet.packet {
            waitingPongs += 1
            guard waitingPongs <= Limits.waitingPongs else {
                return end(LinkErrorText.reason(WireError.pongsNotTaken))
            }
            outgoing.prepend(packet)
        } else {
            outgoing.append(packet)
        }
        // What is sent in one go travels in one body.
        loop.execute { [self] in startPost() }
    }

    func setReading(_ isReading: Bool) {
        loop.preconditionInEventLoop()
        if isReading {
            room?.succeed(())
            room = nil
        } else if room == nil {
            room = loop.makePromise()
        }
    }

    /// Starts no request any more.
    func pause() {
        isPaused = true
        reportPause()
    }

    func resume() {
        isPaused = false
        if get == nil { startGet() }
        startPost()
    }

    /// What was to be sent and has not been, for the link that takes over.
    func handOver() -> CircularBuffer<OutgoingPacket> {
        defer { (outgoing, waitingPongs) = ([], 0) }
        return outgoing
    }

    /// Sends what is still to be sent, without waiting long for an answer, and goes.
    func leave() -> EventLoopFuture<Void> {
        loop.preconditionInEventLoop()
        (deliver, report) = (nil, nil)
        setReading(true)
        let done = loop.makePromise(of: Void.self)
        let deadline = NIODeadline.now() + options.partingTime
        let limit = loop.scheduleTask(deadline: deadline) { [self] in cancelAll() }
        let sent = post?.futureResult.hop(to: loop) ?? loop.makeSucceededVoidFuture()
        sent.whenComplete { [self] _ in
            sendLastWords(until: deadline).whenComplete { [self] _ in
                limit.cancel()
                cancelAll()
                done.succeed(())
            }
        }
        return done.futureResult
    }

    private func sendLastWords(until deadline: NIODeadline) -> EventLoopFuture<Void> {
        guard sid != nil, !outgoing.isEmpty, .now() < deadline, let request = nextPost() else {
            return loop.makeSucceededVoidFuture()
        }
        let task = execute(request, NothingExpected(link: self), deadline: deadline)
        post = task
        return task.futureResult.hop(to: loop)
    }

    private func cancelAll() {
        get?.cancel()
        post?.cancel()
    }

    // MARK: - Requests

    private func startGet() {
        guard report != nil, !isPaused, get == nil, let request = request(.GET, body: nil) else { return }
        broughtSomething = false
        let task = execute(request, PollAnswer(link: self), deadline: nil)
        get = task
        task.futureResult.hop(to: loop).whenComplete { [self] result in
            get = nil
            ended(result) { getAgain() }
        }
    }

    /// A server that answers each poll at once with nothing, as some do during a move to WebSocket, is asked less often.
    private func getAgain() {
        guard !broughtSomething else { return startGet() }
        loop.scheduleTask(in: Self.emptyPause) { [self] in startGet() }
    }

    private func startPost() {
        guard report != nil, !isPaused, sid != nil, post == nil, !outgoing.isEmpty, let request = nextPost() else {
            return
        }
        let task = execute(request, NothingExpected(link: self), deadline: .now() + Self.postLimit)
        post = task
        task.futureResult.hop(to: loop).whenComplete { [self] result in
            post = nil
            ended(result) { startPost() }
        }
    }

    private func ended(_ result: Result<Void, any Error>, next: () -> Void) {
        switch result {
        case .failure(let error as Redirection) where sid == nil: end(.redirected(error))
        case .failure(let error): end(LinkErrorText.reason(error))
        case .success: isPaused ? reportPause() : next()
        }
    }

    private func reportPause() {
        if get == nil, post == nil { report?(.paused) }
    }

    /// As many packets as the server takes in one body.
    private func nextPost() -> HTTPClient.Request? {
        var body: [UInt8] = []
        while let next = outgoing.first, EngineIOPayload.add(next.packet, to: &body, limit: bodyLimit) {
            next.taken()
            if case .pong = next.packet { waitingPongs -= 1 }
            outgoing.removeFirst()
        }
        return request(.POST, body: body)
    }

    private func request(_ method: HTTPMethod, body: [UInt8]?) -> HTTPClient.Request? {
        let address = endpoint.address
        let target = endpoint.target(.polling, sid: sid, query: options.query)
        var headers = options.headers(target: target, isSecure: address.scheme.isSecure, accept: "*/*")
        if body != nil { headers.addBody("text/plain;charset=UTF-8") }
        do {
            return try HTTPClient.Request(
                url: address.origin + target, method: method, headers: headers, body: body.map { .bytes($0) })
        } catch {
            end(LinkErrorText.reason(error))
            return nil
        }
    }

    private func execute<Delegate: HTTPClientResponseDelegate>(
        _ request: HTTPClient.Request, _ delegate: Delegate, deadline: NIODeadline?
    ) -> HTTPClient.Task<Void> where Delegate.Response == Void {
        client.execute(
            request: request, delegate: delegate, eventLoop: .delegateAndChannel(on: loop), deadline: deadline)
    }

    // MARK: - Answers

    fileprivate func receivePackets(_ packets: [EngineIOPacket]) -> EventLoopFuture<Void> {
        for packet in packets {
            if packet != .noop { broughtSomething = true }
            deliver?(packet)
        }
        return room?.futureResult ?? loop.makeSucceededVoidFuture()
    }

    fileprivate func receiveHead(_ head: HTTPResponseHead) {
        options.cookies.receive(head.headers, path: endpoint.path)
    }

    private func end(_ reason: DisconnectReason) { end(.ended(reason)) }

    private func end(_ event: Event) {
        let report = report
        (deliver, self.report) = (nil, nil)
        cancelAll()
        setReading(true)
        report?(event)
    }
}

/// A packet on its way out, and what to do when it has left the queue.
struct OutgoingPacket {
    var packet: EngineIOPacket
    var taken: () -> Void = {}
}

/// The body of a poll, read as it comes.
///
/// `@unchecked Sendable`: called only on the event loop of its link.
private final class PollAnswer: HTTPClientResponseDelegate, @unchecked Sendable {
    private let link: PollingLink
    private var reader = EngineIOPayloadReader(limit: Limits.socketFrame * 4 / 3)
    private var refusal = RefusalText()

    init(link: PollingLink) { self.link = link }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        link.receiveHead(head)
        refusal.receiveHead(head)
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        guard refusal.status == 200 else {
            refusal.appendBody(buffer)
            return task.eventLoop.makeSucceededVoidFuture()
        }
        do {
            return link.receivePackets(try reader.receive(Array(buffer.readableBytesView)))
        } catch {
            return task.eventLoop.makeFailedFuture(error)
        }
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) throws {
        guard refusal.status == 200 else { throw refusal.error }
        guard let last = try reader.end() else { throw WireError.badPacket(reason: "an empty answer to a poll") }
        _ = link.receivePackets([last])
    }
}

/// The answer to packets that were sent: its status alone counts, and any success is one.
///
/// `@unchecked Sendable`: called only on the event loop of its link.
private final class NothingExpected: HTTPClientResponseDelegate, @unchecked Sendable {
    private let link: PollingLink
    private var refusal = RefusalText()

    init(link: PollingLink) { self.link = link }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        link.receiveHead(head)
        refusal.receiveHead(head)
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        refusal.appendBody(buffer)
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) throws {
        guard (200..<300).contains(refusal.status) else { throw refusal.error }
    }
}
