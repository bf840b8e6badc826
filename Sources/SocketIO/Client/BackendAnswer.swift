import Events
import JSON

/// What the backend's HTTP side says, read leniently: backends of different ages spell things differently.
package enum BackendAnswer {
    private static let agentLimit = 10_000
    private static let historyLimit = 10_000

    /// An object with `agents`, or a bare array (K56: ids are texts or numbers). Entries without an id are left out.
    /// - Throws: `WireError`.
    package static func agents(_ body: [UInt8]) throws(WireError) -> [BackendAgent] {
        let json = try JSON(wire: body)
        guard let list = json.object?["agents"]?.array ?? json.array else {
            throw .badField(name: "agents", reason: "is missing or not an array")
        }
        guard list.count <= agentLimit else { throw .tooLarge(what: "agents", limit: agentLimit) }
        return list.compactMap { $0.object.flatMap(BackendAgent.init) }
    }

    /// `user_id` or `userId`, at the top or in `user`.
    /// - Throws: `WireError`.
    package static func user(_ body: [UInt8]) throws(WireError) -> String {
        let object = try JSON(wire: body).object
        for place in [object, object?["user"]?.object, object?["data"]?.object] {
            if let id = (place?["user_id"] ?? place?["userId"])?.lenientString, !id.isEmpty { return id }
        }
        throw .badField(name: "user_id", reason: "is missing")
    }

    /// An array, or an object with `messages`. Entries without a text are left out.
    /// - Throws: `WireError`.
    package static func history(_ body: [UInt8]) throws(WireError) -> [PastMessage] {
        let json = try JSON(wire: body)
        guard let list = json.array ?? json.object?["messages"]?.array else {
            throw .badField(name: "messages", reason: "is missing or not an array")
        }
        guard list.count <= historyLimit else { throw .tooLarge(what: "messages", limit: historyLimit) }
        return list.compactMap { entry in
            guard let object = entry.object, let text = object["message"]?.string else { return nil }
            return PastMessage(text: text, sender: object["sender"]?.object?["id"]?.lenientString)
        }
    }

    /// - Throws: `WireError`.
    package static func logSession(_ body: [UInt8]) throws(WireError) -> String {
        guard let id = try JSON(wire: body).object?["session_id"]?.lenientString, !id.isEmpty else {
            throw .badField(name: "session_id", reason: "is missing")
        }
        return id
    }

    /// What an answer says that is no success: status, and the backend's own words where it has any, on one line without
    /// control characters.
    package static func refusal(status: Int, _ body: [UInt8]) -> String {
        let object = (try? JSON.parse(body))?.object
        let words = ["error", "message", "detail"].lazy.compactMap { object?[$0]?.string }.first
        let text = (words ?? String(decoding: body.prefix(shownLimit), as: UTF8.self)).oneLine(shownLimit)
        return text.isEmpty ? "status \(status) with an empty answer" : "status \(status): \(text)"
    }

    private static let shownLimit = 300
}

/// Somebody to talk to.
package struct BackendAgent: Hashable, Sendable {
    package var id: String
    /// The id where the backend has no name for it.
    package var name: String
    package var summary: String?
    package var voice: String?
    package var status: String?

    /// `nil` without an id.
    init?(_ object: JSONObject) {
        guard let id = (object["agent_id"] ?? object["id"])?.lenientString, !id.isEmpty else { return nil }
        self.id = id
        name = object["name"]?.lenientString ?? id
        summary = object["description"]?.lenientString
        voice = object["voice_id"]?.lenientString
        status = object["status"]?.lenientString
    }
}

/// A message of an earlier time.
package struct PastMessage: Hashable, Sendable {
    package var text: String
    /// The user's id, or the agent's.
    package var sender: String?

    package init(text: String, sender: String?) { (self.text, self.sender) = (text, sender) }
}
