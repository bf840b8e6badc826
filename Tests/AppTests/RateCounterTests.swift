import Events
import Testing

@testable import App

@Suite struct RateCounterTests {
    @Test("the rate is the number of frames in the second before")
    func rate() {
        var rate = RateCounter()
        for frame in 0..<90 { rate.count(Instant(microseconds: Int64(frame) * 33_333)) }
        #expect(rate.rate(at: Instant(seconds: 2.99)) == 30)
        #expect(rate.rate(at: Instant(seconds: 3.5)) == 14)
        #expect(rate.rate(at: Instant(seconds: 5)) == 0)
    }
}
