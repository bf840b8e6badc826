import Events
import Frames
import Support
import Testing

@testable import Video

@Suite struct VideoPacingTests {
    @Test("a frame is due from its first moment to the one before the next frame's")
    func bounds() throws {
        var random = SplitMix64(seed: 8)
        for _ in 0..<5_000 {
            let limits = [60, 100_000, 1_000_000_000]
            let (numerator, denominator) = (number(&random, limits), number(&random, limits))
            let rate = try #require(Ratio(numerator, denominator))
            let pacing = VideoPacing(rate: rate)
            let time = Instant(microseconds: Int64(number(&random, [2_000_000, 1_000_000_000_000])))
            let frame = pacing.frame(at: time)
            #expect(pacing.time(ofFrame: frame) <= time && time < pacing.time(ofFrame: frame + 1), "\(rate) \(time)")
            // From the definition.
            let (product, divisor) = time.microseconds.multipliedFullWidth(by: Int64(rate.numerator))
            if product == 0 { #expect(UInt64(frame) == divisor / UInt64(rate.denominator * 1_000_000)) }
        }
    }

    private func number(_ random: inout SplitMix64, _ limits: [Int]) -> Int {
        Int.random(in: 1...random.pick(limits), using: &random)
    }

    @Test("times that no file has are clamped, and nothing overflows")
    func extremes() throws {
        for (numerator, denominator) in [(1, 1_000_000_000), (1_000_000_000, 1), (30, 1)] {
            let pacing = VideoPacing(rate: try #require(Ratio(numerator, denominator)))
            #expect(pacing.frame(at: Instant(microseconds: .min)) == 0)
            #expect(pacing.frame(at: Instant(microseconds: .max)) >= 1)
            #expect(pacing.time(ofFrame: .min) == .zero)
            _ = pacing.time(ofFrame: .max)
        }
        let slow = VideoPacing(rate: try #require(Ratio(1, 1_000_000_000)))
        #expect(slow.time(ofFrame: .max) == Instant(microseconds: .max))
    }
}
