import Events

/// Estimates when an event left the backend, in session time, from the two clocks of the backend on one connection
/// (specification 3.10).
///
/// Each clock has an offset: the smallest difference between arrival and date over the last 60 s. An estimate is
/// earlier than the true moment by at most the clock's error, and later by at most the time that the quickest event
/// took. A clock that stands still or jumps gives no estimate, nor does a date long before its arrival. A single
/// earlier date may belong to a delayed event; several that lag by the same amount mean that the clock was set back.
struct EmissionClocks: Hashable, Sendable {
    private var text = EmissionClock()
    private var unix = EmissionClock()

    /// Records the date of an event that arrives now.
    /// - Returns: whether its clock was set back. Earlier dates then have another meaning than assumed.
    mutating func receive(_ time: EmissionTime, arrived: Instant) -> Bool {
        switch time.clock {
        case .text: text.receive(time.microseconds, arrived: arrived)
        case .unix: unix.receive(time.microseconds, arrived: arrived)
        }
    }

    /// When an event was emitted, as far as known now; `nil` if its date says nothing.
    func moment(of time: EmissionTime, arrived: Instant) -> Instant? {
        switch time.clock {
        case .text: text.moment(of: time.microseconds, arrived: arrived)
        case .unix: unix.moment(of: time.microseconds, arrived: arrived)
        }
    }

    /// Whether the clock of an event arriving now seems to stand at this date: no other date has arrived in between.
    func stands(at time: EmissionTime, arrived: Instant) -> Bool {
        switch time.clock {
        case .text: text.stands(time.microseconds, arrived)
        case .unix: unix.stands(time.microseconds, arrived)
        }
    }

    /// Forgets the clocks: another connection may lead to another machine.
    mutating func reset() { self = EmissionClocks() }
}

/// One clock of a backend. Stores one difference per second for a minute.
private struct EmissionClock: Hashable, Sendable {
    private struct Least: Hashable, Sendable {
        var second: Int64
        /// The smallest difference between arrival and date in that second.
        var difference: TimeSpan
    }

    private struct Dated: Hashable, Sendable {
        var date: Int64
        /// Arrival of the first event with this date.
        var since: Instant
    }

    private struct Lag: Hashable, Sendable {
        var difference: TimeSpan
        /// Arrival of the first of these events.
        var since: Instant
    }

    private var minima: [Least] = []
    private var last: Dated?
    private var newest: Int64?
    /// Dates that are behind earlier ones, all by about the same amount.
    private var lag: Lag?

    private static let windowSeconds: Int64 = 60
    /// A date this long before its arrival says nothing. A clock that advances by this much was set.
    private static let oldest = TimeSpan.seconds(2)
    /// Events of one moment arrive together, except on a slow link. The same date later than this means that the
    /// clock stands still.
    private static let standing = TimeSpan.milliseconds(250)
    /// If dates lag by the same amount for this long, they are no delayed events.
    private static let setBack = TimeSpan.milliseconds(500)

    mutating func receive(_ date: Int64, arrived: Instant) -> Bool {
        guard date > 0 else { return false }
        if last?.date != date { last = Dated(date: date, since: arrived) }
        guard !stands(date, arrived) else { return false }
        let difference = arrived - Instant(microseconds: date)
        let second = arrived.microseconds / 1_000_000
        minima.removeAll { $0.second < second - Self.windowSeconds }
        if let least, least - difference > Self.oldest { (minima, lag) = ([], nil) }
        let first = lag?.difference
        let isSetBack = followLag(date, difference, arrived)
        if isSetBack { (minima, newest) = ([], nil) }
        if isSetBack, let first { remember(first, in: second) }
        newest = max(newest ?? date, date)
        remember(difference, in: second)
        return isSetBack
    }

    func moment(of date: Int64, arrived: Instant) -> Instant? {
        guard date > 0, let least, !stands(date, arrived) else { return nil }
        let late = max(arrived - Instant(microseconds: date) - least, .zero)
        return late <= Self.oldest ? arrived - late : nil
    }

    func stands(_ date: Int64, _ arrived: Instant) -> Bool {
        last.map { $0.date == date && arrived - $0.since > Self.standing } ?? false
    }

    /// - Returns: whether the clock was set back.
    private mutating func followLag(_ date: Int64, _ difference: TimeSpan, _ arrived: Instant) -> Bool {
        if let lag, (difference - lag.difference).magnitude <= Self.standing {
            guard arrived - lag.since >= Self.setBack else { return false }
            self.lag = nil
            return true
        }
        let isEarlier = newest.map { Instant(microseconds: $0) - Instant(microseconds: date) > Self.standing } ?? false
        lag = isEarlier ? Lag(difference: difference, since: arrived) : nil
        return false
    }

    private var least: TimeSpan? { minima.lazy.map(\.difference).min() }

    private mutating func remember(_ difference: TimeSpan, in second: Int64) {
        if let place = minima.indices.last, minima[place].second == second {
            minima[place].difference = min(minima[place].difference, difference)
        } else {
            minima.append(Least(second: second, difference: difference))
        }
    }
}
