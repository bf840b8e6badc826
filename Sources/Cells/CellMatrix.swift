import Events

/// A screen of characters as the painter's cells, row by row, for pictures that are text.
package struct CellMatrix: Sendable {
    package let size: CellSize
    private var cells: [UInt64]
    /// Characters of two columns in each row.
    private var wideRows: [Bool]
    package private(set) var hasWide = false

    package init(size: CellSize) {
        self.size = size
        cells = [UInt64](repeating: Cell.background.bits, count: size.count)
        wideRows = [Bool](repeating: false, count: size.rows)
    }

    /// Puts a row in the place of what was there.
    /// - Parameter line: from the first column on; a wide character's first cell is followed by its rest. Columns that it does not
    ///   reach show the background.
    package mutating func replace(_ row: Int, _ line: [Cell]) {
        let start = row * size.columns
        var isWide = false
        for column in 0..<size.columns {
            let cell = column < line.count ? line[column] : .background
            isWide = isWide || cell.isWideText
            cells[start + column] = cell.bits
        }
        guard isWide != wideRows[row] else { return }
        wideRows[row] = isWide
        hasWide = wideRows.contains(true)
    }

    /// Cells of `row` from `column` on; the background where there are none.
    func fill(_ wanted: UnsafeMutableBufferPointer<UInt64>, row: Int, column: Int) {
        let count = row < size.rows ? min(wanted.count, max(0, size.columns - column)) : 0
        let start = row * size.columns + column
        for place in 0..<count { wanted[place] = cells[start + place] }
        for place in count..<wanted.count { wanted[place] = Cell.background.bits }
    }
}

/// A character as somebody else's screen has it: in the terminal's own colors and numbers of its palette.
package struct StyledGlyph: Hashable, Sendable {
    package var glyph: TextGlyph
    package var foreground: GlyphColor
    package var background: GlyphColor
    package var attributes: TextAttributes
    /// The character's own color unless it is said.
    package var underlineColor = GlyphColor.standard
    package var link: TextLink?

    package init(
        _ glyph: TextGlyph, _ foreground: GlyphColor = .standard, on background: GlyphColor = .standard,
        _ attributes: TextAttributes = []
    ) {
        (self.glyph, self.foreground, self.background, self.attributes) = (glyph, foreground, background, attributes)
    }
}

package enum GlyphColor: Hashable, Sendable {
    /// The terminal's own.
    case standard
    /// Of its palette, which is the user's.
    case palette(UInt8)
    /// `0x00RRGGBB`.
    case rgb(UInt32)
}

extension Painter {
    /// The cell that shows a character, or its first cell; and the second one of a wide character. They hold until
    /// `looksForgotten` changes.
    package mutating func cells(of styled: StyledGlyph) -> (first: Cell, rest: Cell?) {
        let under = quantizer.ink(styled.background)
        // A blank is a color and nothing else.
        if styled.glyph == .blank, styled.attributes.isEmpty, styled.link == nil {
            return (Cell(upper: under, lower: under), nil)
        }
        let entry = LookTable.Entry(
            glyph: styled.glyph, foreground: foreground(styled.foreground), background: under.bits,
            attributes: styled.attributes, underlineColor: foreground(styled.underlineColor), link: styled.link)
        guard let number = number(of: entry) else { return (Cell(upper: under, lower: under), nil) }
        guard styled.glyph.columns == 2 else { return (Cell(text: Ink.Kind.text, number), nil) }
        return (Cell(text: Ink.Kind.wideText, number), Cell(text: Ink.Kind.wideRest, number))
    }

    private func foreground(_ color: GlyphColor) -> UInt32 {
        let ink = quantizer.ink(color)
        return ink == .background ? Pen.defaultForeground : ink.bits
    }

    private mutating func number(of entry: LookTable.Entry) -> UInt32? {
        if let number = looks.number(of: entry) { return number }
        forgetLooks()
        return looks.number(of: entry)
    }
}

extension Quantizer {
    /// A color that somebody else has chosen, where the terminal has it; else the nearest.
    func ink(_ color: GlyphColor) -> Ink {
        switch (color, depth) {
        case (.standard, _), (_, .none): .background
        case (.palette(let number), .truecolor), (.palette(let number), .palette256):
            number < 16 ? .palette16(number) : .palette256(number)
        case (.palette(let number), .palette16):
            number < 16 ? .palette16(number) : .palette16(Palette16.nearest(Palette.pixel(of: number)))
        case (.rgb(let pixel), .truecolor): Ink(pixel: pixel)
        case (.rgb(let pixel), .palette256): .palette256(Palette256.nearest(pixel))
        case (.rgb(let pixel), .palette16): .palette16(Palette16.nearest(pixel))
        }
    }
}
