import Decoding
import Engine
import Events
import Files
import Frames
import PlaybackSupport
import Sessions
import Settings
import Support
import Tapes
import Testing
import Wire

@testable import Playback

/// Tapes that name members, played in every way in which tapes are.
@Suite("Playing a tape of several members")
struct MemberPlayingTests {
    private let folder: Folder
    private let anna: Member

    init() throws {
        folder = try Folder()
        anna = try #require(Member("anna"))
    }

    @Test("c-picture-turned-right: a member's photo that a phone stored on its side is upright in a call")
    func photo() throws {
        let pixels: [UInt8] = (0..<6).flatMap { [40 * $0, 9, 200 - 30 * $0, 255] }
        let stored = try encodePNG(Picture(size: PixelSize(width: 3, height: 2), bytes: pixels))
        // Behind the header a chunk of EXIF with mark 6: what is seen on top is stored at the left.
        let tiff = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        let exif = [0, 0, 0, UInt8(tiff.count)] + Array("eXIf".utf8) + tiff + [0, 0, 0, 0]
        try folder.write(stored, to: "upright.png")
        try folder.write(stored[..<33] + exif + stored[33...], to: "turned.png")
        let images = MemberImages(TestBlobs([]), folder: try OpenFolder(folder.path))
        let (upright, turned) = (
            try images.load(.file("upright.png")).get(), try images.load(.file("turned.png")).get()
        )
        #expect(upright.bytes == pixels && turned.size == PixelSize(width: 2, height: 3))
        // By columns from the left, each from below.
        let order = [3, 0, 4, 1, 5, 2]
        #expect(turned.bytes == order.flatMap { pixels[$0 * 4..<$0 * 4 + 4] })
    }

    /// The same message for the main member and, `late` seconds later, for another one.
    private func tape(_ name: String, late: Double = 0.31, only member: Member? = nil) async throws -> TapeReader {
        let messages = try WrittenStream.message().messages
        var entries = messages.map { (time: $0.time, member: Member.main, message: $0.message) }
        entries += messages.map { ($0.time + TimeSpan(seconds: late), anna, $0.message) }
        let writer = try TapeWriter(creating: folder.file(name))
        for entry in entries.enumerated().sorted(by: { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) })
            .map(\.element) where member == nil || entry.member == member
        {
            let (stored, blobs) = ingest(entry.message)
            try await writer.append(
                stored, blobs: blobs, at: entry.time, for: member == nil ? entry.member : .main)
        }
        try await writer.close()
        return try TapeReader(path: folder.file(name))
    }

    private func played(_ tape: TapeReader, isFresh: Bool = false) throws -> FeedPlayer {
        var player = FeedPlayer(try TapeFeed(tape, isFresh: isFresh), isRecording: true)
        try Self.run(&player, tape)
        return player
    }

    private struct Spoken: Equatable {
        var position: FramePosition
        var status: FrameStatus
        var overlay: PictureKey?
    }

    private static func spoken(_ log: SessionLog) -> [Spoken] {
        log.entries.compactMap(\.record).compactMap { record in
            record.position.map { Spoken(position: $0, status: record.status, overlay: record.overlayKey) }
        }
    }

    private static func run(_ player: inout some ForwardPlayer, _ tape: TapeReader) throws {
        var (forward, runner) = (
            FastForward(), EffectRunner(atOnce: AtOnceDecoder(tape, sounds: SoundPrefetcher(tape)))
        )
        while try forward.step(&player, &runner, { _, _ in }) {}
    }

    @Test("each member is played as if the tape were that one's alone: pictures, sounds and ticks")
    func fresh() async throws {
        let together = try played(try await tape("both.cameo"))
        for (name, member) in [("main.cameo", Member.main), ("anna.cameo", anna)] {
            let alone = try played(try await tape(name, only: member))
            let engine = try #require(together.session[member])
            #expect(engine.counters.shown > 30 && engine.counters.decoded > 20 && engine.counters.messagesFinished == 1)
            let log = try #require(together.timeline.log(of: member))
            #expect(Self.spoken(log) == Self.spoken(alone.timeline.log) && Self.spoken(log).count >= 27)
        }
    }

    @Test("a recording of it replays to the same session, bit for bit, with a past or without one")
    func replay() async throws {
        let source = try await tape("source.cameo")
        var first = try played(source)
        let recorder = try Recorder(path: folder.file("record.cameo"), source: source)
        recorder.record(first.takeHeard())
        #expect(await recorder.close() == nil)
        let record = try TapeReader(path: folder.file("record.cameo"))
        let second = try played(record)
        #expect(second.isReplay && second.session == first.session)
        #expect(second.session.members == [.main, anna])
        var third = ForwardOnlyPlayer(
            try PrefetchingFeed(record, isFresh: false), TapePlaying(isFresh: false), watcher: nil)
        try Self.run(&third, record)
        #expect(third.session == first.session)
    }

    @Test("the member that ends last is heard to its end")
    func longest() async throws {
        let player = try played(try await tape("a.cameo", late: 20))
        #expect(player.session.members == [.main, anna] && !player.session.isAnimating)
        #expect(player.session[anna]?.counters.messagesFinished == 1)
    }

    @Test("a whole run tells of the main member alone, and as if there were no other")
    func run() async throws {
        let together = try Self.told(try await tape("both.cameo"))
        #expect(try Self.told(try await tape("main.cameo", only: .main)) == together)
        #expect(together.count >= 27)
    }

    /// The frames of speech of a whole run.
    private static func told(_ tape: TapeReader) throws -> [FrameRecord] {
        var records: [FrameRecord] = []
        var run = try VirtualRun(tape, isFresh: true)
        try run.run { if case .frame(let record, _) = $0, record.position != nil { records.append(record) } }
        return records
    }
}
