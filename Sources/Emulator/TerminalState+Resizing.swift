import Events

// Another size of the window.
extension TerminalState {
    mutating func resize(_ size: CellSize) {
        guard size != self.size else { return }
        let old = self.size
        if isAlternate {
            var main = cursorOfMain
            other = reflowed(other, to: size, cursor: &main)
            if saved.main != nil { saved.main = main }
            grid = Self.cut(grid, to: size, keeping: &cursor)
        } else {
            var place = cursor
            grid = reflowed(grid, to: size, cursor: &place)
            cursor = place
            var row = TerminalCursor()
            other = Self.cut(other, to: size, keeping: &row)
        }
        margins = Margins(rows: 0..<size.rows, columns: 0..<size.columns)
        tabs = Self.usualTabs(size.columns).enumerated().map { $0.offset < old.columns ? tabs[$0.offset] : $0.element }
        cursor.row = cursor.row.clamped(to: 0...size.rows - 1)
        cursor.column = cursor.column.clamped(to: 0...size.columns - 1)
    }

    /// Where the cursor will be on the main screen once a program leaves the alternate one.
    private var cursorOfMain: TerminalCursor {
        var kept = saved.main ?? TerminalCursor()
        kept.row = kept.row.clamped(to: 0...size.rows - 1)
        kept.column = kept.column.clamped(to: 0...size.columns - 1)
        return kept
    }

    /// As it is, cut at the right and, where the cursor allows it, at the bottom.
    private static func cut(_ grid: ScreenGrid, to size: CellSize, keeping cursor: inout TerminalCursor) -> ScreenGrid {
        var result = ScreenGrid(size: size)
        let first = max(0, cursor.row - (size.rows - 1))
        for row in 0..<min(size.rows, grid.size.rows - first) {
            result.replace(row, with: grid.line(first + row), flags: [])
            result.mendEnd(row)
        }
        cursor.row -= first
        cursor.isPending = false
        return result
    }

    /// The lines of history and screen broken anew, the cursor at the same character.
    private mutating func reflowed(_ grid: ScreenGrid, to size: CellSize, cursor: inout TerminalCursor) -> ScreenGrid {
        var screen = (0..<grid.size.rows).map { row in
            ScreenHistory.Line(cells: Array(grid.written(row)), flags: grid.rows[row].flags)
        }
        // Below the cursor, what was never written is no line.
        while screen.count > cursor.row + 1, screen.last?.cells.isEmpty == true { screen.removeLast() }
        var place = LinePlace(row: cursor.row, column: cursor.column + (cursor.isPending ? 1 : 0))
        if grid.size.columns != size.columns {
            let kept = history.takeAll()
            let all = Reflow(
                kept + screen, at: LinePlace(row: kept.count + place.row, column: place.column), to: size.columns)
            let onScreen = min(size.rows, all.lines.count)
            // As many of the lines as have room; the cursor's among them.
            let first = min(all.lines.count - onScreen, all.place.row)
            for line in all.lines[..<first] { history.push(line.cells[...], line.flags) }
            screen = Array(all.lines[first...])
            place = LinePlace(row: all.place.row - first, column: all.place.column)
        } else {
            while screen.count > size.rows {
                if place.row > 0 {
                    let line = screen.removeFirst()
                    history.push(line.cells[...], line.flags)
                    place.row -= 1
                } else {
                    screen.removeLast()
                }
            }
            while screen.count < size.rows, grid.size.rows < size.rows, let line = history.popLast() {
                screen.insert(line, at: 0)
                place.row += 1
            }
        }
        var result = ScreenGrid(size: size)
        for (row, line) in screen.prefix(size.rows).enumerated() {
            result.replace(row, with: line.cells, flags: line.flags)
        }
        cursor.row = place.row.clamped(to: 0...size.rows - 1)
        cursor.column = min(place.column, size.columns - 1)
        cursor.isPending = place.column >= size.columns
        return result
    }
}

/// A row of lines and a column in it.
struct LinePlace: Hashable {
    var row: Int
    var column: Int
}

/// Lines broken at another width.
struct Reflow {
    private(set) var lines: [ScreenHistory.Line] = []
    /// Where the cell is that was at the place before.
    private(set) var place = LinePlace(row: 0, column: 0)
    private let columns: Int

    init(_ old: [ScreenHistory.Line], at wanted: LinePlace, to columns: Int) {
        self.columns = columns
        var index = 0
        while index < old.count {
            var cells: [ScreenCell] = []
            var offset: Int?
            let flags = old[index].flags
            var goesOn = true
            while goesOn, index < old.count {
                if index == wanted.row { offset = cells.count + wanted.column }
                goesOn = old[index].flags.contains(.wrapped)
                cells +=
                    old[index].cells.last?.look.contains(.filler) == true && goesOn
                    ? old[index].cells.dropLast() : old[index].cells[...]
                index += 1
            }
            if columns == 1 { cells = cells.map(\.withoutHalf) }
            add(cells, flags.subtracting(.wrapped), cursor: offset)
        }
    }

    /// One whole line.
    private mutating func add(_ cells: [ScreenCell], _ flags: LineFlags, cursor: Int?) {
        var start = 0
        var flags = flags
        repeat {
            var end = min(start + columns, cells.count)
            var line = cells[start..<end]
            if end < cells.count, cells[end].look.contains(.rest), end - start > 1 {
                // A wide character has no room at the end.
                end -= 1
                line = cells[start..<end]
                line.append(ScreenCell(look: .filler))
            }
            let isLast = end >= cells.count
            if let cursor, cursor >= start, cursor < end || isLast {
                // Beyond the text the cursor keeps its distance, and goes on in lines of its own where that is too far.
                place = LinePlace(row: lines.count, column: min(cursor - start, columns))
            }
            lines.append(ScreenHistory.Line(cells: Array(line), flags: isLast ? flags : flags.union(.wrapped)))
            flags = []
            start = end
        } while start < cells.count
    }
}

extension ScreenCell {
    /// In a single column no wide character has room.
    fileprivate var withoutHalf: ScreenCell { columns == 1 ? self : ScreenCell(background: background) }
}

extension ScreenGrid {
    /// A wide character that was cut at the right edge becomes blank.
    mutating func mendEnd(_ row: Int) {
        if self[row, size.columns - 1].look.contains(.wide) { self[row, size.columns - 1] = .blank }
    }
}
