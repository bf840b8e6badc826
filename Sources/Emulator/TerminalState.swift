import Events
import Keys

/// Everything of a terminal but the bytes that are half read.
struct TerminalState: Sendable {
    var grid: ScreenGrid
    /// The screen that is not shown: the alternate one, or the main one while that is shown.
    var other: ScreenGrid
    var isAlternate = false
    var history: ScreenHistory
    var cursor = TerminalCursor()
    var modes = TerminalModes()
    var keyboard = KeyboardFlags()
    var hasKeyboardProtocol = true
    /// DECSTBM and DECSLRM.
    var margins: Margins
    var tabs: [Bool]
    /// DECSC, of each screen.
    var saved = SavedCursors()
    /// Modes that XTSAVE kept, by their number.
    var savedModes: [Int: Bool] = [:]

    var widths = ScalarWidths()
    var clusters = Clusters()
    var extras = CellExtras()
    /// What REP repeats, as xterm does without its marks; 0 for nothing.
    var lastScalar: UInt32 = 0

    var colors = TerminalColors()
    var pixels: PixelSize?
    var replies: [UInt8] = []
    var bells = 0
    var copies: [String] = []
    var title = ""
    var titles: [String] = []

    static let titleLimit = 200
    static let titlesLimit = 10
    /// Bytes of answers that wait; who asks without listening gets no more.
    static let repliesLimit = 65_536
    static let copiesLimit = 8

    /// Where scrolling and, in origin mode, the cursor stays.
    struct Margins: Hashable, Sendable {
        var rows: Range<Int>
        var columns: Range<Int>
    }

    struct SavedCursors: Hashable, Sendable {
        var main: TerminalCursor?
        var alternate: TerminalCursor?
    }

    init(size: CellSize, history: Int) {
        grid = ScreenGrid(size: size)
        other = ScreenGrid(size: size)
        self.history = ScreenHistory(limit: history)
        margins = Margins(rows: 0..<size.rows, columns: 0..<size.columns)
        tabs = Self.usualTabs(size.columns)
    }

    static func usualTabs(_ columns: Int) -> [Bool] { (0..<columns).map { $0 > 0 && $0 % 8 == 0 } }

    var size: CellSize { grid.size }
    /// What is left where something is erased: nothing, on the background of now.
    var blank: ScreenCell { ScreenCell(background: cursor.pen.background) }
    var isScreenWide: Bool { margins.columns.count == size.columns }

    /// The columns in which the cursor's line goes on.
    var lineEnd: Int { cursor.column < margins.columns.upperBound ? margins.columns.upperBound : size.columns }
}

// Moving the cursor.
extension TerminalState {
    mutating func move(row: Int, column: Int) {
        cursor.row = max(0, min(row, size.rows - 1))
        cursor.column = max(0, min(column, size.columns - 1))
        cursor.isPending = false
    }

    /// As a program counts, from the margins in origin mode; both from 0.
    mutating func address(row: Int, column: Int) {
        guard cursor.isOrigin else { return move(row: row, column: column) }
        let (rows, columns) = (margins.rows, margins.columns)
        move(
            row: (rows.lowerBound + row).clamped(to: rows.lowerBound...rows.upperBound - 1),
            column: (columns.lowerBound + column).clamped(to: columns.lowerBound...columns.upperBound - 1))
    }

    /// Rows from where a program counts.
    var originRow: Int { cursor.isOrigin ? margins.rows.lowerBound : 0 }
    var originColumn: Int { cursor.isOrigin ? margins.columns.lowerBound : 0 }

    mutating func up(_ count: Int) {
        let top = cursor.row >= margins.rows.lowerBound ? margins.rows.lowerBound : 0
        move(row: max(top, cursor.row - count), column: cursor.column)
    }

    mutating func down(_ count: Int) {
        let bottom = cursor.row < margins.rows.upperBound ? margins.rows.upperBound : size.rows
        move(row: min(bottom - 1, cursor.row + count), column: cursor.column)
    }

    mutating func right(_ count: Int) {
        move(row: cursor.row, column: min(lineEnd - 1, cursor.column + count))
    }

    mutating func left(_ count: Int) {
        let edge = cursor.column >= margins.columns.lowerBound ? margins.columns.lowerBound : 0
        var (row, column, left) = (cursor.row, cursor.column, count)
        // Mode 45 goes on at the end of the line above, where that is the beginning of this one.
        while modes.wrapsBack, modes.wraps, left > column - edge, row > margins.rows.lowerBound,
            grid.rows[row - 1].flags.contains(.wrapped)
        {
            left -= column - edge + 1
            row -= 1
            column = margins.columns.upperBound - 1
        }
        move(row: row, column: max(edge, column - left))
    }

    mutating func carriageReturn() {
        let edge = cursor.column >= margins.columns.lowerBound || cursor.isOrigin ? margins.columns.lowerBound : 0
        move(row: cursor.row, column: edge)
    }

    /// Down a row; at the bottom margin the region scrolls.
    mutating func index() {
        cursor.isPending = false
        if cursor.row == margins.rows.upperBound - 1 {
            if isInColumns { scrollUp(1) }
        } else if cursor.row < size.rows - 1 {
            cursor.row += 1
        }
    }

    mutating func reverseIndex() {
        cursor.isPending = false
        if cursor.row == margins.rows.lowerBound {
            if isInColumns { scrollDown(1) }
        } else if cursor.row > 0 {
            cursor.row -= 1
        }
    }

    private var isInColumns: Bool { margins.columns.contains(cursor.column) }

    mutating func lineFeed() {
        index()
        if modes.breaksLines { carriageReturn() }
    }

    mutating func tab(_ count: Int = 1) {
        let end = lineEnd - 1
        var column = cursor.column
        for _ in 0..<min(count, size.columns) where column < end {
            column += 1
            while column < end, !tabs[column] { column += 1 }
        }
        cursor.column = column
    }

    mutating func backTab(_ count: Int) {
        var column = cursor.column
        let edge = cursor.isOrigin ? margins.columns.lowerBound : 0
        for _ in 0..<min(count, size.columns) where column > edge {
            column -= 1
            while column > edge, !tabs[column] { column -= 1 }
        }
        move(row: cursor.row, column: column)
    }
}

// Scrolling.
extension TerminalState {
    mutating func scrollUp(_ count: Int) {
        let steps = min(count, margins.rows.count)
        if isScreenWide {
            if !isAlternate, margins.rows.lowerBound == 0 {
                for row in 0..<steps { keep(row) }
            }
            grid.scroll(margins.rows, by: steps, blank: blank)
        } else {
            grid.scroll(margins.rows, margins.columns, by: steps, blank: blank)
        }
    }

    mutating func scrollDown(_ count: Int) {
        if isScreenWide {
            grid.scroll(margins.rows, by: -count, blank: blank)
        } else {
            grid.scroll(margins.rows, margins.columns, by: -count, blank: blank)
        }
    }

    /// Into the history.
    mutating func keep(_ row: Int) {
        history.push(grid.written(row), grid.rows[row].flags)
    }
}
