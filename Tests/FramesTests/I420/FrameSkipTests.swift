import Events
import Testing

@testable import Frames

@Suite struct FrameSkipTests {
    /// A tile of this many device pixels that has heard of a source's size.
    private func skip(_ source: PixelSize, _ content: PixelSize) -> FrameSkip {
        var skip = FrameSkip()
        skip.resize(content: content)
        _ = skip.isDrawn(frame: source)
        return skip
    }

    /// Which of the next frames are drawn.
    private func drawn(_ skip: inout FrameSkip, _ source: PixelSize, of count: Int) -> [Bool] {
        (0..<count).map { _ in skip.isDrawn(frame: source) }
    }

    @Test(
        "one frame is drawn, and then none for half the ratio",
        arguments: [(149, 100, 0), (150, 100, 7), (160, 10, 8), (310, 10, 15), (10, 310, 15), (100, 150, 7)])
    func ratios(width: Int, height: Int, passedOver: Int) {
        var skip = FrameSkip()
        skip.resize(content: size(10, 10))
        let period = passedOver + 1
        let found = drawn(&skip, size(width, height), of: 3 * period)
        #expect(found == (0..<3 * period).map { $0 % period == 0 })
        #expect(skip.passedOver == passedOver)
    }

    @Test("PN37 from a ratio of 15 on frames are passed over: at 14.99 none, at 15 seven, at 16 eight")
    func limit() {
        for (width, passedOver) in [(1_499, 0), (1_500, 7), (1_600, 8)] {
            #expect(skip(size(width, 100), size(100, 100)).passedOver == passedOver)
            #expect(skip(size(100, width), size(100, 100)).passedOver == passedOver)
        }
    }

    @Test("the tile's size is in device pixels, 8x16 a cell where they are not known")
    func devicePixels() {
        let tiles = [(24, 9), (39, 15), (16, 5)].map { FrameSkip.content(of: CellSize(columns: $0, rows: $1)) }
        #expect(tiles == [size(192, 144), size(312, 240), size(128, 80)])
        for (source, expected) in [
            (size(640, 480), [0, 0, 0]), (size(1_280, 720), [0, 0, 0]), (size(1_920, 1_080), [0, 0, 7]),
            (size(3_840, 2_160), [10, 0, 15]), (size(7_680, 4_320), [20, 12, 30]),
        ] {
            #expect(tiles.map { skip(source, $0).passedOver } == expected, "\(source)")
        }
        let small = FrameSkip.content(of: CellSize(columns: 16, rows: 5), cell: size(7, 15))
        #expect(small == size(112, 75))
        #expect(FrameSkip.content(of: CellSize(columns: .max, rows: -1)) == size(4_096 * 8, 0))
    }

    @Test("PN38 before the tile has a size nothing is drawn, and the first frame after that is")
    func noSize() {
        var skip = FrameSkip()
        #expect(skip.passedOver == 1)
        #expect(drawn(&skip, size(640, 480), of: 5) == [false, false, false, false, false])
        skip.resize(content: .zero)
        skip.resize(content: size(192, 0))
        #expect(drawn(&skip, size(640, 480), of: 2) == [false, false])
        skip.resize(content: size(192, 144))
        #expect(drawn(&skip, size(640, 480), of: 3) == [true, true, true])
    }

    @Test("the first frame of another size is drawn, and the first in a tile of another size")
    func sizeChanges() {
        var skip = skip(size(3_840, 2_160), size(192, 144))
        #expect(drawn(&skip, size(3_840, 2_160), of: 3) == [false, false, false])
        #expect(drawn(&skip, size(3_840, 2_000), of: 2) == [true, false])
        skip.resize(content: size(128, 80))
        #expect(drawn(&skip, size(3_840, 2_000), of: 2) == [true, false])
        #expect(skip.passedOver == 15)
        // The same size once more is no change.
        skip.resize(content: size(128, 80))
        #expect(drawn(&skip, size(3_840, 2_000), of: 2) == [false, false])
    }

    @Test("the first frame of another source is drawn")
    func sourceChanges() {
        var skip = skip(size(3_840, 2_160), size(192, 144))
        #expect(drawn(&skip, size(3_840, 2_160), of: 2) == [false, false])
        skip.changeSource()
        #expect(skip.passedOver == 0)
        #expect(drawn(&skip, size(3_840, 2_160), of: 2) == [true, false])
        #expect(skip.passedOver == 10)
    }

    @Test("a frame without pixels is none")
    func emptyFrames() {
        var skip = skip(size(1_500, 100), size(100, 100))
        for frame in [PixelSize.zero, size(0, 480), size(640, -1)] {
            #expect(drawn(&skip, frame, of: 1) == [false])
        }
        // The seven that are passed over are still to come.
        #expect(drawn(&skip, size(1_500, 100), of: 8) == [false, false, false, false, false, false, false, true])
    }
}
