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

    @Test("what would be larger than a sound may be is refused before there is room for it, what fits exactly is not")
    func resampledBeyondLimit() throws {
        let samples = Samples(rate: 1_000, channels: 2, values: [Int16](repeating: 0, count: 2_000))
        var limits = SoundLimits()
        limits.byteCount = 4 * 48_000
        #expect(try samples.resampled(to: 48_000, limits).byteCount <= limits.byteCount)
        limits.byteCount -= 1
        #expect(throws: limits.tooLarge) { try samples.resampled(to: 48_000, limits) }
        // 1.4 MB of a stranger's file: 12 minutes of 8 bits at the lowest rate.
        let long = Samples(rate: 1_000, channels: 2, values: [Int16](repeating: 0, count: 1_440_000))
        #expect(throws: SoundLimits().tooLarge) { try long.resampled(to: 48_000) }
    }

    @Test("the same rate gives the same samples")
    func sameRate() throws {
        let samples = try tone(440, seconds: 0.1)
        #expect(try samples.resampled(to: 48_000) == samples)
    }

    @Test(
        "speech at another speed lasts as long as it should, to the sample, at the same pitch",
        arguments: [50, 60, 80, 90, 110, 130, 150])
    func stretched(speed: Int) throws {
        let samples = try tone(220, seconds: 4)
        let other = samples.stretched(toSpeed: speed)
        let expected = samples.frameCount * 100 / speed
        #expect(other.frameCount == expected, "\(other.frameCount) instead of \(expected)")
        #expect(abs(pitch(other) - 220) < 4, "\(pitch(other))")
    }

    @Test("at another speed a sound is loud to its end, for what follows it without a gap", arguments: [50, 80, 150])
    func loudToTheEnd(speed: Int) throws {
        let other = try tone(220, seconds: 1.3).stretched(toSpeed: speed)
        // A period of the tone, of the full loudness of 16,384.
        let end = other.values.suffix(48_000 / 220)
        let loudness = (end.reduce(0) { $0 + Double($1) * Double($1) } / Double(end.count)).squareRoot()
        #expect(loudness > 0.95 * 16_384 / 2.0.squareRoot(), "\(loudness)")
    }

    @Test("the usual speed gives the same samples")
    func usualSpeed() throws {
        let samples = try tone(220, seconds: 0.1)
        #expect(samples.stretched(toSpeed: 100) == samples)
    }

    @Test("a piece begins and ends softly on both channels, and has what there is of it")
    func piece() {
        let samples = Samples(rate: 1_000, channels: 2, values: .init(repeating: 1_000, count: 20))
        let piece = samples.piece(from: .milliseconds(1), to: .milliseconds(8), fade: .milliseconds(2))
        #expect(piece.values == [0, 0, 500, 500, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 500, 500, 0, 0])
        let end = samples.piece(from: .milliseconds(9), to: .milliseconds(30), fade: .milliseconds(2))
        #expect(end.values == [1_000, 1_000])
        #expect(samples.piece(from: .seconds(2), to: .seconds(1), fade: .milliseconds(2)).values == [])
    }

    @Test("half a frame at the end is none")
    func halfFrame() {
        let samples = Samples(rate: 10, channels: 2, values: [1, 2, 3])
        #expect(samples.values == [1, 2] && samples.frameCount == 1 && samples.duration == .milliseconds(100))
        #expect(samples.frame(at: .seconds(9)) == 1 && samples.frame(at: .seconds(-9)) == 0)
    }
}
