import Events
import Support
import Testing

@testable import Sound

@Suite("How loud a sound is")
struct LevelsTests {
    @Test(
        "each stretch has its level: silence 0, half of the full scale 6 dB below it, the rest behind the last whole one too"
    )
    func levels() {
        let silence = [Int16](repeating: 0, count: 100)
        let half = [Int16](repeating: 16_384, count: 100)
        let full = [Int16](repeating: .min, count: 30)
        let samples = Samples(rate: 1_000, channels: 2, values: silence + half + full)
        #expect(samples.levels(each: .milliseconds(50)) == [0, 229, 255])
        #expect(Samples(rate: 1_000, channels: 1, values: []).levels(each: .milliseconds(50)) == [])
        #expect(samples.levels(each: .zero).count == 115)
    }
}

@Suite struct SamplesTests {
    private func tone(_ hertz: Double, seconds: Double, rate: Int = 48_000) throws -> Samples {
        let file = SoundFile(rate: rate)
        return try decodeSound(try file.bytes(file.tone(hertz, seconds: seconds)))
    }

    /// Of a tone: how often it goes up through zero, a second.
    private func pitch(_ samples: Samples) -> Double {
        let values = samples.values
        return Double(values.indices.dropFirst().count { values[$0 - 1] < 0 && values[$0] >= 0 })
            / samples.duration.seconds
    }

    @Test("another rate gives the same tone in the same time", arguments: [8_000, 22_050, 44_100, 96_000])
    func resampled(rate: Int) throws {
        let samples = try tone(440, seconds: 1, rate: rate)
        let other = try samples.resampled(to: 48_000)
        #expect(other.rate == 48_000 && abs(other.frameCount - 48_000) <= 2, "\(other.frameCount)")
        #expect(abs(pitch(other) - 440) < 2)
    }

    @Test("the same rate gives the same samples")
    func sameRate() throws {
        let samples = try tone(440, seconds: 0.1)
        #expect(try samples.resampled(to: 48_000) == samples)
    }

    @Test(
        "speech at another speed lasts as long as it should, within 1 %, at the same pitch",
        arguments: [50, 60, 80, 90, 110, 130, 150])
    func stretched(speed: Int) throws {
        let samples = try tone(220, seconds: 4)
        let other = samples.stretched(toSpeed: speed)
        let expected = Double(samples.frameCount) * 100 / Double(speed)
        #expect(abs(Double(other.frameCount) / expected - 1) < 0.01, "\(other.frameCount) instead of \(expected)")
        #expect(abs(pitch(other) - 220) < 4, "\(pitch(other))")
    }

    @Test("the usual speed gives the same samples")
    func usualSpeed() throws {
        let samples = try tone(220, seconds: 0.1)
        #expect(samples.stretched(toSpeed: 100) == samples)
    }

    @Test("half a frame at the end is none")
    func halfFrame() {
        let samples = Samples(rate: 10, channels: 2, values: [1, 2, 3])
        #expect(samples.values == [1, 2] && samples.frameCount == 1 && samples.duration == .milliseconds(100))
        #expect(samples.frame(at: .seconds(9)) == 1 && samples.frame(at: .seconds(-9)) == 0)
    }
}
