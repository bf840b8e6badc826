import Cells
import Events
import Keys

/// A terminal as a program sees one: bytes in, a grid of cells out.
///
/// It is a value without clock, files and colors of its own, and no bytes make it trap, hang or grow beyond its limits. What it understands is
/// what `xterm-256color` of terminfo promises, after ECMA-48, DEC STD 070 and xterm's ctlseqs; `docs/inside/emulation.md` lists it.
package struct VirtualTerminal: Sendable {
    private var parser = SequenceParser()
    var state: TerminalState

    /// - Parameter history: lines that are kept of what leaves the screen.
    package init(size: CellSize, history: Int = Self.usualHistory) {
        state = TerminalState(size: Self.clamped(size), history: history)
    }

    package static let usualHistory = 10_000
    /// More than any screen has.
    package static let largest = CellSize(columns: 1_000, rows: 500)

    static func clamped(_ size: CellSize) -> CellSize {
        CellSize(columns: size.columns.clamped(to: 1...largest.columns), rows: size.rows.clamped(to: 1...largest.rows))
    }

    /// What the program wrote. It may be cut anywhere.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer) { parser.parse(bytes, into: &state) }

    package mutating func feed(_ bytes: [UInt8]) { bytes.withUnsafeBytes { feed($0) } }

    /// The window has another size. The lines of the main screen and its history are broken anew.
    package mutating func resize(_ size: CellSize) { state.resize(Self.clamped(size)) }
}

// The screen.
extension VirtualTerminal {
    package var size: CellSize { state.grid.size }
    package var modes: TerminalModes { state.modes }
    /// Where the cursor is; always on the screen.
    package var cursor: CellPoint { state.cursor.point }
    /// The last column has been written, and the next character begins the next line.
    package var isPending: Bool { state.cursor.isPending }
    package var isAlternate: Bool { state.isAlternate }
    package var history: ScreenHistory { state.history }

    /// Rows that may look different since the last call.
    package mutating func takeChangedRows() -> Range<Int> { state.grid.takeChanged() }

    /// - Parameter row: of the screen; negative ones are lines of the history, -1 the newest.
    package func row(_ row: Int) -> ArraySlice<ScreenCell> {
        if row >= 0 { return row < size.rows ? state.grid.line(row) : [] }
        let index = state.history.count + row
        return index >= 0 ? state.history[index].cells[...] : []
    }

    /// Whether the line goes on in the next row.
    package func isWrapped(_ row: Int) -> Bool {
        if row >= 0 { return row < size.rows && state.grid.rows[row].flags.contains(.wrapped) }
        let index = state.history.count + row
        return index >= 0 && state.history[index].flags.contains(.wrapped)
    }

    /// The character of a cell with its marks; empty for a blank and for the second half of a wide one.
    package func text(of cell: ScreenCell) -> String { state.clusters.text(of: cell.glyph) }

    package func underlineColor(of cell: ScreenCell) -> CellColor {
        state.extras.entries[Int(cell.look.extra)].underlineColor
    }

    package func link(of cell: ScreenCell) -> TextLink? {
        let number = Int(state.extras.entries[Int(cell.look.extra)].link)
        return number == 0 ? nil : TextLink(state.extras.links[number], number: UInt32(number))
    }
}

// What the program wants beside characters.
extension VirtualTerminal {
    /// Bytes for the program: answers to what it asked.
    package mutating func takeReplies() -> [UInt8] {
        defer { state.replies.removeAll() }
        return state.replies
    }

    /// Bells since the last call.
    package mutating func takeBells() -> Int {
        defer { state.bells = 0 }
        return state.bells
    }

    /// Texts that the program wants in the clipboard (OSC 52), oldest first.
    package mutating func takeCopies() -> [String] {
        defer { state.copies.removeAll() }
        return state.copies
    }

    /// Printable, at most `TerminalState.titleLimit` scalars; empty where the program gave none.
    package var title: String { state.title }
    /// What it answers when it is asked for colors.
    package var colors: TerminalColors {
        get { state.colors }
        set { state.colors = newValue }
    }
    /// Whether keys come in the forms of kitty's protocol: where they do not, it is not offered either.
    package var hasKeyboardProtocol: Bool {
        get { state.hasKeyboardProtocol }
        set { state.hasKeyboardProtocol = newValue }
    }
    /// Of the window, for programs that ask for it; `nil` where it is not known.
    package var pixels: PixelSize? {
        get { state.pixels }
        set { state.pixels = newValue }
    }

    /// What the program gets of a paste: line breaks as Enter, and no other control character, so that no text can end the
    /// paste or be a key (mode 2004).
    package func pasted(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        // A line break may be two characters, and is one key.
        for character in text {
            if character.isNewline {
                bytes.append(0x0D)
            } else if character == "\t"
                || character.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) })
            {
                bytes += character.utf8
            }
        }
        guard modes.bracketsPaste else { return bytes }
        return Array("\u{1B}[200~".utf8) + bytes + Array("\u{1B}[201~".utf8)
    }

    /// Ends a synchronized update that has lasted too long.
    package mutating func release() { state.modes.isHeld = false }
}
