/// A moment: microseconds since the session or tape began, on a monotonic clock.
///
/// Sums beyond the bounds stay at them, here and in `TimeSpan`: a time from a stranger's tape may be anything, and one that
/// is far away has to stay far away.
package struct Instant: Hashable, Comparable, Sendable {
    package var microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }
    package static let zero = Instant(microseconds: 0)

    /// Rounded to the nearest microsecond; values that no clock of ours reaches are clamped.
    package init(seconds: Double) { microseconds = TimeSpan(seconds: seconds).microseconds }

    package var seconds: Double { Double(microseconds) / 1_000_000 }
    package var milliseconds: Double { Double(microseconds) / 1_000 }

    package static func < (a: Instant, b: Instant) -> Bool { a.microseconds < b.microseconds }
    package static func + (a: Instant, b: TimeSpan) -> Instant {
        Instant(microseconds: a.microseconds.addingWithinBounds(b.microseconds))
    }
    package static func - (a: Instant, b: TimeSpan) -> Instant {
        Instant(microseconds: a.microseconds.subtractingWithinBounds(b.microseconds))
    }
    package static func - (a: Instant, b: Instant) -> TimeSpan {
        TimeSpan(microseconds: a.microseconds.subtractingWithinBounds(b.microseconds))
    }
    package static func += (a: inout Instant, b: TimeSpan) { a = a + b }
}

/// A length of time in microseconds; may be negative.
package struct TimeSpan: Hashable, Comparable, Sendable {
    package var microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }
    package static let zero = TimeSpan(microseconds: 0)
    package static func milliseconds(_ n: Int64) -> TimeSpan { TimeSpan(microseconds: 1_000) * n }
    package static func seconds(_ n: Int64) -> TimeSpan { TimeSpan(microseconds: 1_000_000) * n }

    /// Rounded to the nearest microsecond; not-a-number becomes 0, more than 10,000 years is clamped.
    package init(seconds: Double) {
        let limit = 3.2e17
        let wanted = (seconds * 1_000_000).rounded()
        microseconds = wanted.isNaN ? 0 : Int64(min(max(wanted, -limit), limit))
    }

    package var seconds: Double { Double(microseconds) / 1_000_000 }
    package var milliseconds: Double { Double(microseconds) / 1_000 }
    /// How long it is, either way.
    package var magnitude: TimeSpan { max(self, .zero - self) }

    package static func < (a: TimeSpan, b: TimeSpan) -> Bool { a.microseconds < b.microseconds }
    package static func + (a: TimeSpan, b: TimeSpan) -> TimeSpan {
        TimeSpan(microseconds: a.microseconds.addingWithinBounds(b.microseconds))
    }
    package static func - (a: TimeSpan, b: TimeSpan) -> TimeSpan {
        TimeSpan(microseconds: a.microseconds.subtractingWithinBounds(b.microseconds))
    }
    package static func * (a: TimeSpan, b: Int64) -> TimeSpan {
        TimeSpan(microseconds: a.microseconds.multipliedWithinBounds(by: b))
    }
    package static func += (a: inout TimeSpan, b: TimeSpan) { a = a + b }
    package static func -= (a: inout TimeSpan, b: TimeSpan) { a = a - b }
}
