import Events
import Support
import Testing

@testable import Frames

private let gray = Picture(size: size(40, 30), filledWith: Color(128, 128, 128))
private let red = Picture(size: size(10, 8), filledWith: Color(255, 0, 0))

private func compose(_ base: Picture, _ overlays: Overlay...) -> Picture {
    var compositor = Compositor()
    return compositor.compose(base, overlays)
}

/// Where the pictures differ.
private func changed(_ a: Picture, _ b: Picture) -> Set<PixelPoint> {
    var points: Set<PixelPoint> = []
    for y in 0..<a.size.height {
        for x in 0..<a.size.width where a.pixel(x, y) != b.pixel(x, y) { points.insert(PixelPoint(x: x, y: y)) }
    }
    return points
}

private func points(_ rect: PixelRect) -> Set<PixelPoint> {
    Set((rect.minY..<rect.maxY).flatMap { y in (rect.minX..<rect.maxX).map { PixelPoint(x: $0, y: y) } })
}

@Suite struct FeatherMaskTests {
    @Test("the solid run of a row is where nothing shows through, to the pixel")
    func solidRun() {
        for (width, height) in [(1, 1), (2, 3), (4, 4), (5, 5), (10, 7), (64, 65), (192, 192), (33, 300), (300, 33)] {
            let mask = FeatherMask(size: size(width, height))
            for y in 0..<height {
                let solid = (0..<width).filter { mask.factor(x: $0, y: y) == FeatherMask.one }
                #expect(
                    Array(FeatherMask.solidRun(ofRow: y, in: size(width, height))) == solid,
                    "row \(y) of \(width)x\(height)")
            }
        }
    }

    @Test("K67: the feather is 1 within 0.40 of the shorter side, 0.05 from 0.50 on, and linear between")
    func radii() {
        let mask = FeatherMask(size: size(300, 200))
        #expect(mask.factor(x: 150, y: 100) == FeatherMask.one)
        #expect(mask.factor(x: 150 + 79, y: 100) == FeatherMask.one)
        #expect(mask.factor(x: 150 + 100, y: 100) == 1_638)
        #expect(mask.factor(x: 0, y: 0) == 1_638)
        // The center of this pixel is 90.5 right and 0.5 down of the middle: 0.5251 of the way.
        let half = (1 - 0.95 * ((90.5 * 90.5 + 0.25).squareRoot() / 200 - 0.4) / 0.1) * 32_768
        #expect(mask.factor(x: 240, y: 100) == UInt16(half.rounded()))
    }

    @Test("K67: the corner pixel of an overlay is nearly transparent, its middle is not")
    func corner() {
        let white = Picture(size: size(20, 20), filledWith: Color(255, 255, 255))
        let black = Picture(size: size(20, 20), filledWith: .black)
        let result = compose(black, Overlay(white, at: .zero))
        // 5 % of white light is sRGB 63.
        for (x, y) in [(0, 0), (19, 0), (0, 19), (19, 19)] { #expect(result.pixel(x, y) == [63, 63, 63, 255]) }
        #expect(result.pixel(10, 10) == [255, 255, 255, 255])
    }

    @Test("factors of a mask that is too large for a table are those of the formula")
    func large() {
        let mask = FeatherMask(size: size(2_000, 300))
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 50) { scratch in
            mask.withRow(120, from: 1_080, scratch: scratch) { row in
                #expect(row.count == 50)
                for x in row.indices { #expect(row[x] == mask.factor(x: 1_080 + x, y: 120)) }
                #expect(Set(row).count > 10)
            }
        }
    }
}

@Suite struct CompositorTests {
    @Test("N59: an overlay in part outside of the canvas is clipped", arguments: [(-4, -3), (35, 26), (-4, 26)])
    func clipped(x: Int, y: Int) {
        let result = compose(gray, Overlay(red, at: PixelPoint(x: x, y: y)))
        let rect = PixelRect(x: x, y: y, width: 10, height: 8).intersection(gray.bounds)
        #expect(changed(gray, result) == points(rect))
    }

    @Test(
        "N59: an overlay wholly outside, or at absurd places, changes nothing",
        arguments: [
            PixelRect(x: 40, y: 0, width: 10, height: 8), PixelRect(x: -10, y: 0, width: 10, height: 8),
            PixelRect(x: .max, y: .max, width: 10, height: 8), PixelRect(x: .min, y: .min, width: .max, height: .max),
            PixelRect(x: 0, y: 0, width: -5, height: 8), PixelRect(x: 3, y: 3, width: 0, height: 0),
        ])
    func outside(destination: PixelRect) {
        #expect(compose(gray, Overlay(red, destination: destination)) == gray)
    }

    @Test("N60: an overlay larger than the base is clipped to it")
    func larger() {
        var random = SplitMix64(seed: 3)
        let large = random.picture(size(300, 260))
        // The base lies where the feather takes nothing.
        let result = compose(gray, Overlay(large, at: PixelPoint(x: -130, y: -115)))
        #expect(result == large.cropped(to: PixelRect(x: 130, y: 115, width: 40, height: 30)))
    }

