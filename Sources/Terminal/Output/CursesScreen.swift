import CCurses
import Cells
import Events

/// ncurses: one window over the whole terminal into which panels are laid. Owner: `Screen`, main actor.
@MainActor
final class CursesScreen {
    let output: CursesOutput
    let keys: CursesKeys
    private let screen: OpaquePointer
    let window: UnsafeMutablePointer<WINDOW>
    private(set) var palette: TextPalette
    /// What is written from right to left is to be turned here.
    private(set) var turnsText: Bool
    /// Signs that are no ASCII are replaced by some that are.
    private(set) var isPlain: Bool
    private(set) var size: CellSize
    private let pasteOn = Array("\u{1B}[?2004h".utf8)

    /// - Throws: `unknownTerm` when ncurses has no entry or the entry cannot move the cursor.
    init(_ device: TerminalDevice, capabilities: Capabilities, size: CellSize) throws(TerminalError) {
        output = try CursesOutput(terminal: device.terminal)
        keys = try CursesKeys()
        // The window's own size counts, whatever a shell has exported as LINES and COLUMNS.
        use_env(false)
        use_tioctl(true)
        let term = capabilities.description.value
        guard let screen = newterm(term, output.file, keys.file), let window = cameo_stdscr() else {
            output.dispose()
            keys.dispose()
            throw .unknownTerm(term)
        }
        cameo_forget_scroll_region()
        self.screen = screen
        self.window = window
        self.size = size
        // While ncurses sees a terminal: it has to believe in cbreak, or it reads lines.
        cbreak()
        noecho()
        nonl()
        try output.beginCapture()
        set_escdelay(0)
        typeahead(-1)
        // Shifting the rest of a row would shift the picture's cells with it.
        idcok(window, false)
        idlok(window, false)
        scrollok(window, false)
        leaveok(window, true)
        palette = TextPalette(capabilities)
        turnsText = !capabilities.turnsRightToLeft.value
        isPlain = capabilities.blocks.value == .ascii
        keys.open()
        mouseinterval(0)
        mousemask(cameo_mouse_mask(), nil)
        curs_set(0)
        resize(to: size)
    }

    /// The terminal has told more of itself; the next `draw` has to clear.
    func adopt(_ capabilities: Capabilities) {
        palette = TextPalette(capabilities)
        turnsText = !capabilities.turnsRightToLeft.value
        isPlain = capabilities.blocks.value == .ascii
    }

    /// What undoes all of it, from the terminfo entry that was loaded last.
    /// - Parameters:
    ///   - hosts: modes of a hosted program may be set, too.
    ///   - hasKeyboardProtocol: and flags of it.
    static func restoreText(hosts: Bool, hasKeyboardProtocol: Bool) -> [UInt8] {
        let hosted = hosts ? OuterModes.end : []
        return (hasKeyboardProtocol ? KeyboardProtocol.end : []) + hosted + wholeRegion
            + RestoreText.bytes(
                leave: capability("rmcup"), keypadOff: capability("rmkx"), cursorOn: capability("cnorm"),
                wrapOn: capability("smam"), colorsBack: capability("op"))
    }

    /// What goes in front of that once the screen is ours.
    static var clearText: [UInt8] {
        RestoreText.clearing(clear: capability("clear"), leave: capability("rmcup"))
    }

    /// All rows are the scroll region, however many there are. ncurses would name the rows of the size that it knows, which the window
    /// may have no more.
    private static var wholeRegion: [UInt8] {
        capability("cup").starts(with: "\u{1B}[".utf8) ? Array("\u{1B}[r".utf8) : []
    }

    /// It moves the cursor to the corner.
    private static func atCursor(_ text: [UInt8]) -> [UInt8] {
        text.isEmpty ? [] : Array("\u{1B}7".utf8) + text + Array("\u{1B}8".utf8)
    }

    private static func capability(_ name: String) -> [UInt8] {
        cameo_terminfo_string(name).map { Array(String(cString: $0).utf8) } ?? []
    }

    /// Bytes that take the screen, at the start and after `end`.
    func begin() -> [UInt8] {
        cameo_forget_screen()
        wnoutrefresh(window)
        doupdate()
        // ncurses knows where it has left the cursor.
        return output.take() + Self.atCursor(Self.wholeRegion) + RestoreText.withoutPadding(Self.capability("smkx"))
            + pasteOn
    }

    /// ncurses believes that it has left; what it writes for that is not sent, since the restorer has done it.
    func end() {
        endwin()
        _ = output.take()
    }

    func resize(to size: CellSize) {
        self.size = size
        resize_term(Int32(size.rows), Int32(size.columns))
    }

    /// Waits for nothing; the terminal has been given back.
    func dispose() {
        delscreen(screen)
        output.dispose()
        keys.dispose()
    }
}

extension CursesScreen {
    /// Writes what differs from `previous` into ncurses' model, and what that changes on the screen to its output.
    /// - Parameter clears: the terminal may show anything.
    func draw(_ content: ScreenContent, previous: ScreenContent?, clears: Bool) {
        if clears { cameo_forget_screen() }
        if let previous, Self.areAlike(previous, content) {
            drawChanges(content, previous)
        } else {
            drawAll(content)
        }
        let touched = (0..<Int32(size.rows)).filter { is_linetouched(window, $0) }
        if clears || PaintedLayer.allCases.allSatisfy({ content[$0] == nil }) || touched.count < 3 {
            wnoutrefresh(window)
            doupdate()
        } else {
            update(touched)
        }
        if let cursor = content.cursor { place(cursor) }
    }

