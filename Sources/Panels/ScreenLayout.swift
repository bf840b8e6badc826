import Events

/// Which cells belong to what, for a terminal of any size. What has no room is left out.
package struct ScreenLayout: Hashable, Sendable {
    /// What the user has opened.
    package struct Wish: Hashable, Sendable {
        package var log = false
        package var caption = false
        /// The panels of the step-debug screen; `timeline` and `inspector` count only with it.
        package var debug = false
        package var timeline = true
        package var inspector = true
        /// Two pictures side by side.
        package var split = false

        package init(log: Bool = false, caption: Bool = false) {
            self.log = log
            self.caption = caption
        }
    }

    /// What a cell belongs to.
    package enum Part: Hashable, Sendable { case picture, second, pair, caption, status, log, timeline, inspector }

    /// The whole terminal, at the least 1x1.
    package let size: CellSize
    package private(set) var picture: CellRect?
    /// The right one of two pictures.
    package private(set) var second: CellRect?
    /// Below two pictures: what tells them apart.
    package private(set) var pair: CellRect?
    package private(set) var caption: CellRect?
    package private(set) var status: CellRect?
    package private(set) var log: CellRect?
    package private(set) var timeline: CellRect?
    package private(set) var inspector: CellRect?

    /// Below this no picture makes sense; the screen then says what it needs.
    package static let smallest = CellSize(columns: 8, rows: 4)
    /// A line that is typed into covers the status line, so that nothing else moves while it is open.
    package var prompt: CellRect? { status }

    package init(_ size: CellSize, _ wish: Wish = Wish()) {
        self.size = size
        guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else { return }
        status = CellRect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1)
        let hasCaption = wish.caption && size.rows >= 12
        if hasCaption { caption = CellRect(column: 0, row: size.rows - 2, columns: size.columns, rows: 1) }
        let free = CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows - (hasCaption ? 2 : 1))
        var area = wish.debug ? layOutPanels(in: free, wish) : layOutLog(in: free, wish)
        if wish.split, area.size.columns >= Self.leastSplitColumns {
            if area.size.rows >= Self.leastPairRows { (area, pair) = area.cut(afterRows: area.size.rows - 1) }
            let (left, right) = area.cut(afterColumns: area.size.columns / 2)
            (picture, second) = (left, right)
        } else {
            picture = area
        }
    }

    private static let leastSplitColumns = 16
    private static let leastPairRows = 8

    /// What lies at a cell; `nil` outside of the screen and where it is too small for anything.
    package func part(at point: CellPoint) -> Part? {
        let parts: [(CellRect?, Part)] = [
            (picture, .picture), (second, .second), (pair, .pair), (log, .log), (timeline, .timeline),
            (inspector, .inspector),
            (caption, .caption), (status, .status),
        ]
        return parts.first { $0.0?.contains(point) == true }?.1
    }

    // MARK: Playing

    /// Beside the picture where a square one leaves room for whole lines, else below it. The picture keeps half.
    private mutating func layOutLog(in free: CellRect, _ wish: Wish) -> CellRect {
        guard wish.log else { return free }
        let beside = min(free.size.columns - 2 * free.size.rows, free.size.columns / 2)
        if beside >= 60 {
            let (left, right) = free.cut(afterColumns: free.size.columns - beside)
            log = right
            return left
        }
        guard free.size.rows >= 8 else { return free }
        let (upper, lower) = free.cut(afterRows: free.size.rows - max(4, free.size.rows * 2 / 5))
        log = lower
        return upper
    }

    // MARK: Stepping

    /// From here on log and inspector stand above each other to the right of a picture of full height.
    private static let wideColumns = 150
    /// The inspector's figures need this many, and no picture should get less than half of it.
    private static let inspectorColumns = 42

    /// The timeline below everything, as long as the screen is wide.
    private mutating func layOutPanels(in free: CellRect, _ wish: Wish) -> CellRect {
        var rest = free
        if wish.timeline, free.size.rows >= 10 {
            let rows = max(3, min(14, 3 + free.size.rows / 6))
            (rest, timeline) = free.cut(afterRows: free.size.rows - rows)
        }
        return free.size.columns >= Self.wideColumns ? layOutWide(rest, wish) : layOutNarrow(rest, wish)
    }

    private mutating func layOutWide(_ free: CellRect, _ wish: Wish) -> CellRect {
        guard wish.log || wish.inspector else { return free }
        let wanted = free.size.rows * (wish.split ? 4 : 2)
        let (left, right) = free.cut(afterColumns: min(max(wanted, 44), free.size.columns / 2))
        switch (wish.log, wish.inspector) {
        case (true, false): log = right
        case (false, _): inspector = right
        case (true, true) where right.size.rows >= 26:
            (inspector, log) = right.cut(afterRows: min(28, right.size.rows / 2))
        case (true, true):
            (inspector, log) = right.cut(afterColumns: min(56, right.size.columns / 2))
        }
        return left
    }

    /// Picture and inspector side by side, the log below both; without an inspector the log may take its place.
    private mutating func layOutNarrow(_ free: CellRect, _ wish: Wish) -> CellRect {
        var upper = free
        let fitsBeside = free.size.columns >= 100
        let isLogBeside = wish.log && !wish.inspector && fitsBeside
        if wish.log, !isLogBeside, free.size.rows >= 9 {
            // As many rows as the timeline leaves a picture of some use.
            let rows = max(4, min(free.size.rows * 3 / 10, free.size.rows - 6))
            (upper, log) = free.cut(afterRows: free.size.rows - rows)
        }
        guard wish.inspector || isLogBeside else { return upper }
        let wanted = max(3 * upper.size.rows, 24) * (wish.split ? 2 : 1)
        let columns = min(upper.size.columns - Self.inspectorColumns, wanted)
        guard columns >= (wish.split ? 56 : 20), upper.size.rows >= 5 else { return upper }
        let (left, right) = upper.cut(afterColumns: columns)
        if isLogBeside { log = right } else { inspector = right }
        return left
    }

    /// The smallest terminal, no smaller than this one in any direction, in which a panel has room; `nil` when none of any use
    /// has.
    package static func least(
        for panel: (ScreenLayout) -> CellRect?, from size: CellSize, _ wish: Wish
    ) -> CellSize? {
        var best: CellSize?
        for rows in size.rows...max(size.rows, 60) {
            for columns in size.columns...max(size.columns, 200) {
                let larger = CellSize(columns: columns, rows: rows)
                if let best, best.count <= larger.count { break }
                if panel(ScreenLayout(larger, wish)) != nil { best = larger }
            }
        }
        return best
    }

    // MARK: Popups

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

    /// A popup of this many cells (its border included) in the middle of the picture, cut to the terminal.
    package func centered(columns: Int, rows: Int) -> CellRect {
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

extension CellPoint {
    /// 0 inside.
    fileprivate func distance(to range: Range<Int>, _ part: (CellPoint) -> Int) -> Int {
        max(range.lowerBound - part(self), part(self) - range.upperBound + 1, 0)
    }
}

extension CellRect {
    /// The first `count` rows, and the others.
    fileprivate func cut(afterRows count: Int) -> (CellRect, CellRect) {
        (
            CellRect(column: origin.column, row: origin.row, columns: size.columns, rows: count),
            CellRect(column: origin.column, row: origin.row + count, columns: size.columns, rows: size.rows - count)
        )
    }

    /// The first `count` columns, and the others.
    fileprivate func cut(afterColumns count: Int) -> (CellRect, CellRect) {
        (
            CellRect(column: origin.column, row: origin.row, columns: count, rows: size.rows),
            CellRect(column: origin.column + count, row: origin.row, columns: size.columns - count, rows: size.rows)
        )
    }
}
