import Events
import Support
import Testing

@testable import Frames

@Suite struct I420CropTests {
    private func crop(
        _ frame: PixelSize, _ columns: Int, _ rows: Int, aspect: Ratio = .one, cell: CellShape = .usual,
        _ filling: PictureArea.Filling = .fill
    ) throws -> I420Crop {
        let area = PictureArea(cells: CellSize(columns: columns, rows: rows), cell: cell, filling: filling)
        return try #require(I420Crop(of: frame, aspect: aspect, in: area))
    }

    @Test(
        "a tile is filled with the middle of a frame",
        arguments: [
            (size(640, 480), 24, 9, PixelRect(x: 0, y: 0, width: 640, height: 480)),
            (size(640, 480), 25, 9, PixelRect(x: 0, y: 10, width: 640, height: 460)),
            (size(1280, 720), 24, 9, PixelRect(x: 160, y: 0, width: 960, height: 720)),
            (size(720, 1280), 24, 9, PixelRect(x: 0, y: 370, width: 720, height: 540)),
            (size(640, 360), 26, 7, PixelRect(x: 0, y: 8, width: 640, height: 344)),
        ])
    func examples(frame: PixelSize, columns: Int, rows: Int, source: PixelRect) throws {
        let crop = try crop(frame, columns, rows)
        #expect(crop.source == source)
        #expect(crop.tile == size(columns, rows * 2) && crop.target == PixelRect(origin: .zero, size: crop.tile))
    }

    @Test("PN33 the part of a frame has even sides, or the one pixel that there is")
    func oddSizes() throws {
        #expect(try crop(size(641, 481), 24, 9).source == PixelRect(x: 0, y: 0, width: 640, height: 480))
        #expect(try crop(size(3, 3), 24, 9).source == PixelRect(x: 0, y: 0, width: 2, height: 2))
        #expect(try crop(size(1, 1), 24, 9).source == PixelRect(x: 0, y: 0, width: 1, height: 1))
        #expect(try crop(size(1, 9), 24, 9).source == PixelRect(x: 0, y: 2, width: 1, height: 2))
        #expect(try crop(size(16_384, 1), 24, 9).source == PixelRect(x: 8_190, y: 0, width: 2, height: 1))
    }

    @Test("what a terminal says of its cells and a stream of its pixels is in the shape")
    func shapes() throws {
        // A pixel of a tile is believed to be 0.7 to 1.4 times as wide as it is high.
        let wide = try #require(CellShape(width: 10, height: 10))
        #expect(try crop(size(640, 480), 24, 9, cell: wide).source == PixelRect(x: 0, y: 68, width: 640, height: 342))
        let narrow = try #require(CellShape(width: 10, height: 40))
        #expect(
            try crop(size(640, 480), 24, 9, cell: narrow).source == PixelRect(x: 96, y: 0, width: 448, height: 480))
        let near = try #require(CellShape(width: 9, height: 16))
        #expect(try crop(size(640, 480), 24, 9, cell: near).source == PixelRect(x: 0, y: 26, width: 640, height: 426))
        let anamorphic = try #require(Ratio(16, 15))
        #expect(
            try crop(size(720, 576), 24, 9, aspect: anamorphic).source
                == PixelRect(x: 0, y: 0, width: 720, height: 576))
    }

    @Test("a frame that is shown whole has bars on two sides")
    func fit() throws {
        let wide = try crop(size(1280, 720), 24, 9, .fit)
        #expect(wide.source == PixelRect(x: 0, y: 0, width: 1280, height: 720))
        // 13.5 pixels, half up.
        #expect(wide.target == PixelRect(x: 0, y: 2, width: 24, height: 14))
        let high = try crop(size(720, 1280), 24, 9, .fit)
        #expect(high.target == PixelRect(x: 7, y: 0, width: 10, height: 18))
        #expect(try crop(size(641, 481), 24, 9, .fit).source.size == size(641, 481))
    }

    @Test("a picture that leaves less than a cell free is drawn out to all of it, and no other one")
    func snug() throws {
        // 24 x 17.3 pixels of 24 x 18, and 24 x 13.5 of them.
        #expect(try crop(size(640, 462), 24, 9, .snug).target == PixelRect(x: 0, y: 0, width: 24, height: 18))
        let near = try crop(size(640, 462), 24, 9, .snug)
        #expect(near.source == PixelRect(x: 0, y: 0, width: 640, height: 462))
        #expect(try crop(size(1280, 720), 24, 9, .snug) == crop(size(1280, 720), 24, 9, .fit))
        #expect(try crop(size(720, 1280), 24, 9, .snug) == crop(size(720, 1280), 24, 9, .fit))
    }

    @Test("a frame that is shown whole stays above the rows over which something lies, where there are others")
    func covered() throws {
        var area = PictureArea(cells: CellSize(columns: 40, rows: 10))
        area.coveredRows = 1
        let fitting = try #require(I420Crop(of: size(640, 480), aspect: .one, in: area))
        #expect(fitting.target == PixelRect(x: 8, y: 0, width: 24, height: 18))
        #expect(fitting.tile == size(40, 20))
        area.cells.rows = 1
        #expect(try #require(I420Crop(of: size(640, 480), aspect: .one, in: area)).target.size.height == 2)
    }

    @Test("PN38 without cells nothing is shown")
    func empty() {
        for cells in [CellSize.zero, CellSize(columns: 0, rows: 5), CellSize(columns: 5, rows: -1)] {
            #expect(I420Crop(of: size(640, 480), aspect: .one, in: PictureArea(cells: cells)) == nil)
        }
        let cells = CellSize(columns: 5, rows: 5)
        #expect(I420Crop(of: size(0, 480), aspect: .one, in: PictureArea(cells: cells)) == nil)
    }

    @Test("whatever the sizes and shapes are, both rectangles lie inside, and the corner is one of chroma")
    func random() throws {
        var random = SplitMix64(seed: 52)
        for _ in 0..<2_000 {
            let frame = size(random.number(1...16_384), random.number(1...2_000))
            let limits = [3, 300, 1_000_000_000]
            let numbers = (random.number(1...random.pick(limits)), random.number(1...random.pick(limits)))
            let aspect = try #require(Ratio(numbers.0, numbers.1))
            let height = random.number(1...10_000)
            let cell = CellShape(width: random.number(1...10_000), height: height) ?? .usual
            let filling = random.pick([PictureArea.Filling.fit, .fill, .snug])
            let longest = random.pick([80, 40_000])
            let crop = try crop(
                frame, random.number(1...longest), random.number(1...longest), aspect: aspect, cell: cell, filling)
            #expect(!crop.source.isEmpty && !crop.target.isEmpty)
            #expect(crop.source.intersection(PixelRect(origin: .zero, size: frame)) == crop.source)
            #expect(crop.target.intersection(PixelRect(origin: .zero, size: crop.tile)) == crop.target)
            #expect(crop.source.minX.isMultiple(of: 2) && crop.source.minY.isMultiple(of: 2))
        }
    }
}
