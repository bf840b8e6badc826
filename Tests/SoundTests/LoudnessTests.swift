import Events
import Testing

@testable import Sound

@Suite struct LoudnessTests {
    /// A square wave: its mean square is that of its height.
    private func square(_ height: Int16, _ count: Int) -> [Int16] {
        (0..<count).map { $0 / 4 % 2 == 0 ? height : -height }
    }

    @Test("loudness is in decibels from -60 to full scale, a value a hop, the same for one channel and two")
    func levels() {
        let samples = Samples(
            rate: 16_000, channels: 1, values: square(3_277, 1_600) + [Int16](repeating: 0, count: 1_600))
        let found = samples.loudness(each: .milliseconds(10), around: 0)
        #expect(found.count == 20)
        #expect(found[..<10].allSatisfy { abs($0 - 40.0 / 60) < 0.001 } && found[10...].allSatisfy { $0 == 0 })
        let both = Samples(rate: 16_000, channels: 2, values: samples.values.flatMap { [$0, $0] })
        #expect(both.loudness(each: .milliseconds(10), around: 0) == found)
        #expect(Samples(rate: 16_000, channels: 1, values: [1, 2]).loudness(each: .milliseconds(10), around: 3) == [])
    }

    @Test("hops around count as much as the one between, also at the ends and at odd rates")
    func around() {
        let samples = Samples(
            rate: 22_050, channels: 1, values: square(3_277, 2_205) + [Int16](repeating: 0, count: 2_205))
        let found = samples.loudness(each: .milliseconds(10), around: 3)
        #expect(found.count == 20 && abs(found[0] - 40.0 / 60) < 0.002 && abs(found[6] - 40.0 / 60) < 0.002)
        // Four of seven hops sound: 2.4 dB less.
        #expect(abs(found[9] - (40 - 2.43) / 60) < 0.002)
        #expect(found[13] == 0 && found[12] > 0.5)
    }
}
