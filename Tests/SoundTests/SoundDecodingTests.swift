import CSndfile
import Events
import Platform
import Support
import Testing

@testable import Sound

@Suite struct SoundDecodingTests {
    private static let opus = SF_FORMAT_OGG | SF_FORMAT_OPUS

    @Test(
        "K63 N26 a sound has the duration that its own rate and channels give it",
        arguments: [
            (SoundFile(rate: 44_100, channels: 1, format: SoundFile.mp3), "mono MP3"),
            (SoundFile(rate: 24_000, channels: 2, format: SoundFile.mp3), "24 kHz stereo MP3"),
            (SoundFile(rate: 16_000, channels: 1), "16 kHz WAV"),
            (SoundFile(rate: 48_000, channels: 2, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16), "FLAC"),
            (SoundFile(rate: 22_050, channels: 1, format: SF_FORMAT_OGG | SF_FORMAT_VORBIS), "Ogg"),
            (SoundFile(rate: 48_000, channels: 2, format: opus), "Opus"),
            (SoundFile(rate: 96_000, channels: 6), "six channels"),
        ])
    func durations(file: SoundFile, name: String) throws {
        let samples = try decodeSound(try file.bytes(file.tone(440, seconds: 1.5)))
        #expect(samples.rate == file.rate && samples.channels == (file.channels == 2 ? 2 : 1), "\(name)")
        // What an encoder adds is less than two of its frames.
        #expect(abs(samples.duration.seconds - 1.5) < 0.06, "\(name): \(samples.duration)")
        let loudest = samples.values.map { abs(Int($0)) }.max() ?? 0
        #expect((14_000...20_500).contains(loudest), "\(name): \(loudest)")
    }

