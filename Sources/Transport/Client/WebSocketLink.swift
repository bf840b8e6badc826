import Events
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import SocketIO

/// One WebSocket, from the attempt to reach the server to its end.
///
/// `@unchecked Sendable`: touched only on its event loop, which each door checks in debug builds.
final class WebSocketLink: @unchecked Sendable {
    enum Event {
        case opened
        case nonsense(WireError)
        /// The last one, instead of a WebSocket.
        case redirected(Redirection)
        /// The last one.
        case ended(DisconnectReason)
    }

    private enum Handshake: Sendable {
        case upgraded
        /// What the server says instead follows through the pipeline.
        case refused
    }

    private let loop: any EventLoop
    private let options: ConnectionOptions
    /// Both `nil` once it has ended or nobody wants to know any more.
    fileprivate private(set) var deliver: ((EngineIOPacket) -> Void)?
    private var report: ((Event) -> Void)?
    /// All that were begun; more than one where a host has several addresses.
    private var channels: [any Channel] = []
    private var channel: (any Channel)?
    private let handshakeLimit: Alarm
    private var isUpgraded = false
    /// The server answered, and with no WebSocket.
    private(set) var isRefused = false
    /// Answers to pings that were written since the server stopped taking them.
    private var pongsWhileFull = 0

    /// - Parameters:
    ///   - deliver: gets what the server sends. Called on the event loop, as `report` is.
    ///   - report: gets what happens besides.
    init(
        on loop: any EventLoop, _ options: ConnectionOptions, deliver: @escaping (EngineIOPacket) -> Void,
        report: @escaping (Event) -> Void
    ) {
        (self.loop, handshakeLimit) = (loop, Alarm(on: loop))
        self.options = options
        (self.deliver, self.report) = (deliver, report)
    }

    /// - Parameter sid: of the session that it is for; `nil` for a new one.
    func open(_ endpoint: SocketEndpoint, sid: String? = nil) {
        loop.preconditionInEventLoop()
        // To the end of the handshake.
        let limit = TimeAmount.seconds(Int64(Limits.linkSeconds))
        handshakeLimit.set(in: limit) { [self] in
            fail(LinkTooSlow(what: "WebSocket", waitedSeconds: Limits.linkSeconds))
        }
        ClientBootstrap(group: loop)
            .connectTimeout(limit)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { [self] channel in begin(channel) }
            .connect(
                host: options.proxy?.host ?? endpoint.address.host, port: options.proxy?.port ?? endpoint.address.port
            )
            .flatMap { [options] channel in ProxyTunnel.open(channel, through: options.proxy, to: endpoint.address) }
            .flatMap { [self] channel in secure(channel, endpoint.address) }
            .flatMap { [self] channel in negotiate(channel, endpoint, sid) }
            .whenComplete { [self] result in negotiated(result) }
    }

    func send(_ packet: EngineIOPacket, promise: EventLoopPromise<Void>? = nil) {
        loop.preconditionInEventLoop()
        guard let channel, isUpgraded else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        if case .pong = packet, !mayPong() {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        channel.writeAndFlush(WebSocketFrame(packet, maskKey: .random(), channel.allocator), promise: promise)
    }

    /// Whether a ping is answered. The link to a server that goes on pinging and does not read the
    /// answers ends.
    fileprivate func mayPong() -> Bool {
        guard let channel, !channel.isWritable else {
            pongsWhileFull = 0
            return true
        }
        pongsWhileFull += 1
        guard pongsWhileFull > Limits.waitingPongs else { return true }
        fail(WireError.pongsNotTaken)
        return false
    }

    func setReading(_ isReading: Bool) {
        loop.preconditionInEventLoop()
        try? channel?.syncOptions?.setOption(.autoRead, value: isReading)
        if isReading { channel?.read() }
    }

    /// Says nothing more and goes. The future succeeds within some tens of milliseconds, when all descriptors are closed.
    func leave() -> EventLoopFuture<Void> {
        loop.preconditionInEventLoop()
        (deliver, report) = (nil, nil)
        handshakeLimit.cancel()
        let ends = channels.map(\.closeFuture)
        if let channel, isUpgraded, channel.isActive {
            part(channel)
        } else {
            closeAll()
        }
        return EventLoopFuture.andAllComplete(ends, on: loop)
    }

    /// Ends the WebSocket as its rules say, and waits for the other side a moment: closing at once, with bytes unread,
    /// could take back what was sent last.
    private func part(_ channel: any Channel) {
        let normal = ByteBuffer(closing: .normalClosure)
        channel.writeAndFlush(
            WebSocketFrame(fin: true, opcode: .connectionClose, maskKey: .random(), data: normal), promise: nil)
        setReading(true)
        let limit = loop.scheduleTask(in: options.partingTime) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in limit.cancel() }
    }

    private func closeAll() { for channel in channels { channel.close(promise: nil) } }

    // MARK: - Handshake

    private func begin(_ channel: any Channel) -> EventLoopFuture<Void> {
        channels.append(channel)
        return loop.makeCompletedFuture { if report == nil { throw ChannelError.ioOnClosedChannel } }
    }

