import CSndfile
import Events
import Support
import Testing

@testable import Sound

@Suite struct BorrowedHeaderTests {
    /// Files of the same kind whose first one is the shorter.
    private static func pair(_ file: SoundFile) throws -> (first: [UInt8], later: [UInt8]) {
        // An odd number of samples.
        (try file.bytes(file.tone(440, seconds: 0.5)), try file.bytes(file.tone(300, seconds: 2.000_03)))
    }

    private static func decoded(_ bytes: [UInt8], behind first: [UInt8]) throws -> Samples {
        try SoundPiece(bytes, asAfter: SoundContext(rest: nil, first: BorrowedHeader(first))).samples.get()
    }

    @Test(
        "N25 a continuation without header is read to its end, though its message's first sound is shorter",
        arguments: [
            (SoundFile(), "16 bits"), (SoundFile(rate: 22_050, channels: 2), "stereo"),
            (SoundFile(format: SF_FORMAT_WAV | SF_FORMAT_PCM_24), "24 bits, and a byte that fills them up"),
            (SoundFile(rate: 8_000, format: SF_FORMAT_WAV | SF_FORMAT_PCM_U8), "8 bits"),
            (SoundFile(format: SoundFile.mp3), "MP3"),
            (SoundFile(rate: 24_000, channels: 2, format: SoundFile.mp3), "24 kHz stereo MP3"),
        ])
    func length(file: SoundFile, name: String) throws {
        let (first, later) = try Self.pair(file)
        let whole = try decodeSound(later)
        let found = try Self.decoded(Array(later[44...]), behind: first)
        #expect(found.frameCount == whole.frameCount && found.duration > .milliseconds(1_900), "\(name)")
    }

    @Test("N25 a continuation without header is read to its end, though its message's first sound is longer")
    func longerFirst() throws {
        let (first, later) = try Self.pair(SoundFile())
        #expect(try Self.decoded(Array(first[44...]), behind: later) == decodeSound(first))
    }

    /// What cannot go on with the header of a sound of 16 bits.
    private static func broken() throws -> [(name: String, bytes: [UInt8])] {
        let (_, later) = try pair(SoundFile())
        func with(_ place: Int, _ bytes: [UInt8]) -> [UInt8] {
            var broken = later
            broken.replaceSubrange(place..<place + bytes.count, with: bytes)
            return broken
        }
        var chance = SplitMix64(seed: 5)
        return [
            ("no rate", with(24, [0, 0, 0, 0])), ("no channels", with(22, [0, 0])),
            ("another format", with(20, [3, 0])),
            ("no bytes", with(40, [0, 0, 0, 0])), ("half a sample", Array(later[45..<144])),
            ("text", Array("<html>500 error: f\u{FC}r sp\u{E4}ter</html>\r\n".utf8)),
            ("noise", (0..<30_000).map { _ in UInt8(truncatingIfNeeded: chance.next()) }),
        ]
    }

    @Test("N25 what is a file of its own, text, noise or half a sample is no continuation")
    func noContinuation() throws {
        let (first, _) = try Self.pair(SoundFile())
        for (name, bytes) in try Self.broken() {
            #expect(BorrowedHeader(first)?.joined(bytes) == nil, "\(name)")
        }
        let (mp3, _) = try Self.pair(SoundFile(format: SoundFile.mp3))
        #expect(BorrowedHeader(mp3)?.joined(Array("{\"error\": 500}".utf8)) == nil)
    }

    @Test("N25 a loud sound, silence and what is too short to tell it from noise are continuations")
    func continuations() throws {
        let (first, later) = try Self.pair(SoundFile())
        var chance = SplitMix64(seed: 6)
        let short = (0..<2_046).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
        for bytes in [Array(later[44..<2_092]), Array(later[44...]), [UInt8](repeating: 0, count: 4_096), short] {
            #expect(BorrowedHeader(first)?.joined(bytes)?.count == 44 + bytes.count)
        }
    }

    @Test("N25 samples of 16 bits that begin with half a one are read from the next on")
    func fromTheMiddle() throws {
        let (first, later) = try Self.pair(SoundFile())
        for end in [0, 1] {
            let found = try Self.decoded(Array(later[45...].dropLast(end)), behind: first)
            let whole = try decodeSound(later).values
            #expect(found.values == Array(whole.dropFirst().dropLast(end)))
        }
    }

    @Test("a beginning of any kind, however short what follows it is, is no trap")
    func beginnings() throws {
        var chance = SplitMix64(seed: 8)
        let tag = [0xFF, 0xFB, 0x50, 0xC4] + [UInt8](repeating: 0, count: 17) + Array("Info".utf8)
        let firsts = [
            try Self.pair(SoundFile()).first, try Self.pair(SoundFile(format: SoundFile.mp3)).first,
            Array("RIFF".utf8) + [UInt8](repeating: 0, count: 60),
            tag + [0, 0, 0, 1] + [UInt8](repeating: 7, count: 20),
        ]
        for first in firsts {
            for count in 0...100 {
                let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
                _ = try? Self.decoded(bytes, behind: first)
                #expect(BorrowedHeader(Array(first.prefix(43))) == nil)
            }
        }
    }
}
