import Events
import Keys

// Single bytes and escape sequences without parameters.
extension TerminalState {
    @inline(__always) mutating func execute(_ control: UInt8) {
        lastScalar = 0
        switch control {
        case 0x07: bells = min(bells + 1, 1_000)
        case 0x08: left(1)
        case 0x09: tab()
        case 0x0A, 0x0B, 0x0C: lineFeed()
        case 0x0D: carriageReturn()
        case 0x0E: cursor.characterSets.shift(to: 1)
        case 0x0F: cursor.characterSets.shift(to: 0)
        default: break
        }
    }

    mutating func escape(_ final: UInt8, intermediate: UInt8) {
        lastScalar = 0
        switch (intermediate, final) {
        case (0, UInt8(ascii: "7")): saveCursor()
        case (0, UInt8(ascii: "8")): restoreCursor()
        case (0, UInt8(ascii: "D")): index()
        case (0, UInt8(ascii: "E")):
            index()
            carriageReturn()
        case (0, UInt8(ascii: "H")): tabs[cursor.column] = true
        case (0, UInt8(ascii: "M")): reverseIndex()
        case (0, UInt8(ascii: "N")): cursor.characterSets.shiftOnce(to: 2)
        case (0, UInt8(ascii: "O")): cursor.characterSets.shiftOnce(to: 3)
        case (0, UInt8(ascii: "Z")): reply(Self.deviceAttributes)
        case (0, UInt8(ascii: "c")): reset()
        case (0, UInt8(ascii: "n")): cursor.characterSets.shift(to: 2)
        case (0, UInt8(ascii: "o")): cursor.characterSets.shift(to: 3)
        case (0, UInt8(ascii: "=")): modes.hasApplicationKeypad = true
        case (0, UInt8(ascii: ">")): modes.hasApplicationKeypad = false
        case (UInt8(ascii: "#"), UInt8(ascii: "8")): fillWithE()
        case (UInt8(ascii: "("), _): cursor.characterSets.designate(0, final)
        case (UInt8(ascii: ")"), _): cursor.characterSets.designate(1, final)
        case (UInt8(ascii: "*"), _): cursor.characterSets.designate(2, final)
        case (UInt8(ascii: "+"), _): cursor.characterSets.designate(3, final)
        default: break
        }
    }

    /// DECALN.
    private mutating func fillWithE() {
        margins = Margins(rows: 0..<size.rows, columns: 0..<size.columns)
        move(row: 0, column: 0)
        let line = [ScreenCell](repeating: ScreenCell(glyph: UInt32(UInt8(ascii: "E"))), count: size.columns)
        for row in 0..<size.rows { grid.replace(row, with: line, flags: []) }
    }

    // MARK: The cursor kept

    mutating func saveCursor() {
        if isAlternate { saved.alternate = cursor } else { saved.main = cursor }
    }

    mutating func restoreCursor() {
        let kept = (isAlternate ? saved.alternate : saved.main) ?? TerminalCursor()
        cursor = kept
        move(row: kept.row, column: kept.column)
        cursor.isPending = kept.isPending && kept.column == size.columns - 1
    }

    // MARK: Beginning anew

    /// RIS. What was on the screen goes to the history, as with ED 2.
    mutating func reset() {
        if isAlternate { showMain() }
        eraseScreen()
        let old = self
        self = TerminalState(size: size, history: 0)
        (history, widths, clusters, extras) = (old.history, old.widths, old.clusters, old.extras)
        (colors, pixels, hasKeyboardProtocol) = (old.colors, old.pixels, old.hasKeyboardProtocol)
        colors.reset()
        (replies, bells, copies, title) = (old.replies, old.bells, old.copies, old.title)
    }

    /// DECSTR: what a program may have left behind, but for the screen (DEC STD 070, table 4-1).
    mutating func softReset() {
        let (wheel, mouse, encoding) = (modes.wheelSendsArrows, modes.mouse, modes.mouseEncoding)
        let (paste, focus) = (modes.bracketsPaste, modes.reportsFocus)
        modes = TerminalModes()
        (modes.wheelSendsArrows, modes.mouse, modes.mouseEncoding) = (wheel, mouse, encoding)
        (modes.bracketsPaste, modes.reportsFocus) = (paste, focus)
        margins = Margins(rows: 0..<size.rows, columns: 0..<size.columns)
        cursor.pen = .blank
        cursor.extra = CellExtras.Entry()
        cursor.characterSets = CharacterSets()
        cursor.isOrigin = false
        cursor.isPending = false
        if isAlternate { saved.alternate = nil } else { saved.main = nil }
        followKeyboard()
    }
}
