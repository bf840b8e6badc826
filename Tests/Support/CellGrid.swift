import Cells
import Events

/// A rectangle of cells, row by row, top first: what a picture should look like, cell by cell.
package struct CellGrid: Equatable, Sendable {
    package let size: CellSize
    /// `size.count` cells.
    package let cells: [Cell]

    package init(size: CellSize, cells: [Cell]) { (self.size, self.cells) = (size, cells) }

    /// The cells that `pixels` become in a picture of `size`; what the pixels do not reach is background.
    package init(_ pixels: PixelGrid, size: CellSize, quantizer: Quantizer) {
        let size = CellSize(columns: max(0, size.columns), rows: max(0, size.rows))
        let cells = (0..<size.rows).flatMap { row in
            (0..<size.columns).map { column in
                quantizer.cell(row: row, column: column, of: pixels)
            }
        }
        self.init(size: size, cells: cells)
    }

    /// The cell at `point`, `unknown` outside of the grid.
    package subscript(point: CellPoint) -> Cell {
        guard point.row >= 0, point.column >= 0, point.row < size.rows, point.column < size.columns else {
            return .unknown
        }
        return cells[point.row * size.columns + point.column]
    }
}
