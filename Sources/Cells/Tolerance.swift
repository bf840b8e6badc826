/// Leaves cells as the terminal shows them when no eye would see the difference.
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

    private static func isNear(_ a: UInt32, _ b: UInt32, _ limit: Int) -> Bool {
        if a == b { return true }
        guard (a | b) >> 24 == 0 else { return false }
        func distance(_ shift: UInt32) -> Int { abs(Int(a >> shift & 255) - Int(b >> shift & 255)) }
        return distance(16) <= limit && distance(8) <= limit && distance(0) <= limit
    }
}
