import Events

extension CellRect {
    /// The cells that both contain; `zero` when there are none, or when an edge is too far away to be counted.
    func intersection(_ other: CellRect) -> CellRect {
        guard let mine = edges, let theirs = other.edges else { return .zero }
        let left = max(mine.left, theirs.left)
        let top = max(mine.top, theirs.top)
        let right = min(mine.right, theirs.right)
        let bottom = min(mine.bottom, theirs.bottom)
        guard right > left, bottom > top else { return .zero }
        return CellRect(column: left, row: top, columns: right - left, rows: bottom - top)
    }

    private var edges: (left: Int, top: Int, right: Int, bottom: Int)? {
        let (right, tooWide) = origin.column.addingReportingOverflow(max(size.columns, 0))
        let (bottom, tooHigh) = origin.row.addingReportingOverflow(max(size.rows, 0))
        return tooWide || tooHigh ? nil : (origin.column, origin.row, right, bottom)
    }
}
