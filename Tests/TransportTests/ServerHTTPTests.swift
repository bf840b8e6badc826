import Events
import Platform
import Support
import Testing

@testable import Transport

private func polling(_ rest: String = "") -> String {
    "/socket.io/?EIO=4&transport=polling&user_id=u1&agent_id=1&instance_id=t1" + rest
}

@Suite("A stand-in backend's HTTP side")
struct ServerHTTPTests {
    @Test("the endpoints of the specification answer as it says")
    func endpoints() async throws {
        try await StandIn().serving { (port: Int) throws in
            // All on one connection.
            let client = try RawClient(port: port)
            #expect(try client.request("GET", "/health").text == "OK")
            #expect(try client.request("GET", "/api/health").status == 200)
            for path in ["/api/config", "/config", "/api/agents/list"] {
                #expect(try client.request("GET", path).text.contains(#""agent_id":"1","name":"Stand-in""#))
            }
            let image = try client.request("GET", "/api/get_agent_profile_image/1")
            #expect(image.headers["content-type"] == "image/webp" && image.body.starts(with: Array("RIFF".utf8)))
            let guest = try client.request("POST", "/initialize-guest-user", body: #"{"userId":"guest_1"}"#)
            #expect(guest.status == 200 && guest.text == #"{"userId":"guest_1"}"#)
            #expect(try client.request("POST", "/initialize-guest-user", body: "").text.contains("guest_"))
            let login = try client.request("POST", "/api/login", body: #"{"email":"a@b","password":"x"}"#)
            #expect(login.status == 200 && login.text == #"{"user_id":"a@b"}"#)
            let wrong = try client.request("POST", "/api/login", body: #"{"email":"a@b","password":"wrong"}"#)
            #expect(wrong.status == 401 && wrong.text.contains("error"))
            #expect(try client.request("GET", "/nothing").status == 404)
            #expect(try client.request("DELETE", "/messages").status == 404)
        }
    }

    @Test("passwords are not in the log")
    func noPasswords() async throws {
        let standIn = StandIn()
        try await standIn.serving { (port: Int) throws in
            for path in ["login", "signup"] {
                let body = #"{"email":"a@b","password":"s3cret","name":"A"}"#
                _ = try RawClient(port: port).request("POST", "/api/\(path)", body: body)
                _ = try RawClient(port: port).request("POST", "/api/\(path)", body: #"{"password":"s3cret"}"#)
            }
        }
        let lines = standIn.lines.withLock { $0 }
        #expect(lines.contains { $0.contains("a@b") } && !lines.contains { $0.contains("s3cret") })
    }

    @Test("N51 wrong posts get 400, 401 and 413 with a reason, and the server goes on")
    func wrongPosts() async throws {
        try await StandIn().serving { (port: Int) throws in
            let good = #"{"AgentID":"1","message":"hi","instance_id":"t1","readyAnimations":["idle"]}"#
            func status(_ body: String, _ headers: [String] = ["X-User-ID: u1"]) throws -> Int {
                let answer = try RawClient(port: port).request("POST", "/messages", headers: headers, body: body)
                if answer.status != 200 { #expect(answer.text.hasPrefix(#"{"error":"#)) }
                return answer.status
            }
            #expect(try status(good) == 200)
            #expect(try status(good, []) == 401)
            #expect(try status("{}") == 400)
            #expect(try status("") == 400)
            #expect(try status("[[[[") == 400)
            #expect(try status(#"{"AgentID":"1","message":"\#(String(repeating: "x", count: 1_000_001))"}"#) == 413)
            #expect(try status(good) == 200)
        }
    }

    @Test("what was said can be asked for")
    func history() async throws {
        try await StandIn().serving { (port: Int) throws in
            let body = #"{"AgentID":"1","message":"hi there","instance_id":"t1","readyAnimations":["idle"]}"#
            let client = try RawClient(port: port)
            _ = try client.request("POST", "/messages", headers: ["X-User-ID: u1"], body: body)
            let answer = try client.request(
                "GET", "/messages?conversation_id=conv_1_u1", headers: ["X-User-ID: u1", "X-App-Name: x"])
            #expect(answer.text.contains("hi there") && answer.text.contains(#""message":"first""#))
            #expect(try client.request("GET", "/messages?conversation_id=conv_1_u1").status == 401)
            #expect(try client.request("GET", "/messages", headers: ["X-User-ID: u1"]).status == 400)
        }
    }

    @Test("pages of this machine, and those that are named, may ask and read the answer, without credentials")
    func crossOrigin() async throws {
        try await StandIn().serving {
            $0.allowedOrigins = ["http://a.example", "null"]
        } _: { (port: Int) throws in
            let client = try RawClient(port: port)
            let before = try client.request(
                "OPTIONS", "/messages",
                headers: ["Origin: http://a.example", "Access-Control-Request-Headers: x-user-id, content-type"])
            #expect(before.status == 204 && before.headers["vary"] == "Origin")
            #expect(before.headers["access-control-allow-origin"] == "http://a.example")
            #expect(before.headers["access-control-allow-headers"] == "x-user-id, content-type")
            #expect(try client.request("GET", "/health").headers["access-control-allow-origin"] == nil)
            for origin in ["null", "http://localhost:3000"] {
                let headers = try client.request("GET", polling(), headers: ["Origin: \(origin)"]).headers
                #expect(headers["access-control-allow-origin"] == origin)
                #expect(headers["access-control-allow-credentials"] == nil)
            }
        }
    }

    @Test(
        "pages of other sites are refused, by HTTP and by WebSocket, and so is a Host that is not of this machine",
        arguments: ["Origin: http://attacker.example", "Origin: null", "Host: attacker.example"])
    func foreignPages(header: String) async throws {
        let standIn = StandIn()
        try await standIn.serving { (port: Int) throws in
            let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            let headers = header.hasPrefix("Host") ? header : "Host: 127.0.0.1:\(port)\r\n\(header)"
            let socket = "/socket.io/?EIO=4&transport=websocket&user_id=u1&agent_id=1&instance_id=t1"
            for request in [
                "GET /health", "OPTIONS /messages", "GET \(polling())", "POST /api/log/event", "GET \(socket)",
            ] {
                let client = try RawClient(port: port)
                let more =
                    request.contains("websocket") ? upgrade + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" : ""
                try client.send("\(request) HTTP/1.1\r\n\(headers)\r\n\(more)\r\n")
                let answer = try client.response()
                #expect(answer.status == 403 && answer.headers["access-control-allow-origin"] == nil, "\(request)")
            }
        }
        let lines = standIn.lines.withLock { $0 }
        #expect(lines.count { $0.contains(": 403 ") } == 5 && !lines.contains { $0.contains("connects") })
    }

    @Test("two requests at once are answered one after the other")
    func pipelined() async throws {
        try await StandIn().serving { (port: Int) throws in
            let client = try RawClient(port: port)
            try client.ask("GET", "/health")
            try client.ask("POST", "/messages", body: "{}")
            try client.ask("GET", "/api/health")
            let answers = try (0..<3).map { _ in try client.response().status }
            #expect(answers == [200, 401, 200])
        }
    }

    @Test(
        "what is no HTTP, or too much of it, ends the connection",
        arguments: [
            "\u{0}\u{1}\u{2}\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
            "GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 100_000) + "\r\n\r\n",
            "GET / HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 1_000) + "\r\n",
            "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            "GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        ])
    func notHTTP(text: String) async throws {
        try await StandIn().serving { (port: Int) throws in
            let client = try RawClient(port: port)
            try? client.send(text)
            #expect(client.isEnded())
            #expect(try RawClient(port: port).request("GET", "/health").status == 200)
        }
    }

    /// Of 64,004 bytes, names and values.
    private static let longHeaders = String(repeating: "X: \(String(repeating: "x", count: 16_000))\r\n", count: 4)

    // Each goes over the bound at its end: what a server that has closed has not read could take back its answer.
    @Test(
        "an address and headers that are too long are told with their bounds",
        arguments: [
            "GET /" + String(repeating: "x", count: 16_384),
            "GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 16_385),
            "GET / HTTP/1.1\r\n\(longHeaders)X: " + String(repeating: "x", count: 1_540),
            "GET / HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 101),
        ])
    func tooLong(text: String) async throws {
        try await StandIn().serving { (port: Int) throws in
            let client = try RawClient(port: port)
            try client.send(text)
            let answer = try client.response()
            #expect(answer.status == 431)
            for bound in ["16384 bytes", "65536", "100 headers"] { #expect(answer.text.contains(bound)) }
            #expect(client.isEnded())
        }
    }

    @Test("a client by polling alone: opens, joins, asks and gets, at most 16 packets at a time")
    func pollingOnly() async throws {
        try await StandIn().serving { (port: Int) throws in
            let (get, put) = (try RawClient(port: port), try RawClient(port: port))
            let opened = try get.request("GET", polling()).text
            let sid = try #require(opened.split(separator: "\"").dropFirst(3).first)
            #expect(opened.contains(#""upgrades":["websocket"]"#))
            let path = polling("&sid=\(sid)")
            #expect(try put.request("POST", path, body: "40").text == "ok")
            #expect(try get.request("GET", path).text.hasPrefix("40{"))
            let question = #"42["request_specific_base_animation",{"agentId":"1","animationType":"idle"}]"#
            // Ten at once: sixty events.
            let body = Array(repeating: question, count: 10).joined(separator: "\u{1E}")
            #expect(try put.request("POST", path, body: body).status == 200)
            var packets: [Substring] = []
            while packets.count(where: { $0.contains("animation_frames_complete") }) < 10 {
                let some = try get.request("GET", path).text.split(separator: "\u{1E}")
                #expect((1...16).contains(some.count))
                packets += some
            }
            #expect(packets.count(where: { $0.contains("receive_base_frame") }) == 30)
            // Attachments are base64.
            let message = #"{"AgentID":"1","message":"hi","instance_id":"t1","readyAnimations":["idle"]}"#
            _ = try put.request("POST", "/messages", headers: ["X-User-ID: u1"], body: message)
            var answer: [Substring] = []
            while !answer.contains(where: { $0.contains("audio_end") }) {
                answer += try get.request("GET", path).text.split(separator: "\u{1E}")
            }
            #expect(answer.contains("bUklGRi4uLi5XRUJQVlA4IA==") && answer.contains("bUklGRi4uLi5XRUJQVlA4IAE="))
            // The goodbye.
            #expect(try put.request("POST", path, body: "1").status == 200)
            #expect(try get.request("GET", path).text.contains("Session ID unknown"))
        }
    }

    @Test("a poll whose connection is lost does not lose what comes next")
    func lostPoll() async throws {
        try await StandIn().serving { (port: Int) throws in
            let put = try RawClient(port: port)
            let opened = try put.request("GET", polling()).text
            let path = polling("&sid=\(try #require(opened.split(separator: "\"").dropFirst(3).first))")
            _ = try put.request("POST", path, body: "40")
            _ = try put.request("GET", path)
            let lost = try RawClient(port: port)
            try lost.ask("GET", path)
            // The server has it when it refuses a second one, which would close the session; so another question first.
            #expect(try put.request("GET", "/health").status == 200)
            lost.reset()
            // Until the server has seen the end of that connection a poll beside it closes the session.
            var tries = 0
            var got = ""
            while tries < 1 {
                tries += 1
                #expect(try put.request("GET", "/health").status == 200)
                _ = try put.request("POST", path, body: #"42["request_base_animations_manifest",{}]"#)
                got = try put.request("GET", path).text
            }
            #expect(got.contains("base_animations_manifest"))
        }
    }

    @Test(
        "requests to Engine.IO that make no sense are refused",
        arguments: [
            ("/socket.io/?EIO=3&transport=polling", 400), ("/socket.io/?transport=polling", 400),
            ("/socket.io/?EIO=4&transport=carrier-pigeon", 400), ("/socket.io/?EIO=4&transport=websocket", 400),
            ("/socket.io/?EIO=4&transport=polling&sid=nobody", 400), ("/socket.io/x?EIO=4&transport=polling", 404),
        ])
    func refused(path: String, status: Int) async throws {
        try await StandIn().serving { (port: Int) throws in
            #expect(try RawClient(port: port).request("GET", path).status == status)
        }
    }

    @Test(
        "a request to upgrade that is none, with another one behind it, is answered and closed",
        arguments: ["", "Connection: keep-alive\r\n", "Connection: Upgrade\t\r\n", "Connection: Upgrade x\r\n"])
    func noUpgrade(connection: String) async throws {
        try await StandIn().serving { (port: Int) throws in
            let client = try RawClient(port: port)
            try client.send(
                "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n\(connection)"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
                    + "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try client.response().status == 400)
            #expect(client.isEnded())
            #expect(try RawClient(port: port).request("GET", "/health").status == 200)
        }
    }

    @Test("what comes in one piece with a request to upgrade is read as WebSocket")
    func earlyFrame() async throws {
        try await StandIn().serving { (port: Int) throws in
            let client = try RawClient(port: port)
            try client.send(
                Array(
                    ("GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                        + "Connection: keep-alive, Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        + "Sec-WebSocket-Version: 13\r\n\r\n").utf8) + [0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30])
            #expect(try client.response().status == 101)
            try client.texts { $0.hasPrefix("40{") }
        }
    }

    @Test(
        "a request for another protocol is answered, and its connection closed",
        arguments: [
            ("GET /health", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c", 200),
            ("GET /health", "Upgrade: h2c", 200), ("CONNECT /x", "X: y", 404),
            ("POST /api/login", "Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 2", 400),
        ])
    func otherProtocol(request: String, headers: String, status: Int) async throws {
        try await StandIn().serving { (port: Int) throws in
            let client = try RawClient(port: port)
            try client.send("\(request) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n\r\n[]")
            let answer = try client.response()
            #expect(answer.status == status && answer.headers["connection"] == "close")
            #expect(client.isEnded())
        }
    }

    @Test("what a client sends behind a request for another protocol is not kept without bound")
    func behindUpgrade() async throws {
        try await StandIn().serving { (port: Int) throws in
            let opening = try RawClient(port: port)
            let sid = try #require(try opening.request("GET", polling()).text.split(separator: "\"").dropFirst(3).first)
            let client = try RawClient(port: port)
            // A poll, which waits.
            try client.ask("GET", polling("&sid=\(sid)"), headers: ["Connection: Upgrade", "Upgrade: h2c"])
            try? client.send([UInt8](repeating: 0x78, count: 8 << 20))
            #expect(client.isEnded())
            #expect(try RawClient(port: port).request("GET", "/health").status == 200)
        }
    }

    @Test("a client by polling that pings is sent away")
    func pollingPing() async throws {
        try await StandIn().serving { (port: Int) throws in
            let client = try RawClient(port: port)
            let sid = try #require(try client.request("GET", polling()).text.split(separator: "\"").dropFirst(3).first)
            let path = polling("&sid=\(sid)")
            #expect(try client.request("POST", path, body: "2" + String(repeating: "x", count: 900_000)).status == 200)
            #expect(try client.request("GET", path).text.contains("Session ID unknown"))
        }
    }

    @Test("frames to be logged come a thousand at a time, whether they are kept or not")
    func loggedFrames() async throws {
        try await StandIn().serving { (port: Int) throws in
            let client = try RawClient(port: port)
            for (count, status) in [(1_000, 204), (1_001, 400)] {
                let frames = Array(repeating: "{}", count: count).joined(separator: ",")
                let body = #"{"session_id":"s1","frames":[\#(frames)]}"#
                #expect(try client.request("POST", "/api/log/frames-batch", body: body).status == status)
            }
        }
    }

    @Test("a line of the log is short, whatever a client says")
    func longLines() async throws {
        let standIn = StandIn()
        try await standIn.serving { (port: Int) throws in
            let client = try RawClient.joined(port: port)
            try client.say(#"42["\#(String(repeating: "e\u{301}", count: 100_000))"]"#)
            try client.say(#"42["request_base_animations_manifest",{}]"#)
            _ = try client.wait(forEvent: "base_animations_manifest")
        }
        let lines = standIn.lines.withLock { $0 }
        #expect(lines.contains { $0.unicodeScalars.count == 2_000 })
        #expect(lines.allSatisfy { $0.unicodeScalars.count <= 2_000 })
    }

    @Test("connections are fewer than the system's descriptors, so that accepting one never fails for want of them")
    func connectionBound() {
        #expect(ServerLimits.connections(descriptors: 1_024) == 960)
        #expect(ServerLimits.connections(descriptors: 256) == 192)
        #expect(ServerLimits.connections(descriptors: 1_000_000) == 1_024)
        #expect(ServerLimits.connections(descriptors: 0) == 8)
        #expect(DescriptorLimit.current.map { $0 > 0 } ?? true)
    }

    @Test("transports can be left out")
    func oneTransport() async throws {
        try await StandIn().serving {
            $0.session.transports = [.polling]
        } _: { (port: Int) throws in
            #expect(try RawClient(port: port).openWebSocket("/socket.io/?EIO=4&transport=websocket") == 400)
            #expect(try RawClient(port: port).request("GET", polling()).text.contains(#""upgrades":[]"#))
        }
        try await StandIn().serving {
            $0.session.transports = [.webSocket]
        } _: { (port: Int) throws in
            #expect(try RawClient(port: port).request("GET", polling()).status == 400)
            _ = try RawClient.joined(port: port)
        }
    }
}
