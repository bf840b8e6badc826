/// A small generator whose whole state is its seed, so that a failing sequence can be named by one number.
package struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound` - 1; cheaper than the library's, and the bias does not matter here.
    package mutating func below(_ bound: Int) -> Int { Int(next() >> 33) % max(1, bound) }

    package mutating func isOneIn(_ count: Int) -> Bool { below(count) == 0 }

    package mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }
}
