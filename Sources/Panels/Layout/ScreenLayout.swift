import Events

/// Which cells belong to what, for a terminal of any size. What has no room is left out.
package struct ScreenLayout: Hashable, Sendable {
    /// What is to be seen.
    package struct Request: Sendable {
        /// What stands around the picture: each screen has its own.
        package var panels: any PanelArrangement
        package var caption: Bool
        /// Two pictures side by side.
        package var split: Bool

        package init(_ panels: any PanelArrangement = PlayerPanels(), caption: Bool = false, split: Bool = false) {
            (self.panels, self.caption, self.split) = (panels, caption, split)
        }
    }

    /// What a cell belongs to. Screens have parts of their own beside these.
    package struct Part: Hashable, Sendable {
        /// As users are told of it.
        package let name: String
        package init(_ name: String) { self.name = name }

        package static let picture = Part("picture")
        /// The right one of two pictures.
        package static let second = Part("second picture")
        /// Below two pictures: what tells them apart.
        package static let pair = Part("difference")
        package static let caption = Part("caption")
        package static let status = Part("status line")
    }

    /// The whole terminal, at the least 1x1.
    package private(set) var size: CellSize
    private var rects: [Part: CellRect] = [:]

    /// The part's cells; `nil` where it is not wished for or has no room.
    package subscript(part: Part) -> CellRect? { rects[part] }
    package var picture: CellRect? { rects[.picture] }
    package var second: CellRect? { rects[.second] }
    package var pair: CellRect? { rects[.pair] }
    package var caption: CellRect? { rects[.caption] }
    package var status: CellRect? { rects[.status] }

    /// Below this no picture makes sense; the screen then says what it needs.
    package static let smallest = CellSize(columns: 8, rows: 4)
    /// A line that is typed into covers the status line, or else what stands in the last row, so that nothing else moves while it is
    /// open. `nil` where the screen is too small for anything.
    package private(set) var prompt: CellRect?

    package init(_ size: CellSize, _ request: Request = Request()) {
        self.size = size
        guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else { return }
        let hasStatus = request.panels.hasStatusLine
        var rows = size.rows
        /// From below.
        func take(_ count: Int) -> CellRect? {
            guard count > 0 else { return nil }
            rows -= count
            return CellRect(column: 0, row: rows, columns: size.columns, rows: count)
        }
        prompt = CellRect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1)
        let status = take(hasStatus ? 1 : 0)
        let caption = take(request.caption ? Self.captionRows(size, least: hasStatus ? 12 : Self.smallest.rows + 1) : 0)
        let free = CellRect(column: 0, row: 0, columns: size.columns, rows: rows)
        let arranged = request.panels.arrange(in: free, isSplit: request.split)
        rects = arranged.panels
        rects[.status] = status
        rects[.caption] = caption
        if let caption, let captioned = arranged.captioned {
            rects[.caption]?.size.columns = captioned.size.columns
            // What stands beside reaches as far down.
            for part in arranged.panels.keys { rects[part]?.size.rows += caption.size.rows }
        }
        placePictures(in: arranged.picture, isSplit: request.split)
    }

    /// Two where there is room for them: a sentence is then cut in no place, or in few. By the terminal alone, since a picture that
    /// changes its size with each sentence would be worse than an empty row.
    /// - Parameter least: rows of a terminal that has one at all.
    private static func captionRows(_ size: CellSize, least: Int) -> Int {
        guard size.rows >= least else { return 0 }
        return size.rows >= rowsForTwo ? 2 : 1
    }

    private static let rowsForTwo = 12

    private mutating func placePictures(in area: CellRect, isSplit: Bool) {
        guard !area.isEmpty else { return }
        guard isSplit, area.size.columns >= Self.leastSplitColumns else {
            rects[.picture] = area
            return
        }
        var area = area
        if area.size.rows >= Self.leastPairRows { (area, rects[.pair]) = area.cut(afterRows: area.size.rows - 1) }
        (rects[.picture], rects[.second]) = area.cut(afterColumns: area.size.columns / 2)
    }

    private static let leastSplitColumns = 16
    private static let leastPairRows = 8

    /// What lies at a cell; `nil` outside of the screen and where it is too small for anything.
    package func part(at point: CellPoint) -> Part? { rects.first { $0.value.contains(point) }?.key }

    /// The smallest terminal, no smaller than this one in any direction, in which a part has room; `nil` when none of any use
    /// has.
    package static func least(for part: Part, from size: CellSize, _ request: Request) -> CellSize? {
        var best: CellSize?
        for rows in size.rows...max(size.rows, 60) {
            for columns in size.columns...max(size.columns, 200) {
                let larger = CellSize(columns: columns, rows: rows)
                if let best, best.count <= larger.count { break }
                if ScreenLayout(larger, request)[part] != nil { best = larger }
            }
        }
        return best
    }

    // MARK: Popups

    /// For a popup that stays above rows which cover everything: as if the status line stood in the first one of them.
    package func above(_ covering: CellRect?) -> ScreenLayout {
        guard let covering else { return self }
        var layout = self
        layout.size.rows = (covering.origin.row + 1).clamped(to: 1...size.rows)
        let free = CellRect(column: 0, row: 0, columns: size.columns, rows: layout.size.rows - 1)
        layout.rects = rects.mapValues { $0.intersection(free) }.filter { !$0.value.isEmpty }
        return layout
    }

    /// A popup of all columns and so many rows, the status line below it.
    package func above(rows: Int) -> CellRect {
        let rows = min(max(rows, 1), max(1, size.rows - 1))
        return CellRect(column: 0, row: max(0, size.rows - 1 - rows), columns: size.columns, rows: rows)
    }

    /// A popup in the corner of a rectangle that is furthest from a cell.
    package static func corner(of rect: CellRect, columns: Int, rows: Int, awayFrom cell: CellPoint) -> CellRect {
        let columns = min(columns, rect.size.columns)
        let rows = min(rows, rect.size.rows)
        let corners = [rect.origin.row, rect.rows.upperBound - rows].flatMap { row in
            [rect.origin.column, rect.columns.upperBound - columns].map { column in
                CellRect(column: column, row: row, columns: columns, rows: rows)
            }
        }
        // A row is as high as two columns are wide.
        let distance = { (corner: CellRect) in
            max(cell.distance(to: corner.columns, \.column), 2 * cell.distance(to: corner.rows, \.row))
        }
        return corners.max { distance($0) < distance($1) } ?? corners[0]
    }

    /// The columns of a popup in the middle that wants so many, its border included: a few beside it would show ends of lines, of
    /// which nobody can read anything.
    package func popupColumns(_ wanted: Int) -> Int {
        size.columns - wanted <= Self.raggedColumns ? size.columns : wanted
    }

    /// A popup of this many cells (its border included) in the middle of the picture, cut to the terminal.
    package func centered(columns: Int, rows: Int) -> CellRect {
        let columns = popupColumns(columns)
        // The status line stays whole.
        let rows = min(rows, max(1, size.rows - 1))
        return CellRect(
            column: (size.columns - columns) / 2, row: max(0, (size.rows - 1 - rows) / 2), columns: columns, rows: rows)
    }

    private static let raggedColumns = 20

    /// A popup in the upper left corner, as players show statistics.
    package func inCorner(columns: Int, rows: Int) -> CellRect {
        CellRect(
            column: min(1, max(0, size.columns - columns)), row: size.rows > rows + 2 ? 1 : 0,
            columns: min(columns, size.columns), rows: min(rows, max(1, size.rows - 1)))
    }
}

extension CellPoint {
    /// 0 inside.
    fileprivate func distance(to range: Range<Int>, _ part: (CellPoint) -> Int) -> Int {
        max(range.lowerBound - part(self), part(self) - range.upperBound + 1, 0)
    }
}

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
