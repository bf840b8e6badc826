import Events
import Frames
import Platform
import Support
import Testing

@testable import Video

@Suite struct FileReadingTests {
    private let owner = TestOwner()
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func reader(
        _ bytes: [UInt8], _ kind: VideoSource.Kind = .y4m, _ ending: VideoSource.Ending = .loop, isShown: Bool = true
    ) throws -> VideoReader {
        let path = try folder.write(bytes, to: "video")
        return try owner.reader(VideoSource(.path(path), kind, ending: ending), isShown: isShown)
    }

    private var path: String { folder.file("video") }

    /// Goes there and gives the value of the frame that is due.
    private func value(_ reader: VideoReader, at milliseconds: Int64) async -> Int? {
        reader.advance(to: Instant(microseconds: milliseconds * 1_000))
        return await reader.nextValue()
    }

    @Test(
        "nothing is read before a time is told, but for the size; then the frame that is due, and none of those before it"
    )
    func pacing() async throws {
        let reader = try reader(y4m(smallHeader, (0..<100).map(small)))
        #expect(await eventually { !owner.events.isEmpty })
        #expect(reader.counts.read == 0 && reader.nextFrameTime == nil)
        #expect(await value(reader, at: 0) == 0)
        #expect(reader.nextFrameTime == Instant(seconds: 0.1))
        #expect(await value(reader, at: 100) == 1)
        #expect(await value(reader, at: 5_099) == 50)
        #expect(await value(reader, at: 9_999) == 99)
        // Back.
        #expect(await value(reader, at: 1_250) == 12)
        #expect(reader.counts.read == 5 && reader.counts.replaced == 0)
        reader.close()
        #expect(owner.news.count == 1 && owner.calls == 5)
    }

    @Test("a time at which the same frame is due asks for nothing")
    func standing() async throws {
        let reader = try reader(y4m(smallHeader, (0..<3).map(small)))
        #expect(await value(reader, at: 0) == 0)
        reader.advance(to: Instant(seconds: 0.05))
        reader.advance(to: Instant(seconds: 0.09))
        #expect(await value(reader, at: 100) == 1)
        #expect(reader.counts.read == 2)
        reader.close()
    }

    @Test("a file that loops begins again at its end, as often as it takes")
    func loop() async throws {
        let reader = try reader(y4m(smallHeader, (0..<3).map(small)))
        for (time, frame) in [(0, 0), (200, 2), (300, 0), (400, 1), (3_000_500, 2), (3_000_600, 0), (100, 1)] {
            #expect(await value(reader, at: Int64(time)) == frame)
        }
        #expect(reader.nextFrameTime == Instant(seconds: 0.2))
        reader.close()
        #expect(owner.news.count == 1)
    }

    @Test("the last frame of a file that does not loop stays, and nothing is due any more")
    func hold() async throws {
        let reader = try reader(y4m(smallHeader, (0..<3).map(small)), .y4m, .hold)
        #expect(await value(reader, at: 200) == 2)
        reader.advance(to: Instant(seconds: 0.3))
        #expect(await owner.hears(.ended(.held)))
        #expect(reader.nextFrameTime == nil && !reader.lookForNews())
        // Back, and far behind the end at once.
        #expect(await value(reader, at: 100) == 1)
        #expect(await value(reader, at: 5_000) == 2)
        reader.close()
        #expect(owner.news.dropFirst() == [.ended(.held), .ended(.held)])
        #expect(reader.counts.read == 3)
    }

    @Test("a last frame that is not whole is none, and told of once", arguments: [3, 6, 7, 11])
    func partial(bytes: Int) async throws {
        let whole = y4m(smallHeader, (0..<2).map(small))
        let reader = try reader(whole + framed(small(2)).prefix(bytes))
        for (time, frame) in [(100, 1), (200, 0), (300, 1), (400, 0)] {
            #expect(await value(reader, at: Int64(time)) == frame)
        }
        reader.close()
        let note = "expected a whole frame with 6 bytes of planes, found the end after \(bytes) bytes"
        #expect(owner.news.dropFirst() == [.noted("\(path): byte \(whole.count): \(note)")])
    }

    @Test("a file without frames ends at once", arguments: ["", "FRAME\nabc"])
    func noFrames(rest: String) async throws {
        let reader = try reader(y4m(smallHeader, []) + Array(rest.utf8))
        reader.advance(to: .zero)
        #expect(await owner.hears(.ended(.gone)))
        #expect(owner.news.count == (rest.isEmpty ? 2 : 3))
        reader.close()
    }

