import Cells
import Events
import Frames
import Panels
import PictureInPicture
import Support
import Testing

/// What stands for a picture that is not there (picture-in-picture 2.5).
@Suite struct TilePlaceholderTests {
    private static let (background, blue) = (UInt32(0x19232D), UInt32(0x0078FF))

    @Test(
        "the circle lies in the middle, has its diameter, and its edge is between its color and the background's",
        arguments: [(16, 5, 4, 1, 8), (24, 9, 8, 5, 8), (39, 15, 13, 9, 12), (80, 30, 28, 18, 24)])
    func circle(columns: Int, rows: Int, left: Int, top: Int, diameter: Int) {
        let grid = TileDrawing(.avatar, columns: columns, rows: rows).drawn().picture.grid
        func isIn(_ x: Int, _ y: Int) -> Bool { grid[PixelPoint(x: x, y: y)] != Self.background }
        let lines = (0..<2 * rows - 2).filter { y in (0..<columns).contains { isIn($0, y) } }
        let across = (0..<columns).filter { x in (0..<2 * rows - 2).contains { isIn(x, $0) } }
        #expect(across == Array(left..<left + diameter))
        #expect(lines == Array(top..<min(top + diameter, 2 * rows - 2)))
        // Of a circle in pixels a part of the edge is mixed, and it is the same from all sides.
        let first = grid[PixelPoint(x: left + diameter / 2, y: top)]
        #expect(first == grid[PixelPoint(x: left, y: top + diameter / 2)])
        #expect(grid[PixelPoint(x: left, y: top)] == Self.background)
        #expect(Set(grid.pixels).count >= 4)
    }

    @Test("PN21 initials of four columns stand in the middle, and none leaves the tile")
    func wideInitials() {
        let drawing = TileDrawing(.avatar, name: "李 小龙")
        #expect(drawing.shown().lines[2].hasSuffix("李小"))
        #expect(drawing.look(6, 2) == TextLook(0xFFFFFF, on: Self.blue, .bold) && drawing.look(9, 2) != nil)
        #expect(drawing.look(5, 2) == nil && drawing.look(10, 2) == nil)
        for (columns, expected) in [(4, "李小"), (3, "小"), (2, ""), (1, "")] {
            let narrow = TileDrawing(.avatar, name: "李 小龙", columns: columns, rows: 9).shown()
            #expect(narrow.lines[4].filter { !"▀▄█ ".contains($0) } == expected, "\(columns) columns")
        }
    }

    @Test("initials are in the middle of every tile; of what terminals disagree about the first part stands for all")
    func initials() {
        for (columns, rows, column, row) in [(16, 5, 7, 2), (24, 9, 11, 4), (39, 15, 18, 7), (80, 30, 39, 14)] {
            let drawing = TileDrawing(.avatar, columns: columns, rows: rows)
            #expect(drawing.look(column, row)?.attributes == .bold && drawing.look(column + 1, row) != nil)
            #expect(drawing.look(column - 1, row) == nil && drawing.look(column + 2, row) == nil)
        }
        #expect(TileDrawing(.avatar, name: "👩‍👩‍👧 é").shown().lines[2].hasSuffix("👩É"))
        #expect(TileDrawing(.avatar, name: "\u{202E}ab").shown().lines[2].hasSuffix("AB"))
    }

    @Test("without a name there is a person, whatever the id is: in the smallest circle the given one")
    func icon() {
        let grid = TileDrawing(.avatar, name: nil).drawn().picture.grid
        let rows = (3...6).map { y in (6...9).map { grid[PixelPoint(x: $0, y: y)] == 0xFFFFFF ? 1 : 0 } }
        #expect(rows == [[0, 1, 1, 0], [0, 1, 1, 0], [1, 1, 1, 1], [1, 1, 1, 1]])
        for (columns, rows, diameter) in [(39, 15, 12), (80, 30, 24)] {
            let grid = TileDrawing(.avatar, name: " ", columns: columns, rows: rows).drawn().picture.grid
            let white = (0..<columns).filter { x in
                (0..<2 * rows).contains { y in grid[PixelPoint(x: x, y: y)] & 0xFF0000 > 0x800000 }
            }
            #expect(white.count == diameter / 2, "\(columns) columns")
        }
    }

    @Test("a loaded image fills the circle with its middle; its corners are the background's")
    func image() throws {
        // Blue at both ends, red in the middle, twice as wide as high.
        let bytes = (0..<8).flatMap { _ in
            (0..<16).flatMap { x -> [UInt8] in (4..<12).contains(x) ? [255, 0, 0, 255] : [0, 0, 255, 255] }
        }
        let picture = Picture(size: PixelSize(width: 16, height: 8), bytes: bytes)
        var drawing = TileDrawing(.avatar)
        drawing.portrait = TilePortrait.image(of: picture, cells: drawing.cells, depth: .truecolor)
        let grid = drawing.drawn().picture.grid
        #expect(grid[PixelPoint(x: 8, y: 5)] == 0xFF0000 && grid[PixelPoint(x: 5, y: 5)] == 0xFF0000)
        #expect(!grid.pixels.contains(Self.blue) && grid[PixelPoint(x: 4, y: 1)] == Self.background)
        #expect(drawing.look(7, 2) == nil)
        // Of another size: as if it were not there.
        drawing.cells = CellSize(columns: 39, rows: 15)
        #expect(drawing.drawn().picture.grid.pixels.contains(Self.blue))
        // Not told of any image: late, and of somebody else.
        drawing.cells = CellSize(columns: 16, rows: 5)
        drawing.snapshot.image = nil
        #expect(drawing.drawn().picture.grid.pixels.contains(Self.blue))
    }

    @Test("images of any shape fit the circle; what can be seen through has its color")
    func oddImages() throws {
        let cells = CellSize(columns: 39, rows: 15)
        for (width, height) in [(1, 1), (4_000, 1), (1, 4_000), (100, 300)] {
            let picture = Picture(size: PixelSize(width: width, height: height), filledWith: Color(9, 8, 7))
            let image = try #require(TilePortrait.image(of: picture, cells: cells, depth: .truecolor))
            #expect(image.size == PixelSize(width: 12, height: 12) && image.bytes.prefix(3) == [9, 8, 7])
        }
        let clear = Picture(size: PixelSize(width: 5, height: 5), filledWith: Color(9, 8, 7), alpha: 0)
        let image = try #require(TilePortrait.image(of: clear, cells: cells, depth: .truecolor))
        #expect(image.bytes.prefix(3) == [0x00, 0x78, 0xFF])
        let empty = Picture(size: .zero, bytes: [])
        #expect(TilePortrait.image(of: empty, cells: cells, depth: .truecolor) == nil)
        #expect(TilePortrait.image(of: clear, cells: .zero, depth: .truecolor) == nil)
    }
}
