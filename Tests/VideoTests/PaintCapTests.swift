import Events
import Testing

@testable import Video

@Suite struct PaintCapTests {
    @Test("in ten seconds no more pictures than fifteen a second, however often somebody asks")
    func usual() {
        for step in [Int64(100), 1_000, 4_167, 16_667, 33_333] {
            var cap = PaintCap()
            var painted = 0
            for time in stride(from: Int64(0), to: 10_000_000, by: Int64.Stride(step))
            where cap.allows(at: Instant(microseconds: time)) {
                painted += 1
            }
            #expect(painted <= 151 && painted >= 149, "\(step)")
        }
    }

    @Test("the first picture may be painted at once, and a clock that goes back stops nothing")
    func first() {
        var cap = PaintCap(10)
        #expect(cap.next == nil)
        let times = [5, 5.0999, 1, 1.05, 1.1]
        let allowed = times.map { cap.allows(at: Instant(seconds: $0)) }
        #expect(allowed == [true, false, true, false, true])
        #expect(cap.next == Instant(seconds: 1.2))
    }

    @Test("figures that make no sense are clamped")
    func limits() {
        #expect(PaintCap(0) == PaintCap(1) && PaintCap(.min) == PaintCap(1))
        #expect(PaintCap(.max) == PaintCap(240))
    }
}
