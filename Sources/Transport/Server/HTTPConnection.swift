import NIOCore
import NIOHTTP1
import NIOWebSocket
import SocketIO

/// One connection of a client while it speaks HTTP/1.1: takes requests whole, one at a time, within bounds of size and
/// time, and becomes a WebSocket where the core allows it.
///
/// On NIO itself: a framework on top of it would bring a dozen packages more, and keep from us the connection, which the faults of a
/// scenario cut and stall.
///
/// Owner: its channel's pipeline; on the server's event loop only.
final class HTTPConnection: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let core: ServerCore
    private var context: ChannelHandlerContext?
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var isTooLarge = false
    /// Whether nothing behind the request can be read.
    private var closesAfterAnswer = false
    /// What came while a request waits for its answer.
    private var waiting: ArraySlice<HTTPServerRequestPart> = []
    private var waitingBytes = 0
    private var exchange: HTTPExchange?
    private var sender: BodySender?
    private var keepsAfterBody = false
    private var current: HTTPRequestHead?
    private let deadline: Alarm

    init(_ core: ServerCore) { (self.core, deadline) = (core, Alarm(on: core.loop)) }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) {
        deadline.cancel()
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        if !core.connected(context.channel) { return context.close(promise: nil) }
        closeUnless(within: ServerLimits.requestSeconds)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline.cancel()
        sender?.stop()
        sender = nil
        exchange?.connectionLost()
        exchange = nil
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError, exchange == nil else { return context.close(promise: nil) }
        write(Self.refusal(of: error), closing: true)
    }

    /// The parser does not say whether it is the address that is too long: it has the bound of a header, and counts as one.
    private static func refusal(of error: HTTPParserError) -> HTTPAnswer {
        guard error == .headerOverflow else { return .refusal(400, "unsupported HTTP") }
        return .refusal(
            431,
            "the address or a header has more than \(ServerLimits.headerField) bytes, all together have more than "
                + "\(ServerLimits.headers), or there are more than \(ServerLimits.headerFields) headers")
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        guard exchange == nil else {
            waiting.append(part)
            waitingBytes += part.byteCount
            if waiting.count > ServerLimits.partsBehindRequest || waitingBytes > ServerLimits.behindRequest {
                context.close(promise: nil)
            }
            return
        }
        receive(part)
    }

    private func receive(_ part: HTTPServerRequestPart) {
        switch part {
        case .head(let head):
            self.head = head
            body = []
            isTooLarge = false
            closeUnless(within: ServerLimits.requestSeconds)
            if head.headers.first(name: "expect")?.lowercased() == "100-continue" {
                context?.writeAndFlush(
                    wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
            }
        case .body(let buffer):
            if body.count + buffer.readableBytes > core.options.session.maxPayload {
                isTooLarge = true
                body = []
            }
            if !isTooLarge { body += buffer.readableBytesView }
        case .end: ended()
        }
    }

    private func ended() {
        guard let head else { return }
        self.head = nil
        current = head
        let exchange = HTTPExchange(self)
        self.exchange = exchange
        deadline.cancel()
        if isTooLarge {
            let limit = core.options.session.maxPayload
            return exchange.answer(.refusal(413, "the body has more than \(limit) bytes"))
        }
        let request = HTTPRequest(
            head: head, target: HTTPTarget(head.uri), body: body, peer: context?.remoteAddress?.peer ?? "")
        body = []
        if let refusal = core.refusal(of: head) { return core.refuse(request, exchange, refusal) }
        guard request.wantsWebSocket else { return core.receiveRequest(request, exchange) }
        // The decoder is still at work on the bytes that held the request, and must be done before it is taken away.
        core.loop.assumeIsolated().execute { [weak self] in self?.openWebSocket(request, exchange) }
    }

    /// Closes the connection when nothing else has been decided in time.
    func closeUnless(within seconds: Int64) {
        guard let context else { return }
        deadline.set(in: .seconds(seconds)) { context.close(promise: nil) }
    }

    func cut() { context?.close(promise: nil) }

    func write(_ answer: HTTPAnswer) { write(answer, closing: isTooLarge || closesAfterAnswer) }

    private func write(_ answer: HTTPAnswer, closing: Bool) {
        guard let context else { return }
        let keeps = writeHead(answer, byteCount: answer.body.count, closing: closing)
        if answer.mayHaveBody, !answer.body.isEmpty, !isHead {
            context.write(
                wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(bytes: answer.body)))), promise: nil)
        }
        writeEnd(keeps) {}
    }

    private var isHead: Bool { current?.method == .HEAD }

    /// - Returns: whether the connection is kept behind it.
    private func writeHead(_ answer: HTTPAnswer, byteCount: Int, closing: Bool) -> Bool {
        let keeps = !closing && current.map { $0.isKeepAlive && !$0.asksForAnotherProtocol } ?? false
        var headers = core.commonHeaders(current)
        for header in answer.headers { headers.add(name: header.name, value: header.value) }
        if answer.mayHaveBody {
            headers.add(name: "Content-Type", value: answer.type)
            headers.add(name: "Content-Length", value: String(byteCount))
        }
        headers.add(name: "Connection", value: keeps ? "keep-alive" : "close")
        let status = HTTPResponseStatus(statusCode: answer.status)
        context?.write(
            wrapOutboundOut(.head(.init(version: .http1_1, status: status, headers: headers))), promise: nil)
        return keeps
    }

    private func writeEnd(_ keeps: Bool, _ finished: @escaping () -> Void) {
        guard let context else { return }
        closeUnless(within: ServerLimits.answerSeconds)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { [weak self] result in
            guard case .success = result else { return context.close(promise: nil) }
            if keeps { self?.answered() } else { context.close(promise: nil) }
            finished()
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
    }

    private func answered() {
        exchange = nil
        current = nil
        closeUnless(within: ServerLimits.idleSeconds)
        while exchange == nil, let part = waiting.popFirst() {
            waitingBytes -= part.byteCount
            receive(part)
        }
    }
}