    @Test("K52, N60: two sizes are each drawn at their own size")
    func ownSizes() {
        let blue = Picture(size: size(5, 13), filledWith: Color(0, 0, 255))
        let result = compose(
            gray, Overlay(red, at: PixelPoint(x: 2, y: 2)),
            Overlay(blue, at: PixelPoint(x: 20, y: 5)))
        #expect(
            changed(gray, result)
                == points(PixelRect(x: 2, y: 2, width: 10, height: 8))
                .union(points(PixelRect(x: 20, y: 5, width: 5, height: 13))))
    }

    @Test("a destination of another size scales the overlay to it, also when only a part of it can be seen")
    func resized() {
        var random = SplitMix64(seed: 4)
        let picture = random.picture(size(12, 9), isOpaque: false)
        let destination = PixelRect(x: -6, y: 4, width: 31, height: 20)
        let scaled = AreaScaler(from: picture.bounds, to: destination.size).scale(picture)
        #expect(
            compose(gray, Overlay(picture, destination: destination))
                == compose(gray, Overlay(scaled, at: destination.origin)))
    }

    @Test("a huge destination costs no more than what can be seen of it")
    func huge() {
        let result = compose(
            gray, Overlay(red, destination: PixelRect(x: -30_000, y: -30_000, width: 65_536, height: 65_536)))
        #expect(result == Picture(size: gray.size, filledWith: Color(255, 0, 0)))
    }

    @Test("half an overlay's alpha mixes half the light")
    func alpha() {
        let veil = Picture(size: size(20, 20), filledWith: Color(255, 255, 255), alpha: 128)
        let result = compose(Picture(size: size(20, 20), filledWith: .black), Overlay(veil, at: .zero))
        // 128 / 255 of the light is sRGB 188.
        #expect(result.pixel(10, 10) == [188, 188, 188, 255])
    }

    @Test("where the base is transparent, the result has the overlay's color and alpha")
    func transparentBase() {
        let empty = Picture(size: size(20, 20), filledWith: Color(0, 255, 0), alpha: 0)
        let veil = Picture(size: size(20, 20), filledWith: Color(200, 10, 30), alpha: 77)
        #expect(compose(empty, Overlay(veil, at: .zero)).pixel(10, 10) == [200, 10, 30, 77])
        let opaque = Picture(size: size(20, 20), filledWith: Color(9, 8, 7))
        #expect(compose(empty, Overlay(opaque, at: .zero)).pixel(10, 10) == [9, 8, 7, 255])
    }

    @Test("drawing over an opaque base gives the same with and without the way for alpha")
    func bothWays() {
        var random = SplitMix64(seed: 8)
        let base = random.picture(size(30, 30))
        // One clear pixel far from the overlay makes the base count as not opaque.
        var bytes = base.bytes
        bytes[bytes.count - 1] = 0
        let overlay = Overlay(random.picture(size(20, 20), isOpaque: false), at: PixelPoint(x: 3, y: 4))
        let (plain, other) = (compose(base, overlay), compose(Picture(size: base.size, bytes: bytes), overlay))
        let part = PixelRect(x: 0, y: 0, width: 29, height: 29)
        for (a, b) in zip(plain.cropped(to: part).bytes, other.cropped(to: part).bytes) {
            #expect(abs(Int(a) - Int(b)) <= 1)
        }
    }
}

@Suite struct PictureViewsTests {
    @Test("an outline changes the border of its rectangle and nothing else, also at the canvas' edge")
    func outline() {
        let rect = PixelRect(x: 30, y: 20, width: 20, height: 6)
        let result = gray.outlined(rect, Color(255, 0, 0))
        let inner = PixelRect(x: 31, y: 21, width: 18, height: 4)
        #expect(changed(gray, result) == points(rect.intersection(gray.bounds)).subtracting(points(inner)))
        let area = PictureArea(cells: CellSize(columns: gray.size.width, rows: gray.size.height / 2))
        let frame = ComposedFrame(
            image: PixelImage(size: gray.size, bytes: gray.bytes), placement: Placement(of: gray.size, in: area),
            baseSize: gray.size)
        let inside = PixelRect(x: 3, y: 4, width: 20, height: 6)
        #expect(frame.outlined(inside, .black).image.bytes == gray.outlined(inside, .black).bytes)
    }

    @Test("a difference is zero where pictures agree and amplified where they do not")
    func difference() throws {
        let other = gray.outlined(PixelRect(x: 0, y: 0, width: 1, height: 1), Color(130, 128, 100))
        let result = try #require(gray.difference(from: other, gain: 4))
        #expect(result.pixel(0, 0) == [8, 0, 112, 255])
        #expect(changed(result, Picture(size: gray.size, filledWith: .black)) == [.zero])
        #expect(gray.difference(from: red, gain: 1) == nil)
    }

    @Test("overlays alone lie on nothing")
    func overlaysAlone() {
        let alone = Picture.overlaysAlone(
            [Overlay(red, at: PixelPoint(x: 5, y: 5))], size: size(40, 30))
        #expect(alone.pixel(0, 0)[3] == 0)
        #expect(alone.pixel(9, 8) == [255, 0, 0, 255])
    }
}
