/// Bayer's 8x8 matrix: the threshold depends on the place alone, so a pixel that does not change never changes its cell,
/// which error diffusion could not promise.
package enum OrderedDither {
    package static let side = 8

    /// 0…63, each once; row by row. Interleaves the bits of `x ^ y` and `y`, lowest first.
    package static let thresholds: [UInt8] = (0..<side * side).map { place in
        let x = place % side
        let y = place / side
        return (0..<3).reduce(UInt8(0)) { value, bit in
            let pair = UInt8((x ^ y) >> bit & 1) << 1 | UInt8(y >> bit & 1)
            return value | pair << UInt8(4 - 2 * bit)
        }
    }
}
