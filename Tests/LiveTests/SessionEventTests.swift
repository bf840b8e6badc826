import Events
import Sessions
import Support
import Testing

@testable import Engine
@testable import Live

@Suite("A session's events as the originals name them")
struct SessionEventTests {
    private static func frame(
        _ number: Int, _ mode: ModeName = .overlay, _ change: (inout FrameRecord) -> Void = { _ in }
    ) -> FrameRecord {
        let due = Instant(microseconds: 1_000_000 + Int64(number) * 33_333)
        var record = FrameRecord(
            ordinal: number, mode: mode, generation: 1,
            position: mode == .overlay
                ? FramePosition(
                    chunk: number / 10, section: 0, sequence: number % 10, frame: number % 10, frameCount: 10)
                : nil,
            clip: "t", baseIndex: 0, demandedClip: "t", demandedIndex: 0, overlayKey: PictureKey("k"), status: .sync,
            due: due,
            shown: due)
        change(&record)
        return record
    }

    /// - Parameter freeze: ordinal of the frame that ends one.
    private static func events(_ effects: [Effect], freeze: Int? = nil) -> [SessionEvent] {
        var events = SessionEvents()
        return effects.flatMap { effect in
            let isFreeze = if case .show(let record) = effect { record.ordinal == freeze } else { false }
            return events.receiveEffect(effect, PlaybackEngine(), isFreeze: isFreeze)
        }
    }

    private static func kinds(_ effects: [Effect]) -> [String] { events(effects).map(\.kind.rawValue) }

    @Test("a message and each of its chunks begin once, and each change of the mode is told")
    func starts() {
        let frames = [Self.frame(0, .idle)] + (1..<25).map { Self.frame($0) } + [Self.frame(25, .finishingBase)]
        let events = Self.events(frames.map(Effect.show))
        #expect(
            events.map(\.kind) == [.transition, .newMessage, .chunkStart, .chunkStart, .chunkStart, .transition])
        #expect(events[0].details == ["from": "idle", "to": "overlay", "animation": "t"])
        #expect(events[1].details == ["chunk": 0])
        #expect(events[3].details == ["chunk": 1, "animation": "t"])
    }

    @Test("a frame that ends a freeze tells the time since the one before it")
    func freeze() {
        let late = Self.frame(2) { $0.shown += .milliseconds(120) }
        let events = Self.events([.show(Self.frame(0)), .show(Self.frame(1)), .show(late)], freeze: 2).filter {
            $0.kind == .freezeDetected
        }
        #expect(events.count == 1)
        let details = events.first?.details
        #expect(details?["delta_ms"] == .double(153.333) && details?["draw_count"] == 3 && details?["seq"] == 2)
        #expect(
            details?.members.map(\.key) == [
                "delta_ms", "draw_count", "mode", "chunk", "seq", "queue_len", "cache_count", "decoded_count",
            ])
    }

    @Test("waiting for a picture is told once a stretch, giving it up with what was waited for")
    func skips() {
        let held = Self.frame(1) { ($0.status, $0.decoded) = (.held, nil) }
        let timeout = Note(time: .zero, code: .skipDrawTimeout, text: "x")
        let events = Self.events([.show(Self.frame(0)), .show(held), .note(timeout), .note(timeout)])
        #expect(events.suffix(2).map(\.kind) == [.skipDraw, .skipDrawTimeout])
        #expect(
            events.dropLast().last?.details
                == ["chunk": 0, "seq": 1, "is_cached": false, "is_decoded": false, "consecutive": 1])
        #expect(events.last?.details == ["chunk": 0, "seq": 1, "key": "k", "skips": 1])
    }

    @Test("a picture that stays while the next chunk is waited for was not skipped")
    func waitingForChunk() throws {
        var run = EngineRun.loaded()
        run.at(1, Stream.chunk(0, frames: 12))
        run.run(to: 1.9)
        let held = try #require(run.records.last)
        #expect(held.status == .held && held.position != nil)
        var events = SessionEvents()
        #expect(!events.receiveEffect(.show(held), run.engine).contains { $0.kind == .skipDraw })
    }

    @Test("lost frames, a clip that is not there and what went wrong are told; other notes are not")
    func faults() {
        var report = ChunkReport(
            generation: 1, chunk: 2, announced: 30, received: 27, shown: 27, noOverlay: 3, skipped: 0,
            lost: [4, 5, 6], late: 0, duplicates: 0, hasSound: true, started: nil, ended: .zero)
        let lost = Self.events([.finishChunk(report)])
        #expect(lost.first?.details == ["chunk": 2, "sent": 30, "received": 27, "lost": 3])
        report.end = .cut
        #expect(Self.kinds([.finishChunk(report)]) == [])
        (report.lost, report.end) = ([], .over)
        #expect(Self.kinds([.finishChunk(report)]) == [])
        let missing = Self.frame(0) { ($0.status, $0.note) = (.held, "MISSING_BASE_ANIM") }
        #expect(Self.kinds([.show(missing), .show(missing)]).count { $0 == "MISSING_BASE_ANIM" } == 1)
        let broken = Note(time: .zero, code: .decodeFailed, text: "overlay k\u{1B}[2J")
        #expect(Self.events([.note(broken)]).first?.details == ["code": "DECODE_FAILED", "text": "overlay k^[[2J"])
        #expect(Self.kinds([.note(Note(time: .zero, code: .stale, text: ""))]) == [])
    }

    @Test("slow pictures are told with the stage that took longest, of the others each hundredth")
    func timing() {
        var events = SessionEvents()
        let fast = FrameTiming([.paint: .milliseconds(2)])
        let told = (0..<200).compactMap { events.receiveTiming(fast, of: Self.frame($0)) }
        #expect(told.map(\.kind) == [.frameTiming, .frameTiming] && told[1].details["frame"] == 100)
        let slow = events.receiveTiming(
            FrameTiming([.decode: .milliseconds(30), .paint: .milliseconds(1)]), of: Self.frame(3))
        #expect(
            slow?.details == [
                "total_ms": 31.0, "cache_ms": 30.0, "render_ms": 1.0, "bottleneck": "decode", "chunk": 0, "seq": 3,
            ])
        #expect(events.receiveTiming(fast, of: Self.frame(0, .idle)) == nil)
    }
}
