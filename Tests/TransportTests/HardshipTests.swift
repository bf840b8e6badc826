import Events
import Foundation
import JSON
import SocketIO
import Support
import Testing
import Transport

/// Servers that refuse, break, fall silent and come back.
@Suite("A connection in hard times")
struct HardshipTests {
    typealias Way = ConnectionTests.Way

    private static let open = #"0{"sid":"e1","upgrades":[],"pingInterval":25000,"pingTimeout":20000}"#
    private static let joining: [JSON] = [
        ["text": .string(open)], ["expect": "40"], ["text": #"40{"sid":"s1"}"#],
    ]

    private func scripted(_ scripts: [[JSON]]) async throws -> (Peer, Client) {
        let peer = try await Peer("scripted.py", JSON.array(scripts.map { .array($0) }).text)
        return (peer, Client(.ws, port: peer.port))
    }

    @Test("K54, N47 a first connection that is refused is tried again by the schedule", arguments: Way.allCases)
    func refusedFirst(way: Way) async throws {
        let peer = try await Peer("backend.py", "--closed")
        try await peer.expect("closed")
        let client = way.client(peer)
        _ = try await client.wait { news in
            if case .waiting(3, .seconds(4), .transportError("connection refused")) = news { true } else { nil }
        }
        peer.send(["do": "open"])
        _ = try await client.waitUntilConnected()
        #expect(
            client.log.prefix(3) == [
                "connecting 0", "waiting 1 1.0: transport error: connection refused", "connecting 1",
            ])
        await client.connection.close()
    }

