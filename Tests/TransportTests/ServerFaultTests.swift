import Events
import Support
import Synchronization
import Testing
import Transport
import Wire

private let message = #"{"AgentID":"1","message":"hi","instance_id":"t1","readyAnimations":["idle"]}"#
private func post(_ port: Int) throws -> RawClient.Response {
    try RawClient(port: port).request("POST", "/messages", headers: ["X-User-ID: u1"], body: message)
}
private let askIdle = #"42["request_specific_base_animation",{"agentId":"1","animationType":"idle"}]"#

@Suite("A stand-in backend with faults")
struct ServerFaultTests {
    /// Serves with faults while `work` is done.
    private static func serving<Value: Sendable>(
        _ faults: [(String, FaultValue)], _ work: @escaping @Sendable (Int) throws -> Value
    ) async throws -> (value: Value, standIn: StandIn) {
        let standIn = StandIn()
        var scenario = FaultScenario()
        for (name, value) in faults { try scenario.set(name, value) }
        let made = scenario
        return (
            try await standIn.serving {
                $0.scenario = made
            } _: {
                try work($0)
            }, standIn
        )
    }

    @Test("N47 the first connections are refused, the next is not; HTTP works meanwhile")
    func refuses() async throws {
        _ = try await Self.serving([("refuse", .number(2))]) { (port: Int) throws in
            for _ in 0..<2 {
                #expect(throws: RawClient.Failed.self) { try RawClient.joined(port: port) }
                #expect(try RawClient(port: port).request("GET", "/health").status == 200)
            }
            _ = try RawClient.joined(port: port)
        }
    }

    @Test("N49 a CONNECT_ERROR with its message, for the first client only")
    func connectError() async throws {
        _ = try await Self.serving([("connect-error", .text("no such agent")), ("connect-errors", .number(1))]) {
            port in
            let client = try RawClient(port: port)
            #expect(try client.openWebSocket("/socket.io/?EIO=4&transport=websocket") == 101)
            _ = try client.frame()
            try client.say("40")
            #expect(try client.frame().text == #"44{"message":"no such agent"}"#)
            _ = try RawClient.joined(port: port)
        }
    }

    @Test("N45 the link is cut in the middle of a batch, without a goodbye; the next link is whole")
    func dropsInside() async throws {
        _ = try await Self.serving([("drop-after", .number(1)), ("drop-inside", .flag(true))]) { (port: Int) throws in
            let client = try RawClient.joined(port: port)
            _ = try post(port)
            var texts: [String] = []
            while let frame = try? client.frame(), frame.opcode != 8 {
                texts.append(frame.opcode == 2 ? "<\(frame.bytes.count)>" : frame.text)
            }
            #expect(texts.count == 3 && texts.first?.contains("receive_audio") == true)
            #expect(texts[1].hasPrefix("452-") && texts[2] == "<16>")
            #expect(client.isEnded())
            let again = try RawClient.joined(port: port)
            _ = try post(port)
            _ = try again.wait(forEvent: "audio_end")
        }
    }

    @Test("the link is cut after so many events")
    func drops() async throws {
        _ = try await Self.serving([("drop-after", .number(3))]) { (port: Int) throws in
            let client = try RawClient.joined(port: port)
            try client.say(askIdle)
            var count = 0
            while let frame = try? client.frame(), frame.opcode == 1 { count += 1 }
            #expect(count == 3)
        }
    }

    @Test("the server disconnects politely after so many events")
    func disconnects() async throws {
        _ = try await Self.serving([("disconnect-after", .number(2))]) { (port: Int) throws in
            let client = try RawClient.joined(port: port)
            try client.say(askIdle)
            let texts = try client.texts { $0 == "41" }
            #expect(texts.count == 3)
        }
    }

    @Test("a client by polling gets the events before a polite disconnect, and hears it")
    func disconnectsPolling() async throws {
        _ = try await Self.serving([("disconnect-after", .number(2))]) { (port: Int) throws in
            let client = try RawClient(port: port)
            let path = "/socket.io/?EIO=4&transport=polling"
            let sid = try #require(try client.request("GET", path).text.split(separator: "\"").dropFirst(3).first)
            _ = try client.request("POST", "\(path)&sid=\(sid)", body: "40")
            _ = try client.request("GET", "\(path)&sid=\(sid)")
            _ = try client.request("POST", "\(path)&sid=\(sid)", body: askIdle)
            var packets: [Substring] = []
            while packets.last != "41" {
                let answer = try client.request("GET", "\(path)&sid=\(sid)")
                guard answer.status == 200 else { throw RawClient.Failed(description: answer.text) }
                packets += answer.text.split(separator: "\u{1E}")
            }
            #expect(packets.count == 3 && packets.first?.contains("animation_total_frames") == true)
            #expect(try client.request("GET", "\(path)&sid=\(sid)").text.contains("Session ID unknown"))
        }
    }

