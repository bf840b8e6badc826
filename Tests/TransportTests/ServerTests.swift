import Events
import Foundation
import JSON
import SocketIO
import Support
import Synchronization
import Testing
import Wire

@testable import Transport

private let ready = #"{"AgentID":"1","message":"hi","instance_id":"t1","readyAnimations":["idle"]}"#
private func post(_ port: Int, _ body: String = ready, user: String = "u1") throws -> RawClient.Response {
    try RawClient(port: port).request("POST", "/messages", headers: ["X-User-ID: \(user)"], body: body)
}
private func ask(_ clip: String) -> String {
    #"42["request_specific_base_animation",{"agentId":"1","animationType":"\#(clip)"}]"#
}
private func polling(_ rest: String = "") -> String {
    "/socket.io/?EIO=4&transport=polling&user_id=u1&agent_id=1&instance_id=t1" + rest
}

/// Log lines as a server hands them over.
private final class KeptLogs: ClientLogs {
    let lines = Mutex<[String]>([])
    var time: String { "2026-03-01T12:00:00.000Z" }
    var sessions: [String] { ["s1"] }
    func frames(_ records: [JSONObject], session: String) {
        lines.withLock { $0 += records.map { FrameRecordLine.text($0, session: session, time: time) } }
    }
    func end(_ session: String) {}
    func event(_ event: JSON, session: String) { lines.withLock { $0.append("\(session) \(event.text)") } }
}

@Suite("A stand-in backend")
struct ServerTests {
    @Test("a client by WebSocket gets manifest, clips and an answer to its message, in order")
    func conversation() async throws {
        let texts = try await StandIn().serving { (port: Int) throws in
            let client = try RawClient.joined(port: port)
            try client.say(#"42["request_base_animations_manifest",{"agentId":"1"}]"#)
            var texts = try client.wait(forEvent: "base_animations_manifest")
            try client.say(ask("idle"))
            texts += try client.wait(forEvent: "animation_frames_complete")
            let answer = try post(port)
            #expect(answer.status == 200)
            texts += try client.wait(forEvent: "audio_end")
            return texts
        }
        #expect(
            texts.first
                == #"42["base_animations_manifest",{"animations":{"idle":{"frames":3,"version":"v1"},"large":{"frames":60,"version":"v2"}}}]"#
        )
        let frames = (0..<3).map {
            #"42["receive_base_frame",{"animation_type":"idle","frame_index":\#($0),"frame_data":{"data":"UklGRi4uLi5XRUJQVlA4IA==","mime_type":"image/webp"}}]"#
        }
        #expect(texts[1] == #"42["animation_total_frames",{"animation_type":"idle","total_frames":3}]"#)
        #expect(Array(texts[2..<5]) == frames)
        #expect(texts[6] == #"42["receive_audio",{"chunk_index":0,"message":1}]"#)
        #expect(texts[7].hasPrefix(#"452-["receive_frame_images_batch","#))
        #expect(Array(texts[8...]) == ["<16 bytes>", "<17 bytes>", #"42["audio_end",{}]"#])
    }

    @Test("messages come in turn, and after the last the first again")
    func turns() async throws {
        let texts = try await StandIn().serving { (port: Int) throws in
            let client = try RawClient.joined(port: port)
            var texts: [String] = []
            for _ in 0..<3 {
                _ = try post(port)
                texts += try client.wait(forEvent: "audio_end").filter { $0.contains("receive_audio") }
            }
            return texts
        }
        #expect(texts.map { $0.contains(#""message":1"#) } == [true, false, true])
    }

