import Events

/// The cells of one screen, row by row, and what is known of each row.
///
/// A row that scrolls keeps its cells where they are; only the order of the rows changes.
struct ScreenGrid: Sendable {
    /// A row of the screen.
    struct Row: Sendable {
        /// Its first cell.
        var start: Int
        var flags: LineFlags
        /// Columns from here on are as nobody has written them.
        var used = 0
    }

    let size: CellSize
    private(set) var cells: [ScreenCell]
    var rows: [Row]
    /// Rows that may look different since `takeChanged`.
    private(set) var changed: Range<Int>

    init(size: CellSize) {
        self.size = size
        cells = [ScreenCell](repeating: .blank, count: size.count)
        rows = (0..<size.rows).map { Row(start: $0 * size.columns, flags: []) }
        changed = 0..<size.rows
    }

    mutating func takeChanged() -> Range<Int> {
        defer { changed = 0..<0 }
        return changed
    }

    @inline(__always) mutating func change(_ row: Int) {
        if changed.contains(row) { return }
        changed = changed.isEmpty ? row..<row + 1 : min(changed.lowerBound, row)..<max(changed.upperBound, row + 1)
    }

    mutating func change(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        change(range.lowerBound)
        change(range.upperBound - 1)
    }

    subscript(row: Int, column: Int) -> ScreenCell {
        @inline(__always) get { cells[rows[row].start + column] }
        @inline(__always) set {
            cells[rows[row].start + column] = newValue
            rows[row].used = max(rows[row].used, column + 1)
        }
    }

    func line(_ row: Int) -> ArraySlice<ScreenCell> {
        let start = rows[row].start
        return cells[start..<start + size.columns]
    }

    /// Without what was never written at its end; whole where the line goes on.
    @inline(__always) func written(_ row: Int) -> ArraySlice<ScreenCell> {
        let start = rows[row].start
        guard !rows[row].flags.contains(.wrapped) else { return cells[start..<start + size.columns] }
        var end = start + rows[row].used
        while end > start, cells[end - 1].isUnwritten { end -= 1 }
        return cells[start..<end]
    }

    mutating func replace(_ row: Int, with line: some Collection<ScreenCell>, flags: LineFlags) {
        let start = rows[row].start
        rows[row].flags = flags
        rows[row].used = size.columns
        var place = start
        for cell in line.prefix(size.columns) {
            cells[place] = cell
            place += 1
        }
        while place < start + size.columns {
            cells[place] = .blank
            place += 1
        }
        change(row)
    }

    /// Changes what each cell refers to; it looks as before.
    mutating func mapCells(_ change: (inout ScreenCell) -> Void) {
        for place in cells.indices { change(&cells[place]) }
    }
}

/// What is known of a line beside its cells.
struct LineFlags: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// It goes on in the next row.
    static let wrapped = LineFlags(rawValue: 1)
}

// Writing.
extension ScreenGrid {
    /// Writes characters of one column each, which fit into the row.
    @inline(__always)
    mutating func write(_ run: UnsafeRawBufferPointer, row: Int, column: Int, pen: ScreenCell) {
        let start = rows[row].start + column
        let end = start + run.count
        mendHalves(row, column..<column + run.count)
        cells.withUnsafeMutableBufferPointer { cells in
            guard let first = cells.baseAddress, start >= 0, end <= cells.count, let byte = run.baseAddress else {
                return
            }
            var cell = pen
            for place in 0..<run.count {
                cell.glyph = UInt32(byte.load(fromByteOffset: place, as: UInt8.self))
                first[start + place] = cell
            }
        }
        rows[row].used = max(rows[row].used, column + run.count)
        change(row)
    }

    mutating func write(_ cell: ScreenCell, row: Int, column: Int, columns: Int) {
        mendHalves(row, column..<column + columns)
        let start = rows[row].start + column
        cells[start] = cell
        if columns == 2 {
            cells[start].look.insert(.wide)
            cells[start + 1] = cell.restOfWide
        }
        rows[row].used = max(rows[row].used, column + columns)
        change(row)
    }

    /// Of wide characters that are cut by `range`, what stays outside becomes blank.
    @inline(__always) mutating func mendHalves(_ row: Int, _ range: Range<Int>) {
        let start = rows[row].start
        if range.lowerBound > 0, cells[start + range.lowerBound].look.contains(.rest) {
            blank(start + range.lowerBound - 1)
        }
        if range.upperBound < size.columns, cells[start + range.upperBound].look.contains(.rest) {
            blank(start + range.upperBound)
        }
    }

    /// Of a wide character with a half on either side of `column` neither stays.
    private mutating func split(_ row: Int, at column: Int) {
        guard column > 0, column < size.columns else { return }
        let place = rows[row].start + column
        guard cells[place].look.contains(.rest) else { return }
        blank(place - 1)
        blank(place)
    }

