import Events

/// Pixels → places in a color table, by an ordered dither: what becomes of a pixel depends on its color and its place
/// alone, so that still parts of an animation stay still.
///
/// Looks each color up once, in steps of four a channel. Owns that table of 64x64x64.
struct PaletteDither: Sendable {
    private let colors: [Color]
    /// -1 where nobody has looked yet.
    private var nearest = [Int16](repeating: -1, count: 1 << 18)
    /// What is added to all channels at each place of the 8x8 matrix.
    private let offsets: [Int]

    init(_ table: ColorTable) {
        colors = table.colors
        // Enough to reach the color on the other side, and no more noise than that.
        let reach = min(table.meanError, 24)
        offsets = OrderedDither.thresholds.map { Int(((Double($0) - 31.5) / 32 * reach).rounded()) }
    }

    /// One place in the table for each pixel of the image.
    mutating func indices(of image: PixelImage) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: image.size.count)
        let width = image.size.width
        for y in 0..<image.size.height {
            for x in 0..<width {
                let place = y * width + x
                let offset = offsets[(y & 7) * 8 + (x & 7)]
                result[place] = nearest(
                    Self.clamped(Int(image.bytes[place * 4]) + offset),
                    Self.clamped(Int(image.bytes[place * 4 + 1]) + offset),
                    Self.clamped(Int(image.bytes[place * 4 + 2]) + offset))
            }
        }
        return result
    }

    private static func clamped(_ value: Int) -> Int { min(max(value, 0), 255) }

    private mutating func nearest(_ red: Int, _ green: Int, _ blue: Int) -> UInt8 {
        let key = (red >> 2) << 12 | (green >> 2) << 6 | blue >> 2
        if nearest[key] < 0 { nearest[key] = Int16(search(red & ~3 | 2, green & ~3 | 2, blue & ~3 | 2)) }
        return UInt8(truncatingIfNeeded: nearest[key])
    }

    private func search(_ red: Int, _ green: Int, _ blue: Int) -> Int {
        var (best, least) = (0, Int.max)
        for (place, color) in colors.enumerated() {
            let (r, g, b) = (red - Int(color.red), green - Int(color.green), blue - Int(color.blue))
            let distance = Color.distance(r, g, b)
            if distance < least { (best, least) = (place, distance) }
        }
        return best
    }
}
