import Events
import Support
import Testing

@testable import Frames

/// A clip of a textured plane that moves `step` pixels a frame, and overlays cut from it with something painted inside.
private struct MovingClip {
    static let size = PixelSize(width: 120, height: 100)
    static let rect = PixelRect(x: 30, y: 16, width: 64, height: 64)
    static let count = 14

    let bases: [Picture]
    private let step: Int
    private let noise: Int

    /// - Parameter noise: of a coder, up to so much either way, another for each picture.
    init(step: Int = 2, noise: Int = 0) {
        (self.step, self.noise) = (step, noise)
        bases = (0..<Self.count).map { Self.picture($0 * step, noise: noise, seed: UInt64($0)) }
    }

    private static func picture(_ shift: Int, noise: Int, seed: UInt64) -> Picture {
        var numbers = SplitMix64(seed: seed)
        var bytes: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                let across = (x + shift) * 5 % 61
                let value = 80 + across + (y + shift / 2) * 3 % 37
                let shade = UInt8(value + (noise == 0 ? 0 : numbers.below(2 * noise + 1) - noise))
                bytes += [shade, 255 - shade, UInt8(across), 255]
            }
        }
        return Picture(size: size, bytes: bytes)
    }

    /// Coded anew, so that its noise is its own.
    func overlay(for index: Int, alpha: ((Int, Int) -> UInt8)? = nil) -> Picture {
        let cut = Self.picture(index * step, noise: noise, seed: 1_000 + UInt64(index)).cropped(to: Self.rect)
        var bytes = cut.bytes
        for y in 0..<cut.size.height {
            for x in 0..<cut.size.width {
                let place = (y * cut.size.width + x) * 4
                if abs(x - 32) < 20, abs(y - 32) < 14 { bytes[place] = 200 }
                if let alpha { bytes[place + 3] = alpha(x, y) }
            }
        }
        return Picture(size: cut.size, bytes: bytes)
    }

    /// The overlay with each byte changed, alphas too.
    func changed(_ index: Int, _ change: (_ place: Int, _ value: Int) -> Int) -> Picture {
        let cut = overlay(for: index)
        return Picture(
            size: cut.size,
            bytes: cut.bytes.enumerated().map { UInt8(clamping: $0 % 4 == 3 ? 255 : change($0, Int($1))) })
    }

    func candidate(_ index: Int, under rect: PixelRect = rect) -> SeamTest.Candidate {
        SeamTest.Candidate(index: index, part: SeamPart(of: bases[index], under: rect))
    }

    func judge(_ overlay: Picture, drawnOver index: Int) -> SeamTest.Verdict {
        let others = bases.indices.filter { $0 != index }.map { candidate($0) }
        return SeamTest.judge(overlay, drawn: candidate(index), others: others)
    }
}

