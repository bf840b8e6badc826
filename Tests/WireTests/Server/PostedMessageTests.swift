import Events
import Testing

@testable import Wire

@Suite("Requests to a stand-in backend")
struct PostedMessageTests {
    private static let good: JSON = [
        "AgentID": "1", "message": " Good morning ", "instance_id": "t1", "userResolution": "512",
        "readyAnimations": ["a", "b"],
    ]

    private static func posted(_ body: JSON, user: String? = "u1") throws -> PostedMessage {
        try PostedMessage(body: body.utf8, user: user)
    }

    @Test("the message of the worked example")
    func example() throws {
        let posted = try Self.posted(Self.good)
        #expect(posted.room.name == "u1-1-instance-t1" && posted.room.conversation == "conv_1_u1")
        #expect(posted.text == "Good morning" && posted.ready == ["a", "b"])
    }

    @Test("K56 a number is an agent, too; without readyAnimations none are ready")
    func lenient() throws {
        let posted = try Self.posted(["AgentID": 1, "message": "x"])
        #expect(posted.room.agent == "1" && posted.room.instance == "default" && posted.ready.isEmpty)
    }

    @Test(
        "N51 a wrong body gets 400 and the reason",
        arguments: [
            (#"{"message":"x"}"#, "AgentID"), (#"{"AgentID":"1"}"#, "message"),
            (#"{"AgentID":"1","message":"  "}"#, "message"),
            (#"{"AgentID":"1","message":5}"#, "message"), ("", "JSON"), ("[]", "object"), ("{", "JSON"),
            (#"{"AgentID":"1","message":"x","readyAnimations":"a"}"#, "readyAnimations"),
            (#"{"AgentID":"1","message":"x","readyAnimations":[1]}"#, "readyAnimations"),
            (#"{"user_id":"u","agent_id":"1","text":"x"}"#, "older form"),
        ])
    func wrong(body: String, word: String) throws {
        let answer = try #require(throws: HTTPAnswer.self) { try PostedMessage(body: Array(body.utf8), user: "u") }
        #expect(answer.status == 400 && answer.type == "application/json")
        let reason = try JSON.parse(answer.body).object?["error"]?.string
        #expect(reason?.contains(word) == true, "\(reason ?? "-")")
    }

    @Test("N51 without a user the answer is 401", arguments: [nil, "", "  ", String(repeating: "x", count: 300)])
    func unauthorized(user: String?) throws {
        let answer = try #require(throws: HTTPAnswer.self) { try Self.posted(Self.good, user: user) }
        #expect(answer.status == 401)
    }

    @Test("K55 the query arrives as it was before it was encoded")
    func query() {
        let address = BackendAddress(scheme: .http, host: "h", port: 80)
        let user = "a+b@c d&=%é\u{0}"
        let target = HTTPTarget(address.socketPath(transport: "polling", query: [("user_id", user)]))
        #expect(target.path == "/socket.io/")
        #expect(target["user_id"] == user && target["EIO"] == "4" && target["transport"] == "polling")
        #expect(target["nothing"] == nil)
    }

    @Test(
        "a strange query is read as far as it goes",
        arguments: ["?", "/?&&=&a", "/?%", "/?%4", "/?a=%zz", "/?a=%ff%fe", ""])
    func strangeQueries(text: String) {
        let target = HTTPTarget(text)
        #expect(target.query.count <= 3)
    }

    @Test("a frame record becomes a line of a frame log")
    func frameLine() throws {
        let record: JSONObject = [
            "timestamp": "2026-03-01T12:00:31.402Z", "source": "ANDROID", "chunk": 2, "seq": 7, "anim": "talk",
            "base_frame": 41, "overlay_key": "k/41/3", "sync_status": "SYNC", "fps": "29.9", "sprite": 41, "char": "a",
            "buffer": "12/30", "next_chunk": "27",
        ]
        let text = FrameRecordLine.text(record, session: "s1", time: "2026-03-01T12:00:00.000Z")
        #expect(text == "2026-03-01T12:00:31.402Z|ANDROID|s1|2|7|talk|41|k/41/3|SYNC|29.9|41|a|12/30|27")
    }

    @Test("a record cannot break out of its line")
    func frameLineEscapes() throws {
        let record: JSONObject = ["anim": "a|b\nc\u{1B}[2J\u{9B}", "chunk": ["x"], "fps": .double(.infinity)]
        let text = FrameRecordLine.text(record, session: "s", time: "2026-03-01T12:00:00.000Z")
        #expect(text == "2026-03-01T12:00:00.000Z|UNKNOWN|s|||a_b_c_[2J_||||||||")
    }

    @Test("what the server has sent becomes lines of its own")
    func serverLines() {
        let frames: JSON = [
            [
                "sequence_index": 4, "animation_name": "t", "matched_sprite_frame_number": 9, "overlay_id": "t/9/x",
                "char": "G",
            ]
        ]
        let message = WireMessage(
            name: "receive_frame_images_batch", arguments: [["chunk_index": 1, "frames": frames]])
        let records = FrameRecordLine.sent(message)
        let entry = ingest(ClientLog.frames(records, session: "s", time: "2026-03-01T12:00:00.000Z")).message
        let lines = ClientLog.lines(entry)
        #expect(lines == ["2026-03-01T12:00:00.000Z|BACKEND|s|1|4|t|9|t/9/x|SYNC||9|G||"])
        #expect(FrameRecordLine.sent(WireMessage(name: "audio_end", arguments: [])) == [])
        #expect(interpret(entry).event == .ignored(name: "log_frames"))
    }

    @Test(
        "a session's name is safe as a file's",
        arguments: [
            ("2026-03-01_120000_ios", "2026-03-01_120000_ios"), ("../../etc/passwd", "_.._etc_passwd"), ("...", nil),
            ("", nil), ("a\u{0}b é", "a_b__"), (".hidden", "hidden"),
            (String(repeating: "x", count: 200), String(repeating: "x", count: 80)),
        ])
    func names(text: String, expected: String?) {
        #expect(FrameRecordLine.safeName(text) == expected)
    }

    @Test("what was said is kept, the newest of it")
    func history() {
        var history = ConversationHistory()
        let room = Room(user: "u", agent: "1", instance: "t")
        for number in 0..<300 { history.add("m\(number)", from: "u", in: room) }
        let said = history.json("conv_1_u").array ?? []
        #expect(said.count == 200)
        #expect(said.last?.object?["message"] == "m299" && said.last?.object?["sender"]?.object?["id"] == "u")
        #expect(history.json("conv_2_u") == [])
        for number in 0..<300 { history.add("x", from: "u", in: Room(user: "u\(number)", agent: "1", instance: "t")) }
        #expect(history.json("conv_1_u") == [])
    }
}
