import Events

/// Which cells belong to what, for a terminal of any size.
package struct ScreenLayout: Hashable, Sendable {
    /// What the user has opened.
    package struct Wish: Hashable, Sendable {
        package var log = false
        package var caption = false

        package init(log: Bool = false, caption: Bool = false) {
            self.log = log
            self.caption = caption
        }
    }

    /// The whole terminal, at the least 1x1.
    package let size: CellSize
    package let picture: CellRect?
    package let caption: CellRect?
    package let status: CellRect?
    package let log: CellRect?

    /// Below this no picture makes sense; the screen then says what it needs.
    package static let smallest = CellSize(columns: 8, rows: 4)

    package init(_ size: CellSize, _ wish: Wish = Wish()) {
        self.size = size
        guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else {
            (picture, caption, status, log) = (nil, nil, nil, nil)
            return
        }
        status = CellRect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1)
        let hasCaption = wish.caption && size.rows >= 12
        caption = hasCaption ? CellRect(column: 0, row: size.rows - 2, columns: size.columns, rows: 1) : nil
        let free = CellSize(columns: size.columns, rows: size.rows - (hasCaption ? 2 : 1))
        guard wish.log else {
            (picture, log) = (CellRect(origin: .zero, size: free), nil)
            return
        }
        (picture, log) = Self.split(free)
    }

    /// Beside the picture where a square one leaves room for whole lines, else below it. The picture keeps half.
    private static func split(_ free: CellSize) -> (picture: CellRect, log: CellRect?) {
        let beside = min(free.columns - 2 * free.rows, free.columns / 2)
        if beside >= 60 {
            let columns = free.columns - beside
            return (
                CellRect(column: 0, row: 0, columns: columns, rows: free.rows),
                CellRect(column: columns, row: 0, columns: beside, rows: free.rows)
            )
        }
        guard free.rows >= 8 else { return (CellRect(origin: .zero, size: free), nil) }
        let rows = max(4, free.rows * 2 / 5)
        return (
            CellRect(column: 0, row: 0, columns: free.columns, rows: free.rows - rows),
            CellRect(column: 0, row: free.rows - rows, columns: free.columns, rows: rows)
        )
    }

    /// A popup of this many cells (its border included) in the middle of the picture, cut to the terminal.
    package func centred(columns: Int, rows: Int) -> CellRect {
        let columns = min(columns, size.columns)
        let rows = min(rows, size.rows)
        return CellRect(
            column: (size.columns - columns) / 2, row: max(0, (size.rows - 1 - rows) / 2), columns: columns, rows: rows)
    }

    /// A popup in the upper left corner, as players show statistics.
    package func inCorner(columns: Int, rows: Int) -> CellRect {
        CellRect(
            column: min(1, max(0, size.columns - columns)), row: size.rows > rows + 2 ? 1 : 0,
            columns: min(columns, size.columns), rows: min(rows, max(1, size.rows - 1)))
    }
}
