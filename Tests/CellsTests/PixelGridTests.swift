import Cells
import Events
import Frames
import Support
import Testing

@Suite("Pixels")
struct PixelGridTests {
    private static let background = PixelGrid.background

    @Test("raw frames are taken whole or not at all")
    func rawFrames() {
        let grid = PixelGrid(rgb24: [1, 2, 3, 4, 5, 6], size: PixelSize(width: 1, height: 2))
        #expect(grid?.pixels == [0x010203, 0x040506])
        #expect(PixelGrid(rgb24: [1, 2, 3], size: PixelSize(width: 1, height: 2)) == nil)
        #expect(PixelGrid(rgb24: [], size: PixelSize(width: -1, height: 2)) == nil)
        #expect(PixelGrid(rgb24: [1, 2, 3], size: PixelSize(width: Int.max, height: Int.max)) == nil)
    }

    @Test("a picture is copied where both have pixels; transparent ones become background")
    func blit() {
        var grid = PixelGrid(PixelSize(width: 3, height: 2))
        let picture: [UInt8] = [1, 1, 1, 255, 2, 2, 2, 127, 3, 3, 3, 128, 4, 4, 4, 255]
        let size = PixelSize(width: 2, height: 2)
        grid.blit(picture, as: .rgba, size: size, into: PixelRect(x: 2, y: -1, width: 9, height: 9))
        #expect(
            grid.pixels == [Self.background, Self.background, 0x030303] + [UInt32](repeating: Self.background, count: 3)
        )
        grid.blit(picture, as: .rgba, size: size, into: PixelRect(x: 0, y: 0, width: 2, height: 1))
        #expect(grid.pixels.prefix(2) == [0x010101, Self.background])
    }

    @Test("a picture stands in the middle of its area, over a color; where it is not to be seen is background")
    func showing() {
        let bytes: [UInt8] = [200, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 200]
        let picture = Picture(size: PixelSize(width: 2, height: 2), bytes: bytes)
        let area = PictureArea(cells: CellSize(columns: 4, rows: 1))
        let grid = PixelGrid(showing: picture, in: area, over: Color(0, 0, 250))
        #expect(grid.size == PixelSize(width: 4, height: 2))
        let row = [Self.background, 0xC80000, Self.background, Self.background]
        // Blended in linear light.
        let blended = grid[PixelPoint(x: 2, y: 1)]
        #expect(grid.pixels == row + [Self.background, 0x000000, blended, Self.background])
        #expect((1...250).contains(blended))
        let nothing = Picture(size: .zero, bytes: [])
        #expect(PixelGrid(showing: nothing, in: area, over: .black) == PixelGrid(filling: area.cells))
        #expect(PixelGrid(showing: picture, in: PictureArea(cells: .zero), over: .black).pixels.isEmpty)
    }

    @Test("absurd sizes are cut, not allocated")
    func absurd() {
        #expect(PixelGrid(PixelSize(width: .max, height: -5)).pixels.isEmpty)
        #expect(PixelGrid(filling: CellSize(columns: 1, rows: .max)).size.height == Limits.pictureSide)
    }
}

@Suite("Colors")
struct QuantizerTests {
    /// xterm's color of a number from 16 on.
    private static func color(_ index: UInt8) -> UInt32 {
        guard index < 232 else { return UInt32(8 + 10 * (Int(index) - 232)) * 0x010101 }
        let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
        let place = Int(index) - 16
        return levels[place / 36] << 16 | levels[place / 6 % 6] << 8 | levels[place % 6]
    }

    private let everywhere = (0..<64).map { PixelPoint(x: $0 % 8, y: $0 / 8) }

    @Test(
        "a color of the palette stays itself at every place",
        arguments: [16, 21, 196, 226, 231, 232, 244, 255] as [UInt8])
    func exact(index: UInt8) {
        let quantizer = Quantizer(depth: .palette256)
        for place in everywhere {
            #expect(quantizer.ink(Self.color(index), at: place) == .palette256(index))
        }
    }
}
