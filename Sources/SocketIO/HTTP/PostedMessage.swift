import JSON

/// The body of `POST /messages` (specification 1.13).
package struct PostedMessage: Hashable, Sendable {
    package var room: Room
    package var text: String
    /// Clips that the client can draw. With none the avatar never talks.
    package var ready: [String]

    private static let longestName = 256
    private static let mostReady = 1_000

    /// - Parameters:
    ///   - user: of the header `X-User-ID`.
    /// - Throws: the answer that says what is wrong: 401 without a user, else 400.
    package init(body: [UInt8], user: String?) throws(HTTPAnswer) {
        let user = try Self.user(user)
        let object = try RequestBody.object(body)
        guard let agent = object["AgentID"]?.lenientString, Self.isName(agent) else {
            throw .refusal(400, "AgentID is missing or not text of 1 to \(Self.longestName) bytes" + Self.hint(object))
        }
        guard let text = object["message"]?.string?.trimmed, !text.isEmpty else {
            throw .refusal(400, "message is missing, empty or not text" + Self.hint(object))
        }
        let instance = object["instance_id"]?.lenientString ?? "default"
        guard Self.isName(instance) else {
            throw .refusal(400, "instance_id is not text of 1 to \(Self.longestName) bytes")
        }
        room = Room(user: user, agent: agent, instance: instance)
        self.text = text
        ready = try Self.ready(object["readyAnimations"])
    }

    /// Names that older clients used get a word of their own.
    private static func hint(_ object: JSONObject) -> String {
        let old = ["user_id", "agent_id", "text"].filter { object[$0] != nil }
        return old.isEmpty ? "" : "; found \(old.joined(separator: ", ")), which are of an older form"
    }

    private static func ready(_ value: JSON?) throws(HTTPAnswer) -> [String] {
        guard let value else { return [] }
        guard let list = value.array, list.count <= mostReady else {
            throw .refusal(400, "readyAnimations is not a list of at most \(mostReady) names")
        }
        let names = list.compactMap(\.string)
        guard names.count == list.count else { throw .refusal(400, "readyAnimations holds something that is not text") }
        return names
    }

    /// - Throws: 401 when there is no user.
    package static func user(_ header: String?) throws(HTTPAnswer) -> String {
        guard let user = header?.trimmed, isName(user) else {
            throw .refusal(401, "the header X-User-ID is missing or not text of 1 to \(longestName) bytes")
        }
        return user
    }

    private static func isName(_ text: String) -> Bool { (1...longestName).contains(text.utf8.count) }
}

/// Bodies of other requests.
package enum RequestBody {
    /// - Throws: 400 when the body is no JSON object.
    package static func object(_ body: [UInt8]) throws(HTTPAnswer) -> JSONObject {
        let json: JSON
        do {
            json = try JSON.parse(body)
        } catch {
            throw .refusal(400, "the body is not JSON: \(error.reason)")
        }
        guard let object = json.object else { throw .refusal(400, "the body is not a JSON object") }
        return object
    }

    /// - Throws: 400 when the member is missing or no text.
    package static func text(_ name: String, _ object: JSONObject, atMost limit: Int = 256) throws(HTTPAnswer) -> String
    {
        guard let text = object[name]?.lenientString, !text.isEmpty, text.utf8.count <= limit else {
            throw .refusal(400, "\(name) is missing or not text of 1 to \(limit) bytes")
        }
        return text
    }
}