    @Test("a message by the socket is answered like one by HTTP")
    func userMessage() async throws {
        try await StandIn().serving { (port: Int) throws in
            let client = try RawClient.joined(port: port)
            try client.say(#"4211["user_message",{"message":"hi","ready_animations":["idle"]}]"#)
            let texts = try client.wait(forEvent: "audio_end")
            #expect(texts.first == "4311[]")
        }
    }

    @Test("N52 with nothing ready nothing is said, and the log says why")
    func nothingReady() async throws {
        let standIn = StandIn()
        try await standIn.serving { (port: Int) throws in
            let client = try RawClient.joined(port: port)
            let answer = try post(port, #"{"AgentID":"1","message":"hi","instance_id":"t1","readyAnimations":[]}"#)
            #expect(answer.status == 200)
            // A question that is answered after it shows that nothing came before.
            try client.say(ask("idle"))
            let texts = try client.wait(forEvent: "animation_frames_complete")
            #expect(texts.first?.contains("animation_total_frames") == true)
        }
        #expect(standIn.count("receive_audio") == 0)
        #expect(standIn.lines.withLock { $0.contains { $0.contains("readyAnimations is empty") } })
    }

    @Test("a message for a room where nobody is says so in the log, with the rooms that there are")
    func emptyRoom() async throws {
        let standIn = StandIn()
        try await standIn.serving { (port: Int) throws in
            let client = try RawClient.joined(port: port, instance: "other")
            _ = try post(port)
            try client.say(ask("idle"))
            _ = try client.wait(forEvent: "animation_frames_complete")
        }
        #expect(
            standIn.lines.withLock {
                $0.contains { $0.contains("no client in this room, answer dropped") && $0.contains("instance-other") }
            })
    }

    @Test("N39 a new message stops the one under way")
    func stops() async throws {
        let texts = try await StandIn().serving {
            $0.speed = 0.25
        } _: { (port: Int) throws in
            let client = try RawClient.joined(port: port)
            _ = try post(port)
            var texts = try client.wait(forEvent: "receive_audio")
            _ = try post(port)
            texts += try client.wait(forEvent: "audio_end")
            return texts
        }
        // Of the first message the sound alone came; then the whole second one.
        #expect(texts.count { $0.contains("receive_audio") } == 2)
        #expect(texts.count { $0.contains("receive_frame_images_batch") } == 1)
    }

    @Test("ten clients at once hear their own room alone")
    func tenClients() async throws {
        let standIn = StandIn()
        let server = try await standIn.server { $0.speed = 4 }
        let port = server.port
        let heard = try await withThrowingTaskGroup(of: (Int, [String]).self) { group in
            for number in 0..<10 {
                group.addTask {
                    try await offPool {
                        let client = try RawClient.joined(port: port, user: "user\(number)", instance: "i\(number)")
                        var texts: [String] = []
                        for _ in 0...number % 3 {
                            try client.say(ask("idle"))
                            texts += try client.wait(forEvent: "animation_frames_complete")
                            let body = ready.replacingOccurrences(of: "t1", with: "i\(number)")
                            let answer = try post(port, body, user: "user\(number)")
                            #expect(answer.status == 200)
                            texts += try client.wait(forEvent: "audio_end")
                        }
                        return (number, texts)
                    }
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        await server.stop()
        #expect(heard.count == 10)
        for (number, texts) in heard {
            #expect(texts.count { $0.contains("receive_audio") } == 1 + number % 3)
            #expect(texts.count { $0.contains("receive_base_frame") } == 3 * (1 + number % 3))
        }
    }

    /// Base frames that were read for a client that does not read, once the server cannot write to it any more: the same number
    /// again and again while others are served.
    private func framesUntilFull(_ standIn: StandIn, _ port: Int) throws -> Int {
        var (last, same) = (-1, 0)
        while same < 5 {
            let other = try RawClient.joined(port: port)
            _ = try post(port)
            _ = try other.wait(forEvent: "audio_end")
            let now = standIn.count("receive_base_frame")
            same = now == last && now > 0 ? same + 1 : 0
            last = now
        }
        return last
    }

    @Test("a client that does not read stops its own clips and nobody else; little is read ahead for it")
    func slowClient() async throws {
        let standIn = StandIn()
        try await standIn.serving { (port: Int) throws in
            let slow = try RawClient.joined(port: port, user: "slow", receiveBytes: 8_192)
            try slow.say(ask("large"))
            let last = try framesUntilFull(standIn, port)
            #expect(last < 20, "\(last) frames of a megabyte were read ahead")
            // It reads again and gets all of it.
            let texts = try slow.wait(forEvent: "animation_frames_complete")
            #expect(texts.count { $0.contains("receive_base_frame") } == StandIn.largeFrames)
        }
    }

    @Test("a client that pings and pings and does not read is sent away", arguments: [UInt8(9), 1])
    func pingsWithoutReading(opcode: UInt8) async throws {
        let standIn = StandIn()
        try await standIn.serving { (port: Int) throws in
            let slow = try RawClient.joined(port: port, user: "slow", receiveBytes: 8_192)
            try slow.say(ask("large"))
            _ = try framesUntilFull(standIn, port)
            // Pings of the WebSocket, or packets.
            let frame = [0x80 | opcode, 0x80 | 125, 0, 0, 0, 0, 0x33] + [UInt8](repeating: 0x78, count: 124)
            let thousand = Array(repeatElement(frame, count: 1_000).joined())
            // More than fits into any buffer on the way.
            #expect(throws: RawClient.Failed.self) { for _ in 0..<300 { try slow.send(thousand) } }
        }
        #expect(standIn.lines.withLock { $0.contains { $0.contains("unread packets for a client") } })
    }

    /// Says a megabyte again and again.
    private struct Torrent: BackendSpeech {
        func answer(
            _ text: String, in conversation: String, give: @escaping @Sendable ([WireMessage]) -> Void
        ) async -> String? {
            for _ in 0..<200 where !Task.isCancelled {
                let picture = JSON.string(String(repeating: "x", count: 1 << 20))
                give([WireMessage(name: "receive_frame_images_batch", arguments: [picture])])
                await Task.yield()
            }
            return nil
        }
    }

    @Test("a client that does not read what is said is sent away before all of it waits, and nobody else is")
    func speechWithoutReading() async throws {
        let standIn = StandIn()
        try await standIn.serving {
            $0.speech = Torrent()
        } _: { (port: Int) throws in
            let slow = try RawClient.joined(port: port, receiveBytes: 8_192)
            let answer = try post(port)
            #expect(answer.status == 200)
            let isNamed = {
                standIn.lines.withLock { $0.contains { $0.contains("unread bytes of speech for a client") } }
            }
            let deadline = ContinuousClock.now + .seconds(60)
            while !isNamed(), ContinuousClock.now < deadline { usleep(1_000) }
            #expect(isNamed())
            let other = try RawClient.joined(port: port, user: "other")
            try other.say(ask("idle"))
            _ = try other.wait(forEvent: "animation_frames_complete")
            slow.reset()
        }
    }

    @Test("clips that waited for polls go on at once when the client moves to WebSocket")
    func movesOn() async throws {
        let standIn = StandIn()
        // More than waits for a poll, in base64; little in the WebSocket's own form.
        let frames = (0..<4).map { index in
            let message = WireMessage(
                name: "receive_base_frame", arguments: [WireMessage.placeholder(0)],
                attachments: [[UInt8](repeating: 7, count: 900_000)])
            return BackendContent.BaseFrame(index: index, place: .made(message), byteCount: 1_200_000)
        }
        try await standIn.serving {
            $0.content = BackendContent(
                title: "", clips: [.init(name: "binary", total: 4, version: "v", frames: frames)], messages: [])
        } _: { (port: Int) throws in
            let put = try RawClient(port: port)
            let sid = try #require(try put.request("GET", polling()).text.split(separator: "\"").dropFirst(3).first)
            let path = polling("&sid=\(sid)")
            _ = try put.request("POST", path, body: "40")
            _ = try put.request("GET", path)
            _ = try put.request("POST", path, body: ask("binary"))
            while standIn.count("receive_base_frame") == 0 { _ = try put.request("GET", "/health") }
            let socket = try RawClient(port: port)
            #expect(try socket.openWebSocket("/socket.io/?EIO=4&transport=websocket&sid=\(sid)") == 101)
            try socket.say("2probe")
            #expect(try socket.frame().text == "3probe")
            try socket.say("5")
            // Within the client's limit, which is shorter than the time to the next ping.
            let texts = try socket.wait(forEvent: "animation_frames_complete")
            #expect(texts.count { $0 == "<900000 bytes>" } == 4)
        }
    }

    @Test("the end: clients are told, and the port is free")
    func ends() async throws {
        let standIn = StandIn()
        let server = try await standIn.server()
        let port = server.port
        let client = try await offPool { UncheckedBox(try RawClient.joined(port: port)) }
        await server.stop()
        try await offPool {
            let last = try client.value.texts { $0 == "41" }
            #expect(last == ["41"])
            #expect(client.value.isEnded())
        }
        let again = try await standIn.server { $0.port = port }
        #expect(again.port == port)
        await again.stop()
    }

    /// Goes on for a while when it is canceled, and gives something then.
    private final class Late: BackendSpeech {
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let hasEnded = Mutex(false)
        let conversations = Mutex<[String]>([])

        func answer(
            _ text: String, in conversation: String, give: @escaping @Sendable ([WireMessage]) -> Void
        ) async -> String? {
            conversations.withLock { $0.append(conversation) }
            begin.yield()
            while !Task.isCancelled { await Task.yield() }
            for _ in 0..<20_000 { await Task.yield() }
            give([WireMessage(name: "new_message", arguments: [[:]])])
            hasEnded.withLock { $0 = true }
            return nil
        }
    }

    @Test("the end waits for an answer that is under way, which may still give something")
    func endsAfterAnswers() async throws {
        let (standIn, speech) = (StandIn(), Late())
        let server = try await standIn.server { $0.speech = speech }
        let port = server.port
        let answer = try await offPool { try post(port) }
        #expect(answer.status == 200)
        for await _ in speech.begun { break }
        await server.stop()
        #expect(speech.hasEnded.withLock { $0 })
        #expect(speech.conversations.withLock { $0 } == ["conv_1_u1"])
    }

    /// Goes on until it is canceled.
    private struct Endless: BackendSpeech {
        func answer(
            _ text: String, in conversation: String, give: @escaping @Sendable ([WireMessage]) -> Void
        ) async -> String? {
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
            return nil
        }
    }

    @Test("no more answers are made up at a time than there is room for, in however many rooms")
    func manyAnswers() async throws {
        let standIn = StandIn()
        try await standIn.serving {
            $0.speech = Endless()
        } _: { (port: Int) throws in
            var statuses = try (0..<ServerLimits.answers).map { try post(port, user: "user\($0)").status }
            #expect(Set(statuses) == [200])
            statuses = [try post(port, user: "another").status, try post(port, user: "user0").status]
            #expect(statuses == [503, 503])
        }
    }

    @Test("a port that is taken is named with the reason")
    func taken() async throws {
        let standIn = StandIn()
        let server = try await standIn.server()
        let error = await #expect(throws: TransportError.self) { try await standIn.server { $0.port = server.port } }
        #expect(error?.reason == "127.0.0.1:\(server.port): the port is in use by another program")
        await server.stop()
    }

    @Test("clients that never join keep nobody out: the oldest of them is dropped for a new one")
    func neverJoined() async throws {
        let standIn = StandIn()
        try await standIn.serving { (port: Int) throws in
            let member = try RawClient.joined(port: port)
            let opener = try RawClient(port: port)
            var sids: [Substring] = []
            for _ in 1..<ServerLimits.sessions {
                sids.append(
                    try #require(try opener.request("GET", polling()).text.split(separator: "\"").dropFirst(3).first))
            }
            let late = try RawClient.joined(port: port, user: "late")
            for client in [late, member] {
                try client.say(ask("idle"))
                _ = try client.wait(forEvent: "animation_frames_complete")
            }
            #expect(try opener.request("POST", polling("&sid=\(sids[0])"), body: "40").status == 400)
            #expect(try opener.request("POST", polling("&sid=\(sids[1])"), body: "40").status == 200)
        }
        #expect(standIn.lines.withLock { $0.count { $0.contains("because it has not joined") } } == 1)
    }

    @Test("N48 a client that answers no ping is let go, and one that does stays")
    func heartbeat() async throws {
        try await StandIn().serving {
            $0.session.pingInterval = .milliseconds(100)
            // However busy the machine is.
            $0.session.pingTimeout = .milliseconds(120_000)
        } _: { (port: Int) throws in
            let client = try RawClient.joined(port: port)
            for _ in 0..<4 {
                try client.texts { $0 == "2" }
                try client.say("3")
            }
        }
        let standIn = StandIn()
        try await standIn.serving {
            $0.session.pingInterval = .milliseconds(100)
            // Time enough for joining.
            $0.session.pingTimeout = .milliseconds(5_000)
        } _: { (port: Int) throws in
            let client = try RawClient.joined(port: port)
            // No answer: the engine's goodbye.
            try client.texts { $0 == "1" }
            #expect(client.isEnded())
        }
        #expect(standIn.lines.withLock { $0.contains { $0.contains("no answer to a ping") } })
    }

    @Test("what clients log is kept, and the server's own frames beside it")
    func logs() async throws {
        let kept = KeptLogs()
        try await StandIn().serving {
            $0.logs = kept
        } _: { (port: Int) throws in
            func log(_ path: String, _ body: String) throws -> RawClient.Response {
                try RawClient(port: port).request("POST", "/api/log/\(path)", body: body)
            }
            let start = try log("session/start", #"{"platform":"terminal","user_id":"u1","agent_id":"1"}"#)
            #expect(start.status == 200 && start.text.contains("2026-03-01_120000_1_terminal"))
            #expect(try log("frame", #"{"session_id":"s1","chunk":1,"seq":2,"anim":"a|b"}"#).status == 204)
            #expect(try log("frames-batch", #"{"session_id":"s1","frames":[{"chunk":1},{"chunk":2},5]}"#).status == 204)
            #expect(
                try log("event", #"{"session_id":"s1","event_type":"FRAME_LOSS","details":{"lost":3}}"#).status == 204)
            #expect(try log("session/end", #"{"session_id":"s1"}"#).status == 200)
            #expect(try log("frames-batch", #"{"session_id":"s1"}"#).status == 400)
            #expect(try log("event", "{}").status == 400)
            #expect(try RawClient(port: port).request("GET", "/logs").text.contains("<li>s1</li>"))
            let client = try RawClient.joined(port: port)
            try client.say(#"42["set_session_id",{"session_id":"../s2"}]"#)
            _ = try post(port)
            _ = try client.wait(forEvent: "audio_end")
        }
        let lines = kept.lines.withLock { $0 }
        #expect(lines.contains("2026-03-01T12:00:00.000Z|UNKNOWN|s1|1|2|a_b||||||||"))
        #expect(lines.count { $0.contains("|UNKNOWN|") } == 3)
        #expect(lines.contains { $0.contains("FRAME_LOSS") && $0.contains(#""lost":3"#) })
        #expect(
            lines.filter { $0.contains("|BACKEND|") }
                == (0..<2).map {
                    "2026-03-01T12:00:00.000Z|BACKEND|_s2|0|\($0)|talk|5|o|SYNC||5|||"
                })
    }
}

/// Handed from one thread to the next, never used by two.
struct UncheckedBox<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
