/// Modes that a program sets: those that change how its output is understood, and those that it wants of the terminal.
package struct TerminalModes: Hashable, Sendable {
    /// DECCKM: arrow keys send SS3.
    package var hasApplicationCursor = false
    /// DECNKM, ESC =.
    package var hasApplicationKeypad = false
    package var isCursorVisible = true
    package var cursorShape = CursorShape.standard
    package var mouse = MouseTracking.none
    package var mouseEncoding = MouseEncoding.standard
    /// 1004.
    package var reportsFocus = false
    /// 2004.
    package var bracketsPaste = false
    /// 1007: on an alternate screen the wheel sends arrow keys.
    package var wheelSendsArrows = true
    /// 2026: nothing is drawn until it ends.
    package var isHeld = false
    /// Of kitty's keyboard protocol, on the screen that is shown.
    package var keyboardFlags: UInt8 = 0
    /// DECSCNM.
    package var isReversed = false

    /// IRM.
    package var inserts = false
    /// LNM.
    package var breaksLines = false
    /// DECAWM.
    package var wraps = true
    /// 45.
    package var wrapsBack = false
    /// DECLRMM.
    package var hasSideMargins = false
    /// 12.
    package var blinksCursor = false

    package init() {}
}

/// DECSCUSR.
package enum CursorShape: UInt8, Hashable, Sendable {
    case standard, blinkingBlock, block, blinkingUnderline, underline, blinkingBar, bar
}

package enum MouseTracking: Int, Hashable, Sendable {
    case none = 0
    /// Presses only.
    case presses = 9
    case clicks = 1000
    case drags = 1002
    case motion = 1003
}

package enum MouseEncoding: Int, Hashable, Sendable {
    case standard = 0
    case utf8 = 1005
    case sgr = 1006
    case urxvt = 1015
    case sgrPixels = 1016
}
