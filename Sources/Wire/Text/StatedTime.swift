import Events

/// When something was, as backends and logs of clients say it: text in the manner of ISO 8601, or a number of milliseconds.
package struct StatedTime: Hashable, Sendable {
    /// What the microseconds are counted from. Moments of different origins cannot be compared.
    package enum Origin: Hashable, Sendable {
        /// The beginning of 1970, UTC.
        case epoch
        /// The start of a program, or whatever else a small number is counted from.
        case unknown
    }

    package let origin: Origin
    package let microseconds: Int64

    package init(origin: Origin, microseconds: Int64) {
        self.origin = origin
        self.microseconds = microseconds
    }

    package var milliseconds: Double { Double(microseconds) / 1_000 }

    /// From `earlier` to here, in microseconds; `nil` when the two cannot be compared.
    package func microseconds(since earlier: StatedTime) -> Int64? {
        origin == earlier.origin ? microseconds - earlier.microseconds : nil
    }

    /// `2026-03-01 12:00:31.402` in UTC, or seconds with three decimals.
    package var text: String {
        origin == .epoch
            ? CalendarTime.spacedText(microseconds: microseconds) : Instant(microseconds: microseconds).inSeconds
    }
}

extension StatedTime {
    /// Milliseconds from which on a number is taken for one since 1970 (that is March 1973, or three years of running).
    private static let leastEpochMilliseconds: Int64 = 100_000_000_000

    /// `nil` unless the text is a time in one of the two forms.
    package init?(_ text: String) {
        var text = text
        guard let time = text.withUTF8({ Self(LinePart(UnsafeRawBufferPointer($0))) }) else { return nil }
        self = time
    }

    /// The same of a field.
    package init?(_ field: LinePart) {
        // The hyphen behind the year is not in any number; asking for it first saves reading the year twice.
        if field.byte(4) != UInt8(ascii: "-") {
            guard let number = PlainDecimal(field), !number.isNegative else { return nil }
            origin = number.whole >= Self.leastEpochMilliseconds ? .epoch : .unknown
            microseconds = number.whole * 1_000 + number.millionths / 1_000
        } else {
            guard let found = Self.calendarTime(field) else { return nil }
            (origin, microseconds) = (.epoch, found)
        }
    }

    /// `YYYY-MM-DD`, `T` or a space, `hh:mm:ss`, perhaps a fraction, perhaps a zone. Without a zone it is UTC.
    private static func calendarTime(_ field: LinePart) -> Int64? {
        guard let year = number(field, 0, 4), field.byte(4) == UInt8(ascii: "-"),
            let month = number(field, 5, 2), field.byte(7) == UInt8(ascii: "-"),
            let day = number(field, 8, 2), isSeparator(field.byte(10)),
            let hour = number(field, 11, 2), field.byte(13) == UInt8(ascii: ":"),
            let minute = number(field, 14, 2), field.byte(16) == UInt8(ascii: ":"),
            let second = number(field, 17, 2), hour < 24, minute < 60, second <= 60,
            let date = CalendarDay(year: year, month: month, day: day)
        else { return nil }
        var place = 19
        var microseconds: Int64 = 0
        if field.byte(place) == UInt8(ascii: ".") || field.byte(place) == UInt8(ascii: ",") {
            guard let fraction = PlainDecimal.fraction(field, from: place + 1) else { return nil }
            microseconds = fraction.millionths
            place += 1 + fraction.digits
        }
        guard let offset = zone(field.part(place, field.count)) else { return nil }
        let minutes = (date.number * 24 + hour) * 60 + minute - offset
        return (minutes * 60 + second) * 1_000_000 + microseconds
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "T") || byte == UInt8(ascii: "t") || byte == 0x20
    }

    /// Minutes east of UTC: nothing or `Z`, `+hh`, `+hhmm`, `+hh:mm`, or the same with `-`.
    private static func zone(_ field: LinePart) -> Int64? {
        let sign = field.byte(0)
        if field.count == 0 { return 0 }
        if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return field.count == 1 ? 0 : nil }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = number(field, 1, 2), hours < 24 else {
            return nil
        }
        var minutes: Int64 = 0
        if field.count > 3 {
            let place = field.byte(3) == UInt8(ascii: ":") ? 4 : 3
            guard let found = number(field, place, 2), found < 60, field.count == place + 2 else { return nil }
            minutes = found
        }
        return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }

    /// Exactly `count` digits.
    private static func number(_ field: LinePart, _ place: Int, _ count: Int) -> Int64? {
        guard let (value, digits) = field.part(place, place + count).digits(from: 0, atMost: count) else { return nil }
        return digits == count ? value : nil
    }
}
