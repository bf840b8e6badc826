import Events
import Frames

/// Pixels → inks of a color depth. Quantizing comes before comparing: two pixels that look the same cost nothing.
package struct Quantizer: Equatable, Sendable {
    package let depth: ColorDepth
    /// For `ColorDepth.none`.
    package let shades: Shades
    /// Both halves of a cell have one color.
    private let mergesHalves: Bool

    package init(depth: ColorDepth, shades: Shades = Shades(blocks: .any), mergesHalves: Bool = false) {
        (self.depth, self.shades) = (depth, shades)
        self.mergesHalves = mergesHalves && depth != .none
    }

    /// The ink of `pixel` at its place in the picture; the two palettes mix neighboring colors by it. For `ColorDepth.none` use
    /// `quantize`.
    package func ink(_ pixel: UInt32, at place: PixelPoint) -> Ink {
        guard pixel >> 24 == 0 else { return .background }
        let threshold = Int(OrderedDither.thresholds[(place.y & 7) * 8 + (place.x & 7)])
        return switch depth {
        case .truecolor: Ink(bits: pixel)
        case .palette256: .palette256(Palette256.index(pixel, threshold))
        case .palette16: .palette16(Palette16.index(pixel, threshold))
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
    private var sharpening: Sharpening? {
        switch depth {
        case .palette16: .sixteenColors
        case .none: .noColors
        default: nil
        }
    }

    /// Fills `cells` like the function above, with the pixels as they are to be quantized.
    func pair(_ cells: UnsafeMutableBufferPointer<UInt64>, from grid: PixelGrid, row: Int, column: Int) {
        if let sharpening {
            sharpening.pair(cells, from: grid, row: row, column: column)
        } else {
            Self.pair(cells, from: grid, row: row, column: column)
        }
        if mergesHalves { for i in cells.indices { cells[i] = Self.merged(Cell(bits: cells[i])).bits } }
    }

    /// A half that is the terminal's background gives way.
    private static func merged(_ cell: Cell) -> Cell {
        let (upper, lower) = (cell.upper.bits, cell.lower.bits)
        guard upper != lower else { return cell }
        let isMixed = upper >> 24 == 0 && lower >> 24 == 0
        // Each channel by itself: the bits that both have, and half of the others.
        let mean = (upper & lower) + ((upper ^ lower) & 0xFE_FEFE) >> 1
        let ink = Ink(bits: isMixed ? mean : upper >> 24 == 0 ? upper : lower)
        return Cell(upper: ink, lower: ink)
    }

    /// The cell of a picture that shows two pixels of it.
    package func cell(row: Int, column: Int, of grid: PixelGrid) -> Cell {
        let (upper, lower) = (PixelPoint(x: column, y: row * 2), PixelPoint(x: column, y: row * 2 + 1))
        let inks = [upper, lower].map { Ink(pixel: sharpening?.pixel(at: $0, of: grid) ?? grid[$0]) }
        let cell = Cell(upper: inks[0], lower: inks[1])
        return quantize(mergesHalves ? Self.merged(cell) : cell, row: row, column: column)
    }

    /// The cell of two pixels at their place in the picture; `cell` has them as a truecolor terminal shows them.
    package func quantize(_ cell: Cell, row: Int, column: Int) -> Cell {
        if depth == .none {
            let ink = shades.character(cell.upper.bits, cell.lower.bits)
            return Cell(upper: ink, lower: ink)
        }
        let upper = ink(cell.upper.bits, at: PixelPoint(x: column, y: row * 2))
        if mergesHalves { return Cell(upper: upper, lower: upper) }
        let lower = ink(cell.lower.bits, at: PixelPoint(x: column, y: row * 2 + 1))
        return Cell(upper: upper, lower: lower)
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

// Colors of texts. Nothing is mixed: a character has one color and one background, the nearest that there are.
extension Quantizer {
    /// Inks that a pen takes, both the terminal's own where it has no colors.
    func inks(of look: TextLook) -> (foreground: UInt32, background: UInt32) {
        let under = flat(look.background)
        let over = flat(look.foreground)
        return (over == Ink.background.bits ? Pen.defaultForeground : over, under)
    }

    private func flat(_ pixel: UInt32) -> UInt32 {
        guard pixel >> 24 == 0 else { return Ink.background.bits }
        return switch depth {
        case .truecolor: pixel
        case .palette256: Ink.palette256(Palette256.nearest(pixel)).bits
        case .palette16: Ink.palette16(Palette16.nearest(pixel)).bits
        case .none: Ink.background.bits
        }
    }
}
