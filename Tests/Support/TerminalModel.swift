import Events

/// A terminal without a window: bytes in, cells out. The judge of what painter and front end write.
///
/// It follows xterm where terminals differ, shares no code with what it judges, survives any bytes, and lists every sequence
/// that it does not know in `unparsed`.
package struct TerminalModel: Sendable {
    package enum Color: Hashable, Sendable {
        case defaultForeground
        case defaultBackground
        case indexed(UInt8)
        /// `0x00RRGGBB`.
        case rgb(UInt32)
    }

    package struct Attributes: Hashable, Sendable {
        package var foreground = Color.defaultForeground
        package var background = Color.defaultBackground
        package var isBold = false
        package var isFaint = false
        package var isItalic = false
        package var isUnderlined = false
        package var isBlinking = false
        package var isReversed = false
        package var isHidden = false
        package var isStruck = false
        /// SGR 4:n; 0 for none.
        package var underlineStyle = 0
        /// `nil` for the character's own.
        package var underlineColor: Color?
        /// Of a link: its `id` and its address.
        package var link: String?

        package init() {}
    }

    package struct Cell: Hashable, Sendable {
        /// One character with its combining marks; empty in the right half of a wide one.
        package var text = " "
        package var attributes = Attributes()

        package init() {}
    }

    struct Cursor: Sendable {
        var place = CellPoint.zero
        /// The last column was written: the next character wraps first.
        var isWrapPending = false
        var attributes = Attributes()
        /// Whether G0 and G1 are line drawing, and which of them is in use.
        var drawsLines = [false, false]
        var charset = 0
        var isOriginRelative = false
    }

    package private(set) var size: CellSize
    var screen: [[Cell]]
    var cursorState = Cursor()
    /// Of the screen that is shown; each has its own.
    var saved = Cursor()
    private var otherSaved = Cursor()
    var otherScreen: [[Cell]]?
    /// Rows of the scroll region.
    package internal(set) var region: Range<Int>
    /// Private modes (`?n`) that are set.
    package internal(set) var modes: Set<Int> = [7, 25]
    /// Modes (without `?`) that are set.
    package internal(set) var ansiModes: Set<Int> = []
    /// Sequences that were not understood, at most 1,000, control characters as `^[`.
    package internal(set) var unparsed: [String] = []
    /// Questions that a real terminal would answer, in order, at most 1,000.
    package internal(set) var queries: [String] = []
    /// Lines that went off the top, and lines begun because a character met the right margin.
    package internal(set) var scrolledLines = 0
    package internal(set) var wrappedLines = 0
    package internal(set) var bells = 0
    package internal(set) var title = ""
    var lastPrinted: Unicode.Scalar?
    var parser = Parser()

    /// Sides are kept between 1 and 1,000.
    package init(size: CellSize) {
        self.size = Self.bounded(size)
        screen = Self.blank(self.size)
        region = 0..<self.size.rows
    }

    private static func bounded(_ size: CellSize) -> CellSize {
        CellSize(columns: min(max(size.columns, 1), 1_000), rows: min(max(size.rows, 1), 1_000))
    }

    private static func blank(_ size: CellSize) -> [[Cell]] {
        [[Cell]](repeating: [Cell](repeating: Cell(), count: size.columns), count: size.rows)
    }
}

// What tests look at.
extension TerminalModel {
    package var cursor: CellPoint { cursorState.place }
    package var isWrapPending: Bool { cursorState.isWrapPending }
    package var attributes: Attributes { cursorState.attributes }
    package var isCursorVisible: Bool { modes.contains(25) }
    package var isAlternateScreen: Bool { otherScreen != nil }

    /// The cell at `point`; a blank one outside of the screen.
    package subscript(point: CellPoint) -> Cell {
        guard screen.indices.contains(point.row), screen[point.row].indices.contains(point.column) else {
            return Cell()
        }
        return screen[point.row][point.column]
    }

