import Events

extension CellRect {
    /// Text of fewer columns has a word or two in a row.
    private static let leastColumns = 32
    private static let leastRows = 2
    /// Between text and what lies beside it.
    private static let gap = 2

    /// The part that something leaves free which lies over it: beside it, or else above or below it; all where neither is of use.
    package func free(beside other: CellRect) -> CellRect {
        guard rows.overlaps(other.rows), columns.overlaps(other.columns) else { return self }
        let left = other.origin.column - Self.gap - origin.column
        let right = columns.upperBound - other.columns.upperBound - Self.gap
        var free = self
        if max(left, right) >= Self.leastColumns {
            free.size.columns = max(left, right)
            if right > left { free.origin.column = other.columns.upperBound + Self.gap }
            return free
        }
        let (above, below) = (other.origin.row - origin.row, rows.upperBound - other.rows.upperBound)
        guard max(above, below) >= Self.leastRows else { return self }
        free.size.rows = max(above, below)
        if below >= above { free.origin.row = other.rows.upperBound }
        return free
    }
}
