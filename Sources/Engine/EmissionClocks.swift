import Events

/// Tells when an event left the backend, in session time, by the two clocks of the backend on one connection (specification 3.10).
///
/// Each clock has an offset of its own: the smallest difference between arrival and date of the last 60 s. So what is told is never
/// before the true moment by more than the clock itself is wrong, and after it by less than the quickest event took. A clock that
/// stands or jumps tells nothing, nor does a date that lies far before its arrival.
struct EmissionClocks: Hashable, Sendable {
    private var text = EmissionClock()
    private var unix = EmissionClock()

    /// - Returns: when an event that arrives now was emitted; `nil` when its date says nothing.
    mutating func hear(_ time: EmissionTime, arrived: Instant) -> Instant? {
        switch time.clock {
        case .text: text.hear(time.microseconds, arrived: arrived)
        case .unix: unix.hear(time.microseconds, arrived: arrived)
        }
    }

    /// Another connection may lead to another machine.
    mutating func reset() { self = EmissionClocks() }
}

/// One clock of a backend. Remembers one difference a second for a minute.
private struct EmissionClock: Hashable, Sendable {
    private struct Least: Hashable, Sendable {
        var second: Int64
        /// The smallest one between arrival and date in that second.
        var difference: Span
    }

    private struct Dated: Hashable, Sendable {
        var date: Int64
        /// Arrival of the first event with this date.
        var since: Instant
    }

    private var minima: [Least] = []
    private var last: Dated?
    /// The date that made the smallest difference much smaller, or was the first: it may be of a clock that has been set.
    private var doubtful: Int64?

    private static let windowSeconds: Int64 = 60
    /// A date that lies further before its arrival says nothing; a clock that is so much ahead of before has been set.
    private static let oldest = Span.seconds(2)
    /// Events of one moment arrive together, but for a slow link. The same date later than this is of a clock that stands.
    private static let standing = Span.milliseconds(250)

    mutating func hear(_ date: Int64, arrived: Instant) -> Instant? {
        guard date > 0 else { return nil }
        if last?.date != date { last = Dated(date: date, since: arrived) }
        if let last, arrived - last.since > Self.standing { return nil }
        let difference = arrived - Instant(microseconds: date)
        let second = arrived.microseconds / 1_000_000
        minima.removeAll { $0.second < second - Self.windowSeconds }
        if let least, least - difference > Self.oldest { minima = [] }
        // The date was ahead of its time: what came of it is forgotten.
        if let doubtful, Instant(microseconds: doubtful) - Instant(microseconds: date) > Self.standing {
            (minima, self.doubtful) = ([], nil)
            remember(difference, in: second)
            return nil
        }
        if least.map({ $0 - difference > Self.standing }) ?? true { doubtful = date }
        remember(difference, in: second)
        guard let least, difference - least <= Self.oldest else { return nil }
        return arrived - (difference - least)
    }

    private var least: Span? { minima.lazy.map(\.difference).min() }

    private mutating func remember(_ difference: Span, in second: Int64) {
        if let place = minima.indices.last, minima[place].second == second {
            minima[place].difference = min(minima[place].difference, difference)
        } else {
            minima.append(Least(second: second, difference: difference))
        }
    }
}