    @Test("N46 after ten attempts it is over, and the user can begin again")
    func gaveUp() async throws {
        let peer = try await Peer("backend.py", "--closed")
        try await peer.expect("closed")
        let client = Client(.ws, port: peer.port) { $0.waitScale = 0.0001 }
        _ = try await client.wait { if case .gaveUp = $0 { true } else { nil } }
        let waits = [1, 2, 4, 8, 16, 30, 30, 30, 30, 30]
        let expected = waits.enumerated().flatMap { index, seconds in
            [
                "connecting \(index)",
                "waiting \(index + 1) \(Double(seconds)): transport error: connection refused",
            ]
        }
        #expect(
            client.log == expected + ["connecting 10", "gave up: transport error: connection refused"])
        client.connection.retry()
        _ = try await client.wait { if case .waiting(1, _, _) = $0 { true } else { nil } }
        await client.connection.close()
        try await client.drain()
    }

    @Test("a server that restarts is found again, and the new session works", arguments: Way.allCases)
    func restart(way: Way) async throws {
        let peer = try await Peer("backend.py")
        let client = way.client(peer)
        _ = try await client.waitUntilConnected()
        try await peer.order(["do": "close"])
        _ = try await client.waitUntilLost()
        _ = try await client.wait { if case .waiting(2, _, _) = $0 { true } else { nil } }
        try await peer.order(["do": "open"])
        _ = try await client.waitUntilConnected()
        client.connection.emit(WireMessage(name: "echo", arguments: [2]))
        #expect(try await client.waitForMessage("echoed").arguments == [2])
        await client.connection.close()
    }

    @Test("a user who does not want to wait for the next attempt gets it at once")
    func retryWhileWaiting() async throws {
        let peer = try await Peer("backend.py", "--closed")
        try await peer.expect("closed")
        let client = Client(.ws, port: peer.port) { $0.waitScale = 1_000 }
        _ = try await client.wait { if case .waiting(1, _, _) = $0 { true } else { nil } }
        try await peer.order(["do": "open"])
        try await peer.expect("listening", after: 2)
        client.connection.retry()
        _ = try await client.waitUntilConnected()
        await client.connection.close()
    }

    @Test("a server that sends the client away is connected to again", arguments: Way.allCases)
    func serverDisconnect(way: Way) async throws {
        let peer = try await Peer("backend.py")
        let client = way.client(peer)
        if way == .upgrade { try await client.waitForWebSocket() } else { _ = try await client.waitUntilConnected() }
        try await peer.order(["do": "disconnect"])
        #expect(try await client.waitUntilLost() == .serverDisconnect)
        _ = try await client.waitUntilConnected()
        await client.connection.close()
    }

    @Test("N49 a CONNECT_ERROR is shown, and nothing more happens until the user wants it", arguments: Way.allCases)
    func connectError(way: Way) async throws {
        let peer = try await Peer("backend.py", "--refuse", "no such user")
        let client = way.client(peer)
        let refusal: (ConnectionEvent) -> String? = { if case .refused(let text) = $0 { text } else { nil } }
        #expect(try await client.wait(for: refusal) == "no such user")
        client.connection.retry()
        #expect(try await client.wait(for: refusal) == "no such user")
        #expect(client.log == ["connecting 0", "refused: no such user", "connecting 0", "refused: no such user"])
        try await peer.expect("connect", times: 2)
        #expect(peer.count("connect") == 2)
        await client.connection.close()
        try await client.drain()
        #expect(client.log.last == "end")
    }

    @Test("d-dropped-at-once: a server that takes each client and drops it is asked ever more slowly")
    func droppedAtOnce() async throws {
        let (peer, client) = try await scripted([Self.joining + [["text": "41"], ["hold": true]]])
        _ = try await client.wait { if case .waiting(3, .seconds(4), .serverDisconnect) = $0 { true } else { nil } }
        #expect(client.log.filter { $0.hasPrefix("connected ") }.count == 3)
        #expect(peer.count("connection") == 3)
        await client.connection.close()
    }

    @Test("d-namespace, d-auth, d-acknowledgements: events come and go in the namespace, and are acknowledged")
    func namespace() async throws {
        let peer = try await Peer(
            "scripted.py",
            JSON.array([
                [
                    ["text": .string(Self.open)], ["expect": #"40/avatar,{"token":"t0"}"#],
                    ["text": #"40/avatar,{"sid":"s1"}"#], ["text": #"42/avatar,7["hello"]"#],
                    ["expect": "43/avatar,7[]"],
                    ["expect": #"42/avatar,["echo"]"#], ["tell": "answered"], ["hold": true],
                ]
            ]).text)
        let client = try Client(.ws, port: peer.port, access: [.namespace: "/avatar", .auth: #"{"token":"t0"}"#])
        _ = try await client.waitForMessage("hello")
        client.connection.emit(WireMessage(name: "echo", arguments: []))
        try await peer.expect("answered")
        #expect(peer.count("unexpected") == 0)
        await client.connection.close()
    }

    @Test(
        "d-path, d-cookies-polling, d-header, d-redirect-308: each request goes to the socket's place, with what it asks for",
        arguments: [307, 308])
    func place(status: Int64) async throws {
        let peer = try await Peer("answers.py")
        let open = JSON.string(Self.open)
        try await peer.order([
            "path": "/realtime/ws/", "status": .int(status),
            "headers": ["Location": "/moved/ws/?x=1", "Set-Cookie": "first=1"],
        ])
        try await peer.order([
            "path": "/moved/ws/", "body": open, "headers": ["Set-Cookie": "route=w1; Path=/; HttpOnly"],
        ])
        let client = try Client(
            .http, port: peer.port, access: [.path: "realtime/ws", .header: "X-Api-Key: k0", .query: "tenant=a b"])
        let first = try await peer.expect("request")
        #expect(first.object["path"]?.string?.hasPrefix("/realtime/ws/?EIO=4&transport=polling&") == true)
        #expect(first.object["path"]?.string?.hasSuffix("&tenant=a%20b") == true)
        let second = try await peer.expect("request", after: first.next)
        #expect(second.object["path"]?.string?.hasPrefix("/moved/ws/?EIO=4&transport=polling&") == true)
        #expect(second.object["headers"]?.object?["X-Api-Key"] == "k0")
        // The first cookie belongs to the place before.
        #expect(second.object["headers"]?.object?["Cookie"] == nil)
        let third = try await peer.expect("request", after: second.next).object
        #expect(third["path"]?.string?.contains("&sid=e1&") == true)
        #expect(third["headers"]?.object?["Cookie"] == "route=w1")
        await client.connection.close()
    }

    @Test(
        "d-eio3, d-redirect: another protocol, another host and another version are named",
        arguments: [
            (["body": #"97:0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":5000}2:40"#], "Engine.IO 3"),
            (
                ["status": 301, "headers": ["Location": "https://other.example/socket.io/?user_id=u1"]],
                "the server redirects to https://other.example/socket.io/ (status 301); give that server's address"
            ),
            (
                ["status": 400, "body": #"{"code":5,"message":"Unsupported protocol version"}"#],
                "Engine.IO 3 (Socket.IO 2)"
            ),
        ] as [(JSONObject, String)])
    func named(answer: JSONObject, words: String) async throws {
        let peer = try await Peer("answers.py")
        var order = answer
        order.append("path", "*")
        try await peer.order(.object(order))
        let client = Client(.http, port: peer.port)
        let reason = try await client.wait { if case .waiting(_, _, let reason) = $0 { reason } else { nil } }
        #expect(reason.text.contains(words), "\(reason.text)")
        await client.connection.close()
    }

    @Test("N48 a server that stops pinging is given up, and connected to again")
    func silence() async throws {
        let hasty = #"0{"sid":"e1","upgrades":[],"pingInterval":2000,"pingTimeout":3000}"#
        let (peer, client) = try await scripted([
            [["text": .string(hasty)], ["expect": "40"], ["text": "40{}"], ["pings": 2], ["hold": true]],
            Self.joining + [["hold": true]],
        ])
        #expect(try await client.waitUntilLost() == .pingTimeout)
        _ = try await client.waitUntilConnected()
        await client.connection.close()
        #expect(peer.count("unexpected") == 0)
    }

    @Test("pings are answered though nobody asks for the news")
    func pingsWithoutConsumer() async throws {
        let (peer, client) = try await scripted([Self.joining + [["pings": 100], ["tell": "answered"], ["hold": true]]])
        try await peer.expect("answered")
        #expect(peer.count("unexpected") == 0)
        await client.connection.close()
        #expect(try await peer.expect("received").object["text"] == "41")
        try await peer.expect("gone")
    }

    @Test(
        "a server that pings and pings and does not take the answers is left",
        arguments: ["\u{81}\u{7D}2", "\u{89}\u{7D}x"])
    func pingFlood(start: String) async throws {
        let flood: JSON = ["raw": .string(start + String(repeating: "x", count: 124)), "times": 400_000]
        let (peer, client) = try await scripted([
            Self.joining + [["deaf": true], flood, ["hold": true]], Self.joining + [["hold": true]],
        ])
        #expect(
            try await client.waitUntilLost()
                == .protocolError("more than 1000 pings, but the server rejects the answers"))
        _ = try await client.waitUntilConnected()
        try await peer.expect("connection", times: 2)
        #expect(peer.count("connection") == 2)
        await client.connection.close()
    }

    @Test("so is one whose answer to a poll is full of pings")
    func polledPings() async throws {
        let peer = try await Peer("answers.py")
        let body = Self.open + String(repeating: "\u{1E}2", count: 5_000)
        try await peer.order(["path": "/socket.io/", "body": .string(body)])
        let client = Client(.http, port: peer.port) { $0.transports = .polling }
        let reason = try await client.wait { if case .waiting(_, _, let reason) = $0 { reason } else { nil } }
        #expect(reason == .protocolError("more than 1000 pings, but the server rejects the answers"))
        await client.connection.close()
    }

    @Test("N7, N45 a link lost in the middle of attachments delivers nothing of them, and the next link begins anew")
    func lostInTheMiddle() async throws {
        let header: JSON = [
            "text":
                #"453-["b",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1},{"_placeholder":true,"num":2}]"#
        ]
        let (peer, client) = try await scripted([
            Self.joining + [["text": #"42["a"]"#], header, ["binary": 5], ["drop": true]],
            Self.joining + [["binary": 9], header, ["binary": 1], ["binary": 2], ["binary": 3], ["hold": true]],
        ])
        let message = try await client.waitForMessage("b")
        #expect(message.attachments == [[0], [0, 1], [0, 1, 2]])
        let log = client.log.filter { !$0.hasPrefix("waiting") && !$0.hasPrefix("lost") }
        #expect(
            log == [
                "connecting 0", "connected websocket", "message a", "odd: \"b\" ended after 1 of 3 attachments",
                "connecting 1", "connected websocket", "odd: 9 bytes without a message", "message b",
            ])
        await client.connection.close()
        try await peer.expect("connection", times: 2)
        #expect(peer.count("connection") == 2)
    }

    @Test("what is no Engine.IO, and no WebSocket, is one line and another attempt")
    func nonsense() async throws {
        let (peer, client) = try await scripted([
            [["text": "hello"]], [["binary": 4]], [["text": "0{}"]], [["text": .string(Self.open)], ["leave": true]],
            Self.joining + [["text": "9"], ["text": #"42["a"]"#], ["raw": "\u{09}\u{00}"]],
            Self.joining + [["hold": true]],
        ])
        _ = try await client.waitUntilConnected()
        _ = try await client.waitForMessage("a")
        _ = try await client.waitUntilConnected()
        let reasons = client.log.compactMap { $0.split(separator: ": ", maxSplits: 1).last.map(String.init) }
        #expect(reasons[1].hasPrefix("protocol error: expected an Engine.IO packet type from 0 to 6, found \"hello\""))
        #expect(reasons[3] == "protocol error: the first packet is not the open packet")
        #expect(reasons[5].hasPrefix("protocol error: \"sid\" is missing"))
        #expect(reasons[7] == "transport close")
        #expect(client.log.contains { $0.hasPrefix("odd: expected an Engine.IO packet type") })
        #expect(client.log.contains { $0.hasPrefix("lost: protocol error: ") }, "\(client.log.suffix(6))")
        await client.connection.close()
        #expect(peer.count("unexpected") == 0)
    }

    @Test("N50 polling goes on where WebSocket is not offered, refused, or fails half-way")
    func noUpgrade() async throws {
        for arguments in [
            ["--transports", "polling"], ["--proxy", "refuse"], ["--proxy", "half"], ["--proxy", "wrong"],
        ] {
            let peer = try await Peer("backend.py", arguments)
            let client = Client(.http, port: peer.port)
            _ = try await client.waitUntilConnected()
            if arguments[0] == "--proxy" { try await peer.expect("probe") }
            for number in 0..<20 {
                client.connection.emit(WireMessage(name: "echo", arguments: [.int(Int64(number))]))
                #expect(try await client.waitForMessage("echoed").arguments == [.int(Int64(number))])
            }
            #expect(!client.log.contains { $0.hasPrefix("upgraded") || $0.hasPrefix("lost") || $0.hasPrefix("odd") })
            await client.connection.close()
        }
    }

    @Test("d-websocket-cut: after two cut WebSockets the connection says that it stays on polling, and does")
    func cutWebSockets() async throws {
        let peer = try await Peer("backend.py")
        let client = Client(.http, port: peer.port)
        for _ in 0..<2 {
            try await client.waitForWebSocket()
            try await peer.order(["do": "cut"])
            _ = try await client.waitUntilLost()
        }
        #expect(try await client.waitUntilConnected() == .polling)
        #expect(client.log.suffix(4).map { $0.prefix(10) } == ["kept to po", "waiting 2 ", "connecting", "connected "])
        #expect(client.log.count { $0 == "kept to polling" } == 1)
        client.connection.emit(WireMessage(name: "echo", arguments: [1]))
        _ = try await client.waitForMessage("echoed")
        let echo = try await peer.expect("echo").object
        #expect(echo["transport"] == "polling")
        await client.connection.close()
    }

    @Test("N46 a web server that is no backend is named as that, and not quoted", arguments: [404, 500])
    func otherServer(status: Int) async throws {
        let peer = try await Peer("answers.py")
        try await peer.order(["path": "*", "status": .int(Int64(status)), "body": "\n<html>Oh no</html>"])
        for scheme in [BackendAddress.Scheme.http, .ws] {
            let client = Client(scheme, port: peer.port)
            let reason = try await client.wait { if case .waiting(_, _, let reason) = $0 { reason } else { nil } }
            let text =
                status == 404
                ? "no backend at this address (status 404)" : "the server answered with status \(status)"
            #expect(reason == .transportError(text))
            await client.connection.close()
        }
    }

    @Test("a server that has no WebSocket at all says so in one line")
    func webSocketRefused() async throws {
        let peer = try await Peer("backend.py", "--proxy", "refuse")
        let client = Client(.ws, port: peer.port)
        let reason = try await client.wait { if case .waiting(_, _, let reason) = $0 { reason } else { nil } }
        #expect(reason == .transportError("the server answered with status 400: no WebSockets here"))
        await client.connection.close()
    }
}
