import Panels
import Testing

@Suite("What drawing a picture takes")
struct FrameTimingTests {
    @Test("the bottleneck is the stage that took longest, and there is none up to 20 ms")
    func bottleneck() {
        let slow = FrameTiming([.decode: .milliseconds(3), .scale: .milliseconds(12), .write: .milliseconds(6)])
        #expect(slow.total == .milliseconds(21) && slow.bottleneck == .scale)
        #expect(FrameTiming([.paint: .milliseconds(20)]).bottleneck == nil)
        #expect(FrameTiming([.paint: .milliseconds(-5)])[.paint] == .zero)
    }

    @Test("a share of the pictures took at most what its figure says")
    func percentiles() {
        let summary = TimingSummary((1...200).reversed().map { FrameTiming([.paint: .milliseconds($0)]) })
        let paint = summary.stages[.paint]
        #expect(paint?.p50 == 100 && paint?.p90 == 180 && paint?.p99 == 198 && paint?.most == 200)
        #expect(summary.total == paint && summary.slowCount == 180)
        #expect(summary.slowText == "180 of 200 above 20 ms: paint 180")
        #expect(TimingSummary().count == 0 && TimingSummary().total.p99 == 0)
        #expect(TimingSummary([FrameTiming([.scale: .milliseconds(7)])]).stages[.scale]?.p50 == 7)
    }

    @Test("the ring keeps the last pictures and no more")
    func ring() {
        var ring = TimingRing()
        for number in 1...(TimingRing.length * 2 + 10) { ring.add(FrameTiming([.paint: .milliseconds(number)])) }
        let paint = ring.summary.stages[.paint]
        #expect(ring.summary.count == TimingRing.length)
        #expect(paint?.most == Double(TimingRing.length * 2 + 10))
        #expect(paint?.p50 == Double(TimingRing.length * 2 + 10 - TimingRing.length / 2))
    }
}
