import Engine
import Events

/// How much of each chunk of a message was audible, and which of its words.
package struct AudibleMessage: Hashable, Sendable {
    package enum End: Hashable, Sendable {
        /// It ended regularly.
        case over
        /// The user sent the next message, or requested silence.
        case sent
        /// Another client's message replaced it.
        case replaced
        /// The recording or the session ends in the middle of it; the rest is unknown.
        case left
        /// The connection was lost before its end signal, and nothing more of it arrived on another one.
        case lost
        /// All received parts were over when the next message began or the recording ended, without an end signal.
        case unended
    }

    package var generation: Generation
    /// Time of its first event, and of its end.
    package var begun: Instant
    package var ended: Instant
    package var end: End
    /// Sorted by number.
    package var chunks: [AudibleChunk]
    /// Numbers of missing chunks before and between those of which sound or pictures arrived.
    package var missing: [ClosedRange<Int>]

    /// - Parameter chunks: all chunks of which anything arrived, sorted by number.
    package init(generation: Generation, begun: Instant, ended: Instant, end: End, chunks: [AudibleChunk]) {
        (self.generation, self.begun, self.ended, self.end, self.chunks) = (generation, begun, ended, end, chunks)
        let numbers = chunks.map(\.chunk)
        missing = zip([-1] + numbers, numbers).compactMap { $1 - $0 > 1 ? $0 + 1...$1 - 1 : nil }
    }
}

package struct AudibleChunk: Hashable, Sendable {
    /// Why not all of it was audible.
    package enum Loss: String, Hashable, Sendable {
        /// The message ended before it, or in the middle of it.
        case interrupted
        /// It was never played: dropped, skipped, or missing what it needs.
        case lost
        case noSound
        case broken
        /// Its chunk ended before its sound.
        case cutOff
        /// Its sound arrived after its frames had begun, or were over.
        case late
        /// All existing sound was played, but its file declares more.
        case brokenOff
    }

    package var chunk: Int
    package var group: Int?
    /// The text of the chunk's group; may be the text of several chunks.
    package var text: String?
    package var words: [AudibleWord]
    /// Length of the whole sound; `nil` if it was not decoded.
    package var length: TimeSpan?
    /// The audible part of the sound.
    package var audible: Range<TimeSpan>?
    package var loss: Loss?

    /// 0 to 1; `nil` if the length is unknown.
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
        /// The audible part, from its start.
        case part(Range<TimeSpan>)
        case inaudible
    }

    /// `nil` if its text never arrived.
    package var text: String?
    /// Its time in the chunk's sound.
    package var span: Range<TimeSpan>
    package var fate: Fate

    /// A gap up to this at a word's start or end is ignored.
    static let tolerance = TimeSpan.milliseconds(20)
    /// Less of a word counts as nothing: ticks are not that even.
    private static let least = TimeSpan.milliseconds(1)

    /// Longer words are cut.
    private static let scalarsKept = 100

    /// - Parameter text: of the chunk's group; empty if unknown.
    init(_ word: SpokenWord, in text: [Unicode.Scalar], audible: Range<TimeSpan>?) {
        self.text = Self.part(of: text, word.scalars)
        span = word.span
        let first = max(audible?.lowerBound ?? .zero, span.lowerBound)
        let last = min(audible?.upperBound ?? .zero, span.upperBound)
        if audible == nil || last - first < Self.least {
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
        let audible = chunks.compactMap(\.audible).reduce(TimeSpan.zero) { $0 + ($1.upperBound - $1.lowerBound) }
        let lengths = chunks.compactMap(\.length)
        guard lengths.count == chunks.count else { return "played \(audible.hundredths) s" }
        return "played \(audible.hundredths) of \(lengths.reduce(.zero, +).hundredths) s"
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

/// A line of a conversation on a tape: what was said, by whom and when.
package struct SaidLine: Hashable, Sendable {
    /// Number of events handled when it first appeared.
    package let heard: EventCount
    package let time: Instant
    package let isAsked: Bool
    /// As one line.
    package let text: String

    package init(heard: EventCount, time: Instant, isAsked: Bool, text: String) {
        (self.heard, self.time, self.isAsked) = (heard, time, isAsked)
        self.text = text.replacing("\n", with: " ")
    }

    /// As shown in a caption.
    package var caption: String { isAsked ? Self.asked(text) : text }

    package static func asked(_ text: String) -> String { "you: \(text)" }
}
