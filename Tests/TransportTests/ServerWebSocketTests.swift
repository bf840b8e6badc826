import Support
import Testing

@testable import Transport

@Suite("A stand-in backend's WebSockets")
struct ServerWebSocketTests {
    /// What a client sends that it must not.
    struct Wrong: CustomTestStringConvertible, Sendable {
        let code: Int
        let line: String
        let frames: [[UInt8]]
        var testDescription: String { "\(line): \(frames)" }

        init(_ code: Int, expected: String, found: String, _ frames: [UInt8]...) {
            (self.code, self.frames) = (code, frames)
            line = "expected \(expected), found \(found)"
        }
    }

    private static let noReserved = "a WebSocket frame without reserved bits (no extension negotiated)"
    private static let opcodes = "a WebSocket frame with an opcode of 0 to 2 or 8 to 10"
    private static let utf8 = "UTF-8 in a text message of the WebSocket"
    private static let mask = "each WebSocket frame with a mask"

    private static let wrong = [
        Wrong(1_002, expected: mask, found: "one without a mask", [0x81, 1, 0x33]),
        Wrong(1_002, expected: noReserved, found: "one with RSV1", masked(0xC1, [0x33])),
        Wrong(1_002, expected: noReserved, found: "one with RSV2 and RSV3", masked(0x31, [0x33])),
        Wrong(1_002, expected: opcodes, found: "one with 3", masked(0x83)),
        Wrong(1_002, expected: opcodes, found: "one with 11", masked(0x8B)),
        Wrong(1_007, expected: utf8, found: "invalid bytes", masked(0x81, [0x34, 0xFF])),
        Wrong(
            1_007, expected: utf8, found: "invalid bytes", masked(0x01, [0x34, 0xC3]), masked(0x80, [0x28])),
        Wrong(
            1_009, expected: "a WebSocket frame of at most 1000000 bytes", found: "a longer one",
            [0x81, 0xFF, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0]),
        Wrong(1_002, expected: "an unfragmented WebSocket control frame", found: "a fragment", masked(0x09)),
        Wrong(
            1_002, expected: "a WebSocket control frame of at most 125 bytes", found: "a longer one",
            [0x89, 0xFE, 0, 126, 0, 0, 0, 0]),
        Wrong(1_002, expected: "the beginning of a WebSocket message", found: "a later part of one", masked(0x80)),
        Wrong(
            1_002, expected: "the rest of a WebSocket message", found: "the beginning of another one",
            masked(0x01, [0x34]), masked(0x81, [0x34])),
        Wrong(
            1_008, expected: "a WebSocket message in at most 1000 fragments", found: "more",
            masked(0x01), Array(repeatElement(masked(0), count: 999).joined())),
    ]

    /// A frame of fewer than 126 bytes, with a mask that leaves them as they are.
    /// - Parameter first: FIN, reserved bits and opcode.
    private static func masked(_ first: UInt8, _ bytes: [UInt8] = []) -> [UInt8] {
        [first, 0x80 | UInt8(bytes.count), 0, 0, 0, 0] + bytes
    }

    /// What was said of the first client since it has joined.
    private func linesSinceJoined(_ standIn: StandIn) -> [String] {
        let lines = standIn.lines.withLock { $0 }
        return lines.drop { !$0.hasSuffix(": joined") }.dropFirst().map { line in
            String(line.trimmingPrefix("#1 u1-1-instance-t1: "))
        }
    }

    @Test("what RFC 6455 forbids closes the WebSocket with its code, and is one line", arguments: wrong)
    func forbidden(wrong: Wrong) async throws {
        let standIn = StandIn()
        try await standIn.serving { (port: Int) throws in
            let client = try RawClient.joined(port: port)
            for frame in wrong.frames { try client.send(frame) }
            let last = try client.frame()
            #expect(last.opcode == 8 && last.bytes == [UInt8(wrong.code >> 8), UInt8(wrong.code & 255)])
            #expect(client.isEnded())
        }
        #expect(linesSinceJoined(standIn) == [wrong.line])
    }

    @Test("a character may stand in two parts of a message")
    func dividedCharacter() async throws {
        let standIn = StandIn()
        try await standIn.serving { (port: Int) throws in
            let client = try RawClient.joined(port: port)
            let text = Array(#"421["é"]"#.utf8)
            // Six bytes: the first of the two of é is the last of them.
            try client.send(Self.masked(0x01, Array(text.prefix(6))))
            try client.send(Self.masked(0x80, Array(text.dropFirst(6))))
            try client.texts { $0 == "431[]" }
        }
        #expect(linesSinceJoined(standIn).first == "-> é, unknown event")
    }

    @Test("a WebSocket that is only tried and breaks the rules leaves the session on polling")
    func probe() async throws {
        let standIn = StandIn()
        try await standIn.serving { (port: Int) throws in
            let query = "/socket.io/?EIO=4&user_id=u1&agent_id=1&instance_id=t1&transport="
            let poller = try RawClient(port: port)
            let opened = try poller.request("GET", query + "polling").text
            let sid = try #require(opened.split(separator: "\"").dropFirst(3).first)
            let path = query + "polling&sid=\(sid)"
            #expect(try poller.request("POST", path, body: "40").text == "ok")
            #expect(try poller.request("GET", path).text.hasPrefix("40{"))
            let tried = try RawClient(port: port)
            #expect(try tried.openWebSocket(query + "websocket&sid=\(sid)") == 101)
            try tried.send([0x81, 1, 0x33])
            #expect(try tried.frame().bytes == [3, 234])
            #expect(try poller.request("POST", path, body: #"421["a"]"#).status == 200)
            #expect(try poller.request("GET", path).text == "431[]")
        }
        #expect(
            linesSinceJoined(standIn).prefix(2) == [
                "expected each WebSocket frame with a mask, found one without a mask", "-> a, unknown event",
            ])
    }

    @Test(
        "a link that is lost is no frame: that it was lost is all that is said", arguments: [true, false],
        [[], [0x81, 0x85, 1]] as [[UInt8]])
    func lost(resets: Bool, begun: [UInt8]) async throws {
        let standIn = StandIn()
        let server = try await standIn.server()
        let port = server.port
        try await offPool {
            let client = try RawClient.joined(port: port)
            try client.send(begun)
            if resets { client.endsWithReset() }
        }
        #expect(await eventually { !linesSinceJoined(standIn).isEmpty })
        await server.stop()
        #expect(linesSinceJoined(standIn) == ["the link was lost"])
    }
}
