import Cells
import Events
import Testing

@Suite("Painter's bytes")
struct PainterTests {
    private static let background = PixelGrid.background

    /// The bytes of a first paint, `ESC` as `^`.
    private func paint(
        _ rows: [[UInt32]], rect: CellRect? = nil, depth: ColorDepth = .truecolor, style: BlockStyle = .any
    ) -> String {
        var painter = Painter(depth: depth, style: style)
        let cells = CellSize(columns: rows[0].count, rows: (rows.count + 1) / 2)
        painter.place(rect ?? CellRect(origin: .zero, size: cells), on: CellSize(columns: 80, rows: 24))
        return paint(rows, with: &painter)
    }

    private func paint(_ rows: [[UInt32]], with painter: inout Painter) -> String {
        var grid = PixelGrid(PixelSize(width: rows[0].count, height: rows.count))
        for (y, row) in rows.enumerated() {
            for (x, color) in row.enumerated() { grid[PixelPoint(x: x, y: y)] = color }
        }
        var bytes: [UInt8] = []
        painter.paint(grid, into: &bytes)
        return String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
    }

    @Test("one cell: reset, place, both colors in one sequence, glyph, reset")
    func oneCell() {
        #expect(paint([[0x010203], [0xFF00FE]]) == "^[m^[H^[38;2;255;0;254;48;2;1;2;3m▄^[m")
        let place = CellRect(column: 9, row: 4, columns: 1, rows: 1)
        #expect(paint([[0x010203], [0xFF00FE]], rect: place) == "^[m^[5;10H^[38;2;255;0;254;48;2;1;2;3m▄^[m")
    }

    @Test("equal halves are a space in the background's color")
    func equalHalves() { #expect(paint([[0x0A0B0C], [0x0A0B0C]]) == "^[m^[H^[48;2;10;11;12m ^[m") }

    @Test("an odd height leaves the last half to the terminal's background")
    func oddHeight() {
        #expect(paint([[0x010203]]) == "^[m^[H^[38;2;1;2;3m▀^[m")
        #expect(paint([[0x010203]], style: .lower) == "^[m^[H^[38;2;1;2;3m▀^[m")
    }

    @Test("a letterbox is the terminal's background, whatever else was live")
    func letterbox() {
        let (none, red) = (Self.background, UInt32(0xFF0000))
        #expect(paint([[none], [none]]) == "^[m^[H ^[m")
        #expect(paint([[red, none], [red, red]]) == "^[m^[H^[38;2;255;0;0m█▄^[m")
    }

    @Test("exchanged halves take the other block and no colors")
    func exchange() {
        let rows: [[UInt32]] = [[1, 2, 1], [2, 1, 1]]
        #expect(paint(rows) == "^[m^[H^[38;2;0;0;2;48;2;0;0;1m▄▀ ^[m")
        #expect(
            paint(rows, style: .lower) == "^[m^[H^[38;2;0;0;2;48;2;0;0;1m▄^[38;2;0;0;1;48;2;0;0;2m▄^[48;2;0;0;1m ^[m")
        #expect(paint(rows, style: .upper) == "^[m^[H^[38;2;0;0;1;48;2;0;0;2m▀^[38;2;0;0;2;48;2;0;0;1m▀ ^[m")
    }

    @Test("a solid cell in the live foreground is a full block, in the live background a space")
    func liveSolid() {
        #expect(paint([[1, 2, 1], [2, 2, 1]]) == "^[m^[H^[38;2;0;0;1;48;2;0;0;2m▀ █^[m")
    }

    @Test("of two equal ways, the one that leaves a following solid cell its space")
    func lookAhead() {
        #expect(paint([[1, 2], [2, 2]], style: .lower) == "^[m^[H^[38;2;0;0;2;48;2;0;0;1m▄^[48;2;0;0;2m ^[m")
        #expect(
            paint([[2, 3, 4, 4], [1, 4, 4, 4]]) == "^[m^[H^[38;2;0;0;1;48;2;0;0;2m▄^[38;2;0;0;3;48;2;0;0;4m▀  ^[m")
    }

    @Test("a full block keeps a background that the next cell needs")
    func fullBlock() {
        #expect(paint([[1, 7, 3], [2, 7, 1]]) == "^[m^[H^[38;2;0;0;2;48;2;0;0;1m▄^[38;2;0;0;7m█^[38;2;0;0;3m▀^[m")
    }

    @Test("palettes have their own sequences, and no colors none")
    func palettes() {
        #expect(paint([[0xFF0000], [0x0000FF]], depth: .palette256) == "^[m^[H^[38;5;21;48;5;196m▄^[m")
        #expect(paint([[0xFF0000], [0x00FF00]], depth: .palette16) == "^[m^[H^[92;101m▄^[m")
        #expect(paint([[0xFFFFFF, 0], [0xFFFFFF, 0]], depth: .none) == "^[m^[H█ ^[m")
    }

    @Test("nothing new: no bytes; one cell new: only that cell")
    func difference() {
        var painter = Painter()
        painter.place(CellRect(column: 0, row: 0, columns: 9, rows: 1), on: CellSize(columns: 80, rows: 24))
        var rows: [[UInt32]] = [[1, 2, 3, 4, 5, 6, 7, 8, 9], [9, 8, 7, 6, 5, 4, 3, 2, 1]]
        _ = paint(rows, with: &painter)
        #expect(paint(rows, with: &painter).isEmpty)
        rows[0][4] = 0
        #expect(paint(rows, with: &painter) == "^[m^[1;5H^[38;2;0;0;5;48;2;0;0;0m▄^[m")
    }

    @Test("short gaps are written again, longer ones are jumped over")
    func gaps() {
        var painter = Painter()
        painter.place(CellRect(column: 0, row: 0, columns: 9, rows: 1), on: CellSize(columns: 80, rows: 24))
        _ = paint([[1, 2, 1, 1, 1, 1, 1, 1, 1], [1, 2, 1, 1, 1, 1, 1, 1, 1]], with: &painter)
        let bytes = paint([[2, 2, 1, 1, 1, 1, 1, 1, 2], [1, 2, 2, 1, 2, 1, 1, 1, 1]], with: &painter)
        #expect(bytes == "^[m^[H^[38;2;0;0;1;48;2;0;0;2m▄ ▀^[C▀^[3C▄^[m")
    }

    @Test("to the next row: down and back where that is shorter than a place")
    func nextRow() {
        var painter = Painter()
        painter.place(CellRect(column: 20, row: 10, columns: 4, rows: 2), on: CellSize(columns: 80, rows: 24))
        var rows = [[UInt32]](repeating: [1, 1, 1, 1], count: 4)
        _ = paint(rows, with: &painter)
        for row in 0..<4 { rows[row][1] = 2 }
        #expect(paint(rows, with: &painter) == "^[m^[11;22H^[48;2;0;0;2m ^[B\u{8} ^[m")
    }
}
