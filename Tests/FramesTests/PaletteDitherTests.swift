import Events
import Testing

@testable import Frames

@Suite struct PaletteDitherTests {
    private static func table(_ pictures: [Picture], limit: Int = 256) -> ColorTable {
        var histogram = ColorHistogram()
        for picture in pictures { histogram.add(picture) }
        return ColorTable(histogram, limit: limit)
    }

    private static func gray(_ value: Int) -> [UInt8] { [UInt8(value), UInt8(value), UInt8(value), 255] }

    private static func image(_ picture: Picture) -> PixelImage { PixelImage(size: picture.size, bytes: picture.bytes) }

    /// Two colors for a ramp from black to white: there is a lot to bridge.
    private static let coarse = table([Picture(size(256, 1)) { x, _ in gray(x) }], limit: 2)

    @Test("where the table has each color, each pixel gets its own, the last of 256 as well")
    func exact() {
        // In steps of 32, 32 and 64: no two share a place of the histogram.
        let picture = Picture(size(256, 1)) { x, _ in
            [UInt8(x >> 5 * 32 + 5), UInt8(x >> 2 & 7 * 32 + 5), UInt8(x & 3 * 64 + 5), 255]
        }
        let table = Self.table([picture])
        #expect(table.colors.count == 256)
        var dither = PaletteDither(table)
        let indices = dither.indices(of: Self.image(picture))
        #expect(Set(indices).count == 256)
        for x in 0..<256 {
            let color = table.colors[Int(indices[x])]
            #expect([color.red, color.green, color.blue, 255] == picture.pixel(x, 0))
        }
    }

    @Test("a color halfway between two is made of both, by halves")
    func halves() {
        let colors = Self.coarse.colors.map { Int($0.green) }.sorted()
        #expect(colors.count == 2)
        var dither = PaletteDither(Self.coarse)
        let middle = Picture(size(16, 16)) { _, _ in Self.gray((colors[0] + colors[1]) / 2) }
        let light = dither.indices(of: Self.image(middle)).count { Int(Self.coarse.colors[Int($0)].green) == colors[1] }
        #expect((96...160).contains(light), "\(light) of 256")
    }

    @Test("what becomes of a pixel depends on its color and its place alone")
    func place() {
        var dither = PaletteDither(Self.coarse)
        let still = dither.indices(of: Self.image(Picture(size(24, 16)) { _, _ in Self.gray(120) }))
        #expect(Set(still).count == 2)
        // The same eight by eight places again and again.
        for (index, entry) in still.enumerated() { #expect(entry == still[index / 24 % 8 * 24 + index % 24 % 8]) }
        // Beside others, and after others.
        let moving = Picture(size(24, 16)) { x, _ in Self.gray(x < 12 ? 120 : 30 + x) }
        let later = dither.indices(of: Self.image(moving))
        for index in still.indices where index % 24 < 12 { #expect(later[index] == still[index]) }
    }

    @Test("black and white stay what they are, however much is added or taken away")
    func ends() {
        var dither = PaletteDither(Self.coarse)
        for (value, isLight) in [(0, false), (255, true)] {
            let plain = Picture(size(8, 8)) { _, _ in Self.gray(value) }
            let shown = Set(dither.indices(of: Self.image(plain))).map { Self.coarse.colors[Int($0)].green > 127 }
            #expect(shown == [isLight])
        }
    }

    @Test("alpha is not looked at")
    func alpha() {
        var dither = PaletteDither(Self.coarse)
        let opaque = Picture(size(16, 8)) { x, y in Self.gray(x * 10 + y) }
        let clear = Picture(size(16, 8)) { x, y in opaque.pixel(x, y).prefix(3) + [UInt8(x)] }
        #expect(dither.indices(of: Self.image(clear)) == dither.indices(of: Self.image(opaque)))
    }

    @Test("one color is all there is for every pixel, and an image without pixels has no places")
    func least() {
        var dither = PaletteDither(Self.table([], limit: 1))
        #expect(
            dither.indices(of: Self.image(Picture(size(3, 2)) { x, _ in Self.gray(x * 100) })) == [0, 0, 0, 0, 0, 0])
        #expect(dither.indices(of: PixelImage(size: size(0, 5), bytes: [])).isEmpty)
    }
}
