/// A quotient of whole numbers: frames a second, or width to height.
package struct Ratio: Hashable, Sendable {
    package let numerator: Int
    package let denominator: Int

    /// Both are within this; greater ones are refused.
    static let limit = 1_000_000_000

    /// As it is written, not reduced; `nil` unless both are 1…1,000,000,000.
    package init?(_ numerator: Int, _ denominator: Int) {
        guard (1...Self.limit).contains(numerator), (1...Self.limit).contains(denominator) else { return nil }
        self.init(checked: numerator, denominator)
    }

    private init(checked numerator: Int, _ denominator: Int) {
        self.numerator = numerator
        self.denominator = denominator
    }

    package static let one = Ratio(checked: 1, 1)
    /// Frames a second of a stream that says none (picture-in-picture 5.8).
    package static let usualRate = Ratio(checked: 30, 1)

    /// About the same with both numbers at most 65,535, so that products with sides of pictures stay within `Int`.
    var reduced: Ratio {
        var (divisor, rest) = (numerator, denominator)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        var (numerator, denominator) = (numerator / divisor, denominator / divisor)
        while max(numerator, denominator) > 65_535 {
            numerator = max(1, numerator / 2)
            denominator = max(1, denominator / 2)
        }
        return Ratio(checked: numerator, denominator)
    }
}
