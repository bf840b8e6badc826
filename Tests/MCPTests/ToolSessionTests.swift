import Events
import JSON
import Support
import Testing

@testable import MCP

/// The server's side of the Model Context Protocol, as its specification has the messages.
@Suite("Tools for programs, on the wire") struct ToolSessionTests {
    private static let tools = [ToolDescription("look", title: "Look", "Looks.", schema: ["type": "object"])]
    private static let hello =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#

    private static func session(isInitialized: Bool = true) -> ToolSession {
        var session = ToolSession(name: "cameo", version: "1", instructions: "Begin.", tools: tools)
        if isInitialized { _ = session.receive(hello.utf8) }
        return session
    }

    /// The one answer to a line.
    private static func answer(_ line: String, _ session: inout ToolSession) throws -> JSONObject {
        let actions = session.receive(line.utf8)
        guard actions.count == 1, case .answer(let answer) = actions[0], let object = answer.object else {
            throw NoAnswer(found: "\(actions)")
        }
        #expect(object["jsonrpc"] == "2.0")
        return object
    }

    private static func code(_ line: String, _ session: inout ToolSession) throws -> JSON? {
        try answer(line, &session)["error"]?.object?["code"]
    }

    private static func call(_ line: String, _ session: inout ToolSession) throws -> ToolCall {
        let actions = session.receive(line.utf8)
        guard actions.count == 1, case .call(let call) = actions[0] else { throw NoAnswer(found: "\(actions)") }
        return call
    }

    private struct NoAnswer: Error { let found: String }

    @Test("a revision that is known is agreed to, for any other the newest with a handshake is offered")
    func versions() throws {
        for (wanted, agreed) in [
            ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25"),
        ] {
            var session = Self.session(isInitialized: false)
            let line = Self.hello.replacing("2025-11-25", with: wanted)
            let result = try #require(try Self.answer(line, &session)["result"]?.object)
            #expect(result["protocolVersion"] == .string(agreed))
            #expect(result["capabilities"]?.object?["tools"]?.object != nil)
            #expect(result["serverInfo"]?.object?["name"] == "cameo" && result["instructions"] == "Begin.")
            #expect(try Self.code(line, &session) == -32600)
        }
    }

