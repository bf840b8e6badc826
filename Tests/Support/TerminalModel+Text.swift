import Events

// Printing characters.
extension TerminalModel {
    mutating func print(_ scalar: Unicode.Scalar) {
        let shown = cursorState.drawsLines[cursorState.charset] ? Self.lineDrawing[scalar] ?? scalar : scalar
        let width = Self.width(of: shown)
        if width == 0 { return combine(shown) }
        lastPrinted = scalar
        wrapIfNeeded(width)
        guard width <= size.columns else { return }
        let (row, column) = (cursor.row, min(cursor.column, size.columns - width))
        splitWide(row, column)
        if width == 2 { splitWide(row, column + 1) }
        var cell = Cell()
        cell.text = String(Character(shown))
        cell.attributes = attributes
        screen[row][column] = cell
        if width == 2 {
            cell.text = ""
            screen[row][column + 1] = cell
        }
        advance(from: column, width)
    }

    private mutating func wrapIfNeeded(_ width: Int) {
        guard modes.contains(7) else { return }
        guard cursorState.isWrapPending || cursor.column + width > size.columns else { return }
        wrappedLines += 1
        lineFeed()
        moveCursor(row: cursor.row, column: 0)
    }

    private mutating func advance(from column: Int, _ width: Int) {
        let next = column + width
        cursorState.place.column = min(next, size.columns - 1)
        cursorState.isWrapPending = next == size.columns && modes.contains(7)
    }

    /// Half of a wide character is overwritten: the other half becomes a blank.
    private mutating func splitWide(_ row: Int, _ column: Int) {
        if screen[row][column].text.isEmpty, column > 0 { screen[row][column - 1].text = " " }
        if column + 1 < size.columns, screen[row][column + 1].text.isEmpty { screen[row][column + 1].text = " " }
    }

    /// Adds to the character before the cursor, at most 32 marks.
    private mutating func combine(_ scalar: Unicode.Scalar) {
        var column = cursorState.isWrapPending ? cursor.column : cursor.column - 1
        if column > 0, screen[cursor.row][column].text.isEmpty { column -= 1 }
        guard column >= 0, screen[cursor.row][column].text.unicodeScalars.count <= 32 else { return }
        screen[cursor.row][column].text.unicodeScalars.append(scalar)
    }

    /// Rough on purpose: enough for texts of tests, and no table shared with the code under test.
    static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        // Vowels and final consonants of Korean syllables.
        case 0x1160...0x11FF: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
            0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    /// DEC special graphics.
    private static let lineDrawing: [Unicode.Scalar: Unicode.Scalar] = Dictionary(
        uniqueKeysWithValues: zip(
            "`afgjklmnopqrstuvwxyz{|}~".unicodeScalars, "◆▒°±┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·".unicodeScalars))
}