    /// The rows as text, blanks at their ends cut off.
    package var lines: [String] {
        screen.map { row in
            let text = row.map(\.text).joined()
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// The colors that the eye sees in the upper and lower half of a cell; `nil` when its character is no block.
    package func halves(at point: CellPoint) -> (upper: Color, lower: Color)? {
        let cell = self[point]
        var (ink, paper) = (cell.attributes.foreground, cell.attributes.background)
        if cell.attributes.isReversed { swap(&ink, &paper) }
        return switch cell.text {
        case " ": (paper, paper)
        case "█": (ink, ink)
        case "▀": (ink, paper)
        case "▄": (paper, ink)
        default: nil
        }
    }
}

// What happens to it.
extension TerminalModel {
    package mutating func feed(_ text: String) { feed(Array(text.utf8)) }

    /// Changes the size as xterm does: lines keep their place at the top left, new cells are blank.
    package mutating func resize(to wanted: CellSize) {
        size = Self.bounded(wanted)
        screen = fitted(screen)
        otherScreen = otherScreen.map(fitted)
        region = 0..<size.rows
        moveCursor(row: cursor.row, column: cursor.column)
        saved.place = CellPoint(
            column: min(saved.place.column, size.columns - 1), row: min(saved.place.row, size.rows - 1))
        saved.isWrapPending = false
    }

    private func fitted(_ rows: [[Cell]]) -> [[Cell]] {
        (0..<size.rows).map { row in
            (0..<size.columns).map { column in
                row < rows.count && column < rows[row].count ? rows[row][column] : Cell()
            }
        }
    }

    mutating func moveCursor(row: Int, column: Int) {
        cursorState.place = CellPoint(
            column: min(max(column, 0), size.columns - 1), row: min(max(row, 0), size.rows - 1))
        cursorState.isWrapPending = false
    }

    /// A blank with the current background, as terminals with `bce` erase.
    var erased: Cell {
        var cell = Cell()
        cell.attributes.background = attributes.background
        return cell
    }

    mutating func erase(row: Int, columns: Range<Int>) {
        for column in columns.clamped(to: 0..<size.columns) { screen[row][column] = erased }
    }

    mutating func scrollUp(_ count: Int, rows: Range<Int>) {
        let count = min(count, rows.count)
        guard count > 0 else { return }
        screen.removeSubrange(rows.lowerBound..<rows.lowerBound + count)
        let blank = [Cell](repeating: erased, count: size.columns)
        screen.insert(contentsOf: repeatElement(blank, count: count), at: rows.upperBound - count)
    }

    mutating func scrollDown(_ count: Int, rows: Range<Int>) {
        let count = min(count, rows.count)
        guard count > 0 else { return }
        screen.removeSubrange(rows.upperBound - count..<rows.upperBound)
        let blank = [Cell](repeating: erased, count: size.columns)
        screen.insert(contentsOf: repeatElement(blank, count: count), at: rows.lowerBound)
    }

    mutating func lineFeed() {
        cursorState.isWrapPending = false
        if cursor.row == region.upperBound - 1 {
            scrolledLines += 1
            scrollUp(1, rows: region)
        } else {
            moveCursor(row: cursor.row + 1, column: cursor.column)
        }
    }

    mutating func reverseLineFeed() {
        if cursor.row == region.lowerBound {
            scrollDown(1, rows: region)
        } else {
            moveCursor(row: cursor.row - 1, column: cursor.column)
        }
    }

    mutating func switchScreen(toAlternate: Bool) {
        guard toAlternate != isAlternateScreen else { return }
        if let main = otherScreen {
            screen = main
            otherScreen = nil
        } else {
            otherScreen = screen
            screen = Self.blank(size)
        }
        swap(&saved, &otherSaved)
    }

    mutating func reset() {
        let (unparsed, queries) = (unparsed, queries)
        self = TerminalModel(size: size)
        (self.unparsed, self.queries) = (unparsed, queries)
    }
}
