import Events
import Support
import Testing

@testable import Frames

@Suite struct Y4MParserTests {
    private let header = "YUV4MPEG2 W6 H3 F25:2 Ip A4:3 C420jpeg XYSCSS=420JPEG XCOLORRANGE=FULL"
    /// 6x3 has 18 samples of Y, and 3x2 of U and of V.
    private let frameBytes = 30

    @Test("the header is told once, then each frame with its planes")
    func frames() throws {
        var random = SplitMix64(seed: 1)
        let frames = (0..<7).map { _ in random.bytes(frameBytes) }
        var parser = Y4MParser(I420Pool())
        let heard = parser.hear(y4m(header, frames))
        let format = I420StreamFormat(
            layout: try #require(I420Layout(size(6, 3))), rate: try #require(Ratio(25, 2)),
            aspect: try #require(Ratio(4, 3)), range: .full)
        #expect(heard == HeardOfStream(formats: [format], frames: frames))
    }

    @Test("a stream is the same however it is cut into pieces", arguments: 1...100 as ClosedRange<UInt64>)
    func pieces(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let isMono = seed.isMultiple(of: 3)
        let frames = (0..<random.number(0...5)).map { _ in random.bytes(isMono ? 18 : frameBytes) }
        let line = seed.isMultiple(of: 2) ? "FRAME" : "FRAME Ip XA=FRAME"
        var bytes = y4m(isMono ? "YUV4MPEG2 H3 Cmono W6" : header, frames, line: line)
        bytes.removeLast(random.number(0...min(9, bytes.count)))
        var (whole, cut) = (Y4MParser(I420Pool()), Y4MParser(I420Pool()))
        let expected = whole.hear(bytes)
        let found = cut.hear(bytes, inPiecesOf: random.pieces())
        #expect(found == expected)
    }

    @Test("a frame of Y alone is gray")
    func mono() {
        // What its memory had before is not seen.
        let pool = I420Pool()
        var before = Y4MParser(pool)
        _ = before.hear(y4m("YUV4MPEG2 W2 H2", [[9, 9, 9, 9, 9, 9]]))
        var parser = Y4MParser(pool)
        let heard = parser.hear(y4m("YUV4MPEG2 W2 H2 Cmono", [[1, 2, 3, 4], [5, 6, 7, 8]]))
        #expect(heard.frames == [[1, 2, 3, 4, 128, 128], [5, 6, 7, 8, 128, 128]])
        #expect(heard.formats.first?.isMono == true)
    }

    @Test("what a header leaves out is 30 frames a second, square pixels, limited range, and whole frames")
    func usual() throws {
        let usual = I420StreamFormat(layout: try #require(I420Layout(size(2, 2))), range: .limited)
        #expect(usual.rate == Ratio(30, 1) && usual.aspect == Ratio(1, 1) && usual.warning == nil)
        for tags in [
            "", " F0:0", " F25:0", " F0:1", " A0:0", " A0:1", " A1:0", " Ip", " I?", " C420", " C420mpeg2",
            " C420paldv", " XCOLORRANGE=ALL", " XANYTHING", " Z", "  ", " W9 W2",
        ] {
            #expect(heard(header: "YUV4MPEG2 W2 H2\(tags)").formats == [usual], "\(tags)")
        }
    }

    @Test("half frames are played as whole ones, and told of once")
    func interlaced() {
        for order in ["t", "b", "m"] {
            let heard = heard(header: "YUV4MPEG2 W2 H2 I\(order)")
            #expect(heard.formats.map(\.warning) == [.interlaced(order)])
            #expect(heard.error == nil)
        }
        #expect(
            I420StreamFormat.Warning.interlaced("t").text == "interlaced video (It) is played as progressive")
    }

    @Test("PN35 without a range tag Y4M is of limited range, whatever its chroma is called")
    func range() {
        #expect(heard(header: "YUV4MPEG2 W2 H2 C420jpeg").formats.map(\.range) == [.limited])
        #expect(heard(header: "YUV4MPEG2 W2 H2 C420jpeg XCOLORRANGE=FULL").formats.map(\.range) == [.full])
        #expect(heard(header: "YUV4MPEG2 W2 H2 XCOLORRANGE=LIMITED").formats.map(\.range) == [.limited])
    }

    @Test(
        "PN34 a header that cannot be played is refused with its tag",
        arguments: [
            ("YUV4MPEG2 H2", "Y4M header, tag W: expected 1 to 16384, found none"),
            ("YUV4MPEG2 W2", "Y4M header, tag H: expected 1 to 16384, found none"),
            ("YUV4MPEG2 W0 H2", "Y4M header, tag W: expected 1 to 16384, found \"0\""),
            ("YUV4MPEG2 W2 H16385", "Y4M header, tag H: expected 1 to 16384, found \"16385\""),
            (
                "YUV4MPEG2 W9999999999999999999 H2",
                "Y4M header, tag W: expected 1 to 16384, found \"9999999999999999999\""
            ),
            ("YUV4MPEG2 W-2 H2", "Y4M header, tag W: expected 1 to 16384, found \"-2\""),
            ("YUV4MPEG2 W H2", "Y4M header, tag W: expected 1 to 16384, found \"\""),
            ("YUV4MPEG2 W2 H2\r", "Y4M header, tag H: expected 1 to 16384, found \"2?\""),
            (
                "YUV4MPEG2 W16384 H2026",
                "Y4M header, tag H: expected sides of 1 to 16384 and at most 33177600 pixels, found 16384x2026"
            ),
            (
                "YUV4MPEG2 W2 H2 C444",
                "Y4M header, tag C: expected 420, 420jpeg, 420mpeg2, 420paldv, mono, found \"444\""
            ),
            (
                "YUV4MPEG2 W2 H2 C420p10",
                "Y4M header, tag C: expected 420, 420jpeg, 420mpeg2, 420paldv, mono, found \"420p10\""
            ),
            (
                "YUV4MPEG2 W2 H2 F25",
                "Y4M header, tag F: expected two numbers of at most 1000000000 with a colon between them, found \"25\""
            ),
            (
                "YUV4MPEG2 W2 H2 A1:1:1",
                "Y4M header, tag A: expected two numbers of at most 1000000000 with a colon between them, found \"1:1:1\""
            ),
            ("YUV4MPEG W2 H2", "byte 0: expected \"YUV4MPEG2\" and tags, found \"YUV4MPEG W2 H2\""),
            ("YUV4MPEG22 W2 H2", "byte 0: expected \"YUV4MPEG2\" and tags, found \"YUV4MPEG22 W2 H2\""),
            (" YUV4MPEG2 W2 H2", "byte 0: expected \"YUV4MPEG2\" and tags, found \" YUV4MPEG2 W2 H2\""),
            ("", "byte 0: expected \"YUV4MPEG2\" and tags, found \"\""),
        ])
    func refusedHeaders(header: String, reason: String) {
        let heard = heard(header: header)
        #expect(heard.error?.reason == reason)
        #expect(heard.formats == [])
    }

    @Test("a header in the place of a frame begins another stream, and one that cannot be used ends both")
    func secondHeader() {
        var random = SplitMix64(seed: 12)
        let first = y4m("YUV4MPEG2 W2 H2", [random.bytes(6)])
        let second = y4m("YUV4MPEG2 W3 H3 Ip", [random.bytes(17)])
        for _ in 0..<50 {
            var parser = Y4MParser(I420Pool())
            let heard = parser.hear(first + second + first, inPiecesOf: random.pieces())
            #expect(heard.formats.map(\.layout.size) == [size(2, 2), size(3, 3), size(2, 2)])
            #expect(heard.frames == [Array(first.suffix(6)), Array(second.suffix(17)), Array(first.suffix(6))])
            #expect(heard.error == nil && heard.rest == 0)
        }
        var parser = Y4MParser(I420Pool())
        let heard = parser.hear(first + Array("YUV4MPEG2 W0 H3\n".utf8) + first)
        #expect(heard.frames.count == 1 && heard.error?.place == .tag("W"))
    }

    @Test("PN34 the largest sizes are taken")
    func largestSizes() {
        for header in ["YUV4MPEG2 W16384 H2025", "YUV4MPEG2 W7680 H4320", "YUV4MPEG2 W1 H16384"] {
            let heard = heard(header: header)
            #expect(heard.error == nil && heard.formats.count == 1, "\(header)")
        }
    }

    @Test("PN34 a header may have 1,024 bytes with its line feed, and no more", arguments: [1, 7, 5_000])
    func longHeader(piece: Int) {
        let start = "YUV4MPEG2 W2 H2 X"
        let fitting = start + String(repeating: "x", count: 1_023 - start.utf8.count)
        var parser = Y4MParser(I420Pool())
        let taken = parser.hear(Array("\(fitting)\n".utf8), inPiecesOf: [piece])
        #expect(taken.formats.count == 1 && taken.error == nil)
        var other = Y4MParser(I420Pool())
        let refused = other.hear(Array("\(fitting)x\n".utf8), inPiecesOf: [piece])
        #expect(
            refused.error?.reason
                == "byte 0: expected a line of at most 1024 bytes, found \"YUV4MPEG2 W2 H2 Xxxxxxxxxxxxxxxx...\"")
    }

