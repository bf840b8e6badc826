import Cells
import Events
import Frames
import Panels
import PictureInPicture
import Support
import Testing

extension TileSnapshot {
    /// Of a member named so, whose image is somewhere.
    static func of(_ content: TileContent, name: String? = "Anna Bo") -> TileSnapshot {
        var snapshot = TileSnapshot()
        (snapshot.content, snapshot.member, snapshot.name) = (content, "id", name)
        snapshot.image = content == .screenSharing ? nil : .file("a.png")
        return snapshot
    }
}

extension TileDrawing {
    /// In the smallest tile, where nothing else is said.
    init(
        _ content: TileContent, name: String? = "Anna Bo", columns: Int = 16, rows: Int = 5,
        filledWith color: UInt32? = nil,
        depth: ColorDepth = .truecolor, _ change: (inout TileSnapshot.Overlays) -> Void = { _ in }
    ) {
        var snapshot = TileSnapshot.of(content, name: name)
        change(&snapshot.overlays)
        self.init(snapshot, cells: CellSize(columns: columns, rows: rows), depth: depth)
        frame = color.map { .filled($0, PixelSize(width: columns, height: 2 * rows)) }
    }

    /// The terminal that shows it, of the tile's size.
    func shown() -> TerminalModel {
        var terminal = TerminalModel(size: cells)
        var painter = Painter(depth: depth, shades: signs == .ascii ? Shades(blocks: .ascii) : nil)
        painter.place(CellRect(origin: .zero, size: cells), on: cells)
        var bytes: [UInt8] = []
        painter.paint(drawn().picture, into: &bytes)
        terminal.feed(bytes)
        #expect(terminal.unparsed.isEmpty && terminal.wrappedLines == 0 && terminal.scrolledLines == 0)
        return terminal
    }

    /// The characters of the last row, without what lies at both ends of them.
    var bar: String {
        var columns = [String](repeating: " ", count: cells.columns)
        for text in drawn().picture.texts where text.origin.row == cells.rows - 1 {
            var column = text.origin.column
            for glyph in text.glyphs {
                columns[column] = glyph.text
                if glyph.columns == 2 { columns[column + 1] = "" }
                column += glyph.columns
            }
        }
        return columns.joined().trimmed
    }

    /// The tile's pixel.
    func pixel(_ x: Int, _ y: Int) -> UInt32 { drawn().picture.grid[PixelPoint(x: x, y: y)] }

    /// The look of the character in a cell.
    func look(_ column: Int, _ row: Int) -> TextLook? {
        drawn().picture.texts.last {
            $0.origin.row == row && ($0.origin.column..<$0.origin.column + $0.columns).contains(column)
        }?.look
    }
}

extension PixelImage {
    static func filled(_ color: UInt32, _ size: PixelSize) -> PixelImage {
        let pixel = [UInt8(color >> 16 & 255), UInt8(color >> 8 & 255), UInt8(color & 255), 255]
        return PixelImage(size: size, bytes: (0..<size.count).flatMap { _ in pixel })
    }
}
