/// What is left as it is, or takes a color that is already set, because no eye would see the difference.
enum Tolerance {
    /// Replaces each of the `count` cells that `wanted` holds by the shown one if no channel of either half differs by more
    /// than `limit`.
    static func keep(
        _ shown: UnsafeMutablePointer<UInt64>, in wanted: UnsafeMutablePointer<UInt64>, count: Int, limit: Int
    ) {
        for i in 0..<count where shown[i] != wanted[i] {
            let (old, new) = (Cell(bits: shown[i]), Cell(bits: wanted[i]))
            if isNear(old.upper.bits, new.upper.bits, limit) && isNear(old.lower.bits, new.lower.bits, limit) {
                wanted[i] = shown[i]
            }
        }
    }

    /// The cell with each half in a live color, or both halves in one, where that is near enough. The painter remembers
    /// what it returns, so later comparisons still bound the error.
    static func snap(_ cell: UInt64, to pen: Pen, limit: Int) -> UInt64 {
        let (upper, lower) = (Cell(bits: cell).upper.bits, Cell(bits: cell).lower.bits)
        let newUpper = near(upper, pen, limit)
        let newLower = near(lower, pen, limit)
        if newUpper == nil, newLower == nil, isNear(upper, lower, limit) {
            return UInt64(upper) << 32 | UInt64(upper)
        }
        return UInt64(newUpper ?? upper) << 32 | UInt64(newLower ?? lower)
    }

    private static func near(_ ink: UInt32, _ pen: Pen, _ limit: Int) -> UInt32? {
        if isNear(ink, pen.background, limit) { return pen.background }
        return isNear(ink, pen.foreground, limit) ? pen.foreground : nil
    }

    private static func isNear(_ a: UInt32, _ b: UInt32, _ limit: Int) -> Bool {
        if a == b { return true }
        guard (a | b) >> 24 == 0 else { return false }
        func distance(_ shift: UInt32) -> Int { abs(Int(a >> shift & 255) - Int(b >> shift & 255)) }
        return distance(16) <= limit && distance(8) <= limit && distance(0) <= limit
    }
}
