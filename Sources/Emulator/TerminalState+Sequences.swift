import Events
import Keys

// CSI: a line for each.
extension TerminalState {
    mutating func control(_ final: UInt8, _ sequence: ControlSequence) {
        // REP repeats what stands right before it, as with xterm.
        defer { lastScalar = 0 }
        // Only SGR has parts of parameters.
        guard !sequence.hasColons || final == UInt8(ascii: "m") else { return }
        switch (sequence.prefix, sequence.intermediate) {
        case (0, 0): plain(final, sequence)
        case (UInt8(ascii: "?"), 0): prefixed(final, sequence)
        case (UInt8(ascii: ">"), 0), (UInt8(ascii: "<"), 0), (UInt8(ascii: "="), 0):
            if final == UInt8(ascii: "u") {
                changeKeyboard(sequence.prefix, sequence)
            } else if sequence.prefix == UInt8(ascii: ">") {
                secondary(final, sequence)
            } else if sequence.prefix == UInt8(ascii: "="), final == UInt8(ascii: "c") {
                reply(Self.tertiaryAttributes)
            }
        case (0, let intermediate): withIntermediate(final, intermediate, sequence)
        case (UInt8(ascii: "?"), UInt8(ascii: "$")) where final == UInt8(ascii: "p"):
            reportMode(sequence.value(0), isPrivate: true)
        default: break
        }
    }

    private mutating func plain(_ final: UInt8, _ s: ControlSequence) {
        switch final {
        case UInt8(ascii: "m"): rendition(s)
        case UInt8(ascii: "H"), UInt8(ascii: "f"): address(row: s.amount(0) - 1, column: s.amount(1) - 1)
        case UInt8(ascii: "A"): up(s.amount())
        case UInt8(ascii: "B"): down(s.amount())
        case UInt8(ascii: "C"): right(s.amount())
        case UInt8(ascii: "D"): left(s.amount())
        case UInt8(ascii: "E"):
            down(s.amount())
            carriageReturn()
        case UInt8(ascii: "F"):
            up(s.amount())
            carriageReturn()
        case UInt8(ascii: "G"), UInt8(ascii: "`"): address(row: cursor.row - originRow, column: s.amount() - 1)
        case UInt8(ascii: "d"): address(row: s.amount() - 1, column: cursor.column - originColumn)
        // HPR and VPR: unlike CUF and CUD they heed margins in origin mode only.
        case UInt8(ascii: "a"):
            address(row: cursor.row - originRow, column: cursor.column - originColumn + s.amount())
        case UInt8(ascii: "e"):
            address(row: cursor.row - originRow + s.amount(), column: cursor.column - originColumn)
        case UInt8(ascii: "I"): tab(s.amount())
        case UInt8(ascii: "Z"): backTab(s.amount())
        case UInt8(ascii: "J"): eraseInDisplay(s.value(0), onlyUnprotected: false)
        case UInt8(ascii: "K"): eraseInLine(s.value(0), onlyUnprotected: false)
        case UInt8(ascii: "X"): eraseCells(s.amount())
        case UInt8(ascii: "@"): insertCells(s.amount())
        case UInt8(ascii: "P"): deleteCells(s.amount())
        case UInt8(ascii: "L"): insertLines(s.amount())
        case UInt8(ascii: "M"): deleteLines(s.amount())
        case UInt8(ascii: "S"): scrollUp(s.amount())
        case UInt8(ascii: "T"): if s.count <= 1 { scrollDown(s.amount()) }
        case UInt8(ascii: "b"): repeatLast(s.amount())
        case UInt8(ascii: "g"): clearTabs(s.value(0))
        case UInt8(ascii: "h"): for index in 0..<s.count { setMode(s.value(index), true) }
        case UInt8(ascii: "l"): for index in 0..<s.count { setMode(s.value(index), false) }
        case UInt8(ascii: "r"): setRowMargins(s)
        case UInt8(ascii: "s"): if modes.hasSideMargins { setSideMargins(s) } else { saveCursor() }
        case UInt8(ascii: "u"): restoreCursor()
        case UInt8(ascii: "c"): if s.value(0) == 0 { reply(Self.deviceAttributes) }
        case UInt8(ascii: "n"): reportStatus(s.value(0), isPrivate: false)
        case UInt8(ascii: "t"): windowOperation(s)
        default: break
        }
    }

