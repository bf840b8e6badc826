import Events

// Erasing, inserting and deleting.
extension TerminalState {
    mutating func eraseInDisplay(_ which: Int, onlyUnprotected: Bool) {
        let row = cursor.row
        switch which {
        case 0:
            eraseInLine(0, onlyUnprotected: onlyUnprotected)
            erase(rows: row + 1..<size.rows, onlyUnprotected)
        case 1:
            erase(rows: 0..<row, onlyUnprotected)
            eraseInLine(1, onlyUnprotected: onlyUnprotected)
        case 2:
            if onlyUnprotected { erase(rows: 0..<size.rows, true) } else { eraseScreen() }
            cursor.isPending = false
        case 3: if !isAlternate { history.removeAll() }
        default: break
        }
    }

    /// What is on the main screen goes to the history before: `clear` by mistake loses nothing.
    mutating func eraseScreen() {
        if !isAlternate, let last = (0..<size.rows).last(where: { grid.line($0).contains { !$0.isUnwritten } }) {
            for row in 0...last { keep(row) }
        }
        grid.eraseRows(0..<size.rows, to: blank)
    }

    private mutating func erase(rows: Range<Int>, _ onlyUnprotected: Bool) {
        guard onlyUnprotected else { return grid.eraseRows(rows, to: blank) }
        for row in rows { eraseUnprotected(row, 0..<size.columns) }
    }

    mutating func eraseInLine(_ which: Int, onlyUnprotected: Bool) {
        let range: Range<Int>
        switch which {
        case 0: range = cursor.column..<size.columns
        case 1: range = 0..<cursor.column + 1
        case 2: range = 0..<size.columns
        default: return
        }
        cursor.isPending = false
        if onlyUnprotected {
            eraseUnprotected(cursor.row, range)
        } else {
            grid.erase(cursor.row, range, to: blank)
        }
    }

    private mutating func eraseUnprotected(_ row: Int, _ range: Range<Int>) {
        for column in range where !grid[row, column].look.contains(.protected) {
            grid.erase(row, column..<column + 1, to: blank)
        }
    }

    mutating func eraseCells(_ count: Int) {
        cursor.isPending = false
        grid.erase(cursor.row, cursor.column..<min(size.columns, cursor.column + count), to: blank)
    }

    mutating func insertCells(_ count: Int) {
        cursor.isPending = false
        guard margins.columns.contains(cursor.column) else { return }
        grid.insertCells(count, row: cursor.row, cursor.column..<margins.columns.upperBound, blank: blank)
    }

    mutating func deleteCells(_ count: Int) {
        cursor.isPending = false
        guard margins.columns.contains(cursor.column) else { return }
        grid.deleteCells(count, row: cursor.row, cursor.column..<margins.columns.upperBound, blank: blank)
    }

    mutating func insertLines(_ count: Int) { moveLines(-count) }
    mutating func deleteLines(_ count: Int) { moveLines(count) }

    private mutating func moveLines(_ count: Int) {
        cursor.isPending = false
        guard margins.rows.contains(cursor.row), margins.columns.contains(cursor.column) else { return }
        let region = cursor.row..<margins.rows.upperBound
        if isScreenWide {
            grid.scroll(region, by: count, blank: blank)
        } else {
            grid.scroll(region, margins.columns, by: count, blank: blank)
        }
        cursor.column = margins.columns.lowerBound
    }

    // MARK: Columns

    /// SL and SR: all lines of the region move to the left, or to the right.
    mutating func shiftColumns(_ count: Int) {
        for row in margins.rows {
            if count > 0 {
                grid.deleteCells(count, row: row, margins.columns, blank: blank)
            } else {
                grid.insertCells(-count, row: row, margins.columns, blank: blank)
            }
        }
    }

    /// DECIC.
    mutating func insertColumns(_ count: Int) {
        guard margins.rows.contains(cursor.row), margins.columns.contains(cursor.column) else { return }
        for row in margins.rows {
            grid.insertCells(count, row: row, cursor.column..<margins.columns.upperBound, blank: blank)
        }
    }

    /// DECDC.
    mutating func deleteColumns(_ count: Int) {
        guard margins.rows.contains(cursor.row), margins.columns.contains(cursor.column) else { return }
        for row in margins.rows {
            grid.deleteCells(count, row: row, cursor.column..<margins.columns.upperBound, blank: blank)
        }
    }
}
