import Events
import Support
import Testing

@testable import PictureInPicture

@Suite struct TileGeometryTests {
    @Test(
        "the tile's size in every area, for every shape of picture",
        arguments: [
            (20, 7, [(16, 5), (16, 5), (16, 5), (16, 5), (16, 5), (16, 5)]),
            (80, 24, [(24, 9), (26, 7), (16, 9), (18, 9), (26, 5), (16, 9)]),
            (100, 30, [(32, 12), (33, 9), (16, 12), (24, 12), (33, 7), (16, 12)]),
            (120, 40, [(39, 15), (39, 11), (18, 16), (32, 16), (39, 8), (16, 16)]),
            (200, 50, [(53, 20), (66, 19), (23, 20), (40, 20), (66, 14), (17, 20)]),
            (300, 90, [(80, 30), (80, 23), (34, 30), (60, 30), (80, 17), (25, 30)]),
        ] as [(Int, Int, [(Int, Int)])])
    func sizes(columns: Int, rows: Int, expected: [(Int, Int)]) {
        let pictures = [(640, 480), (1_280, 720), (720, 1_280), (480, 480), (3_440, 1_440), (100, 1_000)]
        for (picture, expected) in zip(pictures, expected) {
            let geometry = TileGeometry(
                area: CellSize(columns: columns, rows: rows), aspect: Double(picture.0) / Double(picture.1))
            #expect(
                geometry.cells == CellSize(columns: expected.0, rows: expected.1),
                "\(picture) \(String(describing: geometry.cells))")
        }
    }

    @Test(
        "a small and a large tile",
        arguments: [
            (80, 24, (16, 6), (37, 14)), (120, 40, (26, 10), (60, 23)), (200, 50, (37, 14), (80, 30)),
            (20, 7, (16, 5), (16, 5)),
        ] as [(Int, Int, (Int, Int), (Int, Int))])
    func smallAndLarge(columns: Int, rows: Int, small: (Int, Int), large: (Int, Int)) {
        for (size, expected) in [(TileSize.small, small), (.large, large)] {
            var geometry = TileGeometry(area: CellSize(columns: columns, rows: rows), aspect: 4.0 / 3)
            geometry.size = size
            #expect(
                geometry.cells == CellSize(columns: expected.0, rows: expected.1),
                "\(size) \(String(describing: geometry.cells))")
        }
    }

    @Test("cells that are not twice as high as wide make another tile of the same picture")
    func pixelAspect() {
        let area = CellSize(columns: 120, rows: 40)
        #expect(TileGeometry(area: area, aspect: 4.0 / 3, pixelAspect: 0.9).cells == CellSize(columns: 39, rows: 13))
        #expect(TileGeometry(area: area, aspect: 4.0 / 3, pixelAspect: 1.1).cells == CellSize(columns: 39, rows: 16))
        #expect(TileGeometry.pixelAspect(cellWidth: 8, cellHeight: 16) == 1)
        #expect(TileGeometry.pixelAspect(cellWidth: 0, cellHeight: 16) == 1)
        #expect(TileGeometry.pixelAspect(cellWidth: 100, cellHeight: 16) == 1.4)
        #expect(TileGeometry.pixelAspect(cellWidth: 8, cellHeight: -16) == 1)
        var geometry = TileGeometry(area: area, aspect: 1, pixelAspect: 0.1)
        #expect(geometry.pixelAspect == 0.7)
        for (told, kept) in [(2, 1.4), (-1, 0.7), (.infinity, 1), (.nan, 1), (0.9, 0.9)] {
            geometry.pixelAspect = told
            #expect(geometry.pixelAspect == kept)
        }
    }

    @Test(
        "PN26 the smallest area, and those that are too small", arguments: [(20, 7), (19, 24), (80, 6), (1, 1), (0, 0)])
    func smallAreas(columns: Int, rows: Int) {
        let geometry = TileGeometry(area: CellSize(columns: columns, rows: rows), aspect: 4.0 / 3)
        let isShown = columns == 20
        #expect(geometry.cells == (isShown ? CellSize(columns: 16, rows: 5) : nil) && (geometry.rect != nil) == isShown)
    }

    @Test("each corner, with its margin; a key goes round")
    func corners() {
        var geometry = TileGeometry(area: CellSize(columns: 80, rows: 24), aspect: 4.0 / 3)
        for (corner, column, row) in [
            (TileCorner.topRight, 54, 1), (.bottomRight, 54, 14), (.bottomLeft, 2, 14), (.topLeft, 2, 1),
        ] {
            geometry.corner = corner
            #expect(geometry.rect == CellRect(column: column, row: row, columns: 24, rows: 9))
        }
        var round = [TileCorner.topRight]
        for _ in 0..<3 { round.append(round[round.count - 1].clockwise) }
        #expect(round == [.topRight, .bottomRight, .bottomLeft, .topLeft] && round[3].clockwise == .topRight)
    }

    @Test("PN61 captions over the corner move the tile by whole rows, or leave no room for it")
    func band() {
        var geometry = TileGeometry(area: CellSize(columns: 80, rows: 24), aspect: 4.0 / 3)
        geometry.corner = .bottomRight
        geometry.band = 20..<24
        #expect(geometry.rect?.rows == 11..<20)
        geometry.band = 0..<3
        #expect(geometry.rect?.rows == 14..<23)
        geometry.corner = .topLeft
        #expect(geometry.rect?.rows == 3..<12)
        geometry.band = 5..<20
        #expect(geometry.rect == nil)
        // As far as the margin on the other side, and no farther.
        geometry.band = 1..<14
        #expect(geometry.rect?.rows == 14..<23)
        geometry.band = 1..<15
        #expect(geometry.rect == nil)
        geometry.corner = .bottomLeft
        geometry.band = 10..<23
        #expect(geometry.rect?.rows == 1..<10)
        geometry.band = 9..<23
        #expect(geometry.rect == nil)
        geometry.corner = .topLeft
        geometry.band = 5..<5
        #expect(geometry.rect?.rows == 1..<10)
    }

    @Test("any area and shape give a tile that lies in the area, or none")
    func anything() {
        var random = SplitMix64(seed: 5)
        let aspects: [Double] = [0, -1, 1e9, .nan, .infinity, 1.3, 0.4, 2.5]
        for _ in 0..<5_000 {
            var geometry = TileGeometry(
                area: CellSize(
                    columns: .random(in: -5...400, using: &random), rows: .random(in: -5...200, using: &random)),
                aspect: aspects.randomElement(using: &random) ?? 1, pixelAspect: .random(in: 0...3, using: &random))
            geometry.size = TileSize.allCases.randomElement(using: &random) ?? .medium
            geometry.corner = TileCorner.allCases.randomElement(using: &random) ?? .topLeft
            let start = Int.random(in: -2...30, using: &random)
            geometry.band = Bool.random(using: &random) ? nil : start..<(start + 4)
            guard let rect = geometry.rect else { continue }
            #expect(rect.columns.lowerBound >= 2 && rect.columns.upperBound <= geometry.area.columns - 2)
            #expect(rect.rows.lowerBound >= 1 && rect.rows.upperBound <= geometry.area.rows - 1)
            #expect((16...80).contains(rect.size.columns) && (5...30).contains(rect.size.rows))
            if let band = geometry.band { #expect(!rect.rows.overlaps(band)) }
        }
    }
}