    /// The color of what was there stays.
    private mutating func blank(_ place: Int) {
        cells[place] = ScreenCell(background: cells[place].background)
    }
}

// Erasing and moving.
extension ScreenGrid {
    /// Makes cells of a row blank.
    mutating func erase(_ row: Int, _ range: Range<Int>, to blank: ScreenCell) {
        guard !range.isEmpty else { return }
        mendHalves(row, range)
        let start = rows[row].start
        let isPlain = blank.isUnwritten
        let end = isPlain ? min(range.upperBound, rows[row].used) : range.upperBound
        if range.lowerBound < end {
            cells.withUnsafeMutableBufferPointer { cells in
                for place in start + range.lowerBound..<start + end { cells[place] = blank }
            }
        }
        if isPlain, range.upperBound >= rows[row].used {
            rows[row].used = min(rows[row].used, range.lowerBound)
        } else if !isPlain {
            rows[row].used = max(rows[row].used, range.upperBound)
        }
        if range.upperBound == size.columns { rows[row].flags.remove(.wrapped) }
        change(row)
    }

    mutating func eraseRows(_ range: Range<Int>, to blank: ScreenCell) {
        for row in range {
            erase(row, 0..<size.columns, to: blank)
            rows[row].flags = []
        }
    }

    /// Moves the rows of a region up, or down for a negative `count`; what comes in is blank.
    mutating func scroll(_ region: Range<Int>, by count: Int, blank: ScreenCell) {
        let steps = min(abs(count), region.count)
        guard steps > 0 else { return }
        if steps < region.count {
            rotate(region, by: count > 0 ? steps : region.count - steps)
        }
        let free =
            count > 0 ? region.upperBound - steps..<region.upperBound : region.lowerBound..<region.lowerBound + steps
        eraseRows(free, to: blank)
        change(region)
    }

    private mutating func rotate(_ region: Range<Int>, by count: Int) {
        if count == 1 {
            let first = rows[region.lowerBound]
            rows.withUnsafeMutableBufferPointer { rows in
                for row in region.lowerBound..<region.upperBound - 1 { rows[row] = rows[row + 1] }
                rows[region.upperBound - 1] = first
            }
        } else {
            let moved = rows[region.lowerBound..<region.lowerBound + count]
            rows.removeSubrange(region.lowerBound..<region.lowerBound + count)
            rows.insert(contentsOf: moved, at: region.upperBound - count)
        }
    }

    /// The same between a left and a right margin: cells move, rows do not.
    mutating func scroll(_ region: Range<Int>, _ columns: Range<Int>, by count: Int, blank: ScreenCell) {
        let steps = min(abs(count), region.count)
        guard steps > 0 else { return }
        for row in region {
            split(row, at: columns.lowerBound)
            split(row, at: columns.upperBound)
        }
        let kept = region.count - steps
        for index in 0..<kept {
            let target = count > 0 ? region.lowerBound + index : region.upperBound - 1 - index
            let source = count > 0 ? target + steps : target - steps
            for column in columns { self[target, column] = self[source, column] }
        }
        let free =
            count > 0 ? region.upperBound - steps..<region.upperBound : region.lowerBound..<region.lowerBound + steps
        for row in free { erase(row, columns, to: blank) }
        change(region)
    }

    /// Makes room for `count` cells at the beginning of `range`; what is pushed out at its end is gone.
    mutating func insertCells(_ count: Int, row: Int, _ range: Range<Int>, blank: ScreenCell) {
        let steps = min(count, range.count)
        guard steps > 0 else { return }
        split(row, at: range.lowerBound)
        split(row, at: range.upperBound - steps)
        split(row, at: range.upperBound)
        let start = rows[row].start
        var column = range.upperBound - 1
        while column - steps >= range.lowerBound {
            cells[start + column] = cells[start + column - steps]
            column -= 1
        }
        for place in 0..<steps { cells[start + range.lowerBound + place] = blank }
        rows[row].used = size.columns
        change(row)
    }

    /// Takes `count` cells away at the beginning of `range`; blanks come in at its end.
    mutating func deleteCells(_ count: Int, row: Int, _ range: Range<Int>, blank: ScreenCell) {
        let steps = min(count, range.count)
        guard steps > 0 else { return }
        split(row, at: range.lowerBound)
        split(row, at: range.lowerBound + steps)
        split(row, at: range.upperBound)
        let start = rows[row].start
        for column in range.lowerBound..<range.upperBound - steps {
            cells[start + column] = cells[start + column + steps]
        }
        for place in range.upperBound - steps..<range.upperBound { cells[start + place] = blank }
        rows[row].used = size.columns
        if range.upperBound == size.columns { rows[row].flags.remove(.wrapped) }
        change(row)
    }
}

extension ScreenCell {
    /// The cell behind a wide character.
    var restOfWide: ScreenCell {
        var cell = self
        cell.glyph = 0
        cell.look.subtract(.ofCell)
        cell.look.insert(.rest)
        return cell
    }
}
