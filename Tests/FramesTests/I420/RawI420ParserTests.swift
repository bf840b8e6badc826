import Events
import Support
import Testing

@testable import Frames

@Suite struct RawI420ParserTests {
    @Test("raw frames lie one behind the other; the last one is dropped when it is not whole")
    func frames() throws {
        var random = SplitMix64(seed: 2)
        let frames = (0..<4).map { _ in random.bytes(17) }
        for _ in 0..<50 {
            var parser = try RawI420Parser(size: size(3, 3), rate: try #require(Ratio(15, 1)), I420Pool())
            let bytes = frames.flatMap { $0 } + random.bytes(5)
            let heard = parser.hear(bytes, inPiecesOf: random.pieces())
            let format = I420StreamFormat(
                layout: try #require(I420Layout(size(3, 3))), rate: try #require(Ratio(15, 1)), range: .full)
            #expect(heard == HeardOfStream(formats: [format], frames: frames, rest: 5))
        }
    }

    @Test("while all frames are in use, those that come are dropped whole")
    func dropped() throws {
        let pool = I420Pool()
        var parser = try RawI420Parser(size: size(2, 2), pool)
        var bytes = (0..<8).flatMap { [UInt8](repeating: $0, count: 6) }[...]
        var held: [I420Frame] = []
        var dropped = 0
        while let event = try parser.next(&bytes) {
            if case .frame(let frame) = event { held.append(frame) }
            if case .dropped = event { dropped += 1 }
        }
        #expect(held.map { $0.bytes[0] } == [0, 1, 2, 3, 4])
        #expect(dropped == 3 && pool.refused == 3)
        held.removeFirst()
        bytes = [UInt8](repeating: 9, count: 6)[...]
        guard case .frame(let frame)? = try parser.next(&bytes) else {
            Issue.record("a frame that was let go makes room for another")
            return
        }
        #expect(frame.bytes == [9, 9, 9, 9, 9, 9])
        // What was there is not what was written over.
        #expect(held.map { $0.bytes } == (1...4).map { [UInt8](repeating: $0, count: 6) })
    }

    @Test(
        "PN28 sizes with a side outside of 1 to 16,384 are refused",
        arguments: [(0, 0), (0, 480), (640, 0), (-1, 5), (5, -1), (100_000, 1), (1, 16_385), (.max, .max), (.min, 1)])
    func refusedSizes(width: Int, height: Int) {
        #expect(I420Layout(size(width, height)) == nil)
        #expect(
            throws: I420StreamError(
                at: .option("size of raw I420"),
                expected: "sides of 1 to 16384 and at most 33177600 pixels", found: "\(width)x\(height)")
        ) { try RawI420Parser(size: size(width, height), I420Pool()) }
    }

    @Test("PN28 a size that is no number is refused, and the smallest and the longest are taken")
    func takenSizes() {
        #expect(heard(header: "YUV4MPEG2 Wnan H2").error?.place == .tag("W"))
        #expect(I420Layout(size(1, 1))?.byteCount == 3)
        #expect(I420Layout(size(16_384, 1)) != nil && I420Layout(size(1, 16_384)) != nil)
    }
}
