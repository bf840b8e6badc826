import Events

/// Pixels with their lightness moved away from their neighbors': where few colors are left, eyes and a mouth that are a pixel high
/// stay apart from the skin around them. Only the four nearest count, so that what stands still elsewhere stays as it is.
struct Sharpening: Sendable {
    /// Of red, green and blue in what counts as lightness, of 256 together.
    private let weights: (red: Int32, green: Int32, blue: Int32)
    /// How much of the difference is added to it, in tenths.
    private let tenths: Int32

    /// Rec. 709 luma of the coded values.
    static let sixteenColors = Sharpening(weights: (54, 183, 19), tenths: 7)
    /// As a film that takes red for dark: without color, lips are hardly darker than skin.
    static let noColors = Sharpening(weights: (-40, 276, 20), tenths: 10)

    /// Fills `cells` like `Quantizer.pair`.
    func pair(_ cells: UnsafeMutableBufferPointer<UInt64>, from grid: PixelGrid, row: Int, column: Int) {
        Quantizer.pair(cells, from: grid, row: row, column: column)
        let count = row * 2 < grid.size.height ? min(cells.count, max(grid.size.width - column, 0)) : 0
        grid.pixels.withUnsafeBufferPointer { pixels in
            for i in 0..<count {
                let upper = pixel(pixels, grid.size, column + i, row * 2)
                let lower =
                    row * 2 + 1 < grid.size.height
                    ? pixel(pixels, grid.size, column + i, row * 2 + 1) : PixelGrid.background
                cells[i] = UInt64(upper) << 32 | UInt64(lower)
            }
        }
    }

    /// - Returns: the background outside of the grid.
    func pixel(at point: PixelPoint, of grid: PixelGrid) -> UInt32 {
        guard grid[point] != PixelGrid.background else { return PixelGrid.background }
        return grid.pixels.withUnsafeBufferPointer { pixel($0, grid.size, point.x, point.y) }
    }

    /// `x` and `y` lie inside. Neighbors that are the terminal's background do not count.
    @inline(__always) private func pixel(
        _ pixels: UnsafeBufferPointer<UInt32>, _ size: PixelSize, _ x: Int, _ y: Int
    ) -> UInt32 {
        let at = y * size.width + x
        let own = pixels[at]
        guard own >> 24 == 0 else { return own }
        let light = lightness(own)
        var difference: Int32 = 0
        func compare(_ isInside: Bool, _ place: Int) {
            guard isInside, pixels[place] >> 24 == 0 else { return }
            difference &+= light &- lightness(pixels[place])
        }
        compare(x > 0, at &- 1)
        compare(x &+ 1 < size.width, at &+ 1)
        compare(y > 0, at &- size.width)
        compare(y &+ 1 < size.height, at &+ size.width)
        guard difference != 0 else { return own }
        let shift = difference &* tenths / 40
        func moved(_ channel: UInt32) -> UInt32 {
            UInt32(truncatingIfNeeded: min(max(Int32(truncatingIfNeeded: own >> channel & 255) &+ shift, 0), 255))
                << channel
        }
        return moved(16) | moved(8) | moved(0)
    }

    /// 0…255, but for strong colors.
    @inline(__always) func lightness(_ pixel: UInt32) -> Int32 {
        let (red, green) = (Int32(truncatingIfNeeded: pixel >> 16 & 255), Int32(truncatingIfNeeded: pixel >> 8 & 255))
        let blue = Int32(truncatingIfNeeded: pixel & 255)
        return (red &* weights.red &+ green &* weights.green &+ blue &* weights.blue) >> 8
    }
}
