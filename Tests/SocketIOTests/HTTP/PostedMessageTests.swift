import Events
import JSON
import Testing

@testable import SocketIO

@Suite("Messages posted to a stand-in backend")
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
}
