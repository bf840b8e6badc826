import Events
import Support
import Testing

@testable import Frames

/// Pictures with the milliseconds for which each stays.
private typealias Film = [(picture: Picture, milliseconds: Double)]

@Suite struct AnimationTests {
    private static func webP(_ film: Film, _ quality: WebPQuality) throws -> [UInt8] {
        var animation = try WebPAnimation(size: film[0].picture.size, quality: quality)
        var file = animation.header
        for (picture, milliseconds) in film {
            if let draft = try animation.add(picture) { file += try animation.append(draft.encoded()) }
            animation.extend(by: TimeSpan(seconds: milliseconds / 1_000))
        }
        file += try animation.finish()
        file.replaceSubrange(0..<WebPAnimation.headerBytes, with: animation.header)
        return file
    }

    private static func gif(_ film: Film, colors: Int = 255) throws -> (file: [UInt8], tooShort: Int) {
        var histogram = ColorHistogram()
        for frame in film { histogram.add(frame.picture) }
        let table = ColorTable(histogram, limit: colors)
        var animation = try GIFAnimation(size: film[0].picture.size, table: table)
        var file: [UInt8] = []
        for (picture, milliseconds) in film {
            file += try animation.add(picture, for: TimeSpan(seconds: milliseconds / 1_000))
        }
        file += try animation.finish()
        return (file, animation.tooShortCount)
    }

    /// Noise, then rectangles of other noise in it, some of them in the corners.
    private static func noise(_ size: PixelSize, frames: Int, seed: UInt64, isOpaque: Bool = true) -> Film {
        var random = SplitMix64(seed: seed)
        var picture = random.picture(size, isOpaque: isOpaque)
        var film: Film = []
        for _ in 0..<frames {
            film.append((picture, 40))
            var bytes = picture.bytes
            let other = random.picture(size, isOpaque: isOpaque)
            let (left, right) = (random.number(0...size.width - 1), random.number(0...size.width - 1))
            let (top, bottom) = (random.number(0...size.height - 1), random.number(0...size.height - 1))
            for y in min(top, bottom)...max(top, bottom) {
                for place in (y * size.width + min(left, right)) * 4..<(y * size.width + max(left, right) + 1) * 4 {
                    bytes[place] = other.bytes[place]
                }
            }
            picture = Picture(size: size, bytes: bytes)
        }
        return film
    }

    /// In a color that is far from those of all other steps below 256.
    private static func plain(_ step: Int, _ size: PixelSize) -> Picture {
        Picture(size: size, filledWith: Color(UInt8(step % 16 * 16), UInt8(step / 16 * 16), 40))
    }

    /// RGB under alpha 0 is nobody's.
    private static func visible(_ picture: Picture) -> [UInt8] {
        var bytes = picture.bytes
        for pixel in stride(from: 0, to: bytes.count, by: 4) where bytes[pixel + 3] == 0 {
            for channel in 0..<3 { bytes[pixel + channel] = 0 }
        }
        return bytes
    }

    @Test(
        "a lossless WebP is read back to the pixel, at odd sizes too, with and without alpha",
        arguments: [size(1, 1), size(2, 1), size(1, 7), size(33, 17), size(64, 3)], [true, false])
    func lossless(size: PixelSize, isOpaque: Bool) throws {
        let film = Self.noise(size, frames: 6, seed: UInt64(size.count), isOpaque: isOpaque)
        let read = try #require(ReadAnimation(webP: try Self.webP(film, .lossless)))
        #expect(read.size == size)
        // Frames in which nothing differs are one.
        var expected: Film = []
        for frame in film {
            if let last = expected.last, last.picture == frame.picture {
                expected[expected.count - 1].milliseconds += frame.milliseconds
            } else {
                expected.append(frame)
            }
        }
        #expect(read.frames.count == expected.count)
        for (found, wanted) in zip(read.frames, expected) {
            #expect(Self.visible(found.picture) == Self.visible(wanted.picture))
            #expect(Double(found.duration) == wanted.milliseconds)
        }
    }

