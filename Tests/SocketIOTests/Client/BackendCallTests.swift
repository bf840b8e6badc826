import Events
import SocketIO
import Testing

@Suite("Calls to the backend's HTTP side")
struct BackendCallTests {
    private let identity = BackendIdentity(user: "a+b@c d", agent: "1", instance: "t1")

    @Test("a message has the five fields under their own names, and its text trimmed")
    func message() throws {
        let call = try BackendCall.message(" Good morning\n", from: identity, readyAnimations: ["a", "b"])
        #expect(call.method == .post && call.path == "/messages")
        #expect(
            call.body == [
                "AgentID": "1", "message": "Good morning", "instance_id": "t1", "userResolution": "512",
                "readyAnimations": ["a", "b"],
            ])
        #expect(throws: WireError.badField(name: "message", reason: "is empty")) {
            try BackendCall.message(" \n\u{a0}", from: identity, readyAnimations: [])
        }
    }

    @Test("K55 the conversation's name arrives percent-encoded")
    func history() {
        #expect(BackendCall.history(of: identity).path == "/messages?conversation_id=conv_1_a%2Bb%40c%20d")
    }

    @Test(
        "K56 agents are read from an object and from a bare array, with ids as texts and as numbers",
        arguments: [
            #"{"agents":[{"agent_id":1,"name":"Ann","status":"on"},{"id":"2"},{"name":"no id"},7]}"#,
            #"[{"id":"1","name":"Ann","status":"on"},{"agent_id":2.0,"name":null}]"#,
        ])
    func agents(body: String) throws {
        let agents = try BackendAnswer.agents(Array(body.utf8))
        #expect(agents.map(\.id) == ["1", "2"])
        #expect(agents.map(\.name) == ["Ann", "2"])
        #expect(agents.first?.status == "on")
    }

    @Test("what is no list of agents is refused", arguments: ["", "{}", "7", #"{"agents":{}}"#, "<html>"])
    func noAgents(body: String) {
        #expect(throws: WireError.self) { try BackendAnswer.agents(Array(body.utf8)) }
    }

    @Test(
        "a user's id has two spellings",
        arguments: [#"{"user_id":"u"}"#, #"{"userId":"u"}"#, #"{"user":{"userId":"u"}}"#])
    func user(body: String) throws {
        #expect(try BackendAnswer.user(Array(body.utf8)) == "u")
        #expect(throws: WireError.self) { try BackendAnswer.user(Array(#"{"user_id":""}"#.utf8)) }
    }

    @Test("N51 an answer that is no success gives one line, with the backend's own words where it has any")
    func refusals() {
        func line(_ body: String) -> String { BackendAnswer.refusal(status: 400, Array(body.utf8)) }
        #expect(line(#"{"error":"AgentID is missing"}"#) == "status 400: AgentID is missing")
        #expect(line("Bad\r\n\u{1b}[2JRequest \u{9b}") == "status 400: Bad [2JRequest")
        #expect(line("") == "status 400 with an empty answer")
        #expect(line(String(repeating: "x", count: 5_000)).utf8.count < 400)
    }

    @Test("a secret shows dots wherever it is printed")
    func secrets() {
        let secret = Secret("hunter2")
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), "\([secret])", "\(Optional(secret) as Any)", dumped] {
            #expect(!text.contains("hunter2"), "\(text)")
        }
        let call = BackendCall.login(email: "a@b", password: secret)
        #expect(call.body == ["email": "a@b", "password": "hunter2"])
    }
}
