/// A number as logs write it: digits, perhaps a sign before and a fraction behind; no exponent.
struct PlainDecimal: Hashable {
    let isNegative: Bool
    /// Below 10^15.
    let whole: Int64
    /// Millionths, cut.
    let millionths: Int64
    /// Whether any digit of the fraction is not 0, the cut ones included.
    let hasFraction: Bool

    init?(_ field: ByteField) {
        let sign = field.byte(0)
        isNegative = sign == UInt8(ascii: "-")
        var place = isNegative || sign == UInt8(ascii: "+") ? 1 : 0
        guard let (whole, digits) = Self.digits(field, from: place, atMost: 15) else { return nil }
        self.whole = whole
        place += digits
        guard place < field.count else {
            (millionths, hasFraction) = (0, false)
            return
        }
        guard field.byte(place) == UInt8(ascii: ".") else { return nil }
        let first = place + 1
        guard let fraction = Self.fraction(field, from: first), first + fraction.digits == field.count else {
            return nil
        }
        (millionths, hasFraction) = (fraction.millionths, fraction.isSomething)
    }

    /// `nil` unless the number is whole.
    var integer: Int? { hasFraction ? nil : Int(isNegative ? -whole : whole) }

    /// The number that one or more digits stand for; `nil` when there are none, or more than `limit`.
    static func digits(_ field: ByteField, from place: Int, atMost limit: Int) -> (value: Int64, digits: Int)? {
        var value: Int64 = 0
        var index = place
        while index < field.count, let digit = digit(field.byte(index)) {
            guard index - place < limit else { return nil }
            value = value * 10 + digit
            index += 1
        }
        return index > place ? (value, index - place) : nil
    }

    /// Any number of digits behind a point, of which six are used; `nil` when there are none.
    static func fraction(
        _ field: ByteField, from place: Int
    ) -> (millionths: Int64, digits: Int, isSomething: Bool)? {
        var (value, weight, seen) = (Int64(0), Int64(100_000), false)
        var index = place
        while index < field.count, let digit = digit(field.byte(index)) {
            value += digit * weight
            weight /= 10
            seen = seen || digit != 0
            index += 1
        }
        return index > place ? (value, index - place, seen) : nil
    }

    private static func digit(_ byte: UInt8) -> Int64? {
        byte >= 0x30 && byte <= 0x39 ? Int64(byte) - 0x30 : nil
    }
}
