import Events

/// Describes what was audible. The texts quote the stream, so they must be made harmless before they are shown.
extension AudibleMessage {
    /// All in one line, such as `heard 3.20 of 12.34 s, interrupted by the user; cut off: "morning" at 0.12 of 0.40
    /// s`.
    package var summary: String {
        var parts = [sounded + (endWords.map { ", " + $0 } ?? "")]
        let words = chunks.flatMap(\.words)
        let (cutOff, unheard) = (words.compactMap(\.partText), words.text { $0 == .inaudible })
        if !cutOff.isEmpty { parts.append("cut off: " + cutOff.prefix(Self.partsNamed).joined(separator: ", ")) }
        if !unheard.isEmpty { parts.append("never played: \"\(unheard)\"") }
        // What the message's end explains is said already.
        let losses = chunks.compactMap { chunk in
            chunk.loss.flatMap { $0 == .interrupted ? nil : "chunk \(chunk.chunk): \($0.words)" }
        }
        if let first = losses.first {
            parts.append(first + (losses.count > 1 ? ", and \(losses.count - 1) more" : ""))
        }
        return parts.joined(separator: "; ")
    }

    /// What cut it off; `nil` if all of it was audible before, as far as its chunks allow: then the next message
    /// interrupted nothing.
    package var endWords: String? {
        end.isCut && chunks.allSatisfy { $0.audible != nil && $0.loss != .interrupted } && !chunks.isEmpty
            ? nil : end.words
    }

    private static let partsNamed = 3

    private var sounded: String {
        let heard = chunks.compactMap(\.audible).reduce(Span.zero) { $0 + ($1.upperBound - $1.lowerBound) }
        let lengths = chunks.compactMap(\.length)
        guard lengths.count == chunks.count else { return "played \(heard.hundredths) s" }
        return "played \(heard.hundredths) of \(lengths.reduce(.zero, +).hundredths) s"
    }
}

extension AudibleMessage.End {
    /// Whether the end may have come while it was audible.
    package var isCut: Bool { self == .sent || self == .replaced || self == .left }

    /// `nil` if nothing else ended it.
    package var words: String? {
        switch self {
        case .over: nil
        case .sent: "interrupted by the user"
        case .replaced: "interrupted by another client's message"
        case .left: "the recording ends during it"
        case .lost: "the connection was lost before its end signal"
        case .unended: "no end signal received"
        }
    }
}

extension AudibleChunk.Loss {
    package var words: String {
        switch self {
        case .interrupted: "interrupted"
        case .lost: "lost: never played"
        case .noSound: "no sound received"
        case .broken: "its sound cannot be decoded"
        case .cutOff: "cut off by the chunk's end"
        case .late: "its sound arrived late"
        case .brokenOff: "its sound is truncated"
        }
    }
}

extension [AudibleWord] {
    /// The words with this fate, in order; at most the first few.
    package func text(where isIt: (AudibleWord.Fate) -> Bool) -> String {
        let found = filter { isIt($0.fate) }
        return found.prefix(Self.wordsNamed).map { $0.text ?? "?" }.joined(separator: " ")
            + (found.count > Self.wordsNamed ? " …" : "")
    }

    /// Largest number of words considered; more than a line shows.
    private static var wordsNamed: Int { 200 }
}

extension AudibleWord {
    /// How much of a partly audible word was played, such as `"morning" at 0.12 of 0.40 s`.
    package var partText: String? {
        guard case .part(let part) = fate else { return nil }
        return
            "\"\(text ?? "?")\" at \(part.upperBound.hundredths) of \((span.upperBound - span.lowerBound).hundredths) s"
            + (part.lowerBound > .zero ? ", from \(part.lowerBound.hundredths) s" : "")
    }
}
