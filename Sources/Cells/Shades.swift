import Events

/// Characters in the place of colors, for terminals without any.
package struct Shades: Hashable, Sendable {
    /// How much of a cell's upper and its lower half a character covers, 0…256.
    private struct Shade: Hashable, Sendable {
        let scalar: Unicode.Scalar
        let upper: Int32
        let lower: Int32

        init(_ scalar: Unicode.Scalar, _ upper: Int32, _ lower: Int32) {
            (self.scalar, self.upper, self.lower) = (scalar, upper, lower)
        }
    }

    private let shades: [Shade]
    /// Characters are dark on bright.
    private let isOnLight: Bool

    /// - Parameters:
    ///   - blocks: whether █ may be used.
    ///   - isOnLight: the terminal's background is bright.
    package init(blocks: BlockStyle, isOnLight: Bool = false) {
        self.isOnLight = isOnLight
        guard blocks != .ascii else {
            let ramp = " .:-=+*#%@".unicodeScalars
            shades = ramp.enumerated().map { place, scalar in
                let share = Int32(place * 256 / (ramp.count - 1))
                return Shade(scalar, share, share)
            }
            return
        }
        // Of the oldest block characters, which every font has and every console.
        let all = [
            Shade(" ", 0, 0), Shade("░", 64, 64), Shade("▒", 128, 128), Shade("▓", 192, 192), Shade("▄", 0, 256),
            Shade("▀", 256, 0), Shade("█", 256, 256),
        ]
        // Where the other half is the terminal's background, nothing else than each of the two halves can show it.
        shades = blocks == .any ? all : all.dropLast()
    }

    /// The character of a cell's two pixels; a half that is background is left blank.
    func character(_ upper: UInt32, _ lower: UInt32) -> Ink {
        let (above, below) = (coverage(upper), coverage(lower))
        var (best, least) = (0, Int32.max)
        for place in shades.indices {
            let (up, down) = (shades[place].upper - above, shades[place].lower - below)
            let cost = up * up + down * down
            if cost < least { (best, least) = (place, cost) }
        }
        return .character(shades[best].scalar)
    }

    /// What is darker is blank, what is brighter full: few steps are left, and a face takes them between its shadows and its skin.
    private static let range: ClosedRange<Int32> = 40...200

    /// 0…256.
    private func coverage(_ pixel: UInt32) -> Int32 {
        guard pixel >> 24 == 0 else { return 0 }
        let range = Self.range
        let light =
            min(max(Sharpening.noColors.lightness(pixel), range.lowerBound), range.upperBound) - range.lowerBound
        let share = light * 256 / (range.upperBound - range.lowerBound)
        return isOnLight ? 256 - share : share
    }
}
