import Events
import Frames
import Platform
import Support
import Testing

@testable import Video

@Suite struct PipeReadingTests {
    private let owner = TestOwner()

    @Test("of frames that nobody has taken the newest is kept, and one call is enough for all of them")
    func newestWins() async throws {
        let pipe = try TestPipe()
        let reader = try owner.reader(of: pipe)
        pipe.write(y4m(smallHeader, (1...5).map(small)))
        #expect(await reader.hasRead(5))
        #expect(owner.calls == 1 && reader.counts.replaced == 4)
        #expect(VideoFrameValue.of(reader.take()?.frame) == 5)
        #expect(reader.take() == nil)
        pipe.write(framed(small(6)))
        #expect(await reader.nextValue() == 6)
        #expect(owner.calls == 2)
        reader.close()
        let layout = try #require(I420Layout(size(2, 2)))
        let rate = try #require(Ratio(10, 1))
        #expect(owner.news == [.began(I420StreamFormat(layout: layout, rate: rate, range: .limited))])
        // Nobody holds a frame any more.
        #expect(owner.pool.inUse(layout) == 0)
        pipe.end()
    }

    @Test("raw frames come as soon as there are bytes of them")
    func raw() async throws {
        let pipe = try TestPipe()
        let rate = try #require(Ratio(25, 1))
        let reader = try owner.reader(of: pipe, .rawI420(size(2, 2), rate: rate))
        pipe.write(small(7) + small(8).prefix(5))
        #expect(await reader.nextValue() == 7)
        #expect(reader.format?.rate == rate && reader.format?.range == .full)
        pipe.end()
        #expect(await owner.hears(.ended(.gone)))
        let note = "pipe: byte 6: expected a whole frame with 6 bytes of planes, found the end after 5 bytes"
        #expect(owner.news.dropFirst() == [.noted(note), .ended(.gone)])
        reader.close()
    }

    @Test("what has no name is gone at its end, with what was shown of it; nothing is told of a whole one but that")
    func end() async throws {
        let pipe = try TestPipe()
        let reader = try owner.reader(of: pipe)
        pipe.write(y4m(smallHeader, [small(1)]))
        pipe.end()
        #expect(await owner.hears(.ended(.gone)))
        #expect(reader.take() == nil && reader.format == nil)
        #expect(owner.news.count == 2)
        reader.close()
    }

