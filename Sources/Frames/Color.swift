/// An opaque sRGB color, 0…255 a channel.
package struct Color: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// - Parameter rgb: 0xRRGGBB.
    package init(rgb: UInt32) {
        self.init(
            UInt8(truncatingIfNeeded: rgb >> 16), UInt8(truncatingIfNeeded: rgb >> 8), UInt8(truncatingIfNeeded: rgb))
    }

    /// 0xRRGGBB.
    package var rgb: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

    package static let black = Color(0, 0, 0)

    /// Weights of red, green and blue in a distance: the eye sees green best and blue worst.
    package static let sight = SIMD3<Double>(2, 4, 3) / 3

    /// How far apart two colors look, from the differences of their channels; for comparing only.
    @inlinable package static func distance(_ red: Int, _ green: Int, _ blue: Int) -> Int {
        2 * red * red + 4 * green * green + 3 * blue * blue
    }

    /// Whether black is seen better on it than white.
    package var isLight: Bool { 2 * Int(red) + 5 * Int(green) + Int(blue) > 8 * 128 }
}
