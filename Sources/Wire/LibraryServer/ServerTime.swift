import Events

/// Moments as servers write them.
package enum ServerTime {
    /// For the header `Date` (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
    /// - Parameter seconds: since 1970.
    package static func header(seconds: Int64) -> String {
        let (day, time) = (floored(seconds, by: 86_400), CalendarTime.text(seconds: seconds))
        let date = CalendarDay(number: day)
        // 1 January 1970 was a Thursday.
        let weekday = weekdays[Int(((day + 4) % 7 + 7) % 7)]
        let clock = time.dropFirst("1970-01-01T".count).prefix("00:00:00".count)
        return "\(weekday), \(date.day.padded(toDigits: 2)) \(months[Int(date.month) - 1]) "
            + "\(date.year.padded(toDigits: 4)) \(clock) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func floored(_ value: Int64, by divisor: Int64) -> Int64 {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }

    /// `2026-02-01T21:14:05`, perhaps with a fraction, of a record that says it in UTC; `nil` for all else.
    static func stated(_ text: String?) -> String? {
        guard var text, text.utf8.count <= 40 else { return nil }
        for zone in ["Z", "+00:00"] where text.hasSuffix(zone) { text.removeLast(zone.count) }
        let form = Array("dddd-dd-ddTdd:dd:dd".utf8)
        let bytes = Array(text.utf8)
        guard bytes.count >= form.count else { return nil }
        let isForm = zip(bytes, form).allSatisfy { byte, wanted in
            wanted == UInt8(ascii: "d") ? (0x30...0x39).contains(byte) : byte == wanted
        }
        let rest = bytes.dropFirst(form.count)
        let isFraction =
            rest.isEmpty
            || rest.first == UInt8(ascii: ".") && rest.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
        return isForm && isFraction ? text : nil
    }
}