    @Test("a writer that goes in the middle of a frame, or of the line in front of one", arguments: [1, 5, 6, 9, 11])
    func partialFrame(bytes: Int) async throws {
        let pipe = try TestPipe()
        let reader = try owner.reader(of: pipe)
        let whole = y4m(smallHeader, [small(1)])
        pipe.write(whole + framed(small(2)).prefix(bytes))
        pipe.end()
        #expect(await owner.hears(.ended(.gone)))
        // The line is none of the frame's bytes.
        let (rest, place) = bytes <= 6 ? (bytes == 6 ? 0 : bytes, whole.count) : (bytes - 6, whole.count + 6)
        let note = "expected a whole frame with 6 bytes of planes, found the end after \(rest) bytes"
        #expect(owner.news.count == (rest > 0 ? 3 : 2))
        if rest > 0 { #expect(owner.news[1] == .noted("pipe: byte \(place): \(note)")) }
        reader.close()
    }

    @Test(
        "a header that does not come whole, and one that cannot be used, are told with their place and close the pipe",
        arguments: [
            ("YUV4MPEG2 W", "byte 11: expected a line feed behind the header, found the end behind \"YUV4MPEG2 W\""),
            ("YUV4MPEG2 H2\n", "Y4M header, tag W: expected 1 to 16384, found none"),
            (
                "YUV4MPEG2 W2 H2 C444\n",
                "Y4M header, tag C: expected 420, 420jpeg, 420mpeg2, 420paldv, mono, found \"444\""
            ),
        ])
    func badHeaders(header: String, reason: String) async throws {
        let pipe = try TestPipe()
        let reader = try owner.reader(of: pipe)
        pipe.write(Array(header.utf8))
        if !header.hasSuffix("\n") { pipe.end() }
        #expect(await owner.hears(.failed(VideoFailure("pipe: \(reason)"))))
        reader.close()
        #expect(owner.events.count == 1)
        if header.hasSuffix("\n") {
            #expect(!pipe.write([0]))
            pipe.end()
        }
    }

    @Test("a pipe without a byte is called empty, whatever it was to hold", arguments: [true, false])
    func empty(isRaw: Bool) async throws {
        let pipe = try TestPipe()
        let rate = try #require(Ratio(25, 1))
        let reader = try owner.reader(of: pipe, isRaw ? .rawI420(size(2, 2), rate: rate) : .y4m)
        pipe.end()
        #expect(await owner.hears(.failed(VideoFailure("pipe is empty"))))
        reader.close()
    }

    @Test("a damaged line in front of a frame ends the stream, and what was shown of it is gone")
    func damagedLine() async throws {
        let pipe = try TestPipe()
        let reader = try owner.reader(of: pipe)
        pipe.write(y4m(smallHeader, [small(1)]) + framed(small(2), line: "FRAMX"))
        let reason = "pipe: byte 34: expected \"FRAME\" and a line feed, found \"FRAMX\""
        #expect(await owner.hears(.failed(VideoFailure(reason))))
        #expect(reader.take() == nil)
        reader.close()
        pipe.end()
    }

    @Test("half frames are warned of once")
    func interlaced() async throws {
        let pipe = try TestPipe()
        let reader = try owner.reader(of: pipe)
        pipe.write(y4m(smallHeader + " It", (1...3).map(small)))
        #expect(await reader.hasRead(3))
        #expect(owner.news.dropFirst() == [.noted("pipe: interlaced video (It) is played as progressive")])
        reader.close()
        pipe.end()
    }

    @Test(
        "closing waits for no writer, wherever it hangs",
        arguments: ["", "YUV4MPEG2 W2", "YUV4MPEG2 W2 H2\n", "YUV4MPEG2 W2 H2\nFRA", "YUV4MPEG2 W2 H2\nFRAME\nab"])
    func closing(bytes: String) throws {
        let pipe = try TestPipe()
        let reader = try owner.reader(of: pipe)
        pipe.write(Array(bytes.utf8))
        reader.close()
        // Nobody reads it any more.
        #expect(!pipe.write([0]))
        pipe.end()
        reader.close()
    }

    @Test("a reader that is let go without closing ends, too")
    func letGo() async throws {
        let pipe = try TestPipe()
        do { _ = try owner.reader(of: pipe) }
        #expect(await eventually { !pipe.write([0]) })
        pipe.end()
    }

    @Test("while all memory is in use frames are read and counted, and there is room again for those behind them")
    func noMemory() async throws {
        let pipe = try TestPipe()
        let reader = try owner.reader(of: pipe)
        pipe.write(y4m(smallHeader, []))
        var held: [VideoFrame] = []
        for value in 1...5 {
            pipe.write(framed(small(value)))
            #expect(await reader.hasRead(value))
            held.append(try #require(reader.take()))
        }
        pipe.write((6...9).flatMap { framed(small($0)) })
        #expect(await reader.hasRead(9))
        #expect(reader.counts.refused == 4 && owner.pool.refused == 4 && reader.take() == nil)
        held.removeFirst()
        pipe.write(framed(small(10)))
        #expect(await reader.nextValue() == 10)
        #expect(held.map { Int($0.frame.bytes[5]) } == [2, 3, 4, 5])
        reader.close()
        pipe.end()
    }

    @Test(
        "PN43 while the tile is hidden for a minute a live pipe is read on, nothing is converted, and the next showing begins with a fresh frame"
    )
    func hidden() async throws {
        let pipe = try TestPipe()
        let reader = try owner.reader(of: pipe)
        var pictures = VideoPictures()
        let view = VideoView(PictureArea(cells: CellSize(columns: 24, rows: 9), filling: .fill))
        reader.hide()
        pictures.hide()
        // Of each second ten frames, many times more than what a pipe holds; writing them ends.
        let frame = [UInt8](repeating: 100, count: 3 * 64 * 48 * 2)
        pipe.write(Array("YUV4MPEG2 W128 H96\n".utf8))
        for second in 1...60 {
            owner.now = Instant(seconds: Double(second))
            for _ in 0..<10 { pipe.write(framed(frame)) }
            #expect(await reader.hasRead(10 * second))
            let shown = pictures.update(from: reader, view, at: owner.now)
            #expect(shown == nil)
        }
        #expect(owner.calls == 0 && reader.counts.conversions == 0 && reader.counts.replaced == 599)
        // The last one is one second old.
        owner.now = Instant(seconds: 61)
        reader.show(size(192, 144), at: owner.now)
        pictures.show(at: owner.now)
        let shown = pictures.update(from: reader, view, at: owner.now)
        let picture = try #require(shown)
        #expect(picture.frame.number == 600 && picture.image.size == size(24, 18))
        #expect(reader.counts.conversions == 1 && reader.counts.outdated == 0)
        reader.close()
        pipe.end()
    }

    @Test("a frame that came longer than a second before the showing does not count")
    func outdated() async throws {
        let pipe = try TestPipe()
        let reader = try owner.reader(of: pipe, isShown: false)
        pipe.write(y4m(smallHeader, [small(1)]))
        #expect(await reader.hasRead(1))
        reader.show(size(192, 144), at: Instant(microseconds: 1_000_001))
        #expect(reader.take() == nil && reader.counts.outdated == 1)
        reader.close()
        pipe.end()
    }

    @Test("what waited in the pipe during a pause is never shown, the rest of a frame included that had begun")
    func pause() async throws {
        let pipe = try TestPipe()
        let reader = try owner.reader(of: pipe)
        pipe.write(y4m(smallHeader, [small(1)]) + framed(small(2)).prefix(8))
        #expect(await reader.nextValue() == 1)
        reader.pause()
        // A thousand frames, which a pipe holds.
        pipe.write(framed(small(2)).suffix(4) + (3...1_000).flatMap { _ in framed(small(3)) })
        #expect(reader.isPaused && reader.counts.read == 1)
        owner.now = Instant(seconds: 3_600)
        reader.resume(at: owner.now)
        #expect(await eventually { reader.counts.outdated == 999 })
        #expect(owner.calls == 1 && reader.take() == nil)
        // From when on they count only the thread knows: the pipe has to have been empty once.
        let hasCome = await eventually {
            pipe.write(framed(small(9)))
            return reader.lookForNews()
        }
        #expect(hasCome && VideoFrameValue.of(reader.take()?.frame) == 9)
        reader.close()
        pipe.end()
    }

    @Test("a frame that nobody had taken when a pause began is not there after a long one")
    func pauseWithFrame() async throws {
        let pipe = try TestPipe()
        let reader = try owner.reader(of: pipe)
        pipe.write(y4m(smallHeader, [small(1)]))
        #expect(await reader.hasRead(1))
        reader.pause()
        reader.resume(at: Instant(microseconds: 1_000_000))
        #expect(reader.lookForNews())
        reader.pause()
        reader.resume(at: Instant(microseconds: 1_000_001))
        #expect(!reader.lookForNews() && reader.counts.outdated == 1)
        reader.close()
        pipe.end()
    }

    @Test("PN40 of 240 frames a second no more are painted than may be, and only those are converted")
    func manyFrames() async throws {
        let pipe = try TestPipe()
        let reader = try owner.reader(of: pipe)
        var pictures = VideoPictures()
        let view = VideoView(PictureArea(cells: CellSize(columns: 24, rows: 9), filling: .fill))
        pipe.write(y4m("YUV4MPEG2 W2 H2 F240:1", []))
        var painted: [Int] = []
        for number in 1...240 {
            owner.now = Instant(microseconds: Int64(number) * 1_000_000 / 240)
            pipe.write(framed(small(number)))
            #expect(await reader.hasRead(number))
            let shown = pictures.update(from: reader, view, at: owner.now)
            let picture = try #require(shown)
            _ = picture.image
            if picture.frame.number != painted.last { painted.append(picture.frame.number) }
        }
        // One each 66.7 ms, which is 16 frames.
        #expect(painted == (0..<15).map { 16 * $0 + 1 })
        let counts = reader.counts
        #expect(counts.conversions == 15 && counts.read == 240 && counts.replaced == 240 - 15 - 1)
        reader.close()
        pipe.end()
    }

    @Test("of a source much larger than the tile frames are passed over in the order in which they come")
    func passedOver() async throws {
        let pipe = try TestPipe()
        let reader = try owner.reader(of: pipe, isShown: false)
        reader.show(size(1, 1), at: .zero)
        pipe.write(y4m("YUV4MPEG2 W16 H2", []))
        var taken: [Int] = []
        for number in 1...27 {
            pipe.write(framed([UInt8](repeating: UInt8(number), count: 48)))
            #expect(await reader.hasRead(number))
            if let value = VideoFrameValue.of(reader.take()?.frame) { taken.append(value) }
        }
        #expect(taken == [1, 10, 19] && reader.counts.passedOver == 24)
        reader.close()
        pipe.end()
    }
}
