import Events

/// The highlighted sentence, and how much of it counts as spoken (reader 3.1).
package struct TranscriptRecord: Hashable, Sendable {
    package var chunk: Int
    package var row: Int
    package var number: Int
    package var block: TextBlock?
    /// Lanes without text are `nil`.
    package var lanes: PerLane<LaneRecord?>
    package var rule: DisplayRule

    /// One side of a sentence: its original, or its translation with the transliteration.
    package enum Side: Hashable, Sendable {
        case none
        case first
        case full
        /// By the time; if nothing is known of it, the first word.
        case live(Span)
    }

    /// - Returns: `nil` if there is no such row, or it has no text.
    package init?(
        _ chunk: LoadedChunk, at place: Int, _ row: Int, original: Side, translation: Side, live track: BookTrack,
        _ rule: DisplayRule
    ) {
        guard chunk.sentences.indices.contains(row) else { return nil }
        let sentence = chunk.sentences[row]
        let lanes = PerLane<LaneRecord?> { lane in
            guard let tokens = sentence.lanes[lane]?.tokens.count, tokens > 0 else { return nil }
            switch lane == .original ? original : translation {
            case .none: return LaneRecord.none(of: tokens)
            case .first: return LaneRecord.first(of: tokens)
            case .full: return LaneRecord.full(tokens)
            case .live(let time):
                guard let reveal = chunk.reveal(row, lane, on: track) else { return LaneRecord.none(of: tokens) }
                return LaneRecord(reveal, at: chunk.windows(on: track).effective(time))
            }
        }
        guard Lane.allCases.contains(where: { lanes[$0] != nil }) else { return nil }
        (self.chunk, self.row, self.lanes) = (place, row, lanes)
        (number, block, self.rule) = (sentence.number, sentence.block, rule)
    }
}

/// Why a sentence is shown as it is (reader 3.2). While anything moves, the target decides, never the clock.
package enum DisplayRule: Int, Hashable, Sendable {
    /// Seeking another track within the sentence.
    case trackSwitch = 1
    /// Seeking another sentence; the previous one stays.
    case previous
    /// It is not known yet whether the other track is playing.
    case settling
    case previousWhileSettling
    case dwell
    case frozen
    case fallback
    /// The other track has just been confirmed.
    case settled
    case jump
    case anchor
    /// By the time of the sound.
    case live
    case initial
    case still

    package var words: String {
        switch self {
        case .trackSwitch: "seeking the other track of the sentence"
        case .previous: "previous sentence shown while seeking the next"
        case .settling: "waiting for the other track of the sentence"
        case .previousWhileSettling: "previous sentence shown until the next one sounds"
        case .dwell: "last word stays lit"
        case .frozen: "covered"
        case .fallback: "seeking"
        case .settled: "seek reached"
        case .jump: "seeking"
        case .anchor: "the sound is seeking"
        case .live: "by time"
        case .initial: "not audible yet"
        case .still: "no sound playing"
        }
    }
}
