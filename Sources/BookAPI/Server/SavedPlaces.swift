import JSON
import SocketIO

/// Where readers have come to, and what they have marked (reader 1.14). The server's own clock says when: what a client says of that
/// is ignored, so that an older place that comes late is kept as the newer one (reader 1.16).
package struct SavedPlaces: Sendable {
    private struct Key: Hashable {
        let user: String
        let job: String
    }

    private var places: [Key: JSON] = [:]
    /// In the order in which they came to be, so that the oldest goes where there are too many.
    private var placeOrder: [Key] = []
    /// The newest first.
    private var marks: [Key: [JSONObject]] = [:]
    private var markOrder: [Key] = []
    private var markCount = 0

    /// Of all readers.
    private static let mostBooks = 10_000
    private static let mostMarks = 300
    private static let mostMarkedBooks = 1_000
    private static let longestText = 500
    private static let mostAsked = 200

    package init() {}

    // MARK: Places

    package func all(_ request: LibraryRequest, of user: String) -> HTTPAnswer {
        let jobs = request.target.query.filter { $0.name == "job_id" }.map(\.value).prefix(Self.mostAsked)
        let entries = jobs.compactMap { places[Key(user: user, job: $0)] }
        return .json(["entries": .array(entries)])
    }

    package func place(in job: String, of user: String) -> HTTPAnswer {
        .json(["job_id": .string(job), "entry": places[Key(user: user, job: job)] ?? .null])
    }

    /// - Parameter now: s since 1970.
    package mutating func keep(
        _ request: LibraryRequest, in job: String, of user: String, at now: Double
    ) throws(HTTPAnswer) -> HTTPAnswer {
        try Self.check(job)
        let body = try request.object()
        var entry = try Self.read(body, ["chunk_id", "base_id", "playback_track"])
        entry.append("job_id", .string(job))
        entry.append("updated_at", .double(now))
        let key = Key(user: user, job: job)
        if places[key] == nil {
            if placeOrder.count == Self.mostBooks { places[placeOrder.removeFirst()] = nil }
            placeOrder.append(key)
        }
        places[key] = .object(entry)
        return .json(["job_id": .string(job), "entry": .object(entry)])
    }

    package mutating func forget(_ job: String, of user: String) -> HTTPAnswer {
        let key = Key(user: user, job: job)
        let isDeleted = places.removeValue(forKey: key) != nil
        placeOrder.removeAll { $0 == key }
        return .json(["deleted": .bool(isDeleted)])
    }

    // MARK: Marks

    package func marks(in job: String, of user: String) -> HTTPAnswer {
        let list = marks[Key(user: user, job: job)] ?? []
        return .json(["job_id": .string(job), "bookmarks": .array(list.map { .object($0) })])
    }

    /// One that says the same as another is that one.
    package mutating func mark(
        _ request: LibraryRequest, in job: String, of user: String, at now: Double
    ) throws(HTTPAnswer) -> HTTPAnswer {
        try Self.check(job)
        let body = try request.object()
        guard let label = body["label"]?.string, !label.isBlank, label.unicodeScalars.count <= Self.longestText else {
            throw .invalid("body", "label", body["label"] == nil ? "Field required" : "Input should be a valid string")
        }
        var said = try Self.read(body, ["media_id", "base_id", "segment_id", "chunk_id", "item_type"])
        said.append("label", .string(label))
        let key = Key(user: user, job: job)
        var list = marks[key] ?? []
        if let same = list.first(where: { known in said.members.allSatisfy { known[$0.key] ?? .null == $0.value } }) {
            return .json(.object(same))
        }
        if marks[key] == nil {
            if markOrder.count == Self.mostMarkedBooks { marks[markOrder.removeFirst()] = nil }
            markOrder.append(key)
        }
        markCount += 1
        var mark: JSONObject = ["id": .string("b-\(markCount)"), "job_id": .string(job), "created_at": .double(now)]
        mark.members += said.members
        list.insert(mark, at: 0)
        marks[key] = Array(list.prefix(Self.mostMarks))
        return .json(.object(mark))
    }

    package mutating func unmark(_ id: String, in job: String, of user: String) -> HTTPAnswer {
        let key = Key(user: user, job: job)
        let before = marks[key]?.count ?? 0
        marks[key]?.removeAll { $0["id"]?.string == id }
        let isDeleted = before > marks[key]?.count ?? 0
        if marks[key]?.isEmpty == true {
            marks[key] = nil
            markOrder.removeAll { $0 == key }
        }
        return .json(["deleted": .bool(isDeleted), "bookmark_id": .string(id)])
    }

    // MARK: What is said of a place

    private static func check(_ job: String) throws(HTTPAnswer) {
        guard LibraryAddress.isJob(job) else { throw .noJob }
    }

    /// What places and marks have in common, and texts of these names; what else a client says is left out.
    private static func read(_ body: JSONObject, _ texts: [String]) throws(HTTPAnswer) -> JSONObject {
        let kind = try choice("kind", body, ["sentence", "time"])
        let media = try choice("media_type", body, ["text", "audio", "video"])
        var said: JSONObject = ["kind": .text(kind), "media_type": .text(media)]
        said.append("position", try number("position", body).map { .double($0) } ?? .null)
        let sentence = try number("sentence", body)
        guard sentence.map({ $0 == $0.rounded() && $0 <= 1e9 }) ?? true else {
            throw .invalid("body", "sentence", "Input should be a valid integer")
        }
        said.append("sentence", .number(sentence.map { Int($0) }))
        for name in texts {
            guard let value = body[name] else {
                said.append(name, nil)
                continue
            }
            guard let text = value.string, text.unicodeScalars.count <= longestText else {
                throw .invalid("body", name, "Input should be a valid string")
            }
            said.append(name, .string(text))
        }
        return said
    }

    private static func choice(_ name: String, _ body: JSONObject, _ names: [String]) throws(HTTPAnswer) -> String {
        guard let text = body[name]?.string, names.contains(text) else {
            let words = names.map { "'\($0)'" }.joined(separator: " or ")
            throw .invalid("body", name, "Input should be \(words)")
        }
        return text
    }

    private static func number(_ name: String, _ body: JSONObject) throws(HTTPAnswer) -> Double? {
        switch body[name] {
        case nil: return nil
        case .int(let value) where value >= 0: return Double(value)
        case .double(let value) where value >= 0 && value.isFinite: return value
        default: throw .invalid("body", name, "Input should be a valid number greater than or equal to 0")
        }
    }
}