    @Test("lines in front of frames may have tags of any length")
    func tags() async throws {
        var bytes = y4m(smallHeader, [])
        for value in 0..<40 { bytes += framed(small(value), line: "FRAME" + String(repeating: " Ip", count: value)) }
        let reader = try reader(bytes)
        for value in [0, 17, 39, 38] { #expect(await self.value(reader, at: Int64(value) * 100) == value) }
        reader.close()
    }

    @Test(
        "a damaged line is told with its place in the file, whatever was passed over before it",
        arguments: [true, false])
    func damaged(isJumped: Bool) async throws {
        let before = y4m(smallHeader, (0..<9).map(small))
        let reader = try reader(before + framed(small(9), line: "FRAMX") + framed(small(10)))
        #expect(await value(reader, at: 0) == 0)
        if !isJumped { for frame in 1...8 { #expect(await value(reader, at: Int64(frame) * 100) == frame) } }
        reader.advance(to: Instant(seconds: 0.9))
        let reason = "\(path): byte \(before.count): expected \"FRAME\" and a line feed, found \"FRAMX\""
        #expect(await owner.hears(.failed(VideoFailure(reason))))
        reader.close()
    }

    @Test("files of one size and rate that were joined are one video")
    func sameHeader() async throws {
        let reader = try reader(
            y4m(smallHeader, [small(0), small(1)]) + y4m(smallHeader + " XNOTE", [small(2), small(3)]))
        #expect(await value(reader, at: 0) == 0)
        #expect(await value(reader, at: 200) == 2)
        #expect(await value(reader, at: 300) == 3)
        // Back, past the header, and round.
        #expect(await value(reader, at: 100) == 1)
        #expect(await value(reader, at: 600) == 2)
        reader.close()
    }

    @Test(
        "c-video-header-again: a header of another size or rate among the frames is told, with its place",
        arguments: ["YUV4MPEG2 W4 H2 F10:1", "YUV4MPEG2 W2 H2 F25:1", "YUV4MPEG2 W2 H2 F10:1 Cmono"])
    func otherHeader(header: String) async throws {
        let one = y4m(smallHeader, [small(0), small(1)])
        let bytes = one + y4m(header, [small(0)])
        let reader = try reader(bytes)
        #expect(await value(reader, at: 0) == 0)
        reader.advance(to: Instant(seconds: 0.2))
        let words =
            header.contains("W4") ? "4x2, 10:1" : header.contains("mono") ? "2x2 gray, 10:1" : "2x2, 25:1"
        let reason =
            "\(path): byte \(one.count): expected a frame, or the first header again (2x2, 10:1 frames a second), "
            + "found a header of \(words) frames a second; join only files of the same size and rate"
        #expect(await owner.hears(.failed(VideoFailure(reason))))
        reader.close()
        let source = VideoSource(.path(path), .y4m)
        #expect(try source.beginning(I420Pool())?.hasFrame == true)
        #expect(throws: VideoFailure(reason)) { try source.beginning(I420Pool(), isWhole: true) }
    }

    @Test(
        "c-ok-video: all frames of a healthy file can be looked at",
        arguments: [[], Array("FRAM".utf8), framed([1, 2])])
    func survey(rest: [UInt8]) throws {
        let path = try folder.write(y4m(smallHeader, (0..<100).map(small), line: "FRAME Ip") + rest, to: "video")
        #expect(try VideoSource(.path(path), .y4m).beginning(I420Pool(), isWhole: true)?.hasFrame == true)
        let raw = VideoSource(.path(path), .rawI420(size(2, 2), rate: .usualRate))
        #expect(try raw.beginning(I420Pool(), isWhole: true)?.hasFrame == true)
    }

    @Test("headers that cannot be used are told", arguments: ["", "YUV4MPEG2 W2 H2", "YUV4MPEG2 W2 H0\n", "RIFF\n"])
    func headers(header: String) async throws {
        let reader = try reader(Array(header.utf8))
        #expect(await eventually { !owner.events.isEmpty })
        reader.close()
        guard case .failed(let failure)? = owner.events.first else {
            Issue.record("\(owner.events)")
            return
        }
        #expect(failure.reason.hasPrefix("\(path): "))
    }

    @Test("gray and raw files, of frames larger than what is read at once")
    func kinds() async throws {
        let plane = 800 * 600
        let gray = y4m(
            "YUV4MPEG2 W800 H600 F10:1 Cmono", (0..<3).map { [UInt8](repeating: UInt8($0), count: plane) })
        let first = try reader(gray)
        #expect(await value(first, at: 200) == 2)
        first.close()
        let raw = (0..<4).flatMap { [UInt8](repeating: UInt8($0), count: plane * 3 / 2) }
        let rate = try #require(Ratio(10, 1))
        let second = try reader(raw, .rawI420(size(800, 600), rate: rate))
        for (time, frame) in [(300, 3), (400, 0), (0, 0), (600, 2)] {
            #expect(await value(second, at: Int64(time)) == frame)
        }
        second.close()
    }

    @Test("a size that no frame may have is told")
    func rawSize() async throws {
        let reader = try reader([1, 2, 3], .rawI420(size(0, 4), rate: .usualRate))
        let expected = "expected sides of 1 to 16384 and at most 33177600 pixels, found 0x4"
        #expect(await owner.hears(.failed(VideoFailure("\(path): size of raw I420: \(expected)"))))
        reader.close()
    }

    @Test("a hidden file keeps its place by the time alone, and each showing begins with the frame that is due")
    func hidden() async throws {
        let reader = try reader(y4m(smallHeader, (0..<100).map(small)), isShown: false)
        for tenths in 0..<50 { reader.advance(to: Instant(seconds: Double(tenths) / 10)) }
        #expect(await eventually { !owner.events.isEmpty })
        #expect(reader.counts.read == 0)
        reader.show(size(192, 144), at: .zero)
        #expect(await reader.nextValue() == 49)
        // The same frame once more, since nobody needs to have kept it.
        reader.hide()
        reader.show(size(192, 144), at: .zero)
        #expect(await reader.nextValue() == 49)
        #expect(reader.counts.read == 2)
        reader.close()
    }

    @Test("a paused file stands, and goes on with the frame that is due")
    func paused() async throws {
        let reader = try reader(y4m(smallHeader, (0..<100).map(small)))
        #expect(await value(reader, at: 0) == 0)
        reader.pause()
        for tenths in 1..<50 { reader.advance(to: Instant(seconds: Double(tenths) / 10)) }
        reader.resume(at: Instant(seconds: 3_600))
        #expect(await reader.nextValue() == 49)
        #expect(reader.counts.read == 2 && owner.calls == 2)
        reader.close()
    }

    @Test("standard input that is a file is read from where it stands")
    func standardInput() async throws {
        try folder.write(Array("before".utf8) + y4m(smallHeader, (0..<9).map(small)), to: "video")
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        #expect(lseek(descriptor, 6, SEEK_SET) == 6)
        let reader = try owner.reader(VideoSource(.descriptor(descriptor, name: "standard input")))
        #expect(await value(reader, at: 800) == 8)
        #expect(await value(reader, at: 900) == 0)
        reader.close()
    }

    @Test(
        "PN39 a tile that grows has the next frame of a large source, and then more of them than before",
        arguments: [VideoSource.Ending.loop, .hold])
    func growingTile(ending: VideoSource.Ending) async throws {
        let planes = 3_840 * 2_160 * 3 / 2
        let frames = (0..<2).map { [UInt8](repeating: UInt8($0), count: planes) }
        let reader = try reader(
            y4m("YUV4MPEG2 W3840 H2160 F10:1", frames), .y4m, ending, isShown: false)
        reader.show(FrameSkip.content(of: CellSize(columns: 16, rows: 5)), at: .zero)
        var pictures = VideoPictures()
        let view = VideoView(PictureArea(cells: CellSize(columns: 16, rows: 5), filling: .fill))
        #expect(await reached(reader, &pictures, view, 0...30) == [0, 16])
        reader.show(FrameSkip.content(of: CellSize(columns: 80, rows: 30)), at: .zero)
        // 3840 by 640 is six: none is passed over.
        #expect(await reached(reader, &pictures, view, 31...34) == (ending == .loop ? [31, 32, 33, 34] : []))
        reader.close()
    }

    /// At which of the frames of a file of ten a second there is another picture.
    private func reached(
        _ reader: VideoReader, _ pictures: inout VideoPictures, _ view: VideoView, _ frames: ClosedRange<Int>
    ) async -> [Int] {
        var reached: [Int] = []
        for frame in frames {
            let (read, passed) = (reader.counts.read, reader.counts.passedOver)
            reader.advance(to: Instant(seconds: Double(frame) / 10))
            _ = await eventually {
                reader.counts.read > read || reader.counts.passedOver > passed || owner.news.contains(.ended(.held))
            }
            let before = pictures.current?.frame.number
            let now = Instant(seconds: Double(frame))
            if let picture = pictures.update(from: reader, view, at: now), picture.frame.number != before {
                reached.append(frame)
            }
        }
        return reached
    }

    @Test(
        "what is no file or pipe is refused, and told in one line",
        arguments: [("", "expected a file or a pipe, found a folder"), ("/nothing", "no such file")])
    func refused(name: String, words: String) async throws {
        let path = folder.path + name
        let reader = try owner.reader(VideoSource(.path(path)))
        #expect(await owner.hears(.failed(VideoFailure("\(path): \(words)"))))
        reader.close()
    }

    @Test("a device is not even opened")
    func device() async throws {
        let reader = try owner.reader(VideoSource(.path("/dev/zero")))
        #expect(await owner.hears(.failed(VideoFailure("/dev/zero: expected a file or a pipe, found a device"))))
        reader.close()
    }
}