    @Test("before initialize only a ping is answered, after it tools are listed; notifications are not answered")
    func order() throws {
        var session = Self.session(isInitialized: false)
        let list = #"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#
        #expect(try Self.code(list, &session) == -32600)
        #expect(
            try Self.answer(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, &session)["result"]?.object?.members == [])
        _ = session.receive(Self.hello.utf8)
        #expect(session.receive(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.utf8).isEmpty)
        #expect(session.receive(#"{"jsonrpc":"2.0","method":"notifications/nothing"}"#.utf8).isEmpty)
        #expect(session.receive(#"{"jsonrpc":"2.0","id":7,"result":{}}"#.utf8).isEmpty)
        #expect(session.receive("  \r".utf8).isEmpty)
        let answer = try Self.answer(list, &session)
        #expect(answer["id"] == "a")
        let tool = try #require(answer["result"]?.object?["tools"]?.array?.first?.object)
        #expect(tool["name"] == "look" && tool["inputSchema"]?.object?["type"] == "object")
        #expect(answer["result"]?.object?["nextCursor"] == nil)
    }

    @Test(
        "what is no message, or none that is known, has the error that the specification names",
        arguments: [
            ("{", -32700, JSON.null), ("\u{1}", -32700, .null),
            (#"{"jsonrpc":"2.0","id":1,"method":"x"}{}"#, -32700, .null),
            (String(repeating: "[", count: 100_000), -32700, .null), ("[]", -32600, .null), ("3", -32600, .null),
            (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600, .null),
            (#"{"id":1,"method":"ping"}"#, -32600, 1), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600, 1),
            (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, .null),
            (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, .null), (#"{"jsonrpc":"2.0","id":1}"#, -32600, 1),
            (#"{"jsonrpc":"2.0","id":1,"method":5}"#, -32600, 1),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32602, 1),
            (#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, -32601, 1),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#, -32602, 1),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}"#, -32602, 1),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none"}}"#, -32602, 1),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look","arguments":3}}"#, -32602, 1),
        ])
    func errors(line: String, code: Int, id: JSON) throws {
        var session = Self.session()
        let answer = try Self.answer(line, &session)
        let error = try #require(answer["error"]?.object)
        #expect(error["code"] == .number(code) && error["message"]?.string?.isEmpty == false)
        #expect(answer.members.first { $0.key == "id" }?.value == id && answer["result"] == nil)
    }

    @Test("a call is answered once, with its content; one that is canceled is not answered; an identifier counts once")
    func calls() throws {
        var session = Self.session()
        let line = #"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"look","arguments":{"file":"a"}}}"#
        let call = try Self.call(line, &session)
        #expect(call.tool == "look" && call.arguments["file"] == "a")
        #expect(try Self.code(line, &session) == -32600)
        // Whatever is asked with it, and however wrong that is: two answers could not be told apart.
        for method in ["ping", "tools/call", "tools/list"] {
            #expect(try Self.code(#"{"jsonrpc":"2.0","id":9,"method":"\#(method)"}"#, &session) == -32600)
        }
        let answer = try #require(session.finish(call, .text("seen", ["n": 1]))?.object)
        let result = try #require(answer["result"]?.object)
        #expect(answer["id"] == 9 && result["isError"] == false)
        #expect(result["content"] == [["type": "text", "text": "seen"]] && result["structuredContent"] == ["n": 1])
        #expect(session.finish(call, .text("again", nil)) == nil)

        // With a number beyond 64 bits anywhere, all numbers of a text are read as fractions.
        let beyond = try Self.call(
            #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"look","arguments":{"n":9223372036854775808}}}"#,
            &session)
        #expect(session.finish(beyond, .failed("no such frame"))?.object?["id"] == 2)

        let other = try Self.call(line, &session)
        let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9,"reason":"late"}}"#
        guard case .cancel(9)? = session.receive(cancel.utf8).first else { throw NoAnswer(found: "no cancel") }
        #expect(session.receive(cancel.utf8).isEmpty)
        #expect(session.finish(other, .failed("too late")) == nil)

        let failed = try Self.call(line, &session)
        let error = session.finish(failed, .failed("no such file"))?.object?["result"]?.object
        #expect(error?["isError"] == true && error?["content"] == [["type": "text", "text": "no such file"]])
        let drawn = try Self.call(line, &session)
        let picture = session.finish(drawn, .picture([1, 2, 3], "frame 1"))?.object?["result"]?.object
        #expect(picture?["content"]?.array?.first == ["type": "image", "data": "AQID", "mimeType": "image/png"])
    }

    @Test("no more calls wait than the limit says")
    func limit() throws {
        var session = Self.session()
        func line(_ id: Int) -> String {
            #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"look"}}"#
        }
        for id in 0..<ToolSession.callLimit { _ = try Self.call(line(id), &session) }
        #expect(try Self.code(line(1_000), &session) == -32000)
    }

    @Test("of the revision without a handshake each request says its own, and each answer what it is")
    func selfContained() throws {
        var session = Self.session(isInitialized: false)
        func line(_ method: String, _ version: String, _ more: String = "") -> String {
            let meta =
                #""_meta":{"io.modelcontextprotocol/protocolVersion":\#(version),"io.modelcontextprotocol/clientCapabilities":{}}"#
            return #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(meta)\#(more)}}"#
        }
        let version = "\"2026-07-28\""
        let found = try #require(try Self.answer(line("server/discover", version), &session)["result"]?.object)
        #expect(found["supportedVersions"]?.array?.contains("2026-07-28") == true)
        #expect(found["resultType"] == "complete" && found["ttlMs"] == 0 && found["cacheScope"] == "private")
        let server = found["_meta"]?.object?["io.modelcontextprotocol/serverInfo"]?.object
        #expect(server?["name"] == "cameo")
        let list = try #require(try Self.answer(line("tools/list", version), &session)["result"]?.object)
        #expect(list["tools"]?.array?.count == 1 && list["resultType"] == "complete" && list["ttlMs"] == 0)
        let call = try Self.call(line("tools/call", version, #","name":"look""#), &session)
        #expect(session.finish(call, .text("x", nil))?.object?["result"]?.object?["resultType"] == "complete")
        let other = try Self.answer(line("tools/list", "\"2031-01-01\""), &session)["error"]?.object
        #expect(other?["code"] == -32022 && other?["data"]?.object?["requested"] == "2031-01-01")
        #expect(other?["data"]?.object?["supported"]?.array?.contains("2026-07-28") == true)
        #expect(try Self.code(line("initialize", version), &session) == -32022)
        #expect(try Self.code(line("ping", version), &session) == -32601)
        #expect(try Self.code(line("tools/list", "3"), &session) == -32602)
        let bare =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#
        #expect(try Self.code(bare, &session) == -32602)
    }

    @Test("no bytes trap it")
    func anything() {
        var session = Self.session()
        var random = SplitMix64(seed: 18)
        for _ in 0..<2_000 {
            var bytes = Array(Self.hello.utf8)
            for _ in 0..<random.below(20) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
            _ = session.receive(bytes.prefix(random.below(bytes.count + 1)))
        }
    }
}