    private func secure(_ channel: any Channel, _ address: BackendAddress) -> EventLoopFuture<any Channel> {
        loop.makeCompletedFuture {
            guard address.scheme.isSecure else { return channel }
            try channel.pipeline.syncOperations.addHandler(options.trust.handler(host: address.host))
            return channel
        }
    }

    private func negotiate(
        _ channel: any Channel, _ endpoint: SocketEndpoint, _ sid: String?
    ) -> EventLoopFuture<Handshake> {
        self.channel = channel
        let target = endpoint.target(.webSocket, sid: sid, query: options.query)
        var headers = options.headers(target: target, isSecure: endpoint.address.scheme.isSecure, accept: nil)
        if !headers.contains(name: "Host") { headers.add(name: "Host", value: endpoint.address.authority) }
        let upgrader = NIOTypedWebSocketClientUpgrader<Handshake>(
            maxFrameSize: Limits.socketFrame, enableAutomaticErrorHandling: false
        ) { [self] channel, head in
            options.cookies.receive(head.headers, path: endpoint.path)
            return addFrames(channel)
        }
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: target, headers: headers)
        let upgrade = NIOTypedHTTPClientUpgradeConfiguration<Handshake>(upgradeRequestHead: head, upgraders: [upgrader])
        {
            [self] channel in addRefusal(channel)
        }
        var configuration = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: upgrade)
        // A server may send its first packet in one piece with the answer.
        configuration.leftOverBytesStrategy = .forwardBytes
        do {
            return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
                configuration: configuration)
        } catch {
            return loop.makeFailedFuture(error)
        }
    }

    private func addFrames(_ channel: any Channel) -> EventLoopFuture<Handshake> {
        loop.makeCompletedFuture {
            let aggregator = NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: Limits.socketFragments,
                maxAccumulatedFrameSize: Limits.socketFrame)
            try channel.pipeline.syncOperations.addHandler(aggregator)
            try channel.pipeline.syncOperations.addHandler(WebSocketFrames(link: self))
            return .upgraded
        }
    }

    private func addRefusal(_ channel: any Channel) -> EventLoopFuture<Handshake> {
        loop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(RefusalReader(link: self))
            return .refused
        }
    }

    private func negotiated(_ result: Result<Handshake, any Error>) {
        switch result {
        case .failure(let error): fail(error)
        case .success(.refused): break
        case .success(.upgraded):
            isUpgraded = true
            handshakeLimit.cancel()
            // The handshake's own handler goes first: it lets nothing through while it is there.
            loop.execute { [self] in report?(.opened) }
        }
    }

    // MARK: - What the pipeline says

    fileprivate func receiveText(_ text: [UInt8]) {
        do {
            deliver?(try EngineIOPacket(text: text))
        } catch {
            report?(.nonsense(error))
        }
    }

    fileprivate func fail(_ error: any Error) {
        if error is LinkRefused { isRefused = true }
        if let error = error as? Redirection { end(.redirected(error)) } else { end(LinkErrorText.reason(error)) }
    }

    fileprivate func end(_ reason: DisconnectReason) { end(.ended(reason)) }

    private func end(_ event: Event) {
        handshakeLimit.cancel()
        let report = report
        (deliver, self.report) = (nil, nil)
        closeAll()
        report?(event)
    }
}

/// Between the frames of a WebSocket and its link; answers the WebSocket's own pings.
private final class WebSocketFrames: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let link: WebSocketLink

    init(link: WebSocketLink) { self.link = link }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text: link.receiveText(Array(frame.unmaskedData.readableBytesView))
        case .binary: link.deliver?(.binary(Array(frame.unmaskedData.readableBytesView)))
        case .ping: if link.mayPong() { answer(context, .pong, frame.unmaskedData) }
        case .connectionClose:
            answer(context, .connectionClose, frame.unmaskedData)
            link.end(.transportClose)
            context.close(promise: nil)
        default: break
        }
    }

    private func answer(_ context: ChannelHandlerContext, _ opcode: WebSocketOpcode, _ data: ByteBuffer) {
        let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }

    /// The library's own answer to errors would close before the error is heard here.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is NIOWebSocketError { answer(context, .connectionClose, ByteBuffer(closing: .protocolError)) }
        link.fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        link.end(.transportClose)
        context.fireChannelInactive()
    }
}

/// Reads what a server says that does not want a WebSocket, as far as it is shown.
private final class RefusalReader: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let link: WebSocketLink
    private var refusal = RefusalText()

    init(link: WebSocketLink) { self.link = link }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): refusal.receiveHead(head)
        case .body(let bytes):
            refusal.appendBody(bytes)
            if refusal.isFull { finish(context) }
        case .end: finish(context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { finish(context) }

    func channelInactive(context: ChannelHandlerContext) {
        finish(context)
        context.fireChannelInactive()
    }

    private func finish(_ context: ChannelHandlerContext) {
        link.fail(refusal.error)
        context.close(promise: nil)
    }
}
