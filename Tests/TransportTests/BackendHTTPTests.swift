import JSON
import SocketIO
import Support
import Testing
import Transport

@Suite("The backend's HTTP side")
struct BackendHTTPTests {
    private let identity = BackendIdentity(user: "u+1@x", agent: "1", instance: "t1")

    private func http(_ port: Int) -> BackendHTTP {
        BackendHTTP(
            ConnectionOptions(
                address: BackendAddress(scheme: .ws, host: "127.0.0.1", port: port, path: "/api"), identity: identity))
    }

    /// A server that gives these answers, and the line of output behind the last of its confirmations.
    private func server(_ answers: [JSON]) async throws -> Peer {
        let peer = try await Peer("answers.py")
        for answer in answers { try await peer.order(answer) }
        return peer
    }

    @Test("a message goes out with the identity in header and body, below the address's own path")
    func sending() async throws {
        let peer = try await server([["path": "/api/messages", "status": 201, "body": ""]])
        let http = http(peer.port)
        try await http.send(" hello ", readyAnimations: ["idle"])
        let request = try await peer.expect("request").object
        #expect(request["method"] == "POST" && request["path"] == "/api/messages")
        #expect(request["headers"]?.object?["X-User-ID"] == "u+1@x")
        #expect(request["headers"]?.object?["Content-Type"] == "application/json")
        let body = try JSON.parse(request["body"]?.string ?? "")
        #expect(
            body == [
                "AgentID": "1", "message": "hello", "instance_id": "t1", "userResolution": "512",
                "readyAnimations": ["idle"],
            ])
        await #expect(throws: TransportError.unsendable(reason: "\"message\" is empty")) {
            try await http.send("  ", readyAnimations: [])
        }
        http.close()
    }

    @Test("an agent's picture is what is at its place, by its id")
    func image() async throws {
        let peer = try await server([
            ["path": "/api/api/get_agent_profile_image/a b", "status": 200, "body": "bytes"]
        ])
        let http = http(peer.port)
        #expect(try await http.profileImage(of: "a b") == Array("bytes".utf8))
        await #expect(throws: TransportError.self) { try await http.profileImage(of: "other") }
        http.close()
    }

    @Test("a picture with an address is asked for where that is the backend's, and nowhere else")
    func pictureAtAddress() async throws {
        let peer = try await server([["path": "/api/p/x.png", "status": 200, "body": "bytes"]])
        let http = http(peer.port)
        #expect(try await http.picture(at: "http://127.0.0.1:\(peer.port)/api/p/x.png") == Array("bytes".utf8))
        let other = "is not an address of http://127.0.0.1:\(peer.port)/api"
        for address in ["http://127.0.0.1:\(peer.port)/p/x.png", "http://127.0.0.1:1/api/p/x.png", "p/x.png"] {
            await #expect(throws: TransportError.unsendable(reason: "\"image\" \(other)")) {
                try await http.picture(at: address)
            }
        }
        http.close()
    }

    @Test("an answer that comes before all has been asked, and the connection's end behind it, trap nothing")
    func hasty() async throws {
        let peer = try await Peer("hasty.py")
        let http = http(peer.port)
        await withTaskGroup(of: Void.self) { group in
            for lane in 0..<8 {
                group.addTask {
                    for length in 0..<60 {
                        let text = String(repeating: "x", count: 1 + length * lane * 40)
                        // Which of the two is a matter of chance.
                        do throws(TransportError) {
                            try await http.send(text, readyAnimations: [])
                        } catch {
                            #expect(!error.reason.isEmpty && !error.reason.contains("\n"))
                        }
                    }
                }
            }
        }
        http.close()
    }

    @Test(
        "N51 an answer that is no success is one clear line",
        arguments: [
            (["path": "*", "status": 400, "body": #"{"error":"no AgentID"}"#], "status 400: no AgentID"),
            (["path": "*", "status": 401, "body": ""], "status 401 with an empty answer"),
            (["path": "*", "status": 500, "body": "<h1>Oops</h1>\n"], "status 500: <h1>Oops</h1>"),
            (
                ["path": "*", "status": 308, "body": "", "headers": ["Location": "https://elsewhere/api?key=k"]],
                "the server redirects to https://elsewhere/api (status 308); give that server's address"
            ),
        ] as [(JSON, String)])
    func refused(answer: JSON, found: String) async throws {
        let peer = try await server([answer])
        let http = http(peer.port)
        let place = "POST http://127.0.0.1:\(peer.port)/api/messages"
        await #expect(
            throws: TransportError.unexpectedAnswer(address: place, expected: "status 2xx", found: found)
        ) {
            try await http.send("hello", readyAnimations: [])
        }
        try await peer.expect("request")
        try await peer.expect("request", times: 1)
        #expect(peer.count("request") == 1)
        http.close()
    }

    @Test("N51 no answer in time, a dropped link, nobody there and an answer without end are one clear line each")
    func noAnswer() async throws {
        let peer = try await server([
            ["path": "/api/health", "delay": 3_600], ["path": "/api/messages", "drop": true],
            ["path": "/api/api/config", "size": 1_200_000],
        ])
        let http = http(peer.port)
        let base = "http://127.0.0.1:\(peer.port)/api"
        await #expect(
            throws: TransportError.timedOut(address: "GET \(base)/health", what: "answer", limit: .seconds(3))
        ) {
            try await http.health()
        }
        await #expect(
            throws: TransportError.unreachable(
                address: "POST \(base)/messages", reason: "the server closed the connection")
        ) { try await http.send("hello", readyAnimations: []) }
        await #expect(
            throws: TransportError.unexpectedAnswer(
                address: "GET \(base)/api/config", expected: "an answer of at most 1048576 bytes", found: "more")
        ) { try await http.agents() }
        http.close()
        let nobody = self.http(1)
        await #expect(
            throws: TransportError.unreachable(
                address: "GET http://127.0.0.1:1/api/health", reason: "connection refused")
        ) { try await nobody.health() }
        nobody.close()
    }

    @Test("how long an answer may take can be set")
    func answerLimit() async throws {
        let peer = try await server([["path": "*", "delay": 3_600]])
        let address = BackendAddress(scheme: .http, host: "127.0.0.1", port: peer.port)
        var options = ConnectionOptions(address: address, identity: identity)
        options.answerLimit = .milliseconds(150)
        let http = BackendHTTP(options)
        let place = "GET http://127.0.0.1:\(peer.port)/api/config"
        let expected = TransportError.timedOut(address: place, what: "answer", limit: .milliseconds(150))
        await #expect(throws: expected) { try await http.agents() }
        #expect(expected.reason == "\(place): no answer within 150 ms")
        http.close()
    }

    @Test("a server that says nothing for too long is said to have done so for that long")
    func idle() async throws {
        let peer = try await server([["path": "*", "delay": 3_600]])
        let caller = HTTPCaller(isInsecure: false, certificateFile: nil, idleSeconds: 1)
        let (answer, failure) = await caller.ask(.health, at: "http://127.0.0.1:\(peer.port)", headers: [])
        #expect(answer.status == 0 && failure?.shortReason == "no answer within 1 s")
        caller.close()
    }

    @Test("d-post-202: any success takes a message", arguments: [200, 201, 202, 204, 299])
    func success(status: Int) async throws {
        let peer = try await server([["path": "/api/messages", "status": .int(Int64(status))]])
        let http = http(peer.port)
        try await http.send("hello", readyAnimations: [])
        http.close()
    }

    @Test("d-redirect-308: a redirection on the backend's host is followed with the message, and one in a circle ends")
    func redirected() async throws {
        let peer = try await server([
            ["path": "/api/messages", "status": 308, "headers": ["Location": "/moved/messages?a=b"]],
            ["path": "/moved/messages", "status": 202],
            ["path": "/api/health", "status": 302, "headers": ["Location": "/api/health"]],
        ])
        let http = http(peer.port)
        try await http.send("hello", readyAnimations: [])
        let first = try await peer.expect("request")
        let second = try await peer.expect("request", after: first.next).object
        #expect(second["method"] == "POST" && second["path"] == "/moved/messages?a=b")
        #expect(second["body"] == first.object["body"] && second["headers"]?.object?["X-User-ID"] == "u+1@x")
        let error = await #expect(throws: TransportError.self) { try await http.health() }
        #expect(error?.reason.hasSuffix("found more than 5 redirections") == true)
        http.close()
    }

    @Test("d-header, d-query, d-cookies: each request has the user's headers, query and the backend's cookies")
    func access() async throws {
        let peer = try await server([
            ["path": "/api/health", "headers": ["Set-Cookie": "route=w1; Path=/"]],
            ["path": "/api/messages", "status": 403, "body": "secret-key of acme-corp is unknown"],
        ])
        var options = ConnectionOptions(
            address: BackendAddress(scheme: .http, host: "127.0.0.1", port: peer.port, path: "/api"), identity: identity
        )
        try options.access.set(.header, "X-Api-Key: secret-key\nCookie: own=1")
        try options.access.set(.query, "tenant=acme-corp")
        let http = BackendHTTP(options)
        try await http.health()
        let error = await #expect(throws: TransportError.self) { try await http.send("hello", readyAnimations: []) }
        #expect(error?.reason.hasSuffix("found status 403: ••• of ••• is unknown") == true, "\(error?.reason ?? "")")
        let first = try await peer.expect("request")
        #expect(first.object["path"] == "/api/health?tenant=acme-corp")
        let headers = try await peer.expect("request", after: first.next).object["headers"]?.object
        #expect(headers?["X-Api-Key"] == "secret-key" && headers?["Cookie"] == "own=1; route=w1")
        http.close()
    }

    @Test("agents are asked for at the older places when the newer ones do not have them")
    func agents() async throws {
        let peer = try await server([
            ["path": "/api/api/config", "status": 404], ["path": "/api/config", "body": #"{"version":1}"#],
            ["path": "/api/api/agents/list", "body": #"[{"id":3,"name":"Ann"}]"#],
        ])
        let http = http(peer.port)
        #expect(try await http.agents().map(\.id) == ["3"])
        try await peer.order(["path": "/api/api/agents/list", "status": 500])
        // What the newest place said is what is shown.
        let place = "GET http://127.0.0.1:\(peer.port)/api/api/config"
        await #expect(
            throws: TransportError.unexpectedAnswer(
                address: place, expected: "status 2xx", found: "status 404 with an empty answer")
        ) { try await http.agents() }
        http.close()
    }

    @Test("a login gives the user's id, or the backend's own words, and never the password")
    func login() async throws {
        let peer = try await server([["path": "/api/api/login", "body": #"{"userId":"u7"}"#]])
        let http = http(peer.port)
        #expect(try await http.login(email: "a@b", password: Secret("hunter2")) == "u7")
        try await peer.order(["path": "/api/api/login", "status": 401, "body": #"{"error":"wrong password"}"#])
        let error = await #expect(throws: TransportError.self) {
            try await http.login(email: "a@b", password: Secret("hunter2"))
        }
        let line = error?.reason ?? ""
        #expect(line.hasSuffix("expected status 2xx, found status 401: wrong password"))
        #expect(!line.contains("hunter2") && !"\(String(reflecting: error))".contains("hunter2"))
        http.close()
    }

    @Test("guest, history and session log have their own shapes")
    func others() async throws {
        let peer = try await server([
            ["path": "/api/initialize-guest-user", "body": "ok"],
            ["path": "/api/messages", "body": #"[{"message":"hi","sender":{"id":7}},{"message":null}]"#],
            ["path": "/api/api/log/session/start", "body": #"{"session_id":"s9"}"#],
            ["path": "*", "status": 204],
        ])
        let http = http(peer.port)
        #expect(try await http.registerGuest("guest_1") == "guest_1")
        let past = try await http.history()
        #expect(past.map(\.text) == ["hi"] && past.first?.sender == "7")
        #expect(try await http.startLog(platform: "terminal") == "s9")
        try await http.logFrames([["chunk": 0]], session: "s9")
        try await http.logEvent(["event_type": "CHUNK_START", "details": ["chunk": 0]], session: "s9")
        try await http.endLog(session: "s9")
        var (place, event) = (0, JSONObject())
        while event["path"] != "/api/api/log/event" { (event, place) = try await peer.expect("request", after: place) }
        #expect(
            try JSON.parse(event["body"]?.string ?? "")
                == ["session_id": "s9", "event_type": "CHUNK_START", "details": ["chunk": 0]])
        http.close()
    }

    @Test("d-health-websocket-only: a handshake by WebSocket is that of servers that take nothing else")
    func webSocketHandshake() async throws {
        let open = #"0{"sid":"e1","upgrades":[],"pingInterval":25000,"pingTimeout":20000}"#
        let script: JSON = [[["text": .string(open)], ["hold": true]]]
        let peer = try await Peer("scripted.py", script.text)
        let http = BackendHTTP(
            ConnectionOptions(
                address: BackendAddress(scheme: .ws, host: "127.0.0.1", port: peer.port), identity: identity))
        #expect(try await http.handshake().sid == "e1")
        try await peer.expect("gone")
        http.close()
    }

    @Test("a handshake is the socket's first packet, and anything else is named")
    func handshake() async throws {
        let real = try await Peer("backend.py")
        let backend = BackendHTTP(
            ConnectionOptions(
                address: BackendAddress(scheme: .http, host: "127.0.0.1", port: real.port), identity: identity))
        #expect(try await !backend.handshake().sid.isEmpty)
        backend.close()
        let peer = try await server([["path": "*", "body": "<html>hello"]])
        let http = http(peer.port)
        let error = await #expect(throws: TransportError.self) { try await http.handshake() }
        #expect(error?.reason.contains(#"expected a packet beginning 0{"sid""#) == true, "\(error?.reason ?? "")")
        http.close()
    }
}
