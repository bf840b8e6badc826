import CCurses
import Events

/// ncurses: one window over the whole terminal into which panels are laid. Owner: `Screen`, main actor.
@MainActor
final class CursesScreen {
    let output: CursesOutput
    let keys: CursesKeys
    private let screen: OpaquePointer
    let window: UnsafeMutablePointer<WINDOW>
    let palette: TextPalette
    /// What is written from right to left is to be turned here.
    let turnsText: Bool
    private(set) var size: CellSize
    private let pasteOn = Array("\u{1B}[?2004h".utf8)

    /// - Throws: `unknownTerm` when ncurses has no entry or the entry cannot move the cursor.
    init(_ device: TerminalDevice, capabilities: Capabilities, size: CellSize) throws(TerminalError) {
        output = try CursesOutput(terminal: device.terminal)
        keys = try CursesKeys()
        guard let screen = newterm(device.term, output.file, keys.file), let window = cameo_stdscr() else {
            output.dispose()
            keys.dispose()
            throw .unknownTerm(device.term)
        }
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
        keys.open()
        mouseinterval(0)
        mousemask(cameo_mouse_mask(), nil)
        curs_set(0)
        resize(to: size)
    }

    /// What undoes all of it, from the terminfo entry that was loaded last.
    /// - Parameter hosts: modes of a hosted program may be set, too.
    static func restoreText(hosts: Bool) -> [UInt8] {
        let hosted = hosts ? OuterModes.end : []
        return hosted
            + RestoreText.bytes(
                leave: capability("rmcup"), keypadOff: capability("rmkx"), cursorOn: capability("cnorm"),
                wrapOn: capability("smam"), colorsBack: capability("op"))
    }

    /// What goes in front of that once the screen is ours.
    static var clearText: [UInt8] {
        RestoreText.clearing(clear: capability("clear"), leave: capability("rmcup"))
    }

    private static func capability(_ name: String) -> [UInt8] {
        cameo_terminfo_string(name).map { Array(String(cString: $0).utf8) } ?? []
    }

    /// Bytes that take the screen, at the start and after `end`.
    func begin() -> [UInt8] {
        cameo_forget_screen()
        wnoutrefresh(window)
        doupdate()
        return output.take() + RestoreText.withoutPadding(Self.capability("smkx")) + pasteOn
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
