import Panels
import Sessions
import Testing

@Suite("What drawing pictures takes")
struct TimingSummaryTests {
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