// Bodies that come in pieces.
extension HTTPConnection {
    func write(_ answer: HTTPAnswer, _ body: AnswerBody, _ sending: BodySending) {
        guard context != nil else { return }
        keepsAfterBody = writeHead(answer, byteCount: body.byteCount, closing: isTooLarge || closesAfterAnswer)
        guard answer.mayHaveBody, body.byteCount > 0, !isHead else { return endBody(sending.finished) }
        let sender = BodySender(self, core, body, sending)
        self.sender = sender
        sender.goOn()
    }

    /// - Parameter taken: called when the link has it, and not when the link is gone.
    func writeBody(_ piece: [UInt8], _ taken: @escaping () -> Void) {
        guard let context else { return }
        closeUnless(within: ServerLimits.answerSeconds)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenSuccess(taken)
        let buffer = context.channel.allocator.buffer(bytes: piece)
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: written)
    }

    func endBody(_ finished: @escaping () -> Void) {
        sender?.stop()
        sender = nil
        writeEnd(keepsAfterBody, finished)
    }
}

extension HTTPServerRequestPart {
    /// In memory, about.
    fileprivate var byteCount: Int {
        switch self {
        case .head(let head): head.byteCount
        case .body(let buffer): buffer.readableBytes
        case .end: 0
        }
    }
}

// Becoming a WebSocket.
extension HTTPConnection {
    private func openWebSocket(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        guard let context, !exchange.isOver else { return }
        // The decoder reads nothing behind a request to upgrade.
        closesAfterAnswer = true
        guard waiting.isEmpty else {
            return exchange.answer(.refusal(400, "a request after an upgrade request"))
        }
        let link = ServerWebSocket(core)
        do throws(SessionRefusal) {
            try core.open(link, request)
        } catch {
            return exchange.refuse(error)
        }
        let limit = core.options.session.maxPayload
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: limit, automaticErrorHandling: false,
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
            upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
        upgrader.buildUpgradeResponse(
            channel: context.channel, upgradeRequest: request.head,
            initialResponseHeaders: core.commonHeaders(request.head)
        ).assumeIsolated().whenComplete { result in
            switch result {
            case .success(let headers): self.switchProtocol(headers, link, limit)
            case .failure:
                link.refused()
                exchange.answer(.refusal(400, "not a WebSocket version 13 handshake"))
            }
        }
    }

    private func switchProtocol(_ headers: HTTPHeaders, _ link: ServerWebSocket, _ limit: Int) {
        guard let context else { return link.refused() }
        deadline.cancel()
        exchange = nil
        let head = HTTPResponseHead(version: .http1_1, status: .switchingProtocols, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        let pipeline = context.pipeline.syncOperations
        do {
            let encoder = try pipeline.handler(type: HTTPResponseEncoder.self)
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            pipeline.removeHandler(encoder, promise: nil)
            try pipeline.addHandlers([
                WebSocketFrameEncoder(), ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: limit)),
                ClientFrameCheck(),
                NIOWebSocketFrameAggregator(
                    minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: ServerLimits.socketFragments,
                    maxAccumulatedFrameSize: limit),
                link,
            ])
            pipeline.removeHandler(self, promise: nil)
            // Last, for it hands on what it has read beyond the request.
            pipeline.removeHandler(decoder, promise: nil)
        } catch {
            link.refused()
            context.close(promise: nil)
        }
    }
}
