import Events
import JSON

/// One request to the backend's HTTP side (specification 1.13): all of it but the address.
package struct BackendCall: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    package var method: Method
    /// Begins with `/`, behind the address's own path; percent-encoded, with the query.
    package var path: String
    package var headers: [(name: String, value: String)] = []
    package var body: JSON?
    /// Statuses of a success.
    package var expected: [Int]
    /// Any success: backends of different makes answer 200, 201, 202 or 204.
    package static let success = Array(200...299)
    package var timeoutSeconds: Int
    /// Bytes.
    package var answerLimit: Int

    package static let usualAnswer = 1 << 20

    package init(
        method: Method, path: String, body: JSON? = nil, expected: [Int], timeoutSeconds: Int,
        answerLimit: Int = usualAnswer
    ) {
        (self.method, self.path, self.body) = (method, path, body)
        (self.expected, self.timeoutSeconds, self.answerLimit) = (expected, timeoutSeconds, answerLimit)
    }

    /// Without the query, for errors.
    package var plainPath: Substring { path.prefix { $0 != "?" } }

    /// The same with all before it.
    package func place(at base: String) -> String { "\(method.rawValue) \(base)\(plainPath)" }

    private static func reading(_ path: String, seconds: Int) -> BackendCall {
        BackendCall(method: .get, path: path, expected: success, timeoutSeconds: seconds)
    }

    private static func sending(_ path: String, _ body: JSON, seconds: Int) -> BackendCall {
        BackendCall(method: .post, path: path, body: body, expected: success, timeoutSeconds: seconds)
    }

    /// Only those clips that can be drawn right now may be named ready (K48); with none the avatar never talks.
    /// - Throws: `WireError.badField` when nothing but blanks is to be said.
    package static func message(
        _ text: String, from identity: BackendIdentity, readyAnimations: [String]
    ) throws(WireError) -> BackendCall {
        let trimmed = text.trimmed
        guard !trimmed.isEmpty else { throw .badField(name: "message", reason: "is empty") }
        return sending(
            "/messages",
            [
                "AgentID": .string(identity.agent), "message": .string(trimmed),
                "instance_id": .string(identity.instance), "userResolution": .string(identity.resolution),
                "readyAnimations": .array(readyAnimations.map { .string($0) }),
            ], seconds: 20)
    }

    /// The places where backends of different ages keep their agents, newest first.
    package static var agents: [BackendCall] {
        ["/api/config", "/config", "/api/agents/list"].map { reading($0, seconds: 5) }
    }

    package static func profileImage(of agent: String) -> BackendCall {
        reading("/api/get_agent_profile_image/\(BackendAddress.encoded(agent))", seconds: 5)
    }

    /// - Throws: `WireError.badField` for an address that is not the backend's.
    package static func picture(at address: String, of backend: BackendAddress) throws(WireError) -> BackendCall {
        guard let path = backend.path(of: address) else {
            throw .badField(name: "image", reason: "is not an address of \(backend.httpBase)")
        }
        return reading(path, seconds: 5)
    }

    package static func guest(_ user: String) -> BackendCall {
        sending("/initialize-guest-user", ["userId": .string(user)], seconds: 5)
    }

    package static func login(email: String, password: Secret) -> BackendCall {
        sending(
            "/api/login", ["email": .string(email), "password": .string(password.revealed)], seconds: 10)
    }

    package static func history(of identity: BackendIdentity) -> BackendCall {
        let conversation = BackendAddress.encoded(identity.room.conversation)
        var call = reading("/messages?conversation_id=\(conversation)", seconds: 10)
        // The only name of an application that is known to be accepted.
        call.headers = [("X-App-Name", "AnnaOS-Interface")]
        return call
    }

    package static var health: BackendCall { reading("/health", seconds: 3) }

    /// The places where backends of different ages say that they are there.
    package static var healths: [BackendCall] { [health, reading("/api/health", seconds: 3)] }

    /// Engine.IO's handshake by polling, whose answer is to be a packet beginning `0{"sid"` (specification 6.5). Its path is that of
    /// the endpoint, which does not stand behind the address's own path.
    package static func handshake(at endpoint: SocketEndpoint, _ query: [(name: String, value: String)]) -> BackendCall
    {
        reading(endpoint.target(.polling, query: query), seconds: handshakeSeconds)
    }

    /// For a handshake that is only a question.
    package static let handshakeSeconds = 5

    // MARK: - Session log: optional, and never in anybody's way

    package static func startLog(platform: String, _ identity: BackendIdentity) -> BackendCall {
        let body: JSONObject = [
            "platform": .string(platform), "user_id": .string(identity.user), "agent_id": .string(identity.agent),
        ]
        return sending("/api/log/session/start", .object(body), seconds: 5)
    }

    package static func logFrames(_ frames: [JSON], session: String) -> BackendCall {
        sending(
            "/api/log/frames-batch", ["session_id": .string(session), "frames": .array(frames)], seconds: 2)
    }

    /// - Parameter event: type, details and the like (specification 1.13).
    package static func logEvent(_ event: JSONObject, session: String) -> BackendCall {
        var body: JSONObject = ["session_id": .string(session)]
        for member in event.members { body.append(member.key, member.value) }
        return sending("/api/log/event", .object(body), seconds: 2)
    }

    package static func endLog(session: String) -> BackendCall {
        sending("/api/log/session/end", ["session_id": .string(session)], seconds: 2)
    }
}
