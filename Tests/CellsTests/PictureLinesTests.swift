import Events
import Support
import Testing

@testable import Cells

/// Pictures in output that scrolls.
@Suite struct PictureLinesTests {
    private static let size = CellSize(columns: 3, rows: 3)
    private static let grid: PixelGrid = {
        var grid = PixelGrid(PixelSize(width: 3, height: 5))
        for y in 0..<5 {
            for x in 0..<3 { grid[PixelPoint(x: x, y: y)] = UInt32(x * 80 << 16 | y * 50 << 8) }
        }
        grid[PixelPoint(x: 2, y: 4)] = PixelGrid.background
        return grid
    }()

    @Test("each row is a line by itself: it ends as it began and moves the cursor by its characters alone")
    func lines() {
        for depth in [ColorDepth.truecolor, .palette256, .palette16] {
            let lines = Self.grid.lines(depth)
            #expect(lines.count == 3)
            for line in lines {
                #expect(line.hasPrefix("\u{1B}[m") && line.hasSuffix("\u{1B}[m"))
                let rest = line.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
                #expect(!rest.contains("\u{1B}") && rest.count == 3, "\(rest)")
            }
        }
        #expect(PixelGrid(PixelSize(width: 0, height: 0)).lines(.truecolor) == [])
    }

    @Test("one below the other they show what the painter paints") func same() {
        var painter = Painter()
        var painted: [UInt8] = []
        painter.place(CellRect(column: 0, row: 0, columns: 3, rows: 3), on: CellSize(columns: 3, rows: 3))
        painter.paint(Self.grid, into: &painted)
        var (whole, scrolled) = (TerminalModel(size: Self.size), TerminalModel(size: Self.size))
        whole.feed(painted)
        scrolled.feed(Array(Self.grid.lines(.truecolor).joined(separator: "\r\n").utf8))
        let points = (0..<9).map { CellPoint(column: $0 % 3, row: $0 / 3) }
        #expect(points.map { whole[$0] } == points.map { scrolled[$0] })
    }
}
