import Events

/// How far a sequence is (reader 2.4).
package enum ReaderPhase: Hashable, Sendable {
    /// Stopped, or one file straight through.
    case idle
    /// What is to be heard first is not there yet.
    case preparing
    case playing
    /// The last word stays lit.
    case dwelling(until: Instant)
    /// Another place is being sought: no sooner than this, where a player needs time.
    case transitioning(notBefore: Instant?)
    /// Whether what is heard is what was sought is not known yet.
    case validating(Validation)

    package var name: String {
        switch self {
        case .idle, .preparing: "idle"
        case .playing: "playing"
        case .dwelling: "dwelling"
        case .transitioning: "transitioning"
        case .validating: "validating"
        }
    }
}

/// Tells old times of a player from those of the place that was sought (reader 2.6). Good and stale ones are counted apart.
package struct Validation: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        case open
        /// What is heard is right.
        case good
        /// It is believed, since nothing better comes.
        case givenUp
        case settling
        case seekAgain
    }

    package let expected: Span
    let segment: Range<Span>
    /// Of the chunk's first segment.
    let isFirst: Bool
    private var since: Instant
    private var stale = 0
    private var good = 0
    private var settled: Int?

    package init(expected: Span, in segment: Range<Span>, isFirst: Bool, at now: Instant) {
        (self.expected, self.segment, self.isFirst, since) = (expected, segment, isFirst, now)
    }

    package var isSettling: Bool { settled != nil }

    /// The same, with all the time that it has.
    func begun(at now: Instant) -> Validation {
        var validation = self
        validation.since = now
        return validation
    }

    package mutating func receive(_ time: Span, at now: Instant) -> Outcome {
        if let settled { return settle(time, settled + 1, at: now) }
        guard isStale(time) else {
            (good, stale) = (good + 1, 0)
            return good >= ReaderRules.goodLimit ? .good : .open
        }
        (good, stale) = (0, stale + 1)
        guard stale >= ReaderRules.staleLimit || now - since > ReaderRules.staleTime else { return .open }
        guard isFirst, expected < ReaderRules.settlingStart else { return .givenUp }
        (settled, since) = (0, now)
        return .settling
    }

    private mutating func settle(_ time: Span, _ count: Int, at now: Instant) -> Outcome {
        let start = segment.lowerBound
        if time >= start - ReaderRules.beforeStart, time <= start + ReaderRules.settlingAhead { return .good }
        settled = count
        return count >= ReaderRules.settlingLimit || now - since > ReaderRules.settlingTime ? .seekAgain : .open
    }

    package func isStale(_ time: Span) -> Bool {
        (time - expected).magnitude > ReaderRules.staleDistance
            || (time >= segment.upperBound - ReaderRules.endTolerance && time > expected + ReaderRules.pastEndMargin)
            || time < segment.lowerBound - ReaderRules.beforeStart
    }
}

/// What happened to a reader, and why.
package struct ReaderNote: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case book, failed, playing, paused, dwell, segment, sentence, track, mode, stale, settled, seek, speed, text,
            order, ended
    }

    package var kind: Kind
    package var text: String

    package init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }
}

/// A word of the sentence that is shown.
package struct WordCursor: Hashable, Sendable {
    package var lane: Lane
    package var index: Int

    /// The other end of what is selected; the same where it is one word.
    package var anchor: Int

    package init(_ lane: Lane, _ index: Int, anchor: Int? = nil) {
        (self.lane, self.index, self.anchor) = (lane, index, anchor ?? index)
    }

    package var range: ClosedRange<Int> { min(index, anchor)...max(index, anchor) }
}
