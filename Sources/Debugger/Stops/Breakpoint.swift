import Engine
import Events

/// A condition at which a run stops, forward and backward.
package struct Breakpoint: Hashable, Sendable {
    package var condition: Condition
    /// Number of hits that a run skips before it stops.
    package var ignoring = 0
    package var isEnabled = true
    /// Largest number of hits to skip.
    package static let mostIgnored = 1_000_000

    package init(_ condition: Condition, ignoring: Int = 0, isEnabled: Bool = true) {
        self.condition = condition
        self.ignoring = ignoring
        self.isEnabled = isEnabled
    }

    package enum Condition: Hashable, Sendable {
        /// Any finding that is a fault (`AuditFinding.Kind.isFault`).
        case fault
        case held
        case skipped
        case modeChange
        /// Another clip than that of the previous frame, within one chunk.
        case clipChange
        case chunkStart
        case chunkEnd
        /// Too much time between the end of a chunk and the first frame of the next.
        case chunkGap
        /// A frame, chunk or sound that arrived after its slot.
        case late
        /// A frame that never arrived.
        case lost
        /// A freeze (specification 6.4).
        case freeze
        /// Sound and picture further apart than this, in either direction.
        case drift(TimeSpan)
        /// An overlay's key that matches a pattern: `*` any text, `?` any one byte, ignoring case.
        case overlay(String)
        /// An event whose wire name matches a pattern.
        case event(String)
        /// For a book: the sound is not the requested one; it is sought again; the last word stays highlighted; the
        /// track or mode changes; a word's time is before that of the previous word.
        case staleTime, reSeek, dwell, lane, wordOrder
        /// For a book: another sentence or track; another word.
        case sentence, word
        /// A condition that becomes true at a frame.
        case when(StopExpression)
    }
}

extension Breakpoint.Condition {
    /// All kinds; those with a value have a usual one.
    package static let kinds: [Self] = [
        .fault, .held, .skipped, .modeChange, .clipChange, .chunkStart, .chunkEnd, .chunkGap, .late, .lost, .freeze,
        .drift(.milliseconds(80)), .overlay("*"), .event("*"), .staleTime, .reSeek, .dwell, .lane, .wordOrder,
        .sentence, .word, .when(.example),
    ]

    /// One word, and a value if there is one: the form in which breakpoints are saved.
    package var text: String {
        switch self {
        case .drift(let limit): "\(word) \(limit.wholeMilliseconds)"
        case .overlay(let pattern), .event(let pattern): "\(word) \(pattern)"
        case .when(let expression): "\(word) \(expression.text)"
        default: word
        }
    }

    /// The first word of `text`.
    var word: String {
        switch self {
        case .fault: "fault"
        case .held: "held"
        case .skipped: "skipped"
        case .modeChange: "mode"
        case .clipChange: "clip"
        case .chunkStart: "chunk-start"
        case .chunkEnd: "chunk-end"
        case .chunkGap: "chunk-gap"
        case .late: "late"
        case .lost: "lost"
        case .freeze: "freeze"
        case .drift: "drift"
        case .overlay: "overlay"
        case .event: "event"
        case .staleTime: "stale"
        case .reSeek: "re-seek"
        case .dwell: "dwell"
        case .lane: "lane"
        case .wordOrder: "word-order"
        case .sentence: "sentence"
        case .word: "word"
        case .when: "when"
        }
    }

    /// The meaning, for users.
    package var meaning: String {
        switch self {
        case .fault: "any fault"
        case .held: "a held frame"
        case .skipped: "a skipped frame"
        case .modeChange: "mode change"
        case .clipChange: "clip change within a chunk"
        case .chunkStart: "first frame of a chunk"
        case .chunkEnd: "end of a chunk"
        case .chunkGap: "gap between chunks"
        case .late: "a late frame, chunk or sound"
        case .lost: "frames that never arrived"
        case .freeze: "a freeze over \(AuditThresholds().freeze.wholeMilliseconds) ms"
        case .drift(let limit): "sound and picture \(limit.wholeMilliseconds) ms apart"
        case .overlay(let pattern): "overlay key like \(pattern)"
        case .event(let pattern): "event like \(pattern)"
        case .staleTime: "a book: a stale position"
        case .reSeek: "a book: another seek"
        case .dwell: "a book: end of a segment"
        case .lane: "a book: mode or track change"
        case .wordOrder: "a book: a word out of order"
        case .sentence: "a book: next sentence"
        case .word: "a book: next word"
        case .when(let expression): expression.text
        }
    }

    /// Whether it can hold only after the pixels of all frames have been tested.
    package var needsPixels: Bool {
        switch self {
        case .fault: true
        case .when(let expression): expression.asksForPixels
        default: false
        }
    }

    /// - Returns: `nil` for an unknown word, an unexpected value, or a missing or invalid one.
    package init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard let word = parts.first, let kind = Self.kinds.first(where: { $0.word == word }) else { return nil }
        let value = parts.count > 1 ? String(parts[1]) : nil
        switch (kind, value) {
        case (.drift, let value?):
            guard let milliseconds = Int64(value), (0...3_600_000).contains(milliseconds) else { return nil }
            self = .drift(.milliseconds(milliseconds))
        case (.overlay, let value?): self = .overlay(value)
        case (.event, let value?): self = .event(value)
        case (.when, let value?):
            guard let expression = try? StopExpression(value) else { return nil }
            self = .when(expression)
        case (.drift, nil), (.overlay, nil), (.event, nil), (.when, nil): return nil
        case (_, nil): self = kind
        case (_, _?): return nil
        }
    }

    /// Reads what a user typed: the saved form, or a condition without `when`.
    /// - Throws: what is wrong with it, and where.
    package init(typed text: String) throws(StopFault) {
        let tokens = StopTokens(text).tokens
        let isComparison = tokens.count > 1 && tokens[1].token.isSign
        if !isComparison, let known = Self(text) {
            self = known
            return
        }
        if let first = tokens.first, first.token == .word("when") {
            self = .when(try StopExpression(text, from: first.range.upperBound))
        } else {
            self = .when(try StopExpression(text, besides: Self.kinds.map(\.word)))
        }
    }
}

extension StopTokens.Token {
    fileprivate var isSign: Bool { if case .sign = self { true } else { false } }
}

extension Breakpoint {
    /// The breakpoints before the user has chosen any. Those that a stream without faults never hits are on; all
    /// others can be switched on.
    /// - Parameter ofBook: whether to include those that only a book can hit.
    package static func usual(ofBook: Bool) -> [Breakpoint] {
        Condition.kinds.compactMap { kind in
            switch kind {
            case .overlay, .event, .when: nil
            case .fault, .late, .lost, .chunkGap: Breakpoint(kind)
            case .staleTime, .reSeek, .dwell, .lane, .wordOrder, .sentence, .word:
                ofBook ? Breakpoint(kind, isEnabled: false) : nil
            default: Breakpoint(kind, isEnabled: false)
            }
        }
    }
}
