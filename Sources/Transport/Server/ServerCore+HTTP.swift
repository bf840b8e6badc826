import NIOHTTP1
import Wire

// The HTTP side of a stand-in backend (specification 1.13), and Engine.IO's requests.
extension ServerCore {
    /// Any origin may ask, as with the real one.
    func commonHeaders(_ head: HTTPRequestHead?) -> HTTPHeaders {
        var headers = HTTPHeaders()
        let origin = head?.headers.first(name: "origin")
        headers.add(name: "Access-Control-Allow-Origin", value: origin.flatMap(Self.plain) ?? "*")
        if origin != nil {
            headers.add(name: "Access-Control-Allow-Credentials", value: "true")
            headers.add(name: "Vary", value: "Origin")
        }
        guard head?.method == .OPTIONS else { return headers }
        let wanted = head?.headers.first(name: "access-control-request-headers").flatMap(Self.plain)
        headers.add(name: "Access-Control-Allow-Methods", value: "GET, POST, OPTIONS")
        headers.add(name: "Access-Control-Allow-Headers", value: wanted ?? "Content-Type, X-User-ID, X-App-Name")
        headers.add(name: "Access-Control-Max-Age", value: "600")
        return headers
    }

    /// What may be said back in a header.
    private static func plain(_ text: String) -> String? {
        text.utf8.count <= 500 && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? text : nil
    }

    func receive(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        if request.method == .OPTIONS { return exchange.answer(.done) }
        if request.target.path.hasPrefix("/socket.io") { return answerEngineIO(request, exchange) }
        do throws(HTTPAnswer) {
            try answer(request, exchange)
        } catch {
            report(
                "\(request.method.rawValue) \(request.target.path): \(error.status) \(String(decoding: error.body.prefix(300), as: UTF8.self))"
            )
            exchange.answer(error)
        }
    }