    private func place(_ cursor: CellPoint) {
        guard 0..<size.rows ~= cursor.row, 0..<size.columns ~= cursor.column else { return }
        leaveok(window, false)
        wmove(window, Int32(cursor.row), Int32(cursor.column))
        wnoutrefresh(window)
        doupdate()
        leaveok(window, true)
    }

    /// Rows one after the other. Where several rows change at once, ncurses may find that they have moved and scroll
    /// them, whatever `idlok` says, and the picture's cells would scroll with them.
    private func update(_ rows: [Int32]) {
        wtouchln(window, 0, Int32(size.rows), 0)
        for row in rows {
            wtouchln(window, row, 1, 1)
            wnoutrefresh(window)
            doupdate()
        }
    }

    private func drawAll(_ content: ScreenContent) {
        werase(window)
        if let picture = content.picture { fill(picture) }
        for panel in content.panels + content.popups { draw(panel) }
        if let tile = content.tile { fill(tile) }
    }

    /// Same rectangles: only panels whose text changed, and popups again where such a panel lies under them.
    private func drawChanges(_ content: ScreenContent, _ previous: ScreenContent) {
        let stack = content.panels + content.popups
        var drawn: [CellRect] = []
        for (panel, before) in zip(stack, previous.panels + previous.popups) {
            guard panel != before || drawn.contains(where: { Self.overlap($0, panel.rect) }) else { continue }
            draw(panel)
            drawn.append(panel.rect)
        }
        if let tile = content.tile, drawn.contains(where: { Self.overlap($0, tile) }) { fill(tile) }
    }

    private static func areAlike(_ a: ScreenContent, _ b: ScreenContent) -> Bool {
        PaintedLayer.allCases.allSatisfy { a[$0] == b[$0] } && a.panels.map(\.rect) == b.panels.map(\.rect)
            && a.popups.map(\.rect) == b.popups.map(\.rect)
    }

    private static func overlap(_ a: CellRect, _ b: CellRect) -> Bool {
        a.columns.overlaps(b.columns) && a.rows.overlaps(b.rows)
    }

    /// The rectangle of what is painted, in ncurses' model: a no-break space, which no panel has. A popup's blanks differ from
    /// it and are written; and since it is no blank, ncurses never clears to the end of a line across the picture.
    private func fill(_ rect: CellRect) {
        let filler: Unicode.Scalar = cameo_width(0xA0) == 1 ? "\u{A0}" : "`"
        let cell = PanelCells.Cell(scalars: [filler], width: 1, style: TextStyle(isDim: true))
        guard !rect.isEmpty else { return }
        let row = [PanelCells.Cell](repeating: cell, count: min(rect.size.columns, WindowSize.limit.columns))
        for line in rect.rows where 0..<size.rows ~= line { write(row, column: rect.origin.column, row: line) }
    }

    private func draw(_ panel: Panel) {
        guard panel.rect.size.columns <= WindowSize.limit.columns, panel.rect.size.rows <= WindowSize.limit.rows else {
            return
        }
        for (offset, row) in PanelCells.rows(of: panel, turns: turnsText).enumerated() {
            write(row, column: panel.rect.origin.column, row: panel.rect.origin.row + offset)
        }
    }

    /// Puts cells into the window, cut at its edges; never moves on to the next line, never scrolls.
    private func write(_ cells: [PanelCells.Cell], column: Int, row: Int) {
        guard 0..<size.rows ~= row else { return }
        var at = column
        var line: [cchar_t] = []
        var start: Int?
        for cell in cells {
            defer { at += cell.width }
            guard at >= 0, at + cell.width <= size.columns else { continue }
            if start == nil { start = at }
            line.append(wide(cell))
        }
        guard let start else { return }
        mvwadd_wchnstr(window, Int32(row), Int32(start), line, Int32(line.count))
    }

    private func wide(_ cell: PanelCells.Cell) -> cchar_t {
        let look = palette.look(cell.style)
        let scalars = isPlain ? cell.scalars.map { PlainSigns.ascii($0) ?? $0 } : cell.scalars
        var text = scalars.map { wchar_t(bitPattern: $0.value) }
        text.append(0)
        var made = cchar_t()
        setcchar(&made, text, look.attributes, look.pair, nil)
        return made
    }
}

/// Signs of ours in ASCII, one for one, for terminals that give them two cells or know none of them.
enum PlainSigns {
    /// - Returns: `nil` for what has nothing like it there; letters of any script among them.
    static func ascii(_ sign: Unicode.Scalar) -> Unicode.Scalar? { signs[sign] }

    private static let signs: [Unicode.Scalar: Unicode.Scalar] = {
        let table: [(String, Unicode.Scalar)] = [
            ("─━═╌–—―", "-"), ("│┃║‖┆", "|"), ("⚑", "!"), ("┌┐└┘├┤┬┴┼╭╮╰╯", "+"), ("·•●★✓", "*"), ("◆○♪", "o"),
            ("→▶►▸»", ">"),
            ("←◀◄◂«", "<"), ("↑▲▴", "^"), ("↓▼▾", "v"), ("×✗", "x"), ("…", "."), ("‘’", "'"), ("“”", "\""), ("▏▎", "|"),
            ("▁▂", "_"), ("▃▄", "="), ("▅▆▇█▓▀▌▐", "#"), ("░▒", ":"),
        ]
        return Dictionary(
            table.flatMap { list, sign in list.unicodeScalars.map { ($0, sign) } },
            uniquingKeysWith: { first, _ in first })
    }()
}
