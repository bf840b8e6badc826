import Emulator
import Events
import Keys

/// What the user marks with the mouse on the screen of a program that does not ask for it.
struct HostMouse {
    /// What is marked, as the text stood when the mouse was moved last.
    private(set) var marked: MarkedText?
    /// What was selected last.
    private(set) var copied = ""
    private var selection: TextSelection?
    /// Of the screen on which it was made: the other one has other lines.
    private var isOnAlternate = false
    /// Presses in the same place, each soon after the one before.
    private var presses = 0
    private var pressed: (cell: CellPoint, time: Instant)?
    private var hold = Hold.none
    /// Where it was moved last, and when.
    private var moved: (cell: CellPoint, time: Instant)?

    private enum Hold {
        case none, selecting
        /// What began somewhere else is not for the text.
        case elsewhere
    }

    /// Lines that the wheel scrolls by at a time.
    static let wheelLines = 3
    private static let doubleClick = TimeSpan.milliseconds(400)
    /// Held still for so long at the screen's edge it scrolls, and a line each time from then on.
    private static let edge = (wait: TimeSpan.milliseconds(400), period: TimeSpan.milliseconds(60))

    mutating func press(_ cell: CellPoint, on terminal: VirtualTerminal, back: Int, at time: Instant) {
        let isAgain = pressed.map { $0.cell == cell && time - $0.time < Self.doubleClick } ?? false
        presses = isAgain ? presses + 1 : 1
        (pressed, moved) = ((cell, time), (cell, time))
        let unit: TextSelection.Unit = presses % 3 == 1 ? .character : presses % 3 == 2 ? .word : .line
        (hold, isOnAlternate) = (.selecting, terminal.isAlternate)
        mark(TextSelection(unit, at: terminal.place(of: cell, back: back)), on: terminal)
    }

    /// A press that is not for the text: until the button is let go nothing is marked.
    mutating func pressElsewhere() {
        forget()
        hold = .elsewhere
    }

    mutating func drag(to cell: CellPoint, on terminal: VirtualTerminal, back: Int, at time: Instant) {
        guard hold == .selecting, var selection else { return }
        selection.extend(to: terminal.place(of: cell, back: back))
        moved = (cell, time)
        mark(selection, on: terminal)
    }

    private mutating func mark(_ selection: TextSelection, on terminal: VirtualTerminal) {
        (self.selection, marked) = (selection, terminal.marked(selection))
    }

    /// The button is let go.
    mutating func release(on terminal: VirtualTerminal) -> Released {
        defer { hold = .none }
        guard hold == .selecting, let marked else { return .nothing }
        guard let text = terminal.text(of: marked) else { return .tooMuch }
        guard !text.isEmpty else { return .nothing }
        copied = text
        return .text(text)
    }

    enum Released {
        case nothing, tooMuch
        case text(String)
    }

    /// Lines by which to scroll, since it is held still at the screen's edge. Who marks in one row only does not want that.
    mutating func scrolling(rows: Int, at time: Instant) -> Int {
        guard let wake = edgeWake(rows: rows), time >= wake, let cell = moved?.cell else { return 0 }
        moved?.time = time - Self.edge.wait + Self.edge.period
        return cell.row == 0 ? 1 : -1
    }

    /// When it scrolls next.
    func edgeWake(rows: Int) -> Instant? {
        guard hold == .selecting, let moved, let selection, selection.anchor.line != selection.head.line,
            moved.cell.row == 0 || moved.cell.row == rows - 1
        else { return nil }
        return moved.time + Self.edge.wait
    }

    /// It is held where it was, and other lines are there now.
    mutating func scrolled(on terminal: VirtualTerminal, back: Int) {
        guard hold == .selecting, var selection, let moved else { return }
        selection.extend(to: terminal.place(of: moved.cell, back: back))
        mark(selection, on: terminal)
    }

    /// What stood there stands there no more: nothing is marked then, as in xterm.
    mutating func follow(_ terminal: VirtualTerminal) {
        guard let marked, hold != .selecting else { return }
        if terminal.isAlternate != isOnAlternate || terminal.text(of: marked) != copied { forget() }
    }

    mutating func forget() {
        (selection, marked) = (nil, nil)
        if hold == .selecting { hold = .none }
    }
}
