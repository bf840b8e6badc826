import Cells
import Events
import Keys

/// What the outer terminal gets of looks that not every terminal knows.
package struct PassedLooks: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Double, curly, dotted and dashed ones, and colors; a straight line in the character's color stands for all of them.
    package static let underlineStyles = PassedLooks(rawValue: 1)
    package static let links = PassedLooks(rawValue: 2)
}

/// A terminal's screen as a painter's cells: what changes is made anew, the rest is kept.
///
/// Only what this says reaches the outer terminal: characters and colors, in sequences of the painter's own.
package struct ScreenPainting: Sendable {
    package var painter: Painter
    private let passed: PassedLooks
    private var matrix = CellMatrix(size: .zero)
    private var known: [ScreenCell: (first: Cell, rest: Cell?)] = [:]
    /// As of the painter when the cells of `known` and `matrix` were made.
    private var looksForgotten = 0
    private var colors = TerminalColors()
    private var isReversed = false
    /// Row of the history that is shown first; `nil` for the screen as it is.
    private var scrolledBack: Int?
    private var marked: MarkedText?
    /// The row that is made, and the second half of its last character.
    private var line: [Cell] = []
    private var rest: Cell?

    /// Different cells that are remembered.
    private static let knownLimit = 32_768

    package init(_ painter: Painter, passing passed: PassedLooks) {
        (self.painter, self.passed) = (painter, passed)
    }

    /// Takes what has changed on the screen.
    /// - Parameters:
    ///   - changed: rows that may look different.
    ///   - back: lines of the history that are scrolled into view.
    ///   - marked: is shown reversed.
    /// - Returns: whether anything has to be painted.
    package mutating func take(
        _ terminal: VirtualTerminal, changed: Range<Int>, back: Int = 0, marked: MarkedText? = nil
    ) -> Bool {
        let isOther =
            matrix.size != terminal.size || looksForgotten != painter.looksForgotten || colors != terminal.colors
            || isReversed != terminal.modes.isReversed || scrolledBack != (back == 0 ? nil : back)
            || self.marked != marked
        if isOther {
            if matrix.size != terminal.size { matrix = CellMatrix(size: terminal.size) }
            known.removeAll()
            (colors, isReversed) = (terminal.colors, terminal.modes.isReversed)
            scrolledBack = back == 0 ? nil : back
            self.marked = marked
        }
        let rows = isOther || back > 0 ? 0..<terminal.size.rows : changed
        let forgotten = painter.looksForgotten
        for row in rows { replace(row, back, of: terminal) }
        // All cells that were made before mean something else now; once more is enough for any screen.
        if painter.looksForgotten != forgotten {
            known.removeAll()
            for row in 0..<terminal.size.rows { replace(row, back, of: terminal) }
        }
        looksForgotten = painter.looksForgotten
        return !rows.isEmpty
    }

    /// Appends the bytes that make the outer terminal show it.
    package mutating func paint(into output: inout [UInt8]) { painter.paint(matrix, into: &output) }

    private mutating func replace(_ row: Int, _ back: Int, of terminal: VirtualTerminal) {
        let columns = terminal.size.columns
        let cells = terminal.row(row - back)
        let reversed = terminal.columns(of: marked, inRow: row - back)
        line.removeAll(keepingCapacity: true)
        for cell in cells.prefix(columns) {
            guard line.count < columns else { break }
            // The second half of the character before.
            if cell.look.contains(.rest), let rest {
                line.append(rest)
                self.rest = nil
                continue
            }
            var shown = cell
            if reversed.contains(line.count) { shown.look.formSymmetricDifference(.reversed) }
            let painted = painted(shown, terminal)
            // A half alone stands at the end of a line that was longer.
            let isCut = painted.rest != nil && line.count + 1 == columns
            line.append(isCut ? .background : painted.first)
            rest = painted.rest
        }
        rest = nil
        matrix.replace(row, line)
    }

    private mutating func painted(_ cell: ScreenCell, _ terminal: VirtualTerminal) -> (first: Cell, rest: Cell?) {
        if let known = known[cell] { return known }
        let painted = painter.cells(of: styled(cell, terminal))
        if known.count >= Self.knownLimit { known.removeAll() }
        known[cell] = painted
        return painted
    }

    private func styled(_ cell: ScreenCell, _ terminal: VirtualTerminal) -> StyledGlyph {
        let text = cell.look.contains(.concealed) ? "" : terminal.text(of: cell)
        let glyph = text.isEmpty ? TextGlyph.blank : TextGlyph(hosted: text, columns: cell.columns)
        var attributes = Self.attributes.reduce(into: TextAttributes()) {
            if cell.look.contains($1.0) { $0.insert($1.1) }
        }
        let underline = Self.attribute(cell.look.underline)
        attributes.formUnion(passed.contains(.underlineStyles) || underline.isEmpty ? underline : .underlined)
        if isReversed { attributes.formSymmetricDifference(.reversed) }
        if glyph == .blank { attributes.formIntersection(Self.ofBlanks) }
        var styled = StyledGlyph(
            glyph, color(cell.foreground, colors.changedForeground),
            on: color(cell.background, colors.changedBackground), attributes)
        if passed.contains(.underlineStyles), !underline.isEmpty {
            styled.underlineColor = color(terminal.underlineColor(of: cell), nil)
        }
        if passed.contains(.links) { styled.link = terminal.link(of: cell) }
        return styled
    }

    private static let ofBlanks = TextAttributes.underlines.union([.reversed, .struck, .overlined])

    private static func attribute(_ underline: Underline) -> TextAttributes {
        switch underline {
        case .none: []
        case .single: .underlined
        case .double: .underlinedTwice
        case .curly: .curlyUnderlined
        case .dotted: .dottedUnderlined
        case .dashed: .dashedUnderlined
        }
    }

    private func color(_ color: CellColor, _ standard: UInt32?) -> GlyphColor {
        switch color.meaning {
        case .standard: standard.map { .rgb($0) } ?? .standard
        case .palette(let number): colors.changed[number].map { .rgb($0) } ?? .palette(number)
        case .rgb(let pixel): .rgb(pixel)
        }
    }

    private static let attributes: [(CellLook, TextAttributes)] = [
        (.bold, .bold), (.faint, .faint), (.italic, .italic), (.blinking, .blinking), (.reversed, .reversed),
        (.struck, .struck), (.overlined, .overlined),
    ]
}