    @Test("a lossy WebP is near, and nearer with more quality")
    func lossy() throws {
        // Smooth: noise is what lossy encoders are worst at.
        let film: Film = (0..<4).map { step in
            (
                Picture(size(48, 31)) { x, y in [UInt8(x * 4 + step * 8), UInt8(y * 5), UInt8(120 + step * 3), 255] },
                33
            )
        }
        let errors = try [20, 95].map { quality in
            let read = try #require(ReadAnimation(webP: try Self.webP(film, .lossy(quality))))
            #expect(read.frames.count == 4)
            return zip(read.frames, film).reduce(0) { sum, pair in
                sum + zip(pair.0.picture.bytes, pair.1.picture.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            }
        }
        #expect(errors[1] < errors[0])
        #expect(errors[1] < 4 * 4 * 48 * 31 * 3)
    }

    @Test("durations are rounded without adding up an error")
    func durations() throws {
        let film: Film = (0..<90).map { step in
            (Self.plain(step, size(2, 2)), 100 / 3)
        }
        let webP = try #require(ReadAnimation(webP: try Self.webP(film, .lossless)))
        #expect(webP.frames.count == 90)
        #expect(Set(webP.frames.map(\.duration)) == [33, 34])
        #expect(webP.frames.reduce(0) { $0 + $1.duration } == 3_000)
        let (file, tooShort) = try Self.gif(film)
        let gif = try #require(ReadAnimation(gif: file))
        #expect(tooShort == 0)
        #expect(gif.frames.count == 90)
        #expect(Set(gif.frames.map(\.duration)) == [3, 4])
        #expect(gif.frames.reduce(0) { $0 + $1.duration } == 300)
    }

    @Test(
        "a frame that stays for longer than a format can say goes on in others, and takes no time from the next one",
        arguments: [1.0, 2, 40, 16_777_215, 16_777_216])
    func longFrame(beyond: Double) throws {
        let pictures = [Self.plain(3, size(5, 3)), Self.plain(90, size(5, 3))]
        for quality in [WebPQuality.lossless, .lossy(60)] {
            let film: Film = [(pictures[0], 16_777_215 + beyond), (pictures[1], 40)]
            let read = try #require(ReadAnimation(webP: try Self.webP(film, quality)))
            #expect(read.frames.last?.duration == 40)
            #expect(read.frames.reduce(0) { $0 + Double($1.duration) } == 16_777_215 + beyond + 40)
            #expect(read.frames.allSatisfy { (1...16_777_215).contains($0.duration) })
            for frame in read.frames.dropLast() { #expect(frame.picture == read.frames[0].picture) }
            #expect(read.frames[read.frames.count - 1].picture != read.frames[0].picture)
        }
        let hundredths = beyond.truncatingRemainder(dividingBy: 200_000)
        let film: Film = [(pictures[0], (65_535 + hundredths) * 10), (pictures[1], 40)]
        let read = try #require(ReadAnimation(gif: try Self.gif(film).file))
        #expect(read.frames.last?.duration == 4 && read.frames.last?.picture == pictures[1])
        #expect(read.frames.reduce(0) { $0 + Double($1.duration) } == 65_535 + hundredths + 4)
        // None is so short that browsers show it for a tenth of a second.
        #expect(read.frames.allSatisfy { (2...65_535).contains($0.duration) })
        #expect(read.frames.dropLast().allSatisfy { $0.picture == pictures[0] })
    }

    @Test("a GIF leaves out what browsers would show for a tenth of a second, and keeps the time and the last frame")
    func tooShort() throws {
        let film: Film = (0..<50).map { step in
            (Self.plain(step, size(3, 3)), 10)
        }
        let (file, tooShort) = try Self.gif(film)
        let read = try #require(ReadAnimation(gif: file))
        #expect(tooShort == 25)
        #expect(read.frames.count == 25)
        #expect(read.frames.allSatisfy { $0.duration == 2 })
        // What a frame changes is counted from what was shown, not from what was left out.
        let moving: Film = (0..<20).map { step in
            (Picture(size(6, 2)) { x, y in x == step % 6 && y == 0 ? [240, 200, 10, 255] : [0, 0, 60, 255] }, 10)
        }
        let shown = try #require(ReadAnimation(gif: try Self.gif(moving).file))
        #expect(shown.frames.map(\.picture) == (0..<10).map { moving[$0 * 2 + 1].picture })
        let (short, _) = try Self.gif([(film[0].picture, 100), (film[9].picture, 0)])
        #expect(try #require(ReadAnimation(gif: short)).frames.map(\.duration) == [10, 2])
    }

    @Test(
        "few colors are kept as they are in a GIF, at odd sizes too", arguments: [size(1, 1), size(17, 5), size(2, 9)])
    func fewColors(size: PixelSize) throws {
        let colors = [Color(12, 200, 7), Color(250, 250, 250), Color(0, 0, 0), Color(90, 20, 160)]
        let film: Film = (0..<8).map { step in
            (
                Picture(size) { x, y in
                    let color = colors[(x + y * 3 + step * (x % 3)) % 4]
                    return [color.red, color.green, color.blue, 255]
                }, Double(50 * (step + 1))
            )
        }
        let read = try #require(ReadAnimation(gif: try Self.gif(film).file))
        #expect(read.size == size)
        let total = film.reduce(0) { $0 + $1.milliseconds }
        #expect(Double(read.frames.reduce(0) { $0 + $1.duration } * 10) == total)
        // Equal neighbors are one frame: what is on screen at the end of each is the same.
        var moment = 0
        for frame in film {
            moment += Int(frame.milliseconds) / 10
            var end = 0
            let shown = read.frames.first { frame in
                end += frame.duration
                return end >= moment
            }
            #expect(shown?.picture == frame.picture)
        }
    }

    @Test("a GIF of many colors is near, and what does not change does not change in it")
    func manyColors() throws {
        let still = size(40, 40)
        let film: Film = (0..<5).map { step in
            (
                Picture(still) { x, y in
                    x < 20
                        ? [UInt8(x * 12), UInt8(y * 6), 90, 255] : [UInt8(y * 6), UInt8(x * 3 + step * 20), 200, 255]
                }, 50
            )
        }
        let read = try #require(ReadAnimation(gif: try Self.gif(film).file))
        #expect(read.frames.count == 5)
        for (found, wanted) in zip(read.frames, film) {
            let error = zip(found.picture.bytes, wanted.picture.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            #expect(error < still.count * 3 * 8)
            for y in 0..<40 {
                for x in 0..<20 { #expect(found.picture.pixel(x, y) == read.frames[0].picture.pixel(x, y)) }
            }
        }
    }

    @Test("sizes that the formats cannot say, and pictures of another size, are errors")
    func sizes() throws {
        for bad in [size(0, 4), size(4, 0), size(-1, 4), size(16_384, 4)] {
            #expect(throws: AnimationError.badSize(bad, limit: 16_383)) {
                _ = try WebPAnimation(size: bad, quality: .lossless)
            }
        }
        let table = ColorTable(ColorHistogram(), limit: 255)
        #expect(table.colors == [.black])
        for bad in [size(0, 4), size(4, 65_536)] {
            #expect(throws: AnimationError.badSize(bad, limit: 65_535)) {
                _ = try GIFAnimation(size: bad, table: table)
            }
        }
        let picture = Picture(size: size(3, 3), filledWith: .black)
        var webP = try WebPAnimation(size: size(4, 4), quality: .lossless)
        #expect(throws: AnimationError.otherSize(size(3, 3), expected: size(4, 4))) { _ = try webP.add(picture) }
        var gif = try GIFAnimation(size: size(4, 4), table: table)
        #expect(throws: AnimationError.otherSize(size(3, 3), expected: size(4, 4))) {
            _ = try gif.add(picture, for: .zero)
        }
    }

    @Test("a picture of another size is put in the middle of the canvas, scaled down where it has to be")
    func fitted() {
        let red = Picture(size: size(2, 2), filledWith: Color(200, 0, 0))
        let canvas = red.fitted(onto: size(4, 6))
        #expect(canvas.size == size(4, 6))
        for y in 0..<6 {
            for x in 0..<4 {
                let isInside = (1...2).contains(x) && (2...3).contains(y)
                #expect(canvas.pixel(x, y) == [isInside ? 200 : 0, 0, 0, 255])
            }
        }
        let wide = Picture(size: size(40, 10), filledWith: Color(200, 0, 0)).fitted(onto: size(8, 8))
        #expect((0..<8).map { wide.pixel(4, $0)[0] } == [0, 0, 0, 200, 200, 0, 0, 0])
        #expect(red.fitted(onto: size(2, 2)) == red)
    }
}

@Suite struct ColorTableTests {
    @Test("as many colors as there are room for, and each of them where there are few")
    func limit() {
        var random = SplitMix64(seed: 5)
        var histogram = ColorHistogram()
        histogram.add(random.picture(size(60, 60)))
        for limit in [1, 2, 16, 255] {
            let table = ColorTable(histogram, limit: limit)
            #expect(table.colors.count <= limit)
            #expect(table.colors.count > limit * 9 / 10)
        }
        let errors = [2, 16, 255].map { ColorTable(histogram, limit: $0).meanError }
        #expect(errors[0] > errors[1] && errors[1] > errors[2])
        var few = ColorHistogram()
        few.add(Picture(size(2, 1)) { x, _ in x == 0 ? [255, 0, 3, 255] : [7, 80, 9, 255] })
        #expect(Set(ColorTable(few, limit: 255).colors) == [Color(255, 0, 3), Color(7, 80, 9)])
        #expect(ColorTable(few, limit: 255).meanError == 0)
    }

    @Test("the smallest rectangle around what differs", arguments: UInt64(1)...40)
    func difference(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let size = size(random.number(1...9), random.number(1...7))
        let old = [UInt8](repeating: 0, count: size.count)
        var new = old
        var expected: PixelRect?
        for _ in 0..<random.number(0...3) {
            let (x, y) = (random.number(0...size.width - 1), random.number(0...size.height - 1))
            new[y * size.width + x] = 1
            let before = expected ?? PixelRect(x: x, y: y, width: 1, height: 1)
            let (left, top) = (min(before.minX, x), min(before.minY, y))
            expected = PixelRect(
                x: left, y: top, width: max(before.maxX, x + 1) - left, height: max(before.maxY, y + 1) - top)
        }
        let found = old.withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { FrameDifference.rect(from: old, to: $0, size) }
        }
        #expect(found == expected)
    }
}