    @Test("an answer without a body has none, and the connection goes on", arguments: [204, 304])
    func bodiless(status: Int) async throws {
        _ = try await Self.serving([("post-status", .number(Double(status)))]) { (port: Int) throws in
            let client = try RawClient(port: port)
            #expect(
                try client.request("POST", "/messages", headers: ["X-User-ID: u1"], body: message).status == status)
            #expect(try client.request("GET", "/health").text == "OK")
        }
    }

    @Test("what comes behind a request that waits is kept within bounds")
    func pipelinedBytes() async throws {
        _ = try await Self.serving([("post-delay-ms", .number(60_000))]) { (port: Int) throws in
            let client = try RawClient(port: port)
            try client.ask("POST", "/messages", headers: ["X-User-ID: u1"], body: message)
            try? client.ask("POST", "/messages", body: String(repeating: "x", count: 100_000))
            #expect(client.isEnded())
        }
    }

    @Test("N46 a restart cuts all links, closes the port, and the server comes back on the same one")
    func restarts() async throws {
        _ = try await Self.serving([("restart-after", .number(4)), ("restart-ms", .number(300))]) {
            (port: Int) throws in
            let (one, other) = (try RawClient.joined(port: port), try RawClient.joined(port: port, user: "u2"))
            try one.say(askIdle)
            #expect(one.isEnded() && other.isEnded())
            var refused = 0
            while true {
                do {
                    _ = try RawClient.joined(port: port)
                    break
                } catch {
                    refused += 1
                }
            }
            #expect(refused > 0)
            // And once only.
            let again = try RawClient.joined(port: port)
            try again.say(askIdle)
            _ = try again.wait(forEvent: "animation_frames_complete")
        }
    }

    @Test("pings stop")
    func noPings() async throws {
        let standIn = StandIn()
        var scenario = FaultScenario()
        try scenario.set("pings-for-ms", .number(0))
        let made = scenario
        try await standIn.serving {
            $0.scenario = made
            $0.session.pingInterval = .milliseconds(100)
            $0.speed = 1
        } _: { (port: Int) throws in
            let client = try RawClient.joined(port: port)
            _ = try post(port)
            // A second by the server's own clock, in which there would have been ten.
            let texts = try client.wait(forEvent: "audio_end")
            #expect(!texts.contains("2"))
        }
    }

    @Test("N50 a probe without an answer leaves the client on polling")
    func ignoresProbe() async throws {
        _ = try await Self.serving([("ignore-probe", .flag(true))]) { (port: Int) throws in
            let poll = try RawClient(port: port)
            let path = "/socket.io/?EIO=4&transport=polling"
            let opened = try poll.request("GET", path).text
            let sid = try #require(opened.split(separator: "\"").dropFirst(3).first)
            let socket = try RawClient(port: port)
            #expect(try socket.openWebSocket("/socket.io/?EIO=4&transport=websocket&sid=\(sid)") == 101)
            try socket.say("2probe")
            _ = try poll.request("POST", "\(path)&sid=\(sid)", body: "40")
            #expect(try poll.request("GET", "\(path)&sid=\(sid)").text.hasPrefix("40{"))
        }
    }

    @Test("N41 a message begins by itself while another is under way")
    func saysAgain() async throws {
        let (texts, standIn) = try await Self.serving([("say-after-ms", .number(50)), ("says", .number(1))]) {
            (port: Int) throws in
            let client = try RawClient.joined(port: port)
            _ = try post(port)
            var texts = try client.wait(forEvent: "audio_end")
            texts += try client.wait(forEvent: "audio_end")
            return texts
        }
        #expect(texts.count { $0.contains("receive_audio") } == 2)
        #expect(standIn.lines.withLock { $0.contains { $0.contains("unsolicited message (fault)") } })
    }

    @Test("N51 posts are answered with an error at first, and nothing is said")
    func postErrors() async throws {
        let (_, standIn) = try await Self.serving([("post-status", .number(503)), ("post-errors", .number(1))]) {
            port in
            let client = try RawClient.joined(port: port)
            let first = try post(port)
            #expect(first.status == 503 && first.text.contains("error"))
            #expect(try post(port).status == 200)
            _ = try client.wait(forEvent: "audio_end")
        }
        #expect(standIn.count("receive_audio") == 1)
    }

    @Test("the same seed spoils the same events of a client that comes to a new server; another seed others")
    func repeatable() async throws {
        func run(seed: Double) async throws -> [String] {
            let faults: [(String, FaultValue)] = [
                ("seed", .number(seed)), ("duplicate", .number(0.3)), ("reorder", .number(0.3)),
                ("corrupt-json", .number(0.3)),
            ]
            return try await Self.serving(faults) { (port: Int) throws in
                let client = try RawClient.joined(port: port)
                try client.say(#"42["request_specific_base_animation",{"animationType":"large"}]"#)
                return try (0..<30).map { _ in String(try client.frame().text.prefix(200)) }
            }.value
        }
        let first = try await run(seed: 1)
        #expect(try await run(seed: 1) == first)
        #expect(try await run(seed: 2) != first)
        #expect(Set(first).count < first.count)
    }
}
