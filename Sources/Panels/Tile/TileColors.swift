import Events

/// The tile's colors as pixels (picture-in-picture 2.8). Where there are few, they are such that no area is mixed of two: what is mixed is
/// a pattern to the eye, and large in so small a picture.
struct TileColors {
    var background: UInt32 = 0x19232D
    var panel: UInt32 = 0x1F2126
    var circle: UInt32 = 0x0078FF
    var speaking: UInt32 = 0x00CC99
    var good: UInt32 = 0x33CC66
    var poor: UInt32 = 0xE64D4D
    var microphoneOff: UInt32 = 0xFF3742
    var grayMicrophone: UInt32 = 0xB3B3B3
    let text: UInt32 = 0xFFFFFF
    private let depth: ColorDepth

    init(_ depth: ColorDepth) {
        self.depth = depth
        switch depth {
        case .truecolor: break
        case .palette256:
            // Colors of the palette itself: 235, 33 and 42 in areas, the others in signs, which take the nearest.
            (background, panel, circle, speaking) = (0x262626, 0x262626, 0x0087FF, 0x00D787)
        case .palette16:
            // Black, blue and cyan stay so wherever they are mixed; white is read well on that blue in every scheme of colors.
            (background, panel, circle, speaking) = (0, 0, 0x0000B4, 0x00B0B0)
            (good, poor, microphoneOff, grayMicrophone) = (0x00FF00, 0xFF0000, 0xFF0000, 0x7F7F7F)
        case .none:
            // Blank, so that characters stand out and the circle does.
            (background, panel) = (0, 0)
        }
    }

    /// Without any, signs have to tell what colors tell elsewhere.
    var hasColors: Bool { depth != .none }

    /// The picture below the bar: 40 % of its light, no color where dark colors are few, and nothing where it would be a pattern.
    func darkened(_ pixel: UInt32) -> UInt32 { dim(Blending.mix(0, pixel, share: 2, of: 5), or: 0) }

    /// The last frame below the panel: 15 % of it.
    func covered(_ pixel: UInt32) -> UInt32 { dim(Blending.mix(pixel, panel, share: 85, of: 100), or: panel) }

    private func dim(_ pixel: UInt32, or plain: UInt32) -> UInt32 {
        switch depth {
        case .truecolor: pixel
        case .palette256: Blending.gray(pixel)
        case .palette16, .none: plain
        }
    }

    /// Of an edge of which so much lies inside, in 64ths: between two colors of a palette there is none that fits.
    func softened(_ coverage: Int) -> Int {
        switch depth {
        case .truecolor, .none: coverage
        case .palette256, .palette16: coverage >= 32 ? 64 : 0
        }
    }
}

/// Pixels of `PixelGrid`, 0x00RRGGBB, mixed channel by channel; halves go up.
enum Blending {
    /// `share` of 255 parts of `over`, the rest `under`.
    static func mix(_ under: UInt32, _ over: UInt32, share: Int, of whole: Int = 255) -> UInt32 {
        channels { shift in
            let (low, high) = (Int(under >> shift & 255), Int(over >> shift & 255))
            return (low * (whole - share) * 2 + high * share * 2 + whole) / (2 * whole)
        }
    }

    static func mean(_ pixels: [UInt32]) -> UInt32 {
        guard !pixels.isEmpty else { return 0 }
        return channels { shift in
            (pixels.reduce(0) { $0 + Int($1 >> shift & 255) } * 2 + pixels.count) / (2 * pixels.count)
        }
    }

    /// As bright, and one of the palette's grays from 8 to 238.
    static func gray(_ pixel: UInt32) -> UInt32 {
        let light = (Int(pixel >> 16 & 255) * 213 + Int(pixel >> 8 & 255) * 715 + Int(pixel & 255) * 72) / 1_000
        let step = UInt32(min((max(light, 8) - 3) / 10, 23))
        return (8 + 10 * step) * 0x010101
    }

    private static func channels(_ value: (UInt32) -> Int) -> UInt32 {
        UInt32(value(16)) << 16 | UInt32(value(8)) << 8 | UInt32(value(0))
    }
}
