/// Numbers that look like chance and follow from the seed and the place at which they are needed alone, so that one
/// that is asked more or less does not change what the others say. (SplitMix64.)
package struct Chance {
    private var state: UInt64

    package init(seed: UInt64, _ places: Int...) {
        state = seed
        for place in places {
            state ^= UInt64(bitPattern: Int64(place)) &* 0xD6E8_FEB8_6659_FD93
            state = next()
        }
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 to `bound` - 1; 0 for a bound below 1.
    package mutating func below(_ bound: Int) -> Int { Int(next() >> 33) % max(1, bound) }

    package mutating func happens(_ share: Double) -> Bool { Double(next() >> 11) * 0x1p-53 < share }
}
