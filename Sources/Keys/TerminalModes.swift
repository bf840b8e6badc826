import Cells

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

/// Flags of kitty's keyboard protocol, which each of the two screens keeps for itself.
struct KeyboardFlags: Hashable, Sendable {
    /// The last one counts.
    private var main: [UInt8] = []
    private var alternate: [UInt8] = []

    /// Those beyond it push the oldest out.
    static let limit = 16
    private static let known: UInt8 = 31

    subscript(isAlternate isAlternate: Bool) -> UInt8 { (isAlternate ? alternate : main).last ?? 0 }

    mutating func push(_ flags: Int, isAlternate: Bool) {
        change(isAlternate) { stack in
            if stack.count == Self.limit { stack.removeFirst() }
            stack.append(Self.flags(flags))
        }
    }

    mutating func pop(_ count: Int, isAlternate: Bool) {
        change(isAlternate) { $0.removeLast(min(count, $0.count)) }
    }

    /// - Parameter how: 1 these and no others, 2 these as well, 3 all but these.
    mutating func set(_ flags: Int, how: Int, isAlternate: Bool) {
        let (old, flags) = (self[isAlternate: isAlternate], Self.flags(flags))
        let new: UInt8
        switch how {
        case 1: new = flags
        case 2: new = old | flags
        case 3: new = old & ~flags
        default: return
        }
        change(isAlternate) { stack in
            if stack.isEmpty { stack.append(new) } else { stack[stack.count - 1] = new }
        }
    }

    private mutating func change(_ isAlternate: Bool, _ body: (inout [UInt8]) -> Void) {
        if isAlternate { body(&alternate) } else { body(&main) }
    }

    private static func flags(_ number: Int) -> UInt8 { UInt8(truncatingIfNeeded: number) & known }
}

extension TerminalState {
    /// `CSI > u`, `CSI < u`, `CSI = u`.
    mutating func changeKeyboard(_ prefix: UInt8, _ s: ControlSequence) {
        guard hasKeyboardProtocol else { return }
        switch prefix {
        case UInt8(ascii: ">"): keyboard.push(s.value(0), isAlternate: isAlternate)
        case UInt8(ascii: "<"): keyboard.pop(s.amount(), isAlternate: isAlternate)
        default: keyboard.set(s.value(0), how: s.value(1, or: 1), isAlternate: isAlternate)
        }
        followKeyboard()
    }

    /// After another screen is shown.
    mutating func followKeyboard() { modes.keyboardFlags = keyboard[isAlternate: isAlternate] }
}

/// The outer terminal's colors, and those that the program has set in their place.
package struct TerminalColors: Hashable, Sendable {
    /// `0x00RRGGBB`; `nil` where the outer terminal did not say, and then the program gets no answer.
    package var foreground: UInt32?
    package var background: UInt32?
    package var cursor: UInt32?
    /// What the program has set: they are drawn as 24-bit colors.
    package private(set) var changed: [UInt8: UInt32] = [:]
    package private(set) var changedForeground: UInt32?
    package private(set) var changedBackground: UInt32?

    package init(foreground: UInt32? = nil, background: UInt32? = nil, cursor: UInt32? = nil) {
        (self.foreground, self.background, self.cursor) = (foreground, background, cursor)
    }

    /// xterm's palette, where the program has not changed it.
    func palette(_ number: UInt8) -> UInt32 { changed[number] ?? Palette.pixel(of: number) }

    mutating func set(_ number: UInt8, _ pixel: UInt32?) { changed[number] = pixel }
    mutating func setForeground(_ pixel: UInt32?) { changedForeground = pixel }
    mutating func setBackground(_ pixel: UInt32?) { changedBackground = pixel }
    mutating func resetPalette() { changed.removeAll() }
    mutating func reset() { (changed, changedForeground, changedBackground) = ([:], nil, nil) }
}
