import Engine
import Events
import Support
import Testing

@testable import Debugger
@testable import Sessions

@Suite("Why a frame is on screen")
struct WhyTests {
    private static func heard(_ change: (inout EngineRun) -> Void) -> Timeline {
        var run = EngineRun.loaded()
        change(&run)
        return HeardSession(run.heard).timeline
    }

    /// The frame with this sequence of chunk 0, as it was first told of.
    private static func frame(_ sequence: Int, _ timeline: Timeline, _ status: FrameStatus? = nil) throws -> FrameRecord
    {
        let records = timeline.log.entries.compactMap(\.record)
        return try #require(
            records.first { $0.position?.sequence == sequence && (status == nil || $0.status == status) })
    }

    private static func why(_ record: FrameRecord, _ timeline: Timeline) throws -> Why {
        var finder = WhyFinder(hasTestedSeams: true)
        let found = finder.why(record.ordinal, in: timeline)
        return try #require(found)
    }

    @Test("a frame that is as it should be leads back to the batch that brought it, each step to a place")
    func sync() throws {
        let timeline = Self.heard { run in
            run.at(1, Stream.audio(0, frames: 20))
            run.at(1.1, Stream.batch(0, Stream.frames(0..<12), number: 0, of: 2))
            run.at(1.2, Stream.batch(0, Stream.frames(12..<20), number: 1, of: 2), .audioEnded)
            run.run(to: 4)
        }
        let record = try Self.frame(14, timeline)
        let why = try Self.why(record, timeline)
        #expect(why.steps.map(\.kind) == Why.Kind.allCases.filter { $0 != .fault && $0 != .asked })
        #expect(why[.drawn]?.place?.frame == record.ordinal && why[.drawn]?.place?.time == record.shown)
        #expect(why[.because]?.sentence.hasPrefix("frame 15 of 20 of chunk 0 (section 0, sequence 14): ") == true)
        #expect(why[.because]?.sentence.contains("a tick") == true)
        let untested = "not tested whether the overlay fits the base frame"
        #expect(why[.because]?.sentence.contains(untested) == false)
        var unseeing = WhyFinder(hasTestedSeams: false)
        let unseen = unseeing.why(record.ordinal, in: timeline)
        #expect(unseen?[.because]?.sentence.contains(untested) == true)
        #expect(why[.batch]?.sentence == "batch 2 of 2 of chunk 0 brought 8 frames, this one as number 3")
        #expect(why[.batch]?.place?.time == Instant(seconds: 1.2))
        let entry = try #require(why[.message]?.place?.entry)
        guard case .overlaysArrived(let batch)? = timeline.archive.event(entry) else { throw NotThere() }
        #expect(batch.frames.contains { $0.sequence == 14 })
        // The archive keeps events, and not how they came.
        #expect(why[.packet]?.sentence.contains("not recorded") == true && why[.packet]?.place == nil)
        let decoded = try #require(why[.decoded]?.place)
        guard case .local(.pictureDecoded(let key, _, _)) = timeline.history.moments[decoded.heard - 1].body
        else { throw NotThere() }
        #expect(key == record.overlayKey)
        let base = try #require(why[.base]?.place?.entry)
        guard case .baseFrameArrived(let clip, let index, _)? = timeline.archive.event(base) else { throw NotThere() }
        #expect(clip == record.clip && index == record.baseIndex)
    }

    @Test("a frame of the idle clip leads to its base frame, and says that its decoding is not recorded")
    func idle() throws {
        let timeline = Self.heard { $0.run(to: 2) }
        let record = try #require(timeline.log.entries.compactMap(\.record).last)
        let why = try Self.why(record, timeline)
        #expect(why.steps.map(\.kind) == [.drawn, .because, .decoded, .batch, .message, .packet])
        #expect(why[.because]?.sentence.hasPrefix("the avatar is silent, and the idle clip is at base") == true)
        #expect(why[.decoded]?.place == nil && why[.decoded]?.sentence.contains("recorded") == true)
        let entry = try #require(why[.message]?.place?.entry)
        guard case .baseFrameArrived(_, let index, _)? = timeline.archive.event(entry) else { throw NotThere() }
        #expect(index == record.baseIndex)
    }

    @Test("a picture that came too late, one that never came, and one that cannot be decoded say so")
    func trouble() throws {
        let timeline = Self.heard { run in
            run.decoding = { $0.key.rawValue.contains("J1_X15_") ? .fails(after: .zero) : .after(.zero) }
            run.at(1, Stream.audio(0, frames: 20))
            run.at(1, Stream.batch(0, Stream.frames(0..<10) + Stream.frames(13..<20), number: 0, of: 2))
            run.at(2.5, Stream.batch(0, Stream.frames(10..<12), number: 1, of: 2), .audioEnded)
            run.run(to: 8)
        }
        let late = try Self.why(try Self.frame(10, timeline), timeline)
        #expect(late[.drawn]?.sentence.contains("(HELD): the picture of frame") == true)
        #expect(late[.because]?.sentence.contains("its picture had not arrived") == true)
        #expect(late[.batch]?.sentence.hasPrefix("arrived too late: batch 2 of 2 of chunk 0") == true)
        #expect(late[.batch]?.place?.time == Instant(seconds: 2.5))
        let lost = try Self.why(try Self.frame(12, timeline), timeline)
        #expect(
            lost[.batch]?.sentence == "no picture of the frame arrived until the last event received")
        #expect(lost[.batch]?.place == nil && lost[.message]?.sentence == "unknown")
        let broken = try Self.why(try Self.frame(15, timeline), timeline)
        #expect(broken.record.status == .noOverlay)
        #expect(broken[.decoded]?.sentence.contains("could not be decoded") == true)
        #expect(broken[.decoded]?.place != nil)
        // The fault is the frame's, though it was heard of two seconds before its turn.
        let words = broken.steps.filter { $0.kind == .fault }.map(\.sentence)
        let overlay = try #require(broken.record.overlayKey).rawValue
        #expect(words.contains { $0.hasPrefix("NO-OVERLAY: ") && $0.hasSuffix(" drawn without overlay \(overlay)") })
        #expect(words.contains { $0.hasPrefix("DECODE_FAILED: overlay \(overlay): ") })
    }

    @Test("a frame that came without a picture leads to the batch that brought it so")
    func bare() throws {
        let timeline = Self.heard { run in
            var frames = Stream.frames(0..<20)
            frames[14].picture = nil
            run.at(1, Stream.audio(0, frames: 20))
            run.at(1.1, Stream.batch(0, frames, number: 0, of: 1), .audioEnded)
            run.run(to: 4)
        }
        let why = try Self.why(try Self.frame(14, timeline), timeline)
        #expect(why.record.status == .noOverlay)
        #expect(why[.because]?.sentence.contains("the frame arrived without a picture, so base ") == true)
        #expect(
            why[.batch]?.sentence
                == "batch 1 of 1 of chunk 0 brought 20 frames, this one as number 15, without a picture")
        #expect(why[.batch]?.place?.time == Instant(seconds: 1.1) && why[.message]?.place?.entry != nil)
    }

    @Test("a frame that never came, of a chunk whose other frames did, says which picture stays")
    func hole() throws {
        let timeline = Self.heard { run in
            run.at(1, Stream.audio(0, frames: 20))
            run.at(1, Stream.batch(0, Stream.frames(0..<12) + Stream.frames(16..<20), number: 0, of: 1), .audioEnded)
            run.run(to: 8)
        }
        let record = try #require(timeline.log.entries.compactMap(\.record).first { $0.isHole })
        let drawn = try #require(try Self.why(record, timeline)[.drawn]?.sentence)
        #expect(drawn.contains("s: the picture of frame ") && drawn.hasSuffix(" was kept"), "\(drawn)")
    }

    @Test("N45 what half a chunk had brought is told as dropped when the link was lost, and not as what never came")
    func linkLost() throws {
        let timeline = Self.heard { run in
            run.at(1, Stream.chunk(0, frames: 20))
            run.at(1.1, Stream.audio(1, frames: 20))
            run.at(1.1, Stream.batch(1, Stream.frames(0..<10), number: 0, of: 2))
            run.at(1.2, LocalInput.linkLost(reason: "gone"))
            run.at(1.3, LocalInput.linkRestored)
            run.at(1.4, Stream.batch(1, Stream.frames(10..<18), number: 1, of: 2), Stream.sent(1, 20))
            run.at(1.5, .audioEnded)
            run.run(to: 8)
        }
        let records = timeline.log.entries.compactMap(\.record).filter { $0.position?.chunk == 1 }
        let words = "it was dropped when the connection was lost at 1.200 s, because its chunk was incomplete"
        let lost = try Self.why(try #require(records.first { $0.isHole }), timeline)
        #expect(
            lost[.because]?.sentence.contains("the frame had arrived; \(words), so the previous picture is kept")
                == true)
        #expect(
            lost[.batch]?.sentence
                == "batch 1 of 2 of chunk 1 brought 10 frames, this one as number 1; \(words)")
        #expect(lost[.batch]?.place?.time == Instant(seconds: 1.1) && lost[.message]?.place?.entry != nil)
        let drawn = try Self.why(try #require(records.first { $0.status == .unplaced }), timeline)
        #expect(
            drawn[.because]?.sentence.contains(
                "receive_audio of its chunk, which gives the overlay's position, had arrived; \(words), so it is placed at 0,0"
            )
                == true)
        // The last two are in nothing that came.
        let never = try Self.why(try #require(records.last { $0.isHole }), timeline)
        #expect(never[.batch]?.sentence == "no picture of the frame arrived until the last event received")
        #expect(never[.because]?.sentence.contains("the frame never arrived, so the previous picture is kept") == true)
    }

    @Test("what stood through a freeze tells of it, as the frame does that came when it was over")
    func freeze() throws {
        let slow = Stream.frame(12).overlayID
        let timeline = Self.heard { run in
            run.decoding = { $0.key.rawValue == slow ? .after(.milliseconds(700)) : .after(.zero) }
            run.at(1, Stream.audio(0, frames: 20))
            run.at(1, Stream.batch(0, Stream.frames(0..<20), number: 0, of: 1), .audioEnded)
            run.run(to: 5)
        }
        func freezes(_ sequence: Int, _ status: FrameStatus) throws -> Int {
            let why = try Self.why(try Self.frame(sequence, timeline, status), timeline)
            return why.steps.count { $0.kind == .fault && $0.sentence.hasPrefix("FREEZE ") }
        }
        #expect(try freezes(12, .held) == 1 && freezes(12, .sync) == 1)
        // Its picture stood while the next one was held.
        #expect(try freezes(11, .sync) == 1)
        #expect(try freezes(10, .sync) == 0 && freezes(13, .sync) == 0)
    }

    @Test("a freeze of frames whose clip is not there is told of each of them, and of the frame whose picture stood")
    func clipNotThere() throws {
        let timeline = Self.heard { run in
            run.at(1, Stream.chunk(0, frames: 12))
            run.at(1, Stream.chunk(1, frames: 12, clip: "other") + [.audioEnded])
            run.run(to: 5)
        }
        let records = timeline.log.entries.compactMap(\.record)
        let held = records.filter(\.lacksClip)
        let stood = try #require(records.last { $0.ordinal < held.first?.ordinal ?? 0 })
        #expect(held.count > 10)
        for record in [stood] + held {
            let faults = try Self.why(record, timeline).steps.filter { $0.kind == .fault }
            #expect(faults.count { $0.sentence.hasPrefix("FREEZE ") } == 1, "\(record.ordinal)")
        }
    }

    @Test("an overlay that was not drawn is not said to be, also where the base frame is another one than demanded")
    func bareOnAnotherBase() throws {
        let timeline = Self.heard { run in
            run.decoding = { $0.key.rawValue.contains("J1_X14_") ? .fails(after: .zero) : .after(.zero) }
            var frames = Stream.frames(0..<20)
            frames[14].baseIndex = 100_000
            run.at(1, Stream.audio(0, frames: 20))
            run.at(1, Stream.batch(0, frames, number: 0, of: 1), .audioEnded)
            run.run(to: 8)
        }
        let why = try Self.why(try Self.frame(14, timeline), timeline)
        #expect(why.record.status.text.hasPrefix("DESYNC"))
        #expect(why[.drawn]?.sentence.contains(" without its overlay ") == true)
        #expect(why[.because]?.sentence.contains("; the overlay cannot be decoded; due at ") == true)
    }

    @Test("a frame that waits for the next chunk says for which, and when that came; its own picture was there")
    func waiting() throws {
        func heard(next: Double?) -> Timeline {
            Self.heard { run in
                run.at(1, Stream.audio(0, frames: 10))
                run.at(1, Stream.batch(0, Stream.frames(0..<10)))
                run.at(1.1, Stream.audio(1, frames: 8))
                if let next { run.at(next, Stream.batch(1, Stream.frames(0..<8), number: 0, of: 1)) }
                run.run(to: 6)
            }
        }
        func held(_ timeline: Timeline) throws -> Why {
            let record = timeline.log.entries.compactMap(\.record).first { $0.status == .held }
            return try Self.why(try #require(record), timeline)
        }
        let late = try held(heard(next: 4))
        #expect(late.record.position?.chunk == 0 && late.record.position?.frame == 9)
        #expect(
            late[.because]?.sentence.hasPrefix(
                "the message continues with chunk 1, and none of its 8 pictures had arrived")
                == true)
        #expect(
            late[.decoded]?.sentence
                == "nothing new: the screen shows the picture of frame \(late.record.ordinal - 1)")
        #expect(late[.batch]?.sentence.hasPrefix("arrived too late: batch 1 of 1 of chunk 1 brought 8 frames") == true)
        #expect(late[.batch]?.place?.time == Instant(seconds: 4) && late[.message]?.place?.entry != nil)
        // The end signal is late: nobody can say that there is another chunk.
        let open = Self.heard { run in
            run.at(1, Stream.audio(0, frames: 10))
            run.at(1, Stream.batch(0, Stream.frames(0..<10)))
            run.at(4, .audioEnded)
            run.run(to: 6)
        }
        let last = try held(open)
        #expect(
            last[.because]?.sentence.hasPrefix("neither chunk 1, the next one, nor the end of the message had arrived")
                == true)
        let never = try held(heard(next: nil))
        #expect(
            never[.batch]?.sentence.hasPrefix("no picture of chunk 1 arrived") == true && never[.message]?.place == nil)
    }

    @Test("every frame of what goes wrong by chance has its reasons, in their order, at places that are there")
    func random() {
        for seed in 0..<8 {
            let timeline = HeardSession(HeardSession.random(UInt64(seed))).timeline
            var finder = WhyFinder(hasTestedSeams: true)
            for ordinal in 0..<timeline.log.frameCount {
                guard let why = finder.why(ordinal, in: timeline) else {
                    Issue.record("seed \(seed), frame \(ordinal)")
                    continue
                }
                let order = why.steps.map { Why.Kind.allCases.firstIndex(of: $0.kind) ?? -1 }
                let isRising = zip(why.steps, zip(order, order.dropFirst())).allSatisfy { step, places in
                    step.kind == .fault ? places.0 <= places.1 : places.0 < places.1
                }
                #expect(isRising, "seed \(seed), frame \(ordinal)")
                let faults = timeline.log.faults(marking: ordinal) + timeline.log.freezes(of: ordinal)
                #expect(why.steps.count { $0.kind == .fault } == faults.count)
                #expect(why.record.ordinal == ordinal && why[.drawn] != nil && why[.packet] != nil)
                for step in why.steps {
                    guard let place = step.place else { continue }
                    #expect((1...timeline.history.count).contains(place.heard))
                    #expect(timeline.history.time(after: place.heard) == place.time)
                    if let entry = place.entry { #expect(timeline.history.entry(at: place.heard - 1) == entry) }
                }
            }
            #expect(finder.why(timeline.log.frameCount, in: timeline) == nil)
        }
    }

    @Test("what was asked before changes no answer, also when the session has gone on meanwhile")
    func cached() {
        let events = HeardSession.conversation()
        var timeline = HeardSession.empty(events, interval: 40)
        var finder = WhyFinder(hasTestedSeams: true)
        for (place, event) in events.enumerated() {
            timeline.receiveEvent(event, place: place)
            guard place % 50 == 0, timeline.log.frameCount > 0 else { continue }
            let ordinal = timeline.log.frameCount - 1
            var fresh = WhyFinder(hasTestedSeams: true)
            #expect(finder.why(ordinal, in: timeline) == fresh.why(ordinal, in: timeline))
        }
    }

    private struct NotThere: Error {}
}
