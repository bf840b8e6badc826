import Cells
import Events
import Support
import Testing

@Suite("Bytes a frame, 80x40 cells")
struct PainterBudgetTests {
    private static let cells = CellSize(columns: 80, rows: 40)

    /// A shaded head before a shaded wall, lit from the upper left.
    private func base() -> PixelGrid {
        var grid = PixelGrid(filling: Self.cells)
        for y in 0..<80 {
            for x in 0..<80 {
                let (u, v) = (x - 40, y - 38)
                let isHead = u * u * 5 / 4 + v * v < 900
                let light = 160 - u - v * 3 / 2
                let (red, green, blue) =
                    isHead ? (light, light * 3 / 4, light * 5 / 8) : (20 + y / 2, 40 + x / 2, 90 - u / 2)
                grid[PixelPoint(x: x, y: y)] = UInt32(min(red, 255) << 16 | green << 8 | blue)
            }
        }
        return grid
    }

    @Test("still base, moving mouth: at most 0.45 KB a frame after the first")
    func movingMouth() {
        var painter = Painter()
        painter.place(CellRect(origin: .zero, size: Self.cells), on: Self.cells)
        let base = base()
        var bytes: [UInt8] = []
        painter.paint(base, into: &bytes)
        var total = 0
        for frame in 0..<100 {
            var grid = base
            let open = [1, 2, 3, 4, 3, 2][frame % 6]
            for y in 52 - open..<52 + open {
                for x in 33..<48 where (x - 40) * (x - 40) < 50 - (y - 52) * (y - 52) {
                    grid[PixelPoint(x: x, y: y)] = 0x50_1820
                }
            }
            bytes = []
            painter.paint(grid, into: &bytes)
            #expect(!bytes.isEmpty)
            total += bytes.count
        }
        #expect(total <= 45_000)
    }

    @Test("everything new: at most 110 KB")
    func fullRepaint() {
        var painter = Painter()
        painter.place(CellRect(origin: .zero, size: Self.cells), on: Self.cells)
        var bytes: [UInt8] = []
        painter.paint(base(), into: &bytes)
        #expect(bytes.count > 3_200 * 10)
        #expect(bytes.count <= 110_000)
    }

    @Test("256 colors: a third of the bytes, nothing for a change that the palette cannot show")
    func palette() {
        var painter = Painter(depth: .palette256)
        painter.place(CellRect(origin: .zero, size: Self.cells), on: Self.cells)
        var grid = base()
        var bytes: [UInt8] = []
        painter.paint(grid, into: &bytes)
        #expect(bytes.count <= 37_000)
        let corner = PixelPoint(x: 0, y: 0)
        grid[corner] = grid[corner] ^ 1
        bytes = []
        painter.paint(grid, into: &bytes)
        #expect(bytes.isEmpty)
    }
}
