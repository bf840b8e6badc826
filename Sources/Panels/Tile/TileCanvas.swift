import Cells
import Events
import Frames

/// The tile's pixels and the characters over them while it is drawn.
struct TileCanvas {
    private(set) var grid: PixelGrid
    private(set) var texts: [PlacedText] = []
    /// Cells that carry a character, row by row.
    private var written: [Bool]
    let cells: CellSize

    init(_ cells: CellSize, filledWith color: UInt32) {
        grid = PixelGrid(filling: cells)
        self.cells = grid.cells
        written = [Bool](repeating: false, count: grid.cells.count)
        change { _, _ in color }
    }

    var picture: PaintedPicture { PaintedPicture(grid, texts) }

    subscript(x: Int, y: Int) -> UInt32 {
        get { grid[PixelPoint(x: x, y: y)] }
        set { grid[PixelPoint(x: x, y: y)] = newValue }
    }

    /// Each pixel, or those of some rows, anew.
    mutating func change(rows: Range<Int>? = nil, _ color: (UInt32, PixelPoint) -> UInt32) {
        for y in rows ?? 0..<grid.size.height {
            for x in 0..<grid.size.width {
                let place = PixelPoint(x: x, y: y)
                grid[place] = color(grid[place], place)
            }
        }
    }

    /// What is transparent stays the background.
    /// - Returns: false, with nothing changed, where the frame is of another size.
    mutating func show(_ frame: PixelImage) -> Bool {
        guard frame.size == grid.size else { return false }
        change { under, place in frame.isOpaque(place) ? frame.pixel(place) : under }
        return true
    }
}

// Characters.
extension TileCanvas {
    /// Writes what is inside of the tile and whole there.
    /// - Parameter under: the background; the mean of the pixels where there is none.
    /// - Parameter color: of the characters, by their background.
    mutating func write(
        _ glyphs: [TextGlyph], at origin: CellPoint, _ attributes: TextAttributes = [], under: UInt32? = nil,
        _ color: (UInt32) -> UInt32
    ) {
        guard origin.row >= 0, origin.row < cells.rows else { return }
        var column = origin.column
        for glyph in glyphs {
            defer { column += glyph.columns }
            guard column >= 0, column + glyph.columns <= cells.columns else { continue }
            let place = CellPoint(column: column, row: origin.row)
            let background = under ?? mean(place, glyph.columns)
            add(glyph, place, TextLook(color(background), on: background, attributes))
        }
    }

    /// Blanks where no character is yet.
    mutating func fillUp(row: Int, columns: Range<Int>) {
        for column in columns.clamped(to: 0..<cells.columns) where !written[row * cells.columns + column] {
            write([.blank], at: CellPoint(column: column, row: row)) { $0 }
        }
    }

    private func mean(_ place: CellPoint, _ columns: Int) -> UInt32 {
        Blending.mean(
            (place.column..<place.column + columns).flatMap { x in
                [self[x, place.row * 2], self[x, place.row * 2 + 1]]
            })
    }

    private mutating func add(_ glyph: TextGlyph, _ place: CellPoint, _ look: TextLook) {
        for column in place.column..<place.column + glyph.columns { written[place.row * cells.columns + column] = true }
        if let last = texts.last, last.look == look, last.origin.row == place.row,
            last.origin.column + last.columns == place.column
        {
            texts[texts.count - 1].glyphs.append(glyph)
        } else {
            texts.append(PlacedText([glyph], at: place, look))
        }
    }
}

// Edges.
extension TileCanvas {
    /// One pixel wide on all four sides of the rows above the bar, whose characters would interrupt it.
    mutating func drawRing(_ color: UInt32) {
        let (right, bottom) = (grid.size.width - 1, grid.size.height - 3)
        guard right > 0, bottom > 0 else { return }
        for x in 0...right { (self[x, 0], self[x, bottom]) = (color, color) }
        for y in 0...bottom { (self[0, y], self[right, y]) = (color, color) }
    }

    /// Of characters, where no color tells the tile from what lies around it; later writing goes over its corners.
    mutating func drawBorder() {
        guard hasBorder else { return }
        let (right, bottom) = (cells.columns - 1, cells.rows - 1)
        for column in 0...right { edge(column == 0 || column == right ? "+" : "-", column, 0) }
        for row in 1...bottom {
            edge(row == bottom ? "+" : "|", 0, row)
            edge(row == bottom ? "+" : "|", right, row)
        }
    }

    /// The rest of the border: between all that the bar has written.
    mutating func drawLowerEdge() {
        guard hasBorder else { return }
        let bottom = cells.rows - 1
        for column in 0..<cells.columns where !written[bottom * cells.columns + column] { edge("-", column, bottom) }
    }

    private var hasBorder: Bool { cells.columns >= 8 && cells.rows >= 3 }

    private mutating func edge(_ sign: String, _ column: Int, _ row: Int) {
        write(TextGlyph.glyphs(of: sign), at: CellPoint(column: column, row: row)) { _ in 0xFFFFFF }
    }
}

extension PixelImage {
    /// Inside only.
    func isOpaque(_ place: PixelPoint) -> Bool { bytes[(place.y * size.width + place.x) * 4 + 3] > 127 }

    /// As one of `PixelGrid`; inside only.
    func pixel(_ place: PixelPoint) -> UInt32 {
        let start = (place.y * size.width + place.x) * 4
        return UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2])
    }
}