    @Test(
        "PN34 a damaged line in front of a frame is refused with its place, behind the frames before it",
        arguments: ["FRAMX", "frame", "FRAMES", "", "FRAME\r", "FRAM", "YUV4MPEG22 W6 H3"])
    func damagedFrameLine(line: String) throws {
        let good = [UInt8](repeating: 7, count: frameBytes)
        let bytes = y4m("YUV4MPEG2 W6 H3", [good]) + Array("\(line)\n".utf8) + good
        var parser = Y4MParser(I420Pool())
        let heard = parser.hear(bytes, inPiecesOf: [3, 11])
        #expect(heard.frames == [good])
        #expect(heard.error?.place == .byte(16 + 6 + 30))
        #expect(heard.error?.expected == "\"FRAME\" and a line feed")
        // It does not go on by itself.
        var more = y4m("YUV4MPEG2 W6 H3", [good])[...]
        let error = try #require(heard.error)
        #expect(throws: error) { try parser.next(&more) }
        #expect(throws: error) { try parser.end() }
    }

    @Test("PN34 a last frame that is not whole is dropped", arguments: [0, 1, 5, 6, 7, 35, 36])
    func truncated(count: Int) {
        let good = [UInt8](repeating: 7, count: frameBytes)
        let whole = y4m("YUV4MPEG2 W6 H3", [good, good])
        var parser = Y4MParser(I420Pool())
        let heard = parser.hear(Array(whole.prefix(16 + 36 + count)))
        #expect(heard.error == nil)
        #expect(heard.frames.count == (count == 36 ? 2 : 1))
        // Of its line, and then of its planes.
        #expect(heard.rest == (count < 6 ? count : (count - 6) % 30))
    }

