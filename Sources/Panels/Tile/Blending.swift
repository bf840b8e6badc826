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
