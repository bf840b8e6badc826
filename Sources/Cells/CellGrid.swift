import Events

/// What one cell shows in its upper and its lower half. Which block character shows it is the painter's choice, made
/// while writing: ▄ and ▀ with exchanged colors, or a space and █, look the same.
package struct Cell: Hashable, Sendable {
    let bits: UInt64

    init(bits: UInt64) { self.bits = bits }

    package init(upper: Ink, lower: Ink) { bits = UInt64(upper.bits) << 32 | UInt64(lower.bits) }

    package var upper: Ink { Ink(bits: UInt32(truncatingIfNeeded: bits >> 32)) }
    package var lower: Ink { Ink(bits: UInt32(truncatingIfNeeded: bits)) }

    package static let unknown = Cell(upper: .unknown, lower: .unknown)
    package static let background = Cell(upper: .background, lower: .background)
}

/// A rectangle of cells, row by row, top first.
package struct CellGrid: Equatable, Sendable {
    package let size: CellSize
    /// `size.count` cells.
    package let cells: [Cell]

    init(size: CellSize, cells: [Cell]) {
        self.size = size
        self.cells = cells
    }

    /// The cells that `pixels` become in a picture of `size`; what the pixels do not reach is background.
    package init(_ pixels: PixelGrid, size: CellSize, quantizer: Quantizer) {
        let side = 0...Limits.pictureSide
        self.size = CellSize(columns: size.columns.clamped(to: side), rows: size.rows.clamped(to: side))
        var row = [UInt64](repeating: 0, count: self.size.columns)
        var all: [Cell] = []
        for y in 0..<self.size.rows {
            row.withUnsafeMutableBufferPointer { quantizer.fill($0, from: pixels, row: y, column: 0) }
            all += row.map(Cell.init(bits:))
        }
        cells = all
    }

    /// The cell at `point`, `unknown` outside of the grid.
    package subscript(point: CellPoint) -> Cell {
        guard point.row >= 0, point.column >= 0, point.row < size.rows, point.column < size.columns else {
            return .unknown
        }
        return cells[point.row * size.columns + point.column]
    }
}
