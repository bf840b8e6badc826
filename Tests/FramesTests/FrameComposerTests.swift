import Events
import Support
import Testing

@testable import Frames

private struct Missing: Error {}

/// What the composer must give: overlays over the whole base, and all of that scaled.
private func wholeFrame(_ base: Picture, _ request: FrameRequest) -> PixelImage {
    var compositor = Compositor()
    let placement = Placement(of: base.size, in: request.area)
    let composite = compositor.compose(base, request.overlays)
    return placement.scaler?.scale(composite, over: request.background) ?? PixelImage(size: .zero, bytes: [])
}

extension SplitMix64 {
    fileprivate mutating func overlay(over base: PixelSize) -> Overlay {
        let picture = picture(size(number(1...40), number(1...40)), isOpaque: number(0...1) == 0)
        let origin = PixelPoint(x: number(-30...base.width + 5), y: number(-30...base.height + 5))
        let isResized = number(0...3) == 0
        let destination = isResized ? size(number(1...50), number(1...50)) : picture.size
        return Overlay(
            picture, destination: PixelRect(origin: origin, size: destination))
    }

    fileprivate mutating func area() -> PictureArea {
        PictureArea(
            cells: CellSize(columns: number(1...50), rows: number(1...25)),
            cell: CellShape(width: number(1...3), height: number(2...5)) ?? .usual,
            filling: number(0...1) == 0 ? .fit : .fill)
    }
}

@Suite struct FrameComposerTests {
    private let area = PictureArea(cells: CellSize(columns: 30, rows: 12))

    @Test("every frame is what composing and scaling the whole gives", arguments: 1...30 as ClosedRange<UInt64>)
    func exactness(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var bases: [ContentHash: Picture] = [:]
        for _ in 0..<3 {
            let side = size(random.number(1...90), random.number(1...90))
            bases[random.hash()] = random.picture(side, isOpaque: random.number(0...2) > 0)
        }
        let names = bases.keys.sorted { $0.hex < $1.hex }
        // A small limit, so that things are evicted in the middle as well.
        var composer = FrameComposer(byteLimit: random.number(0...1) == 0 ? 20_000 : 1 << 20)
        var area = random.area()
        for _ in 0..<40 {
            if random.number(0...9) == 0 { area = random.area() }
            let name = names[random.number(0...2)]
            let base = try #require(bases[name])
            let overlays = (0..<random.number(0...2)).map { _ in random.overlay(over: base.size) }
            let request = FrameRequest(base: name, overlays: overlays, area: area, background: Color(20, 0, 60))
            let frame = try composer.compose(request) { try bases[$0] ?? { throw Missing() }() }
            #expect(frame.image == wholeFrame(base, request))
            #expect(frame.image.size == frame.placement.target.size)
            #expect(frame.baseSize == base.size)
        }
    }

    @Test("a base frame is loaded once while idling, however often it is shown")
    func idling() {
        var random = SplitMix64(seed: 1)
        let names = (0..<5).map { _ in random.hash() }
        let picture = random.picture(size(64, 64))
        var composer = FrameComposer()
        for _ in 0..<4 {
            for name in names { _ = composer.compose(FrameRequest(base: name, area: area)) { _ in picture } }
        }
        #expect(composer.counts == FrameComposer.Counts(basesLoaded: 5, basesScaled: 5, footprintsScaled: 0))
    }

    @Test("talking through a clip a second time loads no base frame, and scales footprints only")
    func talking() {
        var random = SplitMix64(seed: 2)
        let names = (0..<5).map { _ in random.hash() }
        let picture = random.picture(size(64, 64))
        var composer = FrameComposer()
        for round in 1...3 {
            for name in names {
                let mouth = Overlay(random.picture(size(20, 16)), at: PixelPoint(x: 22, y: 40))
                let request = FrameRequest(base: name, overlays: [mouth], area: area)
                #expect(composer.hasAtHand(request) == (round > 1))
                _ = composer.compose(request) { _ in picture }
            }
            #expect(composer.counts.basesLoaded == 5)
            #expect(composer.counts.basesScaled == 5)
            #expect(composer.counts.footprintsScaled == 5 * round)
        }
    }

