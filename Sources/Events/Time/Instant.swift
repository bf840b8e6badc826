import JSON

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

extension JSON {
    /// `null` for `nil`.
    package static func milliseconds(_ span: TimeSpan?) -> JSON { span.map { .double($0.milliseconds) } ?? .null }
    /// `null` for `nil`.
    package static func milliseconds(_ time: Instant?) -> JSON { time.map { .double($0.milliseconds) } ?? .null }
}
