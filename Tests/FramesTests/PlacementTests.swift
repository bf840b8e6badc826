import Events
import Support
import Testing

@testable import Frames

private func place(
    _ picture: PixelSize, _ columns: Int, _ rows: Int, _ filling: PictureArea.Filling = .fit, cell: CellShape = .usual
) -> Placement {
    let cells = CellSize(columns: columns, rows: rows)
    return Placement(of: picture, in: PictureArea(cells: cells, cell: cell, filling: filling))
}

@Suite struct PlacementTests {
    @Test("a square picture in 120x40 cells is 80x80 half-block pixels in the middle")
    func square() {
        let placement = place(size(512, 512), 120, 40)
        #expect(placement.target == PixelRect(x: 20, y: 0, width: 80, height: 80))
        #expect(placement.crop == PixelRect(x: 0, y: 0, width: 512, height: 512))
    }

    @Test("a wide picture leaves room above and below, beginning between cells")
    func wide() {
        let placement = place(size(1_280, 768), 80, 40)
        #expect(placement.target == PixelRect(x: 0, y: 16, width: 80, height: 48))
        #expect(place(size(100, 99), 99, 50).target == PixelRect(x: 0, y: 0, width: 99, height: 98))
    }

    @Test("cells that are not 1:2 keep the picture's shape on the screen")
    func cellShape() throws {
        let cell = try #require(CellShape(width: 3, height: 5))
        // A half-block pixel is 3 wide and 2.5 high.
        #expect(place(size(500, 500), 100, 50, cell: cell).target == PixelRect(x: 8, y: 0, width: 83, height: 100))
        #expect(CellShape(width: 0, height: 5) == nil)
        #expect(CellShape(width: 1, height: 9) == nil)
    }

    @Test("fill covers the area and cuts the picture's sides evenly")
    func fill() {
        let placement = place(size(1_280, 768), 80, 40, .fill)
        #expect(placement.target == PixelRect(x: 0, y: 0, width: 80, height: 80))
        #expect(placement.crop == PixelRect(x: 256, y: 0, width: 768, height: 768))
        #expect(place(size(512, 512), 120, 40, .fill).crop == PixelRect(x: 0, y: 85, width: 512, height: 341))
        // Below what is covered nothing is seen: what is seen is the middle.
        var area = PictureArea(cells: CellSize(columns: 16, rows: 5), filling: .fill)
        area.coveredRows = 1
        #expect(Placement(of: size(192, 192), in: area).crop == PixelRect(x: 0, y: 48, width: 192, height: 120))
        area.cells = CellSize(columns: 20, rows: 10)
        #expect(Placement(of: size(192, 192), in: area).crop == PixelRect(x: 0, y: 0, width: 192, height: 192))
        area.coveredRows = 99
        #expect(Placement(of: size(192, 300), in: area).crop == PixelRect(x: 0, y: 108, width: 192, height: 192))
    }

    @Test("nothing is empty unless the area or the picture is, and all lies inside")
    func bounds() {
        var random = SplitMix64(seed: 2)
        for _ in 0..<5_000 {
            let picture = size(random.number(1...4_096), random.number(1...4_096) / random.number(1...4_096) + 1)
            let area = PictureArea(
                cells: CellSize(columns: random.number(1...300), rows: random.number(1...100)),
                cell: CellShape(width: random.number(1...20), height: random.number(1...40)) ?? .usual,
                filling: random.number(0...1) == 0 ? .fit : .fill)
            let placement = Placement(of: picture, in: area)
            #expect(!placement.target.isEmpty && !placement.crop.isEmpty)
            #expect(placement.target.intersection(PixelRect(origin: .zero, size: area.pixels)) == placement.target)
            #expect(placement.crop.intersection(PixelRect(origin: .zero, size: picture)) == placement.crop)
        }
        #expect(place(size(10, 10), 0, 5).target.isEmpty)
        #expect(place(size(10, 10), -3, 5).target.isEmpty)
        #expect(place(.zero, 10, 5).scaler == nil)
        #expect(!place(size(4_096, 1), .max, .max).target.isEmpty)
    }
}