    @Test("what an opaque overlay hides is not kept, and is loaded when one comes that hides less")
    func hiding() {
        var random = SplitMix64(seed: 7)
        let name = random.hash()
        let picture = random.picture(size(64, 64))
        let place = PixelPoint(x: 12, y: 10)
        let opaque = Overlay(random.picture(size(40, 40)), at: place)
        let moved = Overlay(opaque.picture, at: PixelPoint(x: 14, y: 10))
        let clear = Overlay(random.picture(size(40, 40), isOpaque: false), at: place)
        var composer = FrameComposer()
        var kept: [Int] = []
        var loaded: [Int] = []
        for overlay in [opaque, opaque, moved, opaque, clear, opaque] {
            let request = FrameRequest(base: name, overlays: [overlay], area: area)
            let frame = composer.compose(request) { _ in picture }
            #expect(frame.image == wholeFrame(picture, request))
            kept.append(composer.byteCount)
            loaded.append(composer.counts.basesLoaded)
        }
        #expect(loaded == [1, 1, 2, 2, 3, 3])
        let mask = FeatherMask(size: opaque.picture.size)
        let isSolid = { (x: Int, y: Int) in mask.factor(x: x, y: y) == FeatherMask.one }
        let hiddenTwice = (0..<40).flatMap { y in (2..<40).filter { isSolid($0, y) && isSolid($0 - 2, y) } }.count
        // Hidden below both places, and below none.
        #expect(kept[4] - kept[2] == 3 * hiddenTwice)
        #expect(kept[5] == kept[4])
    }

    @Test("an overlay that leaves takes its traces with it")
    func leaving() {
        var random = SplitMix64(seed: 3)
        let name = random.hash()
        let picture = random.picture(size(64, 64))
        var composer = FrameComposer()
        let bare = FrameRequest(base: name, area: area)
        let clean = composer.compose(bare) { _ in picture }
        let mouth = Overlay(random.picture(size(20, 16)), at: PixelPoint(x: 22, y: 40))
        let drawn = composer.compose(FrameRequest(base: name, overlays: [mouth], area: area)) { _ in picture }
        #expect(drawn != clean)
        #expect(composer.compose(bare) { _ in picture } == clean)
    }

    @Test("what the loader throws arrives, and the next frame is well again")
    func failing() throws {
        var random = SplitMix64(seed: 4)
        let name = random.hash()
        let picture = random.picture(size(20, 20))
        var composer = FrameComposer()
        let request = FrameRequest(base: name, area: area)
        #expect(throws: Missing.self) { try composer.compose(request) { _ throws(Missing) in throw Missing() } }
        #expect(composer.compose(request) { _ in picture }.image == wholeFrame(picture, request))
    }

    @Test("what is kept stays within the limit")
    func limit() {
        var random = SplitMix64(seed: 5)
        let picture = random.picture(size(64, 64))
        var composer = FrameComposer(byteLimit: 40_000)
        for _ in 0..<50 {
            let mouth = Overlay(random.picture(size(20, 16)), at: PixelPoint(x: 22, y: 40))
            _ = composer.compose(FrameRequest(base: random.hash(), overlays: [mouth], area: area)) { _ in picture }
            #expect(composer.byteCount <= 40_000)
        }
        #expect(composer.byteCount > 20_000)
    }

    @Test("memory that one huge overlay took is given back")
    func scratch() {
        var random = SplitMix64(seed: 6)
        let name = random.hash()
        let picture = Picture(size: size(800, 800), filledWith: Color(10, 20, 30))
        var composer = FrameComposer()
        let mouth = random.picture(size(20, 16))
        for size in [size(800, 800), mouth.size] {
            let overlay = Overlay(
                mouth, destination: PixelRect(origin: .zero, size: size))
            let request = FrameRequest(base: name, overlays: [overlay], area: area)
            let frame = composer.compose(request) { _ in picture }
            #expect(frame.image == wholeFrame(picture, request))
            #expect((composer.scratchByteCount > 1 << 20) == (size.width == 800))
        }
        #expect(composer.scratchByteCount > 0)
    }

    @Test("an area without cells gives an image without pixels")
    func noRoom() {
        var composer = FrameComposer()
        let picture = Picture(size: size(4, 4), filledWith: .black)
        let request = FrameRequest(
            base: ContentHash(words: (0, 0, 0, 1)), overlays: [Overlay(picture, at: .zero)],
            area: PictureArea(cells: .zero))
        #expect(composer.compose(request) { _ in picture }.image.bytes.isEmpty)
    }

    @Test("a rectangle of the base is found in the image")
    func imageRect() {
        var composer = FrameComposer()
        let picture = Picture(size: size(512, 512), filledWith: .black)
        let area = PictureArea(cells: CellSize(columns: 120, rows: 40))
        let frame = composer.compose(FrameRequest(base: ContentHash(words: (0, 0, 0, 1)), area: area)) { _ in picture }
        #expect(
            frame.imageRect(of: PixelRect(x: 64, y: 128, width: 128, height: 64))
                == PixelRect(x: 10, y: 20, width: 20, height: 10))
    }
}
