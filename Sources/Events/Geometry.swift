/// Width and height in pixels of a picture.
package struct PixelSize: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    package static let zero = PixelSize(width: 0, height: 0)
    package var count: Int { width * height }
    package var isEmpty: Bool { width <= 0 || height <= 0 }
}

/// Pixels from the left and the top edge of a picture; may lie outside of it.
package struct PixelPoint: Hashable, Sendable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    package static let zero = PixelPoint(x: 0, y: 0)
}

/// A rectangle of pixels, right and bottom edge excluded.
package struct PixelRect: Hashable, Sendable {
    package var origin: PixelPoint
    package var size: PixelSize

    package init(origin: PixelPoint, size: PixelSize) {
        self.origin = origin
        self.size = size
    }

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.init(origin: PixelPoint(x: x, y: y), size: PixelSize(width: width, height: height))
    }

    package static let zero = PixelRect(x: 0, y: 0, width: 0, height: 0)
    package var minX: Int { origin.x }
    package var minY: Int { origin.y }
    package var maxX: Int { origin.x.addingWithinBounds(size.width) }
    package var maxY: Int { origin.y.addingWithinBounds(size.height) }
    package var isEmpty: Bool { size.isEmpty }

    package func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        let right = min(maxX, other.maxX)
        let bottom = min(maxY, other.maxY)
        guard right > left, bottom > top else { return .zero }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

/// Width and height in terminal cells.
package struct CellSize: Hashable, Sendable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    package static let zero = CellSize(columns: 0, rows: 0)
    package var count: Int { columns * rows }
    package var isEmpty: Bool { columns <= 0 || rows <= 0 }
}

/// Cells from the left and the top edge of the terminal, both counted from 0.
package struct CellPoint: Hashable, Sendable {
    package var column: Int
    package var row: Int

    package init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }

    package static let zero = CellPoint(column: 0, row: 0)
}

/// A rectangle of cells, right and bottom edge excluded.
package struct CellRect: Hashable, Sendable {
    package var origin: CellPoint
    package var size: CellSize

    package init(origin: CellPoint, size: CellSize) {
        self.origin = origin
        self.size = size
    }

    package init(column: Int, row: Int, columns: Int, rows: Int) {
        self.init(origin: CellPoint(column: column, row: row), size: CellSize(columns: columns, rows: rows))
    }

    package static let zero = CellRect(column: 0, row: 0, columns: 0, rows: 0)
    package var isEmpty: Bool { size.isEmpty }
    package var columns: Range<Int> { origin.column..<origin.column.addingWithinBounds(max(size.columns, 0)) }
    package var rows: Range<Int> { origin.row..<origin.row.addingWithinBounds(max(size.rows, 0)) }

    package func contains(_ point: CellPoint) -> Bool { columns.contains(point.column) && rows.contains(point.row) }

    /// The cells that both contain; `zero` when there are none.
    package func intersection(_ other: CellRect) -> CellRect {
        let (columns, rows) = (columns.clamped(to: other.columns), rows.clamped(to: other.rows))
        guard !columns.isEmpty, !rows.isEmpty else { return .zero }
        return CellRect(
            column: columns.lowerBound, row: rows.lowerBound, columns: columns.upperBound - columns.lowerBound,
            rows: rows.upperBound - rows.lowerBound)
    }
}
