import Events

/// How much of a lane counts as spoken (reader 3.1).
package struct LaneRecord: Hashable, Sendable {
    package var tokens: Int
    /// Number of spoken tokens, from the first one on.
    package var lit: Int
    /// The token being spoken.
    package var current: Int?

    package init(tokens: Int, lit: Int, current: Int?) {
        (self.tokens, self.lit, self.current) = (tokens, lit, current)
    }

    static func none(of tokens: Int) -> LaneRecord { LaneRecord(tokens: tokens, lit: 0, current: nil) }
    static func full(_ tokens: Int) -> LaneRecord { LaneRecord(tokens: tokens, lit: tokens, current: tokens - 1) }
    static func first(of tokens: Int) -> LaneRecord { LaneRecord(tokens: tokens, lit: 1, current: 0) }
}

extension LaneRecord {
    /// The lane of the active sentence (reader 3.5). A token with a time of its own is never highlighted before it.
    /// - Parameter time: effective time.
    init(_ reveal: RevealTimes, at time: Span) {
        let (window, count, margin) = (reveal.window, reveal.times.count, ReaderRules.windowMargin)
        let u = min(time, window.end + margin)
        let reached = min(u, window.end) + margin
        var lit = reveal.times.partitionPoint { $0 > reached }
        if u >= window.end - Self.tail(of: window) {
            while lit < count, !reveal.isOwn[lit] { lit += 1 }
        }
        if lit == 0, u >= window.start - margin, reveal.isOwn.first == false { lit = 1 }
        self.init(tokens: count, lit: lit, current: lit > 0 ? lit - 1 : nil)
    }

    /// How long before the end the words without a time of their own are highlighted.
    static func tail(of window: SentenceWindow) -> Span { min(ReaderRules.revealTail, window.length.part(1, of: 4)) }
}

extension LoadedChunk {
    /// Which sentence is highlighted at a time of a track's file, and how much of its lanes; nothing of lanes that
    /// the track does not speak.
    package func lit(on track: BookTrack, at time: Span) -> (row: Int, lanes: PerLane<LaneRecord?>)? {
        let windows = windows(on: track)
        let effective = windows.effective(time)
        guard let row = windows.activeRow(at: effective) else { return nil }
        return (row, lit(row, on: track, at: time))
    }

    /// The same for one given sentence, whether or not it is the highlighted one.
    package func lit(_ row: Int, on track: BookTrack, at time: Span) -> PerLane<LaneRecord?> {
        let windows = windows(on: track)
        let effective = windows.effective(time)
        return PerLane { lane in
            guard let tokens = sentences[row].lanes[lane]?.tokens.count, tokens > 0 else { return nil }
            guard let reveal = reveal(row, lane, on: track) else { return LaneRecord.none(of: tokens) }
            return LaneRecord(reveal, at: effective)
        }
    }

    /// When the tokens of a lane are highlighted; `nil` if the track does not speak it.
    package func reveal(_ row: Int, _ lane: Lane, on track: BookTrack) -> RevealTimes? {
        RevealTimes(sentences[row], lane, on: track, windows(on: track).windows[row], isExact: chunk.isExact)
    }
}
