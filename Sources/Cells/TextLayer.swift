import Events

/// The cells of one picture's texts, where the painter's cells are.
struct TextLayer {
    /// `size.count` cells; `Cell.unknown` where no text is.
    private(set) var cells: [UInt64]
    private(set) var hasWide = false
    /// False where the table of looks was full; what found no number there is left to the pixels.
    private(set) var isComplete = true
    private(set) var rows: [Bool]
    private let size: CellSize

    /// - Parameter hidden: cells of the picture left of and above the layer.
    init(_ texts: [PlacedText], size: CellSize, hidden: CellPoint, quantizer: Quantizer, looks: inout LookTable) {
        self.size = size
        cells = [UInt64](repeating: Cell.unknown.bits, count: size.count)
        rows = [Bool](repeating: false, count: size.rows)
        for text in texts { place(text, hidden: hidden, quantizer, &looks) }
    }

    private static let places = -Limits.pictureSide * 2...Limits.pictureSide * 2

    private mutating func place(
        _ text: PlacedText, hidden: CellPoint, _ quantizer: Quantizer, _ looks: inout LookTable
    ) {
        guard Self.places.contains(text.origin.column), Self.places.contains(text.origin.row) else { return }
        let row = text.origin.row - hidden.row
        guard row >= 0, row < size.rows else { return }
        let inks = quantizer.inks(of: text.look)
        var column = text.origin.column - hidden.column
        for glyph in text.glyphs {
            guard column < size.columns else { return }
            let next = column + glyph.columns
            if next > 0 {
                let entry = LookTable.Entry(
                    glyph: glyph, foreground: inks.foreground, background: inks.background,
                    attributes: text.look.attributes)
                put(entry, row: row, column: column, &looks)
            }
            column = next
        }
    }

    /// One character of which a cell is inside.
    private mutating func put(_ entry: LookTable.Entry, row: Int, column: Int, _ looks: inout LookTable) {
        rows[row] = true
        let isWhole = column >= 0 && column + entry.glyph.columns <= size.columns
        guard let number = looks.number(of: isWhole ? entry : entry.half) else {
            isComplete = false
            return
        }
        let place = row * size.columns + max(column, 0)
        if isWhole, entry.glyph.columns == 2 {
            hasWide = true
            cells[place] = Cell(text: Ink.Kind.wideText, number).bits
            cells[place + 1] = Cell(text: Ink.Kind.wideRest, number).bits
        } else {
            cells[place] = Cell(text: Ink.Kind.text, number).bits
        }
    }

    /// Lays the row's texts over its pixels.
    func fill(_ row: Int, into wanted: UnsafeMutableBufferPointer<UInt64>) {
        guard rows[row] else { return }
        for column in 0..<size.columns {
            let cell = cells[row * size.columns + column]
            if cell != Cell.unknown.bits { wanted[column] = cell }
        }
    }
}

/// Characters of one look in a row of cells.
package struct PlacedText: Hashable, Sendable {
    /// From the upper left cell of the picture; may lie outside of it.
    package var origin: CellPoint
    package var glyphs: [TextGlyph]
    package var look: TextLook

    package init(_ glyphs: [TextGlyph], at origin: CellPoint, _ look: TextLook) {
        (self.glyphs, self.origin, self.look) = (glyphs, origin, look)
    }

    /// Any text; see `TextGlyph.glyphs`.
    package init(_ text: String, at origin: CellPoint, _ look: TextLook) {
        self.init(TextGlyph.glyphs(of: text), at: origin, look)
    }

    package var columns: Int { glyphs.reduce(0) { $0 + $1.columns } }
}

/// Makes a blank of each half of a wide character whose other half is outside, covered or under another text.
///
/// A terminal that gets something over one half of a character drops the other. Since a half stands alone neither in what is wanted nor in
/// what is known to be shown, both halves differ whenever one does, and are written again together.
/// - Parameter halves: of `LookTable`.
func mendWide(_ wanted: UnsafeMutableBufferPointer<UInt64>, _ halves: [UInt32]) {
    var column = 0
    while column < wanted.count {
        let cell = Cell(bits: wanted[column])
        if cell.isWideText, column + 1 < wanted.count, wanted[column + 1] == cell.rest {
            column += 2
            continue
        }
        if cell.isWideText || cell.isWideRest {
            wanted[column] = Cell(text: Ink.Kind.text, halves[cell.lookNumber]).bits
        }
        column += 1
    }
}
