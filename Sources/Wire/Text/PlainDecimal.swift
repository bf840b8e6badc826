/// A number as logs write it: digits, perhaps a sign before and a fraction behind; no exponent.
package struct PlainDecimal: Hashable {
    package let isNegative: Bool
    /// Below 10^15.
    package let whole: Int64
    /// Millionths, cut.
    package let millionths: Int64
    /// Whether any digit of the fraction is not 0, the cut ones included.
    let hasFraction: Bool

    /// `nil` for more than 15 digits before the point.
    package init?(_ field: LinePart) {
        let sign = field.byte(0)
        isNegative = sign == Self.minus
        let place = isNegative || sign == Self.plus ? 1 : 0
        guard let (whole, digits) = field.digits(from: place, atMost: 15), digits > 0 else { return nil }
        self.whole = whole
        let point = place + digits
        if point == field.count {
            (millionths, hasFraction) = (0, false)
            return
        }
        guard field.byte(point) == Self.point, let fraction = Self.fraction(field, from: point + 1),
            point + 1 + fraction.digits == field.count
        else { return nil }
        (millionths, hasFraction) = (fraction.millionths, fraction.isSomething)
    }

    /// `nil` unless the number is whole.
    package var integer: Int? { hasFraction ? nil : Int(isNegative ? -whole : whole) }

    /// Any number of digits behind a point, of which six are used; `nil` when there are none.
    static func fraction(
        _ field: LinePart, from place: Int
    ) -> (millionths: Int64, digits: Int, isSomething: Bool)? {
        var value: Int64 = 0
        var weight: Int64 = 100_000
        var isSomething = false
        var index = place
        while index < field.count {
            let byte = field.byte(index)
            if byte < 0x30 || byte > 0x39 { break }
            value += Int64(byte &- 0x30) * weight
            weight /= 10
            if byte != 0x30 { isSomething = true }
            index += 1
        }
        return index > place ? (value, index - place, isSomething) : nil
    }

    private static let minus: UInt8 = 0x2D
    private static let plus: UInt8 = 0x2B
    private static let point: UInt8 = 0x2E
}
