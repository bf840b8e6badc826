import Engine
import Events

/// What really sounded of a message: of each chunk how much, and which of its words.
package struct AudibleMessage: Hashable, Sendable {
    package enum End: Hashable, Sendable {
        /// It was over.
        case over
        /// Somebody sent the next one, or wanted silence.
        case sent
        /// A message that somebody else triggered took its place.
        case replaced
        /// What was recorded, or heard, ends in the middle of it: of the rest nothing is known.
        case left
        /// The link was lost before its end signal, and no more of it has come on another one.
        case lost
        /// All that had come of it was over when the next one began, or the recording ended, and no end signal had come.
        case unended
    }

    package var generation: Generation
    /// When the first of it was heard of, and when it ended.
    package var begun: Instant
    package var ended: Instant
    package var end: End
    /// By their numbers.
    package var chunks: [AudibleChunk]
    /// Numbers before and between those of which sound or pictures came.
    package var missing: [ClosedRange<Int>]

    /// - Parameter chunks: all of which anything came, by their numbers.
    package init(generation: Generation, begun: Instant, ended: Instant, end: End, chunks: [AudibleChunk]) {
        (self.generation, self.begun, self.ended, self.end, self.chunks) = (generation, begun, ended, end, chunks)
        let numbers = chunks.map(\.chunk)
        missing = zip([-1] + numbers, numbers).compactMap { $1 - $0 > 1 ? $0 + 1...$1 - 1 : nil }
    }
}

package struct AudibleChunk: Hashable, Sendable {
    /// Why not all of it was heard.
    package enum Loss: String, Hashable, Sendable {
        /// The message ended before it, or in the middle of it.
        case interrupted
        /// It was never played: dropped, passed over, or without what it needs.
        case lost
        case noSound
        case broken
        /// Its chunk ended before its sound.
        case cutOff
        /// Its sound came when its frames had begun, or were over.
        case late
        /// All that there was of it was heard, and its file says that it is longer.
        case brokenOff
    }

    package var chunk: Int
    package var group: Int?
    /// What the chunk's group says; may be the text of several chunks.
    package var text: String?
    package var words: [AudibleWord]
    /// Of the whole sound; `nil` where nobody has decoded it.
    package var length: Span?
    /// The part of the sound that was heard.
    package var audible: Range<Span>?
    package var loss: Loss?

    /// 0 to 1; `nil` where the length is not known.
    package var share: Double? {
        guard let length, length > .zero else { return nil }
        guard let audible else { return 0 }
        let missing = length - (audible.upperBound - audible.lowerBound)
        return missing <= AudibleWord.tolerance ? 1 : 1 - missing.seconds / length.seconds
    }
}

package struct AudibleWord: Hashable, Sendable {
    package enum Fate: Hashable, Sendable {
        case audible
        /// What of it was heard, from its start.
        case part(Range<Span>)
        case inaudible
    }

    /// `nil` where its text never came.
    package var text: String?
    /// In the chunk's sound.
    package var span: Range<Span>
    package var fate: Fate

    /// What is missing at a word's end or start up to this is not missed.
    static let tolerance = Span.milliseconds(20)
    /// Less of a word is none of it: ticks are not that even.
    private static let least = Span.milliseconds(1)

    /// Words are short; what is longer is cut.
    private static let scalarsKept = 100

    /// - Parameter text: of the chunk's group; empty where it is not known.
    init(_ word: SpokenWord, in text: [Unicode.Scalar], heard: Range<Span>?) {
        self.text = Self.part(of: text, word.scalars)
        span = word.span
        let first = max(heard?.lowerBound ?? .zero, span.lowerBound)
        let last = min(heard?.upperBound ?? .zero, span.upperBound)
        if heard == nil || last - first < Self.least {
            fate = .inaudible
        } else if first - span.lowerBound <= Self.tolerance, span.upperBound - last <= Self.tolerance {
            fate = .audible
        } else {
            fate = .part(first - span.lowerBound..<last - span.lowerBound)
        }
    }

    private static func part(of text: [Unicode.Scalar], _ range: Range<Int>) -> String? {
        let range = range.clamped(to: 0..<text.count)
        guard !range.isEmpty else { return nil }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: text[range].prefix(scalarsKept))
        return String(view)
    }
}

/// What was heard, in words. They quote the stream, so whoever shows them makes them harmless.
extension AudibleMessage {
    /// All of it in one line, such as `heard 3.20 of 12.34 s, interrupted by the user; cut off: "morning" at 0.12 of 0.40 s`.
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

    /// What cut it off; `nil` where all of it was heard before, as far as its chunks let it: what was said next interrupted nothing.
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
    /// It may have come in the middle of what could be heard.
    package var isCut: Bool { self == .sent || self == .replaced || self == .left }

    /// `nil` where nothing else ended it.
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
    /// Those with such a fate, in order; of many the first ones.
    package func text(where isIt: (AudibleWord.Fate) -> Bool) -> String {
        let found = filter { isIt($0.fate) }
        return found.prefix(Self.wordsNamed).map { $0.text ?? "?" }.joined(separator: " ")
            + (found.count > Self.wordsNamed ? " …" : "")
    }

    /// More than a line shows.
    private static var wordsNamed: Int { 200 }
}

extension AudibleWord {
    /// How much of it was heard, where that is a part; such as `"morning" at 0.12 of 0.40 s`.
    package var partText: String? {
        guard case .part(let part) = fate else { return nil }
        return
            "\"\(text ?? "?")\" at \(part.upperBound.hundredths) of \((span.upperBound - span.lowerBound).hundredths) s"
            + (part.lowerBound > .zero ? ", from \(part.lowerBound.hundredths) s" : "")
    }
}

/// What was said of a conversation that is heard again, by whom and when.
package struct SaidLine: Hashable, Sendable {
    /// How many events had been heard when it was there first.
    package let heard: EventCount
    package let time: Instant
    package let isAsked: Bool
    /// In one line.
    package let text: String

    package init(heard: EventCount, time: Instant, isAsked: Bool, text: String) {
        (self.heard, self.time, self.isAsked) = (heard, time, isAsked)
        self.text = text.replacing("\n", with: " ")
    }

    /// As a caption has it.
    package var caption: String { isAsked ? Self.asked(text) : text }

    package static func asked(_ text: String) -> String { "you: \(text)" }
}
