import CSndfile
import Events
import Platform
import Testing

@testable import Sound

/// Files of sound that are decoded piece by piece.
@Suite struct SoundStreamTests {
    /// A kind of file, as the tests write it.
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        let format: Int
        var isVariable = false
        /// Without the encoder's tag.
        var isBare = false
        var channels = 1

        var testDescription: String { name }
    }

    static let kinds = [
        Kind(name: "WAV", format: SF_FORMAT_WAV | SF_FORMAT_PCM_16),
        Kind(name: "WAV, stereo", format: SF_FORMAT_WAV | SF_FORMAT_PCM_16, channels: 2),
        Kind(name: "FLAC", format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16),
        Kind(name: "Vorbis", format: SF_FORMAT_OGG | SF_FORMAT_VORBIS),
        Kind(name: "MP3", format: SoundFile.mp3),
        Kind(name: "MP3, stereo", format: SoundFile.mp3, channels: 2),
        Kind(name: "MP3, variable", format: SoundFile.mp3, isVariable: true),
        Kind(name: "MP3, variable, without a tag", format: SoundFile.mp3, isVariable: true, isBare: true),
    ]

    private static let rate = 22_050

    /// Noise that swells and fades, so that frames of MP3 lend each other room.
    static func noise(_ seconds: Double, rate: Int = Self.rate, channels: Int = 1) -> [Int16] {
        var state: UInt32 = 7
        return (0..<Int(seconds * Double(rate)) * channels).map { place in
            state = state &* 1_664_525 &+ 1_013_904_223
            let loudness = abs(place * 7 / (rate * channels) % 8 - 4) * 2_000
            return Int16(clamping: Int(Int32(bitPattern: state) >> 16) * loudness / 32_768)
        }
    }

    static func bytes(_ kind: Kind, _ seconds: Double) throws -> [UInt8] {
        let file = SoundFile(rate: rate, channels: kind.channels, format: kind.format, isVariable: kind.isVariable)
        let bytes = try file.bytes(noise(seconds, channels: kind.channels))
        guard kind.isBare else { return bytes }
        let frame = try #require(MP3Frame(in: bytes))
        #expect(frame.tag != nil)
        return Array(bytes[(frame.start + frame.header.byteCount)...])
    }

    static func file(_ bytes: [UInt8]) throws -> OpenFile {
        let path = "/tmp/cameo-stream-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        let file = try #require(OpenFile(path, O_RDWR | O_CREAT | O_EXCL))
        unlink(path)
        #expect(Descriptor.writeAll(bytes, to: file.descriptor))
        return file
    }

    /// A file that is not at its beginning: a stream reads it from there all the same.
    private static func stream(_ bytes: [UInt8]) throws -> FileStream { try FileStream(file(bytes)) }

    @Test("samples behind a seek are those of reading straight through, wherever it goes", arguments: kinds)
    func seeks(kind: Kind) throws {
        let bytes = try Self.bytes(kind, 20)
        let whole = try decodeSound(bytes)
        let stream = try Self.stream(bytes)
        #expect(stream.rate == Self.rate && stream.channels == kind.channels)
        #expect(try stream.read(whole.frameCount + 1_000) == whole.values)
        for place in [0, 1, 5_000, 200_000, 40_001, 400_123, 39_999, whole.frameCount - 100, 250_000, 100_000] {
            try stream.seek(to: place)
            let (start, end) = (place * kind.channels, min(whole.frameCount, place + 3_000) * kind.channels)
            let (found, wanted) = (try stream.read(3_000), whole.values[start..<end])
            // The library's sums for MP3 begin elsewhere behind a seek: their last bit may be another one.
            let most = kind.format == SoundFile.mp3 ? 1 : 0
            #expect(found.count == wanted.count, "at \(place)")
            #expect(zip(found, wanted).allSatisfy { abs(Int($0) - Int($1)) <= most }, "at \(place)")
        }
        try stream.seek(to: whole.frameCount + 5_000)
        #expect(try stream.read(10) == [])
        try stream.seek(to: 7)
        #expect(try stream.read(2).count == 2 * kind.channels)
    }

    @Test("a sound is as long as what can be read of it, whole or broken off", arguments: kinds)
    func lengths(kind: Kind) throws {
        let bytes = try Self.bytes(kind, 3)
        for cut in [bytes, Array(bytes.prefix(bytes.count * 2 / 3))] {
            let wanted = try? decodeSound(cut).duration
            #expect((try? SoundLength.of(Self.stream(cut))) == wanted)
        }
    }

    @Test("what is no sound, and what is beyond the limits, is an error")
    func refused() throws {
        #expect(throws: SoundError.empty) { try Self.stream([]) }
        #expect(throws: SoundError.self) { try Self.stream(Array("no sound at all, only text".utf8)) }
        let file = try Self.file(try SoundFile(channels: 5).bytes([Int16](repeating: 1, count: 50)))
        var limits = SoundLimits()
        limits.channels = 4
        #expect(throws: SoundError.beyondLimit("expected 1 to 4 channels, found 5")) {
            try FileStream(file, limits)
        }
    }

    // MARK: Blocks

    @Test(
        "a block at another rate is the same whatever was read before, and all of them are the whole",
        arguments: [22_050, 48_000, 8_000, 44_101], [1, 2])
    func blocks(rate: Int, channels: Int) throws {
        let bytes = try Self.bytes(Kind(name: "", format: SF_FORMAT_WAV | SF_FORMAT_PCM_16, channels: channels), 9)
        let whole = try decodeSound(bytes).resampled(to: rate)
        let straight = SoundBlocks(try Self.stream(bytes), rate: rate)
        var read: [Samples] = []
        while case let block = try straight.block(read.count), block.frameCount > 0 { read.append(block) }
        #expect(read.count >= 4 && read.dropLast().allSatisfy { $0.frameCount == straight.blockFrames })
        let values = read.flatMap(\.values)
        // The library computes with 32 bits: where a block begins a last bit may be another one.
        #expect(abs(values.count - whole.values.count) <= channels)
        #expect(zip(values, whole.values).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        let jumping = SoundBlocks(try Self.stream(bytes), rate: rate)
        for number in [2, 0, 3, 1, 1, 9, 2] {
            #expect(try jumping.block(number) == (read.indices.contains(number) ? read[number] : straight.block(9)))
        }
        #expect(try jumping.block(9).frameCount == 0)
    }

    @Test("sound at another speed is the same in whatever pieces it came", arguments: [50, 90, 150])
    func speeds(percent: Int) {
        let whole = Samples(rate: Self.rate, channels: 1, values: Self.noise(3))
        let changer = SpeedChanger(rate: Self.rate, channels: 1, percent: percent)
        var (values, place, piece) = ([Int16](), 0, 1)
        while place < whole.frameCount {
            let end = min(whole.frameCount, place + piece)
            let part = Samples(rate: Self.rate, channels: 1, values: Array(whole.values[place..<end]))
            values += changer.take(part).values
            (place, piece) = (end, piece * 3 % 10_007)
        }
        values += changer.finish().values
        #expect(values == whole.stretched(toSpeed: percent).values)
        #expect(values.count == whole.frameCount * 100 / percent)
    }
}
