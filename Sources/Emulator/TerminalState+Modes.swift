import Events
import Keys

// SM, RM, DECSET, DECRST and DECRQM: one table, so that what is answered is what is done.
extension TerminalState {
    /// ANSI modes.
    mutating func setMode(_ number: Int, _ isOn: Bool) {
        switch number {
        case 4: modes.inserts = isOn
        case 20: modes.breaksLines = isOn
        default: break
        }
    }

    private func mode(_ number: Int) -> Bool? {
        switch number {
        case 4: modes.inserts
        case 20: modes.breaksLines
        default: nil
        }
    }

    mutating func setPrivateMode(_ number: Int, _ isOn: Bool) {
        switch number {
        case 1: modes.hasApplicationCursor = isOn
        case 3: changeColumns()
        case 5:
            modes.isReversed = isOn
            grid.change(0..<size.rows)
        case 6:
            cursor.isOrigin = isOn
            address(row: 0, column: 0)
        case 7: modes.wraps = isOn
        case 12: modes.blinksCursor = isOn
        case 25: modes.isCursorVisible = isOn
        case 45: modes.wrapsBack = isOn
        case 47: isOn ? showAlternate() : showMain()
        case 66: modes.hasApplicationKeypad = isOn
        case 69: setSideMargins(isOn)
        case 9, 1000, 1002, 1003: setMouse(number, isOn)
        case 1004: modes.reportsFocus = isOn
        case 1005, 1006, 1015, 1016: setMouseEncoding(number, isOn)
        case 1007: modes.wheelSendsArrows = isOn
        case 1047:
            if !isOn, isAlternate { grid.eraseRows(0..<size.rows, to: blank) }
            isOn ? showAlternate() : showMain()
        case 1048: isOn ? saveCursor() : restoreCursor()
        case 1049: isOn ? enterAlternate() : leaveAlternate()
        case 2004: modes.bracketsPaste = isOn
        case 2026: modes.isHeld = isOn
        default: break
        }
    }

    /// `nil` for a mode that is not known here.
    private func privateMode(_ number: Int) -> Bool? {
        switch number {
        case 1: modes.hasApplicationCursor
        case 5: modes.isReversed
        case 6: cursor.isOrigin
        case 7: modes.wraps
        case 12: modes.blinksCursor
        case 25: modes.isCursorVisible
        case 45: modes.wrapsBack
        case 47, 1047, 1049: isAlternate
        case 66: modes.hasApplicationKeypad
        case 69: modes.hasSideMargins
        case 9, 1000, 1002, 1003: modes.mouse.rawValue == number
        case 1004: modes.reportsFocus
        case 1005, 1006, 1015, 1016: modes.mouseEncoding.rawValue == number
        case 1007: modes.wheelSendsArrows
        case 1048: (isAlternate ? saved.alternate : saved.main) != nil
        case 2004: modes.bracketsPaste
        case 2026: modes.isHeld
        default: nil
        }
    }

    /// DECRQM: 1 set, 2 reset, 4 reset for good, 0 unknown.
    mutating func reportMode(_ number: Int, isPrivate: Bool) {
        let isForGood = isPrivate && number == 3
        let state = isPrivate ? privateMode(number) : mode(number)
        let answer = isForGood ? 4 : state.map { $0 ? 1 : 2 } ?? 0
        reply("\u{1B}[\(isPrivate ? "?" : "")\(number);\(answer)$y")
    }

    /// XTSAVE and XTRESTORE.
    mutating func keepMode(_ number: Int) { savedModes[number] = privateMode(number) }

    mutating func bringModeBack(_ number: Int) {
        if let isOn = savedModes[number], privateMode(number) != isOn { setPrivateMode(number, isOn) }
    }

    // MARK: What some of them do

    private mutating func setMouse(_ number: Int, _ isOn: Bool) {
        if isOn {
            modes.mouse = MouseTracking(rawValue: number) ?? .none
        } else if modes.mouse.rawValue == number {
            modes.mouse = .none
        }
    }

    private mutating func setMouseEncoding(_ number: Int, _ isOn: Bool) {
        if isOn {
            modes.mouseEncoding = MouseEncoding(rawValue: number) ?? .standard
        } else if modes.mouseEncoding.rawValue == number {
            modes.mouseEncoding = .standard
        }
    }

    private mutating func setSideMargins(_ isOn: Bool) {
        modes.hasSideMargins = isOn
        margins.columns = 0..<size.columns
    }

    /// DECCOLM: the window keeps its width; what else it does is done.
    private mutating func changeColumns() {
        margins = Margins(rows: 0..<size.rows, columns: 0..<size.columns)
        modes.hasSideMargins = false
        eraseScreen()
        move(row: 0, column: 0)
    }

    // MARK: Two screens

    private mutating func swapScreens() {
        swap(&grid, &other)
        isAlternate.toggle()
        grid.change(0..<size.rows)
        cursor.isPending = false
        followKeyboard()
    }

    mutating func showAlternate() { if !isAlternate { swapScreens() } }
    mutating func showMain() { if isAlternate { swapScreens() } }

    /// From the alternate screen, too, as xterm has it: that is cleared then.
    private mutating func enterAlternate() {
        saveCursor()
        showAlternate()
        grid.eraseRows(0..<size.rows, to: .blank)
    }

    private mutating func leaveAlternate() {
        showMain()
        restoreCursor()
    }
}