    private mutating func prefixed(_ final: UInt8, _ s: ControlSequence) {
        switch final {
        case UInt8(ascii: "h"): for index in 0..<s.count { setPrivateMode(s.value(index), true) }
        case UInt8(ascii: "l"): for index in 0..<s.count { setPrivateMode(s.value(index), false) }
        case UInt8(ascii: "s"): for index in 0..<s.count { keepMode(s.value(index)) }
        case UInt8(ascii: "r"): for index in 0..<s.count { bringModeBack(s.value(index)) }
        case UInt8(ascii: "J"): eraseInDisplay(s.value(0), onlyUnprotected: true)
        case UInt8(ascii: "K"): eraseInLine(s.value(0), onlyUnprotected: true)
        case UInt8(ascii: "n"): reportStatus(s.value(0), isPrivate: true)
        case UInt8(ascii: "u"): if hasKeyboardProtocol { reply("\u{1B}[?\(modes.keyboardFlags)u") }
        default: break
        }
    }

    private mutating func secondary(_ final: UInt8, _ s: ControlSequence) {
        switch final {
        case UInt8(ascii: "c"): if s.value(0) == 0 { reply(Self.secondaryAttributes) }
        case UInt8(ascii: "q"): if s.value(0) == 0 { reply("\u{1B}P>|cameo \(Version.text)\u{1B}\\") }
        default: break
        }
    }

    private mutating func withIntermediate(_ final: UInt8, _ intermediate: UInt8, _ s: ControlSequence) {
        switch (intermediate, final) {
        case (UInt8(ascii: " "), UInt8(ascii: "q")):
            modes.cursorShape = CursorShape(rawValue: UInt8(clamping: s.value(0))) ?? modes.cursorShape
        case (UInt8(ascii: " "), UInt8(ascii: "@")): shiftColumns(s.amount())
        case (UInt8(ascii: " "), UInt8(ascii: "A")): shiftColumns(-s.amount())
        case (UInt8(ascii: "'"), UInt8(ascii: "}")): insertColumns(s.amount())
        case (UInt8(ascii: "'"), UInt8(ascii: "~")): deleteColumns(s.amount())
        case (UInt8(ascii: "!"), UInt8(ascii: "p")): softReset()
        case (UInt8(ascii: "$"), UInt8(ascii: "p")): reportMode(s.value(0), isPrivate: false)
        case (UInt8(ascii: "\""), UInt8(ascii: "q")):
            if s.value(0) == 1 { cursor.pen.look.insert(.protected) } else { cursor.pen.look.remove(.protected) }
        default: break
        }
    }

    // MARK: Margins and tabs

    private mutating func setRowMargins(_ s: ControlSequence) {
        let top = s.amount(0) - 1
        let bottom = min(s.value(1) == 0 ? size.rows : s.value(1), size.rows)
        guard top < bottom - 1 || size.rows == 1 && top == 0 else { return }
        margins.rows = top..<bottom
        address(row: 0, column: 0)
    }

    private mutating func setSideMargins(_ s: ControlSequence) {
        let left = s.amount(0) - 1
        let right = min(s.value(1) == 0 ? size.columns : s.value(1), size.columns)
        guard left < right - 1 else { return }
        margins.columns = left..<right
        address(row: 0, column: 0)
    }

    private mutating func clearTabs(_ which: Int) {
        switch which {
        case 0: tabs[cursor.column] = false
        case 3: tabs = [Bool](repeating: false, count: size.columns)
        default: break
        }
    }

    /// REP. What goes beyond the screen leaves nothing on it but where in its line it ends.
    private mutating func repeatLast(_ count: Int) {
        let scalar = lastScalar
        let width = widths.width(scalar)
        guard scalar != 0, width > 0 else { return }
        let most = size.count / width
        let shown = count <= most ? count : most + (count - most) % max(1, margins.columns.count / width)
        for _ in 0..<shown { put(scalar, columns: width) }
    }
}
