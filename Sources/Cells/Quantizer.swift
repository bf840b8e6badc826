import Events
import Frames

/// Pixels → inks of a color depth. Quantizing comes before comparing: two pixels that look the same cost nothing.
package struct Quantizer: Equatable, Sendable {
    package let depth: ColorDepth
    /// For `ColorDepth.none`.
    package let shades: Shades

    package init(depth: ColorDepth, shades: Shades = Shades(blocks: .any)) {
        (self.depth, self.shades) = (depth, shades)
    }

    /// The ink of `pixel` at its place in the picture; the two palettes mix neighboring colors by it. For `ColorDepth.none` use
    /// `quantize`.
    package func ink(_ pixel: UInt32, at place: PixelPoint) -> Ink {
        guard pixel >> 24 == 0 else { return .background }
        let threshold = Int(OrderedDither.thresholds[(place.y & 7) * 8 + (place.x & 7)])
        return switch depth {
        case .truecolor: Ink(bits: pixel)
        // Half of the matrix' range: a pixel is large here, and a full mix of two steps is seen as a pattern.
        case .palette256: .palette256(Self.index256(pixel, 16 + threshold / 2))
        case .palette16: .palette16(SixteenColors.index(pixel, threshold))
        case .none: shades.character(pixel, pixel)
        }
    }

    /// Fills `cells` with the pixels of `row`, upper and lower half, from `column` on: the cells of a truecolor terminal.
    static func pair(_ cells: UnsafeMutableBufferPointer<UInt64>, from grid: PixelGrid, row: Int, column: Int) {
        let width = grid.size.width
        let count = row * 2 < grid.size.height ? min(cells.count, max(width - column, 0)) : 0
        let hasLower = row * 2 + 1 < grid.size.height
        grid.pixels.withUnsafeBufferPointer { pixels in
            guard count > 0, let first = pixels.baseAddress, let cells = cells.baseAddress else { return }
            let upper = first + row * 2 * width + column
            if hasLower {
                let lower = upper + width
                for i in 0..<count { cells[i] = UInt64(upper[i]) << 32 | UInt64(lower[i]) }
            } else {
                for i in 0..<count { cells[i] = UInt64(upper[i]) << 32 | UInt64(PixelGrid.background) }
            }
        }
        for i in count..<cells.count { cells[i] = Cell.background.bits }
    }

    /// Where few colors are left, pixels are sharpened first.
    private var sharpens: Bool { depth == .palette16 || depth == .none }

    /// Fills `cells` like the function above, with the pixels as they are to be quantized.
    func pair(_ cells: UnsafeMutableBufferPointer<UInt64>, from grid: PixelGrid, row: Int, column: Int) {
        if sharpens {
            Sharpening.pair(cells, from: grid, row: row, column: column)
        } else {
            Self.pair(cells, from: grid, row: row, column: column)
        }
    }

    /// The cell of a picture that shows two pixels of it.
    package func cell(row: Int, column: Int, of grid: PixelGrid) -> Cell {
        let (upper, lower) = (PixelPoint(x: column, y: row * 2), PixelPoint(x: column, y: row * 2 + 1))
        let inks = [upper, lower].map { Ink(pixel: sharpens ? Sharpening.pixel(at: $0, of: grid) : grid[$0]) }
        return quantize(Cell(upper: inks[0], lower: inks[1]), row: row, column: column)
    }

    /// The cell of two pixels at their place in the picture; `cell` has them as a truecolor terminal shows them.
    package func quantize(_ cell: Cell, row: Int, column: Int) -> Cell {
        if depth == .none {
            let ink = shades.character(cell.upper.bits, cell.lower.bits)
            return Cell(upper: ink, lower: ink)
        }
        let upper = ink(cell.upper.bits, at: PixelPoint(x: column, y: row * 2))
        let lower = ink(cell.lower.bits, at: PixelPoint(x: column, y: row * 2 + 1))
        return Cell(upper: upper, lower: lower)
    }
}

extension Quantizer {
    /// Two neighboring steps of a ramp for each of the 256 values, and how far (0…64) the value is toward the upper.
    private struct Ramp: Sendable {
        let lower: [UInt8]
        let upper: [UInt8]
        let share: [UInt8]

        init(_ steps: [(value: Int, index: UInt8)]) {
            var lower: [UInt8] = []
            var upper: [UInt8] = []
            var share: [UInt8] = []
            for value in 0...255 {
                let above = steps.firstIndex { $0.value >= value } ?? steps.count - 1
                let below = max(above - 1, 0)
                let width = max(steps[above].value - steps[below].value, 1)
                lower.append(steps[below].index)
                upper.append(steps[above].index)
                share.append(UInt8((value - steps[below].value) * 64 / width))
            }
            (self.lower, self.upper, self.share) = (lower, upper, share)
        }

        func step(_ value: Int, _ threshold: Int) -> UInt8 {
            Int(share[value]) > threshold ? upper[value] : lower[value]
        }
    }

    private static let cube = Ramp(Palette.cubeLevels.enumerated().map { ($1, UInt8($0)) })
    private static let gray = Ramp(Palette.grays)
    /// Channels that differ by no more than this take the finer ramp of grays.
    private static let grayRange = 8

    private static func channels(_ pixel: UInt32) -> (red: Int, green: Int, blue: Int) {
        (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
    }

    private static func index256(_ pixel: UInt32, _ threshold: Int) -> UInt8 {
        let (red, green, blue) = channels(pixel)
        if max(red, green, blue) - min(red, green, blue) <= grayRange {
            return gray.step((red + green + blue) / 3, threshold)
        }
        return 16 + 36 * cube.step(red, threshold) + 6 * cube.step(green, threshold) + cube.step(blue, threshold)
    }
}

/// Cells of the last frame in a palette, so that a still picture is not quantized again and again.
struct QuantizedCells: Sendable {
    /// Pixels as `Quantizer.pair` gives them, and the cells that they became; both empty until a palette needs them.
    private var pixels: [UInt64] = []
    private var cells: [UInt64] = []

    /// Replaces the pixels in `row` by cells, of which the first one is number `start` of `count` in the picture.
    mutating func quantize(
        _ row: UnsafeMutableBufferPointer<UInt64>, start: Int, count: Int,
        with quantize: (UInt64, _ index: Int) -> UInt64
    ) {
        if pixels.count != count {
            pixels = [UInt64](repeating: Cell.unknown.bits, count: count)
            cells = pixels
        }
        for i in 0..<row.count {
            if row[i] != pixels[start + i] {
                pixels[start + i] = row[i]
                cells[start + i] = quantize(row[i], i)
            }
            row[i] = cells[start + i]
        }
    }

    /// For another place of the picture.
    mutating func forget() { self = QuantizedCells() }
}
