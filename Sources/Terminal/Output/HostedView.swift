import Events
import Keys

/// What the terminal is to do for a hosted program beside showing its cells.
package struct HostedView: Hashable, Sendable {
    package var modes: TerminalModes
    /// Where its cursor is; `nil` where none is to be seen.
    package var cursor: CellPoint?
    /// Printable.
    package var title: String
    /// Bells since the last one was shown.
    package var bells = 0
    /// For the terminal's clipboard: base64; `nil` for nothing new.
    package var clipboard: String?
    /// The mouse is ours where the program does not want it.
    package var takesMouse = false
    /// Something of ours is open that takes the keys and the mouse.
    package var keysAreOurs = false

    package init(modes: TerminalModes, cursor: CellPoint?, title: String) {
        (self.modes, self.cursor, self.title) = (modes, cursor, title)
    }
}

/// The modes of the terminal that depend on who has the keys: written from this list and from nothing that a program sent.
struct OuterModes: Hashable, Sendable {
    var hasApplicationCursor = true
    var hasApplicationKeypad = true
    var mouse = MouseTracking.clicks
    var mouseEncoding = MouseEncoding.sgr
    var reportsFocus = false
    var bracketsPaste = true
    var cursorShape = CursorShape.standard
    var isCursorVisible = false
    /// Of kitty's protocol, where the terminal has it.
    var keyboard = KeyboardProtocol.own

    /// Ours: what ncurses and `Screen` set.
    static let own = OuterModes()

    init() {}

    init(_ view: HostedView) {
        isCursorVisible = view.cursor != nil && !view.keysAreOurs
        guard !view.keysAreOurs else { return }
        let modes = view.modes
        (hasApplicationCursor, hasApplicationKeypad) = (modes.hasApplicationCursor, modes.hasApplicationKeypad)
        let isOurs = modes.mouse == .none && view.takesMouse
        (mouse, mouseEncoding) = isOurs ? (.drags, .sgr) : (modes.mouse, modes.mouseEncoding)
        (reportsFocus, bracketsPaste) = (modes.reportsFocus, modes.bracketsPaste)
        cursorShape = modes.cursorShape
        keyboard = KeyEncoding.Flags(rawValue: modes.keyboardFlags)
    }

    /// The bytes that lead from one to the other; the cursor's visibility apart from the others, since it comes last.
    static func change(from old: OuterModes, to new: OuterModes, hasKeyboardProtocol: Bool = false) -> [UInt8] {
        var text = ""
        if hasKeyboardProtocol, old.keyboard != new.keyboard { text += KeyboardProtocol.change(to: new.keyboard) }
        func set(_ number: Int, _ isOn: Bool) { text += "\u{1B}[?\(number)\(isOn ? "h" : "l")" }
        if old.hasApplicationCursor != new.hasApplicationCursor { set(1, new.hasApplicationCursor) }
        if old.hasApplicationKeypad != new.hasApplicationKeypad {
            text += new.hasApplicationKeypad ? "\u{1B}=" : "\u{1B}>"
        }
        if old.mouse != new.mouse {
            if old.mouse != .none { set(old.mouse.rawValue, false) }
            if new.mouse != .none { set(new.mouse.rawValue, true) }
        }
        if old.mouseEncoding != new.mouseEncoding {
            if old.mouseEncoding != .standard { set(old.mouseEncoding.rawValue, false) }
            if new.mouseEncoding != .standard { set(new.mouseEncoding.rawValue, true) }
        }
        if old.reportsFocus != new.reportsFocus { set(1004, new.reportsFocus) }
        if old.bracketsPaste != new.bracketsPaste { set(2004, new.bracketsPaste) }
        if old.cursorShape != new.cursorShape { text += "\u{1B}[\(new.cursorShape.rawValue) q" }
        return Array(text.utf8)
    }

    static let hideCursor = Array("\u{1B}[?25l".utf8)
    static let showCursor = Array("\u{1B}[?25h".utf8)

    /// Before the first of them: the title that the window has is kept.
    static let begin = Array("\u{1B}[22;0t".utf8)
    static let takeTitleBack = Array("\u{1B}[23;0t".utf8)
    /// Undoes all of them, on every way out.
    static let end =
        Array("\u{1B}[?1004l\u{1B}[?1005l\u{1B}[?1015l\u{1B}[?1016l\u{1B}[?9l\u{1B}[0 q".utf8) + takeTitleBack
}