    @Test(
        "a file that is broken off says by how much, where it announces its size",
        arguments: [
            SoundFile(rate: 16_000, channels: 1), SoundFile(rate: 44_100, channels: 1, format: SoundFile.mp3),
            SoundFile(rate: 24_000, channels: 2, format: SoundFile.mp3),
            SoundFile(rate: 44_100, channels: 2, format: SoundFile.mp3),
        ])
    func brokenOff(file: SoundFile) throws {
        let folder = try Folder()
        let tone = try file.bytes(file.tone(440, seconds: 1))
        // A picture in front is as large as it likes.
        let isMP3 = file.format == SoundFile.mp3
        let picture = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0x40, 0] + [UInt8](repeating: 7, count: 0x40 << 7)
        for bytes in isMP3 ? [tone, picture + tone] : [tone] {
            for missing in [0, 1, 10, tone.count / 2] {
                #expect(SoundExtent.missingBytes(in: bytes.dropLast(missing)) == missing)
                let path = try folder.write(bytes.dropLast(missing), to: "sound")
                #expect(SoundExtent.missingBytes(in: try #require(OpenFile(path))) == missing)
            }
        }
        for count in 0...60 { _ = SoundExtent.missingBytes(in: Array(tone.prefix(count))) }
    }

    @Test(
        "MP3 without a tag begins with the coder's silence: it is left out where its length tells, and only there",
        arguments: [44_100, 24_000, 22_050], [true, false])
    func coderDelay(rate: Int, isVariable: Bool) throws {
        var file = SoundFile(rate: rate, channels: 1, format: SoundFile.mp3)
        file.isVariable = isVariable
        var click = [Float](repeating: 0, count: rate)
        for place in rate / 2..<rate / 2 + 20 { click[place] = 0.9 }
        let tagged = try file.bytes(click)
        // Frames of few bytes have no room for a tag.
        let hasTag = MP3Frame(in: tagged)?.tag != nil
        let bare = hasTag ? try #require(withoutMP3Tag(tagged)) : tagged
        func peak(_ bytes: [UInt8], longest: Double?) throws -> Double {
            let samples = try SoundPiece(bytes).sound(longest: longest.map(TimeSpan.init(seconds:))).get()
            let loudest = samples.values.map { abs(Int($0)) }
            return Double(loudest.firstIndex(of: loudest.max() ?? 0) ?? 0) / Double(rate)
        }
        // The library's files vary in their bit rate unless they are asked not to.
        let lead = isVariable ? 576.0 : 1_105
        let (delay, whole) = (lead / Double(rate), try decodeSound(bare).duration.seconds)
        let frame = rate > 40_000 ? 1_152.0 : 576
        // As long as it is; a moment less; as much less as coders add at the most; a little more than that; nobody knows.
        let cases =
            [
                (whole, delay), (whole - 0.001, 0), (whole - (lead + 2 * frame) / Double(rate) + 0.001, 0),
                (whole - (lead + 2 * frame) / Double(rate) - 0.001, delay), (nil, delay),
            ] as [(Double?, Double)]
        for (longest, expected) in cases {
            let found = try peak(bare, longest: longest) - 0.5
            #expect(abs(found - expected) < 0.003, "\(longest ?? -1): \(found)")
        }
        #expect(try !hasTag || abs(peak(tagged, longest: 0.98) - 0.5) < 0.003)
        #expect(hasTag || !isVariable)
        let wav = SoundFile(rate: rate, channels: 1)
        #expect(abs(try peak(try wav.bytes(click), longest: 0.96) - 0.5) < 0.003)
        for count in 0...60 { _ = CoderDelay(in: Array(bare.prefix(count)), rate: rate) }
    }

    @Test(
        "MP3 whose bit rate varies is read to its end without a tag, too", arguments: [44_100, 24_000, 11_025], [1, 2])
    func variableRate(rate: Int, channels: Int) throws {
        var file = SoundFile(rate: rate, channels: channels, format: SoundFile.mp3)
        file.isVariable = true
        let quiet = [Float](repeating: 0, count: rate * channels)
        var noise = quiet
        var chance = SplitMix64(seed: 7)
        for place in noise.indices { noise[place] = Float(chance.below(2_000)) / 1_000 - 1 }
        for sound in [quiet + noise, noise + quiet] {
            let tagged = try file.bytes(sound)
            let bare = try #require(withoutMP3Tag(tagged))
            let (whole, found) = (try decodeSound(tagged), try decodeSound(bare))
            #expect(whole.duration == .seconds(2))
            let more = (found.duration - whole.duration).seconds * Double(rate)
            #expect(more > 1_000 && more < 4_000, "\(more)")
            #expect(try decodeSound(Array(bare.prefix(bare.count * 3 / 4))).duration < whole.duration)
        }
        let bare = try #require(withoutMP3Tag(try file.bytes(quiet + noise)))
        for count in 0...60 { _ = try? decodeSound(Array(bare.prefix(count))) }
    }

    @Test("a stream whose size nobody knew, and a file that announces none, miss nothing")
    func unknownSize() throws {
        var wav = try SoundFile().bytes([1, 2, 3] as [Int16])
        for place in 4..<8 { wav[place] = 0xFF }
        #expect(SoundExtent.missingBytes(in: wav) == 0)
        let ogg = SoundFile(rate: 22_050, channels: 1, format: SF_FORMAT_OGG | SF_FORMAT_VORBIS)
        #expect(SoundExtent.missingBytes(in: try ogg.bytes(ogg.tone(440, seconds: 1)).dropLast(100)) == 0)
        #expect(SoundExtent.missingBytes(in: []) == 0)
    }

    @Test("16-bit samples come out as they went in")
    func exact() throws {
        var chance = SplitMix64(seed: 1)
        let values = (0..<9_001).map { _ in Int16.random(in: .min ... .max, using: &chance) }
        #expect(try decodeSound(try SoundFile().bytes(values)).values == values)
    }

    @Test("samples that are no number, or too loud, are no trap")
    func floats() throws {
        let file = SoundFile(format: SF_FORMAT_WAV | SF_FORMAT_FLOAT)
        let samples = try decodeSound(try file.bytes([.nan, .infinity, -.infinity, 7, -7, 0.25]))
        #expect(samples.values == [0, 0, 0, 32_767, -32_768, 8_192])
    }

    @Test("of more than two channels the mean is taken")
    func manyChannels() throws {
        let samples = try decodeSound(try SoundFile(channels: 4).bytes([8, 4, 4, 0, -9, -9, -9, -9] as [Int16]))
        #expect(samples.values == [4, -9])
    }

    @Test("N25 what is no sound is refused with the reason", arguments: [[], [0], Array("not a sound at all".utf8)])
    func noSound(bytes: [UInt8]) throws {
        let error = #expect(throws: SoundError.self) { try decodeSound(bytes) }
        #expect(error == .empty || error?.reason.hasPrefix("not a playable MP3, WAV, Ogg, Opus or FLAC file: ") == true)
    }

    @Test("a file that is broken off is as long as what could be read of it")
    func brokenOff() throws {
        let whole = try SoundFile(format: SoundFile.mp3).bytes(SoundFile().tone(440, seconds: 2))
        let half = try decodeSound(Array(whole[..<(whole.count / 2)]))
        #expect((0.7...1.2).contains(half.duration.seconds), "\(half.duration)")
    }

    @Test("more than is taken is refused, before it is in memory")
    func limits() throws {
        let bytes = try SoundFile().bytes([Float](repeating: 0, count: 44_100))
        var limits = SoundLimits()
        limits.duration = .milliseconds(500)
        #expect(throws: SoundError.beyondLimit("expected at most 0 s of sound, found more")) {
            try decodeSound(bytes, limits)
        }
        limits = SoundLimits()
        limits.byteCount = 1 << 16
        #expect(throws: SoundError.beyondLimit("expected at most 0 MiB of decoded sound, found more")) {
            try decodeSound(bytes, limits)
        }
        limits = SoundLimits()
        limits.rates = 1...22_050
        #expect(throws: SoundError.beyondLimit("expected 1 to 22050 samples a second, found 44100")) {
            try decodeSound(bytes, limits)
        }
    }

    @Test("spoiled bytes of every format end in samples or in an error")
    func spoiled() throws {
        var chance = SplitMix64(seed: 7)
        let formats = [SoundFile.mp3, SF_FORMAT_FLAC | SF_FORMAT_PCM_16, Self.opus, SoundFile().format]
        for format in formats {
            let file = SoundFile(rate: 48_000, format: format)
            let whole = try file.bytes(file.tone(300, seconds: 0.2))
            for _ in 0..<60 {
                var bytes = whole
                for _ in 0..<8 {
                    bytes[Int.random(in: bytes.indices, using: &chance)] = .random(in: 0...255, using: &chance)
                }
                if Bool.random(using: &chance) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &chance)) }
                if let samples = try? decodeSound(bytes) { #expect(samples.frameCount > 0 && samples.channels <= 2) }
            }
        }
    }
}