@Suite struct SeamTests {
    @Test("an overlay over its own base frame fits, whatever is painted inside of it", arguments: [0, 4])
    func fits(noise: Int) {
        let clip = MovingClip(noise: noise)
        for index in [0, 7, 13] { #expect(clip.judge(clip.overlay(for: index), drawnOver: index) == .fits) }
    }

    @Test("K65 an overlay over another base frame is named with the one that it was made for")
    func madeFor() {
        let clip = MovingClip(noise: 3)
        let overlay = clip.overlay(for: 5)
        for index in [6, 4, 8, 1, 13] {
            #expect(clip.judge(overlay, drawnOver: index) == .madeFor(index: 5, isClear: true))
        }
    }

    @Test("the best of some base frames is not the one of all of them: what is looked at later may fit better")
    func far() {
        let clip = MovingClip(noise: 3)
        let overlay = clip.overlay(for: 1)
        var search = SeamTest.Search(overlay, drawn: clip.candidate(9))
        search.look(at: (4...13).map { clip.candidate($0) })
        #expect(search.verdict != .madeFor(index: 1, isClear: true))
        search.look(at: (0...3).map { clip.candidate($0) })
        #expect(search.verdict == .madeFor(index: 1, isClear: true))
    }

    @Test("of two that fit nearly equally neither is named as the one: the limit is a tenth more, and 1")
    func nearly() {
        // A mean square of 100, beside one of 121 or 100; and of 0, beside 1 or 0.
        let gray = { (shade: UInt8) in Picture(size: MovingClip.rect.size, filledWith: Color(shade, shade, shade)) }
        let candidate = { (index: Int, shade: UInt8) in
            let base = Picture(size: MovingClip.size, filledWith: Color(shade, shade, shade))
            return SeamTest.Candidate(index: index, part: SeamPart(of: base, under: MovingClip.rect))
        }
        func verdict(_ first: UInt8, _ second: UInt8) -> SeamTest.Verdict {
            SeamTest.judge(gray(100), drawn: candidate(9, 140), others: [candidate(4, first), candidate(2, second)])
        }
        #expect(verdict(110, 89) == .madeFor(index: 4, isClear: true))
        #expect(verdict(110, 90) == .madeFor(index: 4, isClear: false))
        #expect(verdict(100, 101) == .madeFor(index: 4, isClear: true))
        #expect(verdict(100, 100) == .madeFor(index: 4, isClear: false))
    }

    @Test("a clip that does not move says nothing")
    func still() {
        let clip = MovingClip(step: 0, noise: 3)
        for index in 0..<8 { #expect(clip.judge(clip.overlay(for: 5), drawnOver: index) == .fits) }
    }

    @Test("of base frames that are equal the nearest one is named")
    func nearest() {
        let clip = MovingClip()
        let others = [3, 8, 6].map { SeamTest.Candidate(index: $0, part: clip.candidate(0).part) }
        #expect(
            SeamTest.judge(clip.overlay(for: 0), drawn: clip.candidate(9), others: others)
                == .madeFor(index: 8, isClear: false))
    }

    @Test("an overlay that belongs to no base frame fits none, by far where anybody sees its border")
    func stranger() {
        let overlay = Picture(size: MovingClip.rect.size, filledWith: Color(250, 20, 10))
        #expect(MovingClip().judge(overlay, drawnOver: 3) == .fitsNone(isFar: true))
        let clip = MovingClip()
        let grainy = clip.changed(3) { place, value in value + (place / 4 % 2 == 0 ? 16 : -16) }
        #expect(clip.judge(grainy, drawnOver: 3) == .fitsNone(isFar: false))
    }

    @Test(
        "a-color-brighter: an overlay in other colors than what lies under it is told by how much, from 10 of 255 on",
        arguments: [0, 2])
    func tinted(noise: Int) {
        let clip = MovingClip(noise: noise)
        for levels in [16, 10, 40] {
            let paler = clip.changed(3) { _, value in value + levels }
            #expect(clip.judge(paler, drawnOver: 3) == .tinted(SeamTint(red: levels, green: levels, blue: levels)))
        }
        // Blue has no 20 levels to lose everywhere.
        guard case .tinted(let darker) = clip.judge(clip.changed(3) { _, value in value - 20 }, drawnOver: 3) else {
            return #expect(Bool(false))
        }
        #expect(darker.red == -20 && darker.green == -20 && darker.blue < -10 && !darker.isExchanged)
        let green = clip.changed(3) { place, value in place % 4 == 1 ? value + 25 : value }
        #expect(clip.judge(green, drawnOver: 3) == .tinted(SeamTint(red: 0, green: 25, blue: 0)))
    }

    @Test("a-ok-color-4: an overlay that is a little paler or darker fits, up to 9 of 255", arguments: [4, -4, 9, -9])
    func nearlyEqual(levels: Int) {
        for noise in [0, 2] {
            let clip = MovingClip(noise: noise)
            let paler = clip.changed(3) { _, value in value + levels }
            #expect(clip.judge(paler, drawnOver: 3) == .fits, "noise \(noise)")
        }
    }

    @Test("a-color-red-and-blue: exchanged colors are told as such")
    func exchanged() {
        let clip = MovingClip(noise: 2)
        var bytes = clip.overlay(for: 3).bytes
        for place in stride(from: 0, to: bytes.count, by: 4) { bytes.swapAt(place, place + 2) }
        let verdict = clip.judge(Picture(size: MovingClip.rect.size, bytes: bytes), drawnOver: 3)
        guard case .tinted(let tint) = verdict else { return #expect(Bool(false), "\(verdict)") }
        #expect(tint.isExchanged && tint.red < -50 && tint.blue > 50)
    }

    @Test("an overlay that shows something else, such as lips alone, or lies elsewhere has no tint")
    func otherPattern() {
        let clip = MovingClip()
        let lips = Picture(size: MovingClip.rect.size, filledWith: Color(160, 110, 60))
        #expect(clip.judge(lips, drawnOver: 3) == .fitsNone(isFar: true))
        let moved = clip.candidate(3, under: PixelRect(x: 10, y: 30, width: 64, height: 64))
        let verdict = SeamTest.judge(clip.overlay(for: 3), drawn: moved, others: [])
        if case .tinted = verdict { #expect(Bool(false)) }
    }

    @Test("with transparent corners the rim of what is opaque is looked at")
    func disc() {
        let round: (Int, Int) -> UInt8 = { x, y in (x - 32) * (x - 32) + (y - 32) * (y - 32) < 30 * 30 ? 255 : 0 }
        let clip = MovingClip(noise: 2)
        let overlay = clip.overlay(for: 5, alpha: round)
        #expect(clip.judge(overlay, drawnOver: 5) == .fits)
        #expect(clip.judge(overlay, drawnOver: 8) == .madeFor(index: 5, isClear: true))
        let band = SeamBand(of: overlay, within: overlay.bounds)
        #expect(band.runs.allSatisfy { run in (run.x..<run.x + run.count).allSatisfy { round($0, run.y) == 255 } })
    }

    @Test("an overlay without opaque pixels, or outside of the base frame, is unclear")
    func unclear() {
        let clip = MovingClip()
        #expect(clip.judge(clip.overlay(for: 5) { _, _ in 100 }, drawnOver: 9) == .unclear)
        let far = clip.candidate(0, under: PixelRect(x: 900, y: 0, width: 64, height: 64))
        #expect(SeamTest.judge(clip.overlay(for: 5), drawn: far, others: []) == .unclear)
    }

    @Test("an overlay that hangs over the edge is judged by what lies on the base frame")
    func clipped() {
        let clip = MovingClip()
        let rect = PixelRect(x: -20, y: -10, width: 64, height: 64)
        var bytes = [UInt8](repeating: 255, count: 64 * 64 * 4)
        for y in 10..<64 {
            for x in 20..<64 {
                for byte in 0..<4 {
                    let from = ((y - 10) * MovingClip.size.width + x - 20) * 4
                    bytes[(y * 64 + x) * 4 + byte] = clip.bases[5].bytes[from + byte]
                }
            }
        }
        let overlay = Picture(size: rect.size, bytes: bytes)
        let candidates = (0..<10).map { clip.candidate($0, under: rect) }
        #expect(SeamTest.judge(overlay, drawn: candidates[5], others: candidates) == .fits)
        #expect(SeamTest.judge(overlay, drawn: candidates[7], others: candidates) == .madeFor(index: 5, isClear: true))
    }

    @Test("the band of an opaque overlay is a frame along its border")
    func frame() {
        let size = PixelSize(width: 96, height: 240)
        let picture = Picture(size: size, filledWith: Color(1, 2, 3))
        let band = SeamBand(of: picture, within: picture.bounds)
        #expect(SeamBand.width(of: size) == 4)
        #expect(band.count == 96 * 240 - 88 * 232)
        // The same by the way that looks at alphas.
        var bytes = picture.bytes
        bytes[(120 * 96 + 48) * 4 + 3] = 254
        let rim = SeamBand(of: Picture(size: size, bytes: bytes), within: picture.bounds)
        #expect(rim.runs.reduce(0) { $0 + $1.count } == band.count)
    }

    @Test("what is kept keeps to its limit, and the least recently used goes")
    func limit() {
        let picture = Picture(size: PixelSize(width: 10, height: 10), filledWith: .black)
        var cache = SeamCache(byteLimit: 1_000)
        let names = (0..<4).map { ContentHash(words: ($0, 0, 0, 0)) }
        for name in names.prefix(2) { cache.keepOverlay(picture, name) }
        _ = cache.overlay(names[0])
        cache.keepOverlay(picture, names[2])
        #expect(cache.overlay(names[1]) == nil)
        #expect(cache.overlay(names[0]) == picture)
        #expect(cache.part(of: names[3], under: .zero) == nil)
    }
}
