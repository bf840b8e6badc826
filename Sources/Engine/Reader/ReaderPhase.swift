import Events

/// The phase of a sequence (reader 2.4).
package enum ReaderPhase: Hashable, Sendable {
    /// Stopped, or playing one file straight through.
    case idle
    /// The first sound is not loaded yet.
    case preparing
    case playing
    /// The last word stays highlighted.
    case dwelling(until: Instant)
    /// Seeking another place; not before this moment, if a player needs time.
    case transitioning(notBefore: Instant?)
    /// It is not known yet whether the sound is the requested one.
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

/// Tells old positions of a player from those of the requested place (reader 2.6). Good and stale ones are counted
/// separately.
package struct Validation: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        case open
        /// The sound is the right one.
        case good
        /// The sound is accepted, because nothing better comes.
        case givenUp
        case settling
        case seekAgain
    }

    package let expected: TimeSpan
    let segment: Range<TimeSpan>
    /// Whether this is the chunk's first segment.
    let isFirst: Bool
    private var since: Instant
    private var stale = 0
    private var good = 0
    private var settled: Int?

    package init(expected: TimeSpan, in segment: Range<TimeSpan>, isFirst: Bool, at now: Instant) {
        (self.expected, self.segment, self.isFirst, since) = (expected, segment, isFirst, now)
    }

    package var isSettling: Bool { settled != nil }

    /// The same validation, with its full time limit.
    func begun(at now: Instant) -> Validation {
        var validation = self
        validation.since = now
        return validation
    }

    package mutating func receive(_ time: TimeSpan, at now: Instant) -> Outcome {
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

    private mutating func settle(_ time: TimeSpan, _ count: Int, at now: Instant) -> Outcome {
        let start = segment.lowerBound
        if time >= start - ReaderRules.beforeStart, time <= start + ReaderRules.settlingAhead { return .good }
        settled = count
        return count >= ReaderRules.settlingLimit || now - since > ReaderRules.settlingTime ? .seekAgain : .open
    }

    package func isStale(_ time: TimeSpan) -> Bool {
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

/// A word of the shown sentence.
package struct WordCursor: Hashable, Sendable {
    package var lane: Lane
    package var index: Int

    /// The other end of the selection; equal to the index if one word is selected.
    package var anchor: Int

    package init(_ lane: Lane, _ index: Int, anchor: Int? = nil) {
        (self.lane, self.index, self.anchor) = (lane, index, anchor ?? index)
    }

    package var range: ClosedRange<Int> { min(index, anchor)...max(index, anchor) }
}
