import JSON

/// What was strange about one message, in words for the log. Bounded: a message of 20,000 bad frames gives a few lines.
package struct Oddities {
    /// The frame that is being read, by its position in the message.
    package var frame: Int?
    /// The sentence that is being read, by its position in its chunk.
    package var sentence: Int?
    package private(set) var texts: [String] = []
    private var dropped = 0
    private static let limit = 20
    /// Bytes of one text that a file gives.
    private static let textLimit = 1_024

    package init() {}

    package mutating func note(_ text: @autoclosure () -> String) {
        guard texts.count < Self.limit else {
            dropped += 1
            return
        }
        let place = frame.map(Oddity.ofFrame) ?? sentence.map { "sentence \($0): " } ?? ""
        texts.append(place + text())
    }

    /// Those that were dropped included.
    package var count: Int { texts.count + dropped }

    package var all: [String] { dropped == 0 ? texts : texts + ["and \(dropped) more"] }

    /// Those that a file gives for a message: no more and no longer than a message's own.
    package static func texts(in value: JSON?) -> [String] {
        let texts = value?.array?.compactMap(\.string) ?? []
        return Array(texts.lazy.filter { $0.utf8.count <= textLimit }.prefix(limit))
    }

    /// The first 40 scalars: a character may be of any length.
    package static func shortened(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(40)
        return start.endIndex == text.unicodeScalars.endIndex ? text : String(start) + "…"
    }

    /// A value as it is named in an oddity: compact JSON, long text cut.
    package static func shown(_ value: JSON) -> String {
        switch value {
        case .object: return "an object"
        case .array: return "an array"
        case .string(let text) where text.utf8.count > 160: return JSON.string(shortened(text)).text
        default: return value.text
        }
    }
}

extension NonFiniteNumbers {
    /// For people.
    /// - Parameter depth: steps of the place that belong to the envelope, not to the message.
    package func reason(inside depth: Int) -> String {
        let path = JSONPointer(steps: Array(place.steps.dropFirst(depth))).text
        let more = count > 1 ? " and \(count - 1) more" : ""
        return "\(path.isEmpty ? "the payload" : Oddities.shown(.string(path))) is \(Oddities.shortened(word))\(more), "
            + "which JSON cannot hold; read as null"
    }
}
