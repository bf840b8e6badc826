import Events

/// Which cells a screen's panels take, and which they leave the picture.
package protocol PanelArrangement: Sendable {
    /// - Parameters:
    ///   - free: what the status line and the caption leave, at the least 8x2.
    ///   - isSplit: two pictures will stand side by side where one stands else.
    /// - Returns: what together is all of `free`, with no cell in two of them. The picture may have none.
    func arrange(in free: CellRect, isSplit: Bool) -> Arranged
    /// Whether the last row is kept for the status line and what is typed. Where it is not, what is typed covers what stands there.
    var hasStatusLine: Bool { get }
}

extension PanelArrangement {
    package var hasStatusLine: Bool { true }
}

package struct Arranged: Sendable {
    package var picture: CellRect
    /// Those that have room.
    package var panels: [ScreenLayout.Part: CellRect]
    /// Below which alone the caption stands, at the left; all panels are beside it. `nil`: below all.
    package var captioned: CellRect?

    package init(_ picture: CellRect, _ panels: [ScreenLayout.Part: CellRect] = [:]) {
        (self.picture, self.panels) = (picture, panels)
    }
}

extension CellRect {
    /// The first `count` rows, and the others.
    func cut(afterRows count: Int) -> (CellRect, CellRect) {
        (
            CellRect(column: origin.column, row: origin.row, columns: size.columns, rows: count),
            CellRect(column: origin.column, row: origin.row + count, columns: size.columns, rows: size.rows - count)
        )
    }

    /// The first `count` columns, and the others.
    func cut(afterColumns count: Int) -> (CellRect, CellRect) {
        (
            CellRect(column: origin.column, row: origin.row, columns: count, rows: size.rows),
            CellRect(column: origin.column + count, row: origin.row, columns: size.columns - count, rows: size.rows)
        )
    }
}
