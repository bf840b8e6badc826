/// Moments of the calendar, in UTC.
package enum CalendarTime {
    /// `2026-03-01T12:00:31.402Z`.
    /// - Parameter milliseconds: since 1970.
    package static func text(milliseconds: Int64) -> String {
        let (seconds, rest) = floored(milliseconds, by: 1_000)
        return "\(secondsText(seconds)).\(rest.padded(toDigits: 3))Z"
    }

    /// `2026-03-01T12:00:31Z`.
    /// - Parameter seconds: since 1970.
    package static func text(seconds: Int64) -> String { secondsText(seconds) + "Z" }

    private static func secondsText(_ seconds: Int64) -> String {
        let (day, time) = floored(seconds, by: 86_400)
        let clock = [time / 3_600, time / 60 % 60, time % 60].map { $0.padded(toDigits: 2) }
        return "\(CalendarDay(number: day).text)T\(clock.joined(separator: ":"))"
    }

    /// The rest is never negative.
    private static func floored(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}
