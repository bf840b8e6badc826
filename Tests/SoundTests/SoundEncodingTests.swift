import Events
import Platform
import Testing

@testable import Sound

@Suite struct SoundEncodingTests {
    /// Noise in bursts that differ, as words do.
    private func speech(_ rate: Int, _ seconds: Double) -> Samples {
        var state: UInt32 = 7
        let values = (0..<Int(seconds * Double(rate))).map { frame -> Int16 in
            state = state &* 1_664_525 &+ 1_013_904_223
            let loudness = (frame * 21 / rate) % 3 == 0 ? 0 : 6_000
            return Int16(clamping: Int(Int32(bitPattern: state) >> 16) * loudness / 32_768)
        }
        return Samples(rate: rate, channels: 1, values: values)
    }

    private func written(_ samples: Samples, _ format: SoundFormat) throws -> [UInt8] {
        let path = "/tmp/cameo-encoding-\(getpid())-\(samples.frameCount)-\(format.rawValue)"
        let file = try #require(OpenFile(path, O_RDWR | O_CREAT | O_EXCL))
        unlink(path)
        try encodeSound(samples, as: format, to: file.descriptor)
        lseek(file.descriptor, 0, SEEK_SET)
        var bytes: [UInt8] = []
        while let some = Descriptor.read(file.descriptor, limit: 1 << 20), !some.isEmpty { bytes += some }
        return bytes
    }

    /// How many frames later a sound comes than another one: where both have most in common.
    private func delay(of sound: Samples, after other: Samples, within frames: Int) -> Int {
        func common(_ shift: Int) -> Int {
            let range = frames..<min(other.frameCount, sound.frameCount) - frames
            return range.reduce(0) { $0 + Int(other.values[$1]) * Int(sound.values[$1 + shift]) }
        }
        return (-frames...frames).max { common($0) < common($1) } ?? 0
    }

    @Test(
        "what is written is read back at the same places, to a sample",
        arguments: SoundFormat.allCases, [16_000, 22_050, 48_000])
    func places(format: SoundFormat, rate: Int) throws {
        guard format.canBeWritten else { return }
        let samples = speech(rate, 0.5)
        let read = try decodeSound(try written(samples, format))
        #expect(read.rate == rate && read.channels == 1)
        let late = delay(of: read, after: samples, within: rate / 400)
        let longer = read.frameCount - samples.frameCount
        #expect(abs(late) <= 1 && abs(longer) <= 1, "\(late) frames late, \(longer) longer")
    }

    @Test("of a rate that MP3 does not have the next one is taken")
    func rates() throws {
        guard SoundFormat.mp3.canBeWritten else { return }
        let read = try decodeSound(try written(speech(23_000, 1), .mp3))
        #expect(read.rate == 24_000 && abs(read.duration.milliseconds - 1_000) < 5)
    }

    @Test("a file that cannot be written is an error in the library's words")
    func unwritable() {
        #expect(throws: SoundError.self) { try encodeSound(speech(8_000, 0.1), as: .wav, to: -1) }
    }
}
