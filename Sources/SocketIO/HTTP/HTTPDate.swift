import Events

/// The moment in an answer's header `Date`, to the second (RFC 9110, 5.6.7): servers write it, clients read it.
package struct HTTPDate: Hashable, Sendable {
    /// Since 1970.
    package let seconds: Int64

    /// - Parameter seconds: since 1970, of the years 0 to 9,999: no other one can be written.
    package init(seconds: Int64) { self.seconds = seconds }

    // MARK: As it is written

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `Sun, 06 Nov 1994 08:49:37 GMT`.
    package var text: String {
        let (day, clock) = CalendarTime.parts(seconds: seconds)
        return "\(Self.text(of: day)) \(clock) GMT"
    }

    /// `Sun, 06 Nov 1994`.
    private static func text(of day: CalendarDay) -> String {
        "\(weekdays[day.weekday]), \(day.day.padded(toDigits: 2)) \(months[Int(day.month) - 1]) "
            + day.year.padded(toDigits: 4)
    }

    // MARK: As it is read

    /// Reads the one form that servers may send; a leap second is the one after it. `nil` for anything else, also for a weekday that
    /// is not the day's: which of the two is meant nobody knows.
    package init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[5] == "GMT", let month = Self.months.firstIndex(where: { $0 == parts[2] }),
            let day = Self.number(parts[1], digits: 2), let year = Self.number(parts[3], digits: 4),
            let date = CalendarDay(year: year, month: Int64(month) + 1, day: day),
            text.hasPrefix(Self.text(of: date) + " ")
        else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        let times = clock.compactMap { Self.number($0, digits: 2) }
        guard clock.count == 3, times.count == 3, times[0] < 24, times[1] < 60, times[2] <= 60 else { return nil }
        seconds = ((date.number * 24 + times[0]) * 60 + times[1]) * 60 + times[2]
    }

    private static func number(_ text: Substring, digits: Int) -> Int64? {
        let isNumber = text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? Int64(text) : nil
    }
}
