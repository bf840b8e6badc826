import JSON

/// One line of the tile to a client (docs/inside/tile-socket.md).
package enum TileAnswer: Hashable, Sendable {
    /// The first one.
    case hello(version: Int, name: String)
    /// Of the utterance with this number, from 1 on, as this client has begun them.
    case utterance(Int, UtteranceAnswer)
    /// Nothing of this client is taken any more; the connection ends.
    case refused(reason: String)
    case pong
    /// The tile goes; so do all utterances.
    case gone

    /// With its end.
    package var line: [UInt8] { JSON.object(object).utf8 + [UInt8(ascii: "\n")] }

    private var object: JSONObject {
        switch self {
        case .hello(let version, let name):
            ["tile": "hello", "version": .number(version), "name": .string(Self.cut(name, TileLimits.nameLength))]
        case .utterance(let number, let answer): Self.object(number, answer)
        case .refused(let reason):
            ["tile": "refused", "reason": .string(Self.cut(reason, TileLimits.reasonLength))]
        case .pong: ["tile": "pong"]
        case .gone: ["tile": "gone"]
        }
    }

    private static func object(_ number: Int, _ answer: UtteranceAnswer) -> JSONObject {
        var object: JSONObject = ["tile": .string(answer.word), "utterance": .number(number)]
        switch answer {
        case .accepted(let before): object.append("before", .number(before))
        case .refused(let reason): object.append("reason", .string(cut(reason, TileLimits.reasonLength)))
        case .heard, .saying, .said, .interrupted: break
        }
        return object
    }

    /// `nil` for a line that is none, or says what only later versions know.
    package init?(line: some Collection<UInt8>) {
        guard let object = (try? JSON.parse(String(decoding: line, as: UTF8.self)))?.object else { return nil }
        let reason = Self.cut(object["reason"]?.string ?? "no reason given", TileLimits.reasonLength)
        switch (object["tile"]?.string, object["utterance"]?.lenientInt) {
        case ("hello", _):
            guard let version = object["version"]?.lenientInt else { return nil }
            self = .hello(version: version, name: Self.cut(object["name"]?.string ?? "", TileLimits.nameLength))
        case ("pong", _): self = .pong
        case ("gone", _): self = .gone
        case ("refused", nil): self = .refused(reason: reason)
        case (let word?, let number?):
            guard let answer = UtteranceAnswer(word, before: object["before"]?.lenientInt ?? 0, reason: reason) else {
                return nil
            }
            self = .utterance(number, answer)
        default: return nil
        }
    }

    private static func cut(_ text: String, _ length: Int) -> String {
        text.unicodeScalars.count <= length
            ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(length - 1))) + "…"
    }
}

/// What becomes of an utterance.
package enum UtteranceAnswer: Hashable, Sendable {
    /// It has a place: so many come before it.
    case accepted(before: Int)
    /// All of its text has come. The server says that itself.
    case heard
    /// It is its turn.
    case saying
    /// All of it has been said.
    case said
    /// Another one took its turn, or somebody silenced the avatar.
    case interrupted
    /// It will not be said, or not to its end.
    case refused(reason: String)

    /// Whether nothing more becomes of it.
    package var isLast: Bool {
        switch self {
        case .accepted, .heard, .saying: false
        case .said, .interrupted, .refused: true
        }
    }

    fileprivate var word: String {
        switch self {
        case .accepted: "accepted"
        case .heard: "heard"
        case .saying: "saying"
        case .said: "said"
        case .interrupted: "interrupted"
        case .refused: "refused"
        }
    }

    fileprivate init?(_ word: String, before: Int, reason: String) {
        switch word {
        case "accepted": self = .accepted(before: before)
        case "heard": self = .heard
        case "saying": self = .saying
        case "said": self = .said
        case "interrupted": self = .interrupted
        case "refused": self = .refused(reason: reason)
        default: return nil
        }
    }
}
