import Events
import JSON
import SocketIO

/// An event as a tape keeps it: pictures and sound are beside it by content hash, and the arguments hold
/// `PayloadReference`s in their place.
package struct StoredMessage: Hashable, Sendable {
    package var name: String
    package var arguments: [JSON]
    /// References of attachments that no placeholder named. Nobody plays them; they are kept so that nothing is lost.
    package var looseAttachments: [JSON]
    /// What was strange about its text and was mended when it was received, in words.
    package var oddities: [String]

    package init(name: String, arguments: [JSON], looseAttachments: [JSON] = [], oddities: [String] = []) {
        self.name = name
        self.arguments = arguments
        self.looseAttachments = looseAttachments
        self.oddities = oddities
    }

    /// Whether the cache of clips told it, and not the backend.
    package var isFromCache: Bool { arguments.first?.object?["source"]?.string == "cache" }

    /// `nil` for one that the protocol does not know.
    package var event: EventName? { EventName(rawValue: name) }

    /// What a tape's `body` column holds: the array of arguments, or an object when there is more to keep.
    package var body: JSON {
        if looseAttachments.isEmpty, oddities.isEmpty { return .array(arguments) }
        var object: JSONObject = ["arguments": .array(arguments), "loose": .array(looseAttachments)]
        if !oddities.isEmpty { object.append("odd", .array(oddities.map { .string($0) })) }
        return .object(object)
    }

    /// - Throws: `WireError.badField` when the body is neither of the two forms.
    package init(name: String, body: JSON) throws(WireError) {
        if let arguments = body.array {
            self.init(name: name, arguments: arguments)
        } else if let arguments = body.object?["arguments"]?.array, let loose = body.object?["loose"]?.array {
            let oddities = Oddities.texts(in: body.object?["odd"])
            self.init(name: name, arguments: arguments, looseAttachments: loose, oddities: oddities)
        } else {
            throw .badField(name: "body", reason: "is not a list of arguments")
        }
    }

    /// The hashes of all bytes that belong to the message, in the order of the text, repetitions included.
    package var hashes: [ContentHash] { references.flatMap { [$0.hash] + ($0.originalText.map { [$0] } ?? []) } }

    /// What stands in the places of all bytes, in the order of the text, repetitions included.
    package var references: [PayloadReference] {
        var found: [PayloadReference] = []
        for value in arguments + looseAttachments { Self.collect(value, into: &found) }
        return found
    }

    private static func collect(_ value: JSON, into found: inout [PayloadReference]) {
        switch value {
        case .array(let values): for value in values { collect(value, into: &found) }
        case .object(let object):
            if let reference = PayloadReference(object) {
                found.append(reference)
            } else {
                for member in object.members { collect(member.value, into: &found) }
            }
        default: break
        }
    }
}
