/// Moments of the calendar, in UTC.
package enum CalendarTime {
    /// `2026-03-01T12:00:31.402Z`.
    /// - Parameter milliseconds: since 1970.
    package static func text(milliseconds: Int64) -> String { millisecondsText(milliseconds, "T") + "Z" }

    /// `2026-03-01T12:00:31Z`.
    /// - Parameter seconds: since 1970.
    package static func text(seconds: Int64) -> String { secondsText(seconds, "T") + "Z" }

    /// `2026-03-01 12:00:31.402`; what is less than a millisecond is cut off.
    /// - Parameter microseconds: since 1970.
    package static func spacedText(microseconds: Int64) -> String {
        millisecondsText(floored(microseconds, by: 1_000).0, " ")
    }

    private static func millisecondsText(_ milliseconds: Int64, _ separator: String) -> String {
        let (seconds, rest) = floored(milliseconds, by: 1_000)
        return "\(secondsText(seconds, separator)).\(rest.padded(toDigits: 3))"
    }

    private static func secondsText(_ seconds: Int64, _ separator: String) -> String {
        let (day, clock) = parts(seconds: seconds)
        return day.text + separator + clock
    }

    /// The day, and `12:00:31` of it.
    /// - Parameter seconds: since 1970.
    package static func parts(seconds: Int64) -> (day: CalendarDay, clock: String) {
        let (day, time) = floored(seconds, by: 86_400)
        let clock = [time / 3_600, time / 60 % 60, time % 60].map { $0.padded(toDigits: 2) }
        return (CalendarDay(number: day), clock.joined(separator: ":"))
    }

    /// The rest is never negative.
    private static func floored(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}