    private func answer(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(HTTPAnswer) {
        let path = request.target.path
        switch (request.method, path) {
        case (.POST, "/messages"): try post(request, exchange)
        case (.GET, "/messages"): try exchange.answer(said(request))
        case (.GET, "/health"): exchange.answer(.text("OK"))
        case (.GET, "/api/health"): exchange.answer(.json(["status": "ok"]))
        case (.GET, "/api/config"), (.GET, "/config"), (.GET, "/api/agents/list"): exchange.answer(.json(agents))
        case (.POST, "/initialize-guest-user"): try exchange.answer(guest(request))
        case (.POST, "/api/login"), (.POST, "/api/signup"): try exchange.answer(login(request))
        case (.GET, _) where path.hasPrefix("/api/get_agent_profile_image/"): portrait(exchange)
        case (.POST, _) where path.hasPrefix("/api/log/"): try exchange.answer(log(request))
        case (.GET, "/logs"): exchange.answer(logList)
        default: throw .refusal(404, "there is no \(request.method.rawValue) \(path)")
        }
    }

    private func post(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(HTTPAnswer) {
        let posted = try PostedMessage(body: request.body, user: request.header("x-user-id"))
        posts += 1
        let scenario = options.scenario
        if scenario.postStatus >= 200, posts <= scenario.postErrors {
            throw .refusal(scenario.postStatus, "refused on purpose")
        }
        guard options.speech != nil || !options.content.messages.isEmpty else {
            throw .refusal(503, "this backend serves pictures only and has nothing to say")
        }
        let answer = HTTPAnswer.json(["status": "ok"])
        guard scenario.postDelay > 0 else {
            exchange.answer(answer)
            return self.answer(posted.text, ready: posted.ready, in: posted.room)
        }
        loop.assumeIsolated().scheduleTask(in: .milliseconds(Int64(scenario.postDelay))) { [weak self] in
            exchange.answer(answer)
            self?.answer(posted.text, ready: posted.ready, in: posted.room)
        }
    }

    private func said(_ request: HTTPRequest) throws(HTTPAnswer) -> HTTPAnswer {
        _ = try PostedMessage.user(request.header("x-user-id"))
        guard let conversation = request.target["conversation_id"] else {
            throw .refusal(400, "conversation_id is missing")
        }
        return .json(history.json(conversation))
    }

    private var agents: JSON {
        [
            "agents": [
                [
                    "agent_id": "1", "name": .string(options.content.title),
                    "description": "served from a recording", "status": "active",
                ]
            ]
        ]
    }

    private func guest(_ request: HTTPRequest) throws(HTTPAnswer) -> HTTPAnswer {
        let object = request.body.isEmpty ? JSONObject() : try RequestBody.object(request.body)
        let user = object["userId"]?.lenientString ?? "guest_\(token(8).lowercased())"
        report("guest \(user)")
        return .json(["userId": .string(user)])
    }

    /// Anybody may come in; the password `wrong` is wrong, so that a client can be seen to be refused.
    private func login(_ request: HTTPRequest) throws(HTTPAnswer) -> HTTPAnswer {
        let object = try RequestBody.object(request.body)
        let email = try RequestBody.text("email", object)
        let password = try RequestBody.text("password", object, atMost: 1_024)
        guard password != "wrong" else { throw .refusal(401, "Invalid email or password") }
        report("login of \(email)")
        return .json(["user_id": .string(email)])
    }

    private func portrait(_ exchange: HTTPExchange) {
        guard let frame = options.content.portrait else {
            return exchange.answer(.refusal(404, "there is no picture"))
        }
        picture(at: frame.place) { picture in
            guard let picture else { return exchange.answer(.refusal(500, "the picture cannot be read")) }
            exchange.answer(HTTPAnswer(200, type: PictureKind.mimeType(of: picture), body: picture))
        }
    }
}

// Logs of clients.
extension ServerCore {
    private func log(_ request: HTTPRequest) throws(HTTPAnswer) -> HTTPAnswer {
        let object = try RequestBody.object(request.body)
        let what = request.target.path.dropFirst("/api/log/".count)
        if what == "session/start" { return try startLog(object) }
        let name = try RequestBody.text("session_id", object)
        guard let session = FrameRecordLine.safeName(name) else { throw .refusal(400, "session_id is no name") }
        let logs = options.logs
        switch what {
        case "frame": logs?.frames([object], session: session)
        case "frames-batch":
            guard let frames = object["frames"]?.array else { throw .refusal(400, "frames is no list") }
            guard frames.count <= ServerLimits.loggedFrames else {
                throw .refusal(400, "frames has more than \(ServerLimits.loggedFrames) entries")
            }
            logs?.frames(frames.compactMap(\.object), session: session)
        case "event":
            _ = try RequestBody.text("event_type", object)
            logs?.event(.object(object), session: session)
        case "session/end":
            logs?.event(["event_type": "SESSION_END"], session: session)
            logs?.end(session)
            report("log session \(session) ends")
            return .json(["status": "ok"])
        default: throw .refusal(404, "there is no /api/log/\(what)")
        }
        return .done
    }

    private func startLog(_ object: JSONObject) throws(HTTPAnswer) -> HTTPAnswer {
        let platform = try RequestBody.text("platform", object)
        logSessions += 1
        let time = options.logs?.time ?? "session\(logSessions)"
        let date = time.prefix { $0 != "." }.replacing("T", with: "_").replacing(":", with: "")
        let wanted = object["session_id"]?.lenientString ?? "\(date)_\(logSessions)_\(platform)"
        guard let name = FrameRecordLine.safeName(wanted) else { throw .refusal(400, "session_id is no name") }
        report("log session \(name) begins")
        let start: JSON = [
            "event_type": "SESSION_START", "platform": .string(platform), "user_id": object["user_id"] ?? .null,
            "agent_id": object["agent_id"] ?? .null,
        ]
        options.logs?.event(start, session: name)
        return .json(["session_id": .string(name)])
    }

    private var logList: HTTPAnswer {
        let names = options.logs?.sessions ?? []
        let rows = names.map { "<li>\($0)</li>" }.joined()
        let note = options.logs == nil ? "<p>Nothing is kept.</p>" : ""
        return .text(
            "<!doctype html><title>Logs</title><h1>Log sessions</h1>\(note)<ul>\(rows)</ul>",
            type: "text/html; charset=utf-8")
    }
}

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

    private func answerEngineIO(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        if let wrong = fault(request, .polling) { return exchange.answer(wrong) }
        guard let sid = request.target["sid"] else { return openByPolling(request, exchange) }
        guard let client = client(sid) else { return exchange.answer(.engineIO(1, "Session ID unknown")) }
        if request.method == .GET { return client.poll(exchange) }
        var reader = EngineIOPayloadReader(limit: options.session.maxPayload)
        do {
            var packets = try reader.receive(request.body)
            if let last = try reader.end() { packets.append(last) }
            exchange.answer(.text("ok", type: "text/html"))
            client.receive(packets)
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
        guard request.target.path == "/socket.io/" || request.target.path == "/socket.io" else {
            return .refusal(404, "there is no \(request.target.path)")
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
