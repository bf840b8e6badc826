/// A day of the Gregorian calendar, and its number counted from 1 January 1970.
package struct CalendarDay: Hashable {
    package let year: Int64
    package let month: Int64
    package let day: Int64
    package let number: Int64

    /// `nil` when there is no such day.
    /// - Parameter year: 0 to 9,999.
    package init?(year: Int64, month: Int64, day: Int64) {
        guard (0...9_999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        guard day <= Self.length(ofMonth: month, year: year) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        // Years that begin in March end with the leap day; 400 of them have 146,097 days.
        let marchYear = (month > 2 ? year : year - 1) + 400
        let inYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let days = marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + inYear
        number = days - 146_097 - 719_468
    }

    /// - Parameter number: of any day that 18 digits of microseconds reach.
    package init(number: Int64) {
        self.number = number
        let days = number + 719_468
        let era = days >= 0 ? days / 146_097 : (days - 146_096) / 146_097
        let inEra = days - era * 146_097
        let yearOfEra = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
        let inYear = inEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * inYear + 2) / 153
        day = inYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// `2026-03-01`.
    package var text: String {
        "\(year.padded(toDigits: 4))-\(month.padded(toDigits: 2))-\(day.padded(toDigits: 2))"
    }

    /// From Sunday (0) to Saturday (6). 1 January 1970 was a Thursday.
    package var weekday: Int { Int(((number + 4) % 7 + 7) % 7) }

    private static func length(ofMonth month: Int64, year: Int64) -> Int64 {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
