/// Division by a constant, rounded half up: a multiplication and a correction, where a 64-bit division would take
/// longer than all other work on a target pixel.
struct ExactDivision {
    private let divisor: UInt64
    private let half: UInt64
    private let reciprocal: Double

    /// - Precondition: `1...2^32`.
    init(by divisor: UInt64) {
        self.divisor = divisor
        half = divisor / 2
        reciprocal = 1 / Double(divisor)
    }

    /// - Precondition: the quotient is at most 65,535, so the estimate is off by one at most.
    func rounded(_ dividend: UInt64) -> Int {
        let sum = dividend &+ half
        var quotient = UInt64(truncatingIfNeeded: Int64(Double(Int64(truncatingIfNeeded: sum)) * reciprocal))
        let product = quotient &* divisor
        if product > sum {
            quotient &-= 1
        } else if sum &- product >= divisor {
            quotient &+= 1
        }
        return Int(truncatingIfNeeded: quotient)
    }
}
