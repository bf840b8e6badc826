import CSndfile
import Events
import Support
import Testing

@testable import Sound

/// One file that is cut into the chunks of a message.
@Suite struct SoundPieceTests {
    /// - Parameter cuts: where the next piece begins.
    private static func pieces(_ bytes: [UInt8], at cuts: [Int]) -> [SoundPiece] {
        var (rest, header, found) = (SoundRest?.none, BorrowedHeader?.none, [SoundPiece]())
        for (start, end) in zip([0] + cuts, cuts + [bytes.count]) {
            let piece = SoundPiece(Array(bytes[start..<end]), asAfter: SoundContext(rest: rest, first: header))
            (rest, header) = (piece.rest, header ?? piece.header)
            found.append(piece)
        }
        return found
    }

    private static func cut(_ bytes: [UInt8], into count: Int) -> [SoundPiece] {
        pieces(bytes, at: (1..<count).map { bytes.count * $0 / count })
    }

    private static func values(_ pieces: [SoundPiece]) -> [Int16] {
        pieces.flatMap { (try? $0.samples.get())?.values ?? [] }
    }

    private static func speech(_ file: SoundFile) throws -> [UInt8] {
        try file.bytes(file.tone(300, seconds: 3).enumerated().map { $1 * Float(1 + $0 % 9_000) / 9_000 })
    }

    @Test(
        "b-cut-at-odd-bytes, b-cut-header-of-78: pieces of a WAV are its samples, wherever it is cut, and whatever stands in front of them",
        arguments: [(1, 0), (2, 0), (1, 34), (2, 33)], [44, 45, 46, 20, 4])
    func wav(format: (channels: Int, list: Int), first: Int) throws {
        let file = SoundFile(rate: 24_000, channels: format.channels)
        var wav = try Self.speech(file)
        let whole = try decodeSound(wav).values
        wav.replaceSubrange(40..<44, with: [0xFF, 0xFF, 0xFF, 0xFF])
        if format.list > 0 {
            wav.insert(
                contentsOf: Array("LIST".utf8) + [UInt8(format.list), 0, 0, 0]
                    + [UInt8](repeating: 0, count: format.list), at: 36)
        }
        let found = Self.pieces(wav, at: [first, 20_001, 20_004, 50_003, 90_000])
        #expect(Self.values(found) == whole)
        #expect(found.map(\.isContinued) == [false, true, true, true, true, true])
    }

    @Test("b-cut-at-odd-bytes: only a piece that begins with a part of a sample is torn")
    func torn() throws {
        let wav = try Self.speech(SoundFile(rate: 24_000))
        #expect(Self.pieces(wav, at: [20_000, 40_001, 60_000]).map(\.isTorn) == [false, false, true, false])
    }

    @Test("a WAV whose pieces all come misses nothing, one whose last does not misses that")
    func missing() throws {
        let wav = try Self.speech(SoundFile(rate: 24_000))
        #expect(Self.cut(wav, into: 4).map(\.missingBytes).last == 0)
        #expect(Self.cut(Array(wav.dropLast(1_000)), into: 4).map(\.missingBytes).last == 1_000)
    }

    @Test("behind a WAV that lost half a sample at its end a piece is read from where its samples begin")
    func lostByte() throws {
        let wav = try Self.speech(SoundFile(rate: 24_000))
        let found = Self.pieces(Array(wav[..<20_001]) + wav[20_002...], at: [20_001])
        let whole = try decodeSound(wav).values
        #expect(Self.values(found) == Array(whole[..<((20_001 - 44) / 2)] + whole[((20_002 - 44) / 2)...]))
    }

    @Test(
        "b-cut-mp3: pieces of an MP3 are its samples, with a tag and without one",
        arguments: [(48_000, true), (44_100, true), (44_100, false), (48_000, false)], [2, 6, 17])
    func mp3(format: (rate: Int, hasTag: Bool), count: Int) throws {
        let tagged = try Self.speech(SoundFile(rate: format.rate, format: SoundFile.mp3))
        let mp3 = format.hasTag ? tagged : try #require(withoutMP3Tag(tagged))
        let found = Self.cut(mp3, into: count)
        let (heard, whole) = (Self.values(found), try decodeSound(mp3).values)
        // Without a tag the library guesses the length by the size.
        #expect(abs(heard.count - whole.count) < (format.hasTag ? 1 : 60))
        if format.hasTag { #expect(zip(heard, whole).allSatisfy { abs(Int($0) - Int($1)) <= 1 }) }
        // Without a tag a piece that begins with a frame is a file like any other.
        #expect(!format.hasTag || found.dropFirst().allSatisfy(\.isContinued))
        #expect(found.last?.missingBytes == 0)
    }

    @Test("pieces of a Vorbis are its samples; one that ends no page is told of", arguments: [2, 3])
    func ogg(count: Int) throws {
        let file = SoundFile(rate: 24_000, format: SF_FORMAT_OGG | SF_FORMAT_VORBIS)
        let ogg = try Self.speech(file)
        let found = Self.cut(ogg, into: count)
        #expect(Self.values(found) == (try decodeSound(ogg).values))
        let short = Self.pieces(ogg, at: [ogg.count / 2, ogg.count / 2 + 3]).dropFirst().first
        guard case .failure(let error) = short?.samples else {
            Issue.record("three bytes are no page")
            return
        }
        #expect(error.reason.contains("a piece of the file that an earlier chunk begins: Ogg"))
    }

    @Test("a FLAC's pieces are not put together: what they are is told")
    func flac() throws {
        let flac = try Self.speech(SoundFile(rate: 24_000, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16))
        guard case .failure(let error) = Self.cut(flac, into: 2)[1].samples else { return }
        #expect(error.reason.contains("FLAC"))
    }

    @Test("files that are whole, or lack their end, leave the next one alone")
    func wholeFiles() throws {
        for format in [SoundFile.mp3, SoundFile().format, SF_FORMAT_OGG | SF_FORMAT_VORBIS] {
            let file = try Self.speech(SoundFile(rate: 24_000, format: format))
            for end in [0, 1, 100, 1_001] {
                let found = Self.pieces(Array(file.dropLast(end)) + file, at: [file.count - end])
                #expect(!found[1].isContinued)
                #expect(try found[1].samples.get() == decodeSound(file))
            }
        }
    }
}
