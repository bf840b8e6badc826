import CCurses
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
