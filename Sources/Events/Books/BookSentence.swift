/// One sentence of a book, as its chunk's file has it (reader 1.8). Times are in the file of their track.
package struct BookSentence: Hashable, Sendable {
    /// In the whole book, from 1 on.
    package var number: Int
    /// Lanes without tokens are `nil`.
    package var lanes: PerLane<LaneText?>
    package var originalGate: SentenceGate
    package var translationGate: SentenceGate
    package var phases: SentencePhases
    /// Of the translation, where nothing else says how long it is.
    package var totalDuration: TimeSpan?
    /// Old data: what is spoken step by step.
    package var timeline: [TimelineStep]
    /// Cleaned (reader 1.9), in the order of time; empty where there are none.
    package var originalWords: [WordTime]
    package var translationWords: [WordTime]
    /// Below the job's folder.
    package var picture: String?
    /// `nil` where nothing is known of paragraphs.
    package var block: TextBlock?

    package init(
        number: Int, lanes: PerLane<LaneText?>, originalGate: SentenceGate = SentenceGate(),
        translationGate: SentenceGate = SentenceGate(), phases: SentencePhases = SentencePhases(),
        totalDuration: TimeSpan? = nil, timeline: [TimelineStep] = [], originalWords: [WordTime] = [],
        translationWords: [WordTime] = [], picture: String? = nil, block: TextBlock? = nil
    ) {
        (self.number, self.lanes) = (number, lanes)
        (self.originalGate, self.translationGate) = (originalGate, translationGate)
        (self.phases, self.totalDuration, self.timeline) = (phases, totalDuration, timeline)
        (self.originalWords, self.translationWords, self.picture) = (originalWords, translationWords, picture)
        self.block = block
    }

    /// Whether anything says where, or how long, it is heard on the track of one language.
    package func hasPlace(on track: BookTrack) -> Bool {
        let lengths = track == .original ? [phases.original] : [phases.translation, totalDuration]
        if lengths.contains(where: { ($0 ?? .zero) > .zero }) { return true }
        return track == .original
            ? originalGate.start != nil || !originalWords.isEmpty
            : translationGate.start != nil || !translationWords.isEmpty || !timeline.isEmpty
    }
}

/// The text of a lane, and what of it is lit one after the other. Never without tokens.
package struct LaneText: Hashable, Sendable {
    package var text: String
    package var tokens: [String]

    package init(_ text: String, tokens: [String]) { (self.text, self.tokens) = (text, tokens) }
}

/// Where a sentence begins and ends in the file of a track, as far as that is told.
package struct SentenceGate: Hashable, Sendable {
    package var start: TimeSpan?
    package var end: TimeSpan?

    package init(_ start: TimeSpan? = nil, _ end: TimeSpan? = nil) { (self.start, self.end) = (start, end) }

    /// Where both are told and make sense.
    package var range: Range<TimeSpan>? {
        guard let start, let end, end > start else { return nil }
        return start..<end
    }
}

/// How long the parts of a sentence are.
package struct SentencePhases: Hashable, Sendable {
    package var original: TimeSpan?
    package var gap: TimeSpan?
    package var translation: TimeSpan?
    package var tail: TimeSpan?

    package init(original: TimeSpan? = nil, gap: TimeSpan? = nil, translation: TimeSpan? = nil, tail: TimeSpan? = nil) {
        (self.original, self.gap, self.translation, self.tail) = (original, gap, translation, tail)
    }
}

/// How many tokens of each lane have been spoken when a step of this length is over, counted from the sentence's first.
package struct TimelineStep: Hashable, Sendable {
    package var duration: TimeSpan
    package var tokens: PerLane<Int>

    package init(_ duration: TimeSpan, tokens: PerLane<Int>) { (self.duration, self.tokens) = (duration, tokens) }
}

/// When a word sounds, in the file of its track.
package struct WordTime: Hashable, Sendable {
    /// Which token of its lane it is; `nil` where nobody says, and then as many as there are come one after the other.
    package var index: Int?
    package var start: TimeSpan
    package var end: TimeSpan

    package init(_ index: Int?, _ start: TimeSpan, _ end: TimeSpan) {
        (self.index, self.start, self.end) = (index, start, end)
    }
}
