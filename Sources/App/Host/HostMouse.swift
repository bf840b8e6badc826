import Emulator
import Events
import Keys

/// What the user marks with the mouse on the screen of a program that does not ask for it.
struct HostMouse {
    private(set) var selection: TextSelection?
    /// Of the screen on which it was made: the other one has other lines.
    private var isOnAlternate = false
    /// What was selected last.
    var copied = ""
    /// Presses in the same place, each soon after the one before.
    private var presses = 0
    private var pressed: (cell: CellPoint, time: Instant)?
    private var isHeld = false

    /// Lines that the wheel scrolls by at a time.
    static let wheelLines = 3
    private static let doubleClick = Span.milliseconds(400)

    /// - Parameter event: pressed or dragged.
    mutating func receive(_ event: MouseEvent, on terminal: VirtualTerminal, back: Int, at time: Instant) {
        let place = terminal.place(of: event.cell, back: back)
        // Where the press was heard by somebody else the first movement is one.
        if event.action == .dragged, isHeld {
            selection?.extend(to: place)
            return
        }
        let isAgain = pressed.map { $0.cell == event.cell && time - $0.time < Self.doubleClick } ?? false
        presses = isAgain ? presses + 1 : 1
        pressed = (event.cell, time)
        let unit: TextSelection.Unit = presses % 3 == 1 ? .character : presses % 3 == 2 ? .word : .line
        selection = TextSelection(unit, at: place)
        (isHeld, isOnAlternate) = (true, terminal.isAlternate)
    }

    /// - Returns: what is marked now.
    mutating func release() -> TextSelection? {
        isHeld = false
        if selection?.isEmpty == true { selection = nil }
        return selection
    }

    /// What stood there stands there no more: nothing is marked then, as in xterm.
    mutating func follow(_ terminal: VirtualTerminal) {
        guard let selection, !isHeld else { return }
        if terminal.isAlternate != isOnAlternate || terminal.text(of: selection) != copied { forget() }
    }

    mutating func forget() { (selection, isHeld) = (nil, false) }
}
