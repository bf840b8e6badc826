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

    /// Fractions of a microsecond are left out.
    package init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(microseconds: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }

    package var seconds: Double { Double(microseconds) / 1_000_000 }
    package var milliseconds: Double { Double(microseconds) / 1_000 }
    /// How long it is, either way.
    package var magnitude: TimeSpan { max(self, .zero - self) }

    /// The part number `index` of `count` equal ones: `index` / `count` of it.
    package func part(_ index: Int, of count: Int) -> TimeSpan {
        TimeSpan(microseconds: (self * Int64(index)).microseconds / Int64(max(1, count)))
    }

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

/// Lengths of time for people.
extension TimeSpan {
    /// Milliseconds, with one decimal where it is not zero: `12.5 ms`.
    package var words: String {
        let tenths = (microseconds.magnitude + 50) / 100
        let sign = microseconds < 0 ? "-" : ""
        return sign + (tenths % 10 == 0 ? String(tenths / 10) : tenths.pointed(before: 1)) + " ms"
    }

    /// What is less than a whole one is cut off.
    package var wholeMilliseconds: Int64 { microseconds / 1_000 }

    /// In seconds, such as `1.08`; 0 for a negative one.
    package var hundredths: String {
        ((max(.zero, self) + .milliseconds(5)).microseconds / 10_000).pointed(before: 2)
    }
}
