import CSndfile
import Events
import Support
import Testing

@testable import Sound

/// Several files in one sound, as backends make them that join what a TTS server gave them piece by piece.
@Suite struct JoinedSoundTests {
    private static func mp3(_ seconds: Double, rate: Int = 44_100, hasTag: Bool = true) throws -> [UInt8] {
        let file = SoundFile(rate: rate, format: SoundFile.mp3)
        let bytes = try file.bytes(file.tone(440, seconds: seconds))
        return hasTag ? bytes : withoutMP3Tag(bytes) ?? bytes
    }

    private static func wav(_ seconds: Double, rate: Int = 24_000, channels: Int = 1) throws -> [UInt8] {
        let file = SoundFile(rate: rate, channels: channels)
        return try file.bytes(file.tone(440, seconds: seconds))
    }

    private static func seconds(_ bytes: [UInt8]) throws -> Double { try decodeSound(bytes).duration.seconds }

    @Test(
        "b-mp3-tag-of-the-first: MP3s of which the first has a tag that counts only itself are read to the end",
        arguments: [false, true])
    func shortTag(allHaveTags: Bool) throws {
        let joined = try Self.mp3(0.7) + Self.mp3(0.7, hasTag: allHaveTags) + Self.mp3(0.6, hasTag: allHaveTags)
        // Each adds what its encoder does, as ffmpeg hears it.
        #expect((2.0...2.3).contains(try Self.seconds(joined)))
        #expect(SoundPiece(joined).remark == nil && SoundPiece(joined).missingBytes == 0)
    }

    @Test("b-ok-mp3-joined-without-tags: MP3s without tags behind one another are all heard, and nothing is remarked")
    func noTags() throws {
        let parts = try [0.7, 0.7, 0.6].map { try Self.mp3($0, hasTag: false) }
        let lengths = try parts.map(Self.seconds)
        let piece = SoundPiece(parts.flatMap { $0 })
        let heard = try piece.samples.get().duration.seconds
        #expect((2.0...2.3).contains(heard) && abs(heard - lengths.reduce(0, +)) < 0.1, "\(heard), alone \(lengths)")
        #expect(piece.remark == nil && piece.missingBytes == 0)
    }

    @Test("b-mp3-rate-changes: all parts are heard in the first one's format, and the change is told")
    func otherRate() throws {
        let joined =
            try Self.mp3(0.7, hasTag: false) + Self.mp3(0.7, rate: 24_000, hasTag: false) + Self.mp3(0.6, hasTag: false)
        let piece = SoundPiece(joined)
        let samples = try piece.samples.get()
        #expect(samples.rate == 44_100 && (2.0...2.3).contains(samples.duration.seconds))
        #expect(piece.remark?.contains("44100 Hz, 24000 Hz, 44100 Hz") == true)
    }

    @Test(
        "b-mp3-zeros-in-front: what is no frame is skipped in front of the first and between others",
        arguments: [1, 500, 60_000])
    func junk(count: Int) throws {
        let (first, second) = (try Self.mp3(1, hasTag: false), try Self.mp3(1, hasTag: false))
        let zeros = [UInt8](repeating: 0, count: count)
        let whole = try Self.seconds(first)
        #expect(abs(try Self.seconds(zeros + first) - whole) < 0.05)
        #expect(abs(try Self.seconds(Array(first.suffix(70)) + first) - whole) < 0.05)
        #expect(abs(try Self.seconds(first + zeros + second) - 2 * whole) < 0.08)
        #expect(SoundPiece(zeros + first).remark == nil && SoundPiece(first + zeros + second).remark == nil)
        let half = [UInt8](repeating: 7, count: 70)
        #expect(
            SoundPiece(half + first).remark?.hasPrefix("70 bytes before the first MP3 frame, from byte 0 on") == true)
        #expect(SoundPiece(first + half + second).remark?.hasPrefix("70 bytes between MP3 frames") == true)
        let tag = Array("TAG".utf8) + [UInt8](repeating: 7, count: 125)
        #expect(SoundPiece(first + tag + second).remark == nil && SoundPiece(first + tag).remark == nil)
    }

    @Test("what lies further in than players look, and MP3 that has no three frames behind one another, is none")
    func tooFar() throws {
        let zeros = [UInt8](repeating: 0, count: 65_536)
        #expect(throws: SoundError.self) { try decodeSound(zeros + Self.mp3(1)) }
        let tag = try #require(MP3Scan(Self.mp3(1)))
        #expect(MP3Scan([0] + (try Self.mp3(1))[tag.runs[0].start..<tag.lastFrames[0]].prefix(150)) == nil)
    }

    @Test("b-wav-two-joined: both are heard, in the first one's format, and it is told", arguments: [true, false])
    func twoWAVs(saysSize: Bool) throws {
        var first = try Self.wav(1)
        if !saysSize { first.replaceSubrange(40..<44, with: [0xFF, 0xFF, 0xFF, 0xFF]) }
        for second in [try Self.wav(1), try Self.wav(1, rate: 48_000, channels: 2)] {
            let piece = SoundPiece(first + second)
            let samples = try piece.samples.get()
            #expect(abs(samples.duration.seconds - 2) < 0.005 && samples.rate == 24_000 && samples.channels == 1)
            #expect(piece.remark?.hasPrefix("2 WAV files joined") == true && piece.missingBytes == 0)
        }
        #expect(SoundPiece(first).remark == nil)
    }

    @Test(
        "b-wav-two-billion, b-wav-size-zero, b-ok-wav-streamed: a size that no sound has is a placeholder; the samples behind it are the sound",
        arguments: [0, 1_800 * 48_000, 3_600 * 48_000, 2_000_000_000, 0x7FFF_FFFF, 0xFFFF_FFFF])
    func placeholders(size: Int) throws {
        var wav = try Self.wav(2)
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
        for place in [4, 40] { wav.replaceSubrange(place..<place + 4, with: bytes) }
        #expect(try decodeSound(wav).duration == .seconds(2) && SoundExtent.missingBytes(in: wav) == 0)
    }

    @Test("a size of twelve minutes is meant, one of more is not")
    func longestSize() throws {
        func missing(_ size: Int) throws -> Int {
            var wav = try Self.wav(2)
            wav.replaceSubrange(40..<44, with: (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) })
            return SoundExtent.missingBytes(in: wav)
        }
        #expect(try missing(720 * 48_000) == 718 * 48_000 && missing(720 * 48_000 + 2) == 0)
    }

    @Test(
        "chunks in front of the samples may have any size, filled up to an even one or not", arguments: [0, 1, 26, 33],
        [true, false])
    func oddHeader(size: Int, isFilledUp: Bool) throws {
        let wav = try Self.wav(1)
        var list = Array("LIST".utf8) + [UInt8(size), 0, 0, 0] + [UInt8](repeating: 0, count: size)
        if isFilledUp, size % 2 == 1 { list.append(0) }
        #expect(try decodeSound(Array(wav[..<36]) + list + wav[36...]).duration == .seconds(1))
    }

    @Test(
        "Ogg files behind one another are all heard, as their format has it",
        arguments: [SF_FORMAT_VORBIS, SF_FORMAT_OPUS])
    func chainedOgg(coding: Int) throws {
        let file = SoundFile(rate: 48_000, format: SF_FORMAT_OGG | coding)
        let ogg = try file.bytes(file.tone(440, seconds: 1))
        #expect(abs(try Self.seconds(ogg + ogg) - 2 * Self.seconds(ogg)) < 0.01)
        #expect(SoundPiece(ogg + ogg).remark == nil)
    }
}
