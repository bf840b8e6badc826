import NIOHTTP1
import SocketIO

// Engine.IO's requests.
extension ServerCore {
    /// A client wants a WebSocket.
    /// - Throws: why it gets none.
    func open(_ link: ServerWebSocket, _ request: HTTPRequest) throws(SessionRefusal) {
        if let wrong = fault(request, .webSocket) { throw .answer(wrong) }
        guard let sid = request.target["sid"] else { return try begin(request, .webSocket, link).start() }
        guard let client = client(sid) else { throw .answer(.engineIO(1, "Session ID unknown")) }
        guard client.open(link) else { throw .answer(.engineIO(3, "this session cannot move to WebSocket")) }
    }

    func answerEngineIO(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        if let wrong = fault(request, .polling) { return exchange.answer(wrong) }
        guard let sid = request.target["sid"] else { return openByPolling(request, exchange) }
        guard let client = client(sid) else { return exchange.answer(.engineIO(1, "Session ID unknown")) }
        if request.method == .GET { return client.poll(exchange) }
        var reader = EngineIOPayloadReader(limit: options.session.maxPayload)
        do {
            var packets = try reader.receive(request.body)
            if let last = try reader.end() { packets.append(last) }
            exchange.answer(.text("ok", type: "text/html"))
            client.receivePackets(packets)
        } catch {
            exchange.answer(.engineIO(3, error.reason))
            client.wrong(error)
        }
    }

    private func openByPolling(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        guard request.method == .GET else { return exchange.answer(.engineIO(2, "Bad handshake method")) }
        do throws(SessionRefusal) {
            let client = try begin(request, .polling, nil)
            client.start()
            client.poll(exchange)
        } catch {
            exchange.refuse(error)
        }
    }

    /// What is wrong with a request to Engine.IO.
    private func fault(_ request: HTTPRequest, _ transport: SocketTransport) -> HTTPAnswer? {
        // Books come without sockets.
        guard options.library == nil else { return .detail(404, "Not Found") }
        guard request.target.path == "/socket.io/" || request.target.path == "/socket.io" else {
            return .refusal(404, "\(request.target.path) does not exist")
        }
        guard request.target["EIO"] == "4" else { return .engineIO(5, "Unsupported protocol version; expected EIO=4") }
        guard request.target["transport"] == transport.rawValue, options.session.transports.contains(transport) else {
            return .engineIO(0, "Transport unknown")
        }
        guard request.method == .GET || request.method == .POST else {
            return .engineIO(2, "Bad handshake method")
        }
        return nil
    }
}