    @Test("a stream that ends before its header does says so", arguments: ["", "YUV4MPEG2 W2"])
    func endsInHeader(text: String) {
        var parser = Y4MParser(I420Pool())
        let heard = parser.hear(Array(text.utf8))
        #expect(heard.error?.place == .byte(text.utf8.count))
    }

    @Test("of two thousand damaged streams none traps, and each is the same in any pieces")
    func mutated() {
        var random = SplitMix64(seed: 34)
        var (refused, played) = (0, 0)
        for _ in 0..<2_000 {
            let frames = (0..<3).map { _ in random.bytes(frameBytes) }
            let bytes = random.mutated(y4m(header, frames))
            let pool = I420Pool()
            var (whole, cut) = (Y4MParser(pool), Y4MParser(pool))
            let expected = whole.hear(bytes)
            let found = cut.hear(bytes, inPiecesOf: random.pieces())
            #expect(found == expected)
            let layout = expected.formats.first?.layout
            #expect(expected.frames.allSatisfy { $0.count == layout?.byteCount })
            if expected.error == nil { played += 1 } else { refused += 1 }
        }
        #expect(refused > 200 && played > 200)
    }

    @Test("a stream that says it is huge takes one frame's memory at most, and none before its first byte")
    func huge() throws {
        let pool = I420Pool()
        var parser = Y4MParser(pool)
        let layout = try #require(I420Layout(size(7_680, 4_320)))
        _ = parser.hear(Array("YUV4MPEG2 W7680 H4320\nFRAME\n".utf8))
        #expect(pool.inUse(layout) == 0)
        var more = [UInt8](repeating: 1, count: 9_999)[...]
        let event = try parser.next(&more)
        #expect(event == nil && more.isEmpty)
        #expect(pool.inUse(layout) == 1)
    }
}

extension SplitMix64 {
    /// Bytes changed, taken out, put in or said twice.
    fileprivate mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<number(1...4) where bytes.count > 2 {
            // Lines are damaged more often than planes.
            let place = number(0...(isOneIn(2) ? min(90, bytes.count - 1) : bytes.count - 1))
            switch number(0...4) {
            case 0: bytes[place] = byte()
            case 1: bytes[place] = pick(Array("0123456789WHFAICX: \n".utf8))
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + number(1...40)))
            case 3: bytes.insert(contentsOf: self.bytes(number(1...40)), at: place)
            default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 20)], at: place)
            }
        }
        return bytes
    }
}
