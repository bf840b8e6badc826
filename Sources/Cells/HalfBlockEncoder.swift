import Events

/// Writes the cells of one row that differ, and remembers them as shown.
struct HalfBlockEncoder {
    var pen: Pen
    /// Column of the screen where the picture begins.
    var left = 0
    /// Largest difference by which a cell may take live colors.
    var tolerance = 0
    /// Those whose numbers the cells of text have.
    var looks: [LookTable.Entry] = []
    private let columns: Int
    private let style: BlockStyle

    init(pen: Pen, style: BlockStyle, columns: Int) {
        self.pen = pen
        self.style = style
        self.columns = columns
    }

    /// Both pointers hold the row's cells. Where none differs nothing is written.
    mutating func encode(
        _ wanted: UnsafeMutablePointer<UInt64>, over shown: UnsafeMutablePointer<UInt64>, row: Int
    ) {
        var column = 0
        while true {
            while column < columns && wanted[column] == shown[column] { column &+= 1 }
            if column == columns { return }
            reach(column, row: row, over: shown)
            repeat {
                let exact = wanted[column]
                let cell = tolerance > 0 ? Tolerance.snap(exact, to: pen, limit: tolerance) : exact
                shown[column] = cell
                // Behind a character whose columns are not sure.
                if pen.column < 0, !Cell(bits: cell).isWideRest { pen.move(row: row, column: left + column) }
                column &+= 1
                let isNextWritten = column < columns && wanted[column] != shown[column]
                write(cell, before: isNextWritten ? wanted[column] : Cell.unknown.bits)
            } while column < columns && wanted[column] != shown[column]
            // Past the last column, terminals wait for the next character or wrap: where they are is theirs to know.
            if column == columns { pen.forgetColumn() }
        }
    }

    @inline(__always) private mutating func write(_ cell: UInt64, before next: UInt64) {
        let upper = UInt32(truncatingIfNeeded: cell >> 32)
        let lower = UInt32(truncatingIfNeeded: cell)
        if upper == lower {
            writeSolid(upper, before: next)
        } else if isLowerBlock(upper, lower, before: next) {
            pen.set(foreground: lower, background: upper)
            pen.glyph(.lower)
        } else {
            pen.set(foreground: upper, background: lower)
            pen.glyph(.upper)
        }
    }

    /// Whether ▄ rather than ▀ shows two halves that differ. Each live color that fits is a color that need not be sent;
    /// when both cost the same, the order serves a solid cell that follows, which a space shows in the background.
    @inline(__always) private func isLowerBlock(_ upper: UInt32, _ lower: UInt32, before next: UInt64) -> Bool {
        if lower == Ink.background.bits { return false }
        if upper == Ink.background.bits { return true }
        guard style == .any else { return style == .lower }
        let asLower = (pen.foreground == lower ? 1 : 0) &+ (pen.background == upper ? 1 : 0)
        let asUpper = (pen.foreground == upper ? 1 : 0) &+ (pen.background == lower ? 1 : 0)
        if asLower != asUpper { return asLower > asUpper }
        return next != UInt64(lower) << 32 | UInt64(lower)
    }

    @inline(__always) private mutating func writeSolid(_ ink: UInt32, before next: UInt64) {
        if ink >> 24 >= Ink.Kind.character {
            writeCharacter(ink, before: next)
        } else if ink == pen.background {
            pen.glyph(.space)
        } else if style == .any && isFullBlock(ink, before: next) {
            pen.set(foreground: ink, background: pen.background)
            pen.glyph(.full)
        } else {
            pen.set(foreground: pen.foreground, background: ink)
            pen.glyph(.space)
        }
    }

    /// Whether █ is cheaper than a space: its color is live, or the cell that follows needs the live background and has no
    /// use for the live foreground.
    @inline(__always) private func isFullBlock(_ ink: UInt32, before next: UInt64) -> Bool {
        if ink == pen.foreground { return true }
        let upper = UInt32(truncatingIfNeeded: next >> 32)
        let lower = UInt32(truncatingIfNeeded: next)
        let needsBackground = upper == pen.background || lower == pen.background
        let needsForeground = upper == pen.foreground || lower == pen.foreground
        return needsBackground && !needsForeground && ink != Ink.background.bits
    }
}

// Gaps.
extension HalfBlockEncoder {
    /// Brings the cursor to a cell, over the unchanged cells between by writing them once more when that is shorter.
    private mutating func reach(_ column: Int, row: Int, over shown: UnsafeMutablePointer<UInt64>) {
        let from = pen.column - left
        if pen.row == row, pen.column >= left, column > from, rewrite(from..<column, shown) { return }
        pen.move(row: row, column: left + column)
    }

    /// Only one-byte cells undercut a move, which takes three bytes for one cell and four for up to nine.
    ///
    /// - Returns: false, with nothing written, when a move takes no more bytes.
    private mutating func rewrite(_ gap: Range<Int>, _ shown: UnsafeMutablePointer<UInt64>) -> Bool {
        guard gap.count <= 3, gap.allSatisfy({ byte(shown[$0]) != nil }) else { return false }
        for column in gap {
            byte(shown[column]).map { pen.glyph(Glyph(bytes: UInt64($0), count: 1)) }
        }
        return true
    }

    /// The character of one byte that shows `cell` in the live colors.
    private func byte(_ cell: UInt64) -> UInt8? {
        let upper = UInt32(truncatingIfNeeded: cell >> 32)
        let lower = UInt32(truncatingIfNeeded: cell)
        if upper >> 24 == Ink.Kind.character { return UInt8(exactly: upper & 0xFF_FFFF) }
        return upper == lower && upper == pen.background ? 0x20 : nil
    }
}

// Characters.
extension HalfBlockEncoder {
    /// A cell that is no color: a shade, a character, or what a wide character has filled already.
    mutating func writeCharacter(_ ink: UInt32, before next: UInt64) {
        let cell = Cell(bits: UInt64(ink))
        if cell.isText {
            if !cell.isWideRest { writeText(looks[cell.lookNumber]) }
            // No block may be drawn bold or underlined, and no blank reversed.
            if !Cell(bits: next).isText { pen.endText() }
        } else {
            pen.glyph(Glyph(scalar: UInt64(ink & 0xFF_FFFF)))
        }
    }

    private mutating func writeText(_ look: LookTable.Entry) {
        pen.set(attributes: look.attributes, underlineColor: look.underlineColor)
        pen.set(link: look.link)
        pen.set(foreground: look.foreground, background: look.background)
        pen.text(look.glyph)
    }
}
