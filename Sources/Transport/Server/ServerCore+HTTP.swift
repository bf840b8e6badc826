import JSON
import NIOHTTP1
import Platform
import SocketIO
import Wire

// The HTTP side of a stand-in backend (specification 1.13).
extension ServerCore {
    /// Why a request is not answered (`PageAccess`).
    func refusal(of head: HTTPRequestHead) -> HTTPAnswer? {
        access.refusal(hosts: head.headers["host"], origins: head.headers["origin"]).map { .refusal(403, $0) }
    }

    /// A page that may ask may read the answer; without cookies and logins of the browser's own, whichever page it is.
    func commonHeaders(_ head: HTTPRequestHead?) -> HTTPHeaders {
        var headers = HTTPHeaders()
        headers.add(name: "Date", value: HTTPDate(seconds: WallClock.microseconds / 1_000_000).text)
        headers.add(name: "Vary", value: "Origin")
        guard let head, let origin = head.headers.first(name: "origin").flatMap(Self.plain), refusal(of: head) == nil
        else { return headers }
        headers.add(name: "Access-Control-Allow-Origin", value: origin)
        guard head.method == .OPTIONS else { return headers }
        let wanted = head.headers.first(name: "access-control-request-headers").flatMap(Self.plain)
        let (methods, names) =
            options.library == nil
            ? ("GET, POST, OPTIONS", "Content-Type, X-User-ID, X-App-Name")
            : ("GET, POST, PUT, DELETE, OPTIONS", "Authorization, Content-Type, Range")
        headers.add(name: "Access-Control-Allow-Methods", value: methods)
        headers.add(name: "Access-Control-Allow-Headers", value: wanted ?? names)
        headers.add(name: "Access-Control-Max-Age", value: "600")
        return headers
    }

    /// What may be said back in a header.
    private static func plain(_ text: String) -> String? {
        text.utf8.count <= 500 && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? text : nil
    }

    func receiveRequest(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        if request.method == .OPTIONS { return exchange.answer(.done) }
        if let library = options.library { return answer(request, exchange, from: library) }
        if request.target.path.hasPrefix("/socket.io") { return answerEngineIO(request, exchange) }
        do throws(HTTPAnswer) {
            try answer(request, exchange)
        } catch {
            refuse(request, exchange, error)
        }
    }

    /// A line says why.
    func refuse(_ request: HTTPRequest, _ exchange: HTTPExchange, _ answer: HTTPAnswer) {
        let reason = String(decoding: answer.body.prefix(300), as: UTF8.self)
        report("\(request.method.rawValue) \(request.target.path): \(answer.status) \(reason)")
        exchange.answer(answer)
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
        default: throw .refusal(404, "\(request.method.rawValue) \(path) does not exist")
        }
    }

    private func post(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(HTTPAnswer) {
        let posted = try PostedMessage(body: request.body, user: request.header("x-user-id"))
        posts += 1
        let scenario = options.scenario
        if let status = scenario.postStatus, posts <= scenario.postErrors {
            throw .refusal(status, "refused on purpose")
        }
        guard options.speech != nil || !options.content.messages.isEmpty else {
            throw .refusal(503, "this backend serves only pictures and cannot speak")
        }
        // Those that are canceled count until they have ended: what they hold is theirs until then.
        guard answering.count < ServerLimits.answers else { throw .refusal(503, "too many answers at once") }
        let answer = HTTPAnswer.json(["status": "ok"])
        guard scenario.postDelay > .zero else {
            exchange.answer(answer)
            return self.answer(posted.text, ready: posted.ready, in: posted.room)
        }
        loop.assumeIsolated().scheduleTask(in: .microseconds(scenario.postDelay.microseconds)) { [weak self] in
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
                    "description": "served by Cameo", "status": "active",
                ]
            ]
        ]
    }

    private func portrait(_ exchange: HTTPExchange) {
        guard let frame = options.content.portrait else {
            return exchange.answer(.refusal(404, "no picture"))
        }
        picture(at: frame.place) { picture in
            guard let picture else { return exchange.answer(.refusal(500, "the picture cannot be read")) }
            exchange.answer(HTTPAnswer(200, type: PictureKind.mimeType(of: picture), body: picture))
        }
    }
}

// Who comes in.
extension ServerCore {
    func guest(_ request: HTTPRequest) throws(HTTPAnswer) -> HTTPAnswer {
        let object = request.body.isEmpty ? JSONObject() : try RequestBody.object(request.body)
        let user = object["userId"]?.lenientString ?? "guest_\(token(8).lowercased())"
        report("guest \(user)")
        return .json(["userId": .string(user)])
    }

    /// Anybody may come in; the password `wrong` is wrong, so that a client can be seen to be refused.
    func login(_ request: HTTPRequest) throws(HTTPAnswer) -> HTTPAnswer {
        let object = try RequestBody.object(request.body)
        let email = try RequestBody.text("email", object)
        let password = try RequestBody.text("password", object, atMost: 1_024)
        guard password != "wrong" else { throw .refusal(401, "Invalid email or password") }
        report("login of \(email)")
        return .json(["user_id": .string(email)])
    }
}
