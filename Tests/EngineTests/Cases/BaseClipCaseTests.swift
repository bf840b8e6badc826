import Events
import Support
import Testing

@testable import Engine

/// Cases about base clips: wrong ones, missing ones, new versions, odd manifests (specification 7.3).
@Suite("Nasty cases of base clips")
struct BaseClipCaseTests {
    @Test("N27: the base clip changes exactly at the frame that names the other one")
    func clipChanges() {
        var session = EngineRun.loaded()
        var frames = Stream.frames(0..<7, clip: Stream.idle)
        frames += Stream.frames(7..<12, from: 40)
        session.at(1, Stream.audio(0, frames: 12), Stream.batch(0, frames, of: 1), Stream.sent(0, 12))
        session.run(to: 3)
        let names = Array(repeating: Stream.idle, count: 7) + Array(repeating: Stream.talking, count: 5)
        #expect(session.drawn(0).map(\.clip) == names)
        #expect(session.drawn(0).map(\.baseIndex) == Array(0..<7) + Array(40..<45))
        #expect(session.drawn(0).allSatisfy { $0.status == .sync })
    }

    @Test("N28: a frame without a clip name keeps the clip before it")
    func noClipName() {
        var session = EngineRun.loaded()
        var frames = Stream.frames(0..<12)
        for place in 4..<8 { frames[place].clip = nil }
        session.at(1, Stream.audio(0, frames: 12), Stream.batch(0, frames, of: 1), Stream.sent(0, 12))
        session.run(to: 3)
        #expect(session.drawn(0).allSatisfy { $0.clip == Stream.talking && $0.status == .sync })
        #expect(session.drawn(0).map(\.baseIndex) == Array(0..<12))
    }

    @Test("N29: a clip that is not loaded: composite held, one line a chunk, sound goes on, clip requested")
    func clipNotLoaded() throws {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 12))
        session.at(1, Stream.chunk(1, frames: 12, clip: "hi_1_s_hi_1_e") + [.audioEnded])
        session.run(to: 1.5)
        let held = try #require(session.engine.framePlan.composite)
        #expect(held.clip == Stream.talking && held.baseIndex == 11 && held.overlay != nil)
        session.run(to: 10)
        #expect(session.count(.missingBaseClip) == 1)
        #expect(session.clipRequests.filter { $0 == "hi_1_s_hi_1_e" }.count == 1)
        #expect(session.soundStarts(ofChunk: 1).count == 1)
        #expect(session.lines(ofChunk: 1).allSatisfy { $0.status == .held && $0.baseIndex == 11 })
        #expect(session.report(ofChunk: 1)?.held == 12 && session.report(ofChunk: 1)?.shown == 0)
        #expect(session.engine.isAnimating == false)
    }

    @Test("N30: a base frame that is not there yet: the nearest lower one, with its overlay and the status")
    func clipHalfLoaded() throws {
        var session = EngineRun.loaded([(Stream.idle, 10)])
        session.at(0, .clipAnnounced(Stream.talking, totalFrames: 90))
        for index in 0..<5 {
            session.at(0, .baseFrameArrived(Stream.talking, index: index, picture: Stream.payload(7_000 + index)))
        }
        session.at(1, Stream.chunk(0, frames: 12))
        session.run(to: 1.3)
        let composite = try #require(session.engine.framePlan.composite)
        #expect(composite.baseIndex == 4 && composite.base == Stream.payload(7_004))
        #expect(composite.overlay?.picture == Stream.payload(1_000_900))
        session.run(to: 3)
        let statuses = Array(repeating: FrameStatus.sync, count: 5) + Array(repeating: .desyncBaseMissing, count: 7)
        #expect(session.drawn(0).map(\.status) == statuses)
        #expect(session.drawn(0).map(\.demandedIndex) == Array(0..<12))
    }

    @Test("N31: an index beyond the announced count shows the last frame, a negative one the first, with a status")
    func indexOutOfRange() {
        var session = EngineRun.loaded()
        let bases = [89, 90, 5_000, .max, -1, .min, 3]
        let frames = bases.enumerated().map { Stream.frame($0.offset, base: $0.element, picture: $0.offset) }
        session.at(1, Stream.audio(0, frames: 7), Stream.batch(0, frames, of: 1), Stream.sent(0, 7), .audioEnded)
        session.run(to: 10)
        #expect(session.drawn(0).map(\.baseIndex) == [89, 89, 89, 89, 0, 0, 3])
        #expect(
            session.drawn(0).map(\.status) == [
                .sync, .desyncBaseMissing, .desyncBaseMissing, .desyncBaseMissing, .desyncIndex, .desyncIndex, .sync,
            ])
        #expect(session.engine.counters.desync == 5)
        #expect(session.engine.isAnimating == false)
    }

    @Test("N31, N35: a frame that was kept beyond a smaller second count is not drawn")
    func beyondTheSecondCount() {
        var session = EngineRun.loaded()
        session.at(0.5, .clipAnnounced(Stream.talking, totalFrames: 50))
        session.at(1, Stream.chunk(0, frames: 3, from: 48))
        session.run(to: 3)
        #expect(session.drawn(0).map(\.baseIndex) == [48, 49, 49])
        #expect(session.drawn(0).map(\.status) == [.sync, .sync, .desyncBaseMissing])
    }

    @Test("N32: clips that nobody knows are loaded after the known ones, empty ones skipped")
    func oddManifest() {
        var session = EngineRun()
        session.at(
            0, Stream.manifest([("zebra", 3), ("a_b", 3), (Stream.talking, 3), (Stream.idle, 3), ("none", 0)]))
        session.at(0.1, Stream.clip(Stream.idle, frames: 3))
        session.at(0.2, Stream.clip(Stream.talking, frames: 3))
        session.at(0.3, Stream.clip("a_b", frames: 3))
        session.at(0.4, Stream.clip("zebra", frames: 3))
        session.run(to: 1)
        #expect(session.clipRequests == [Stream.idle, Stream.talking, "a_b", "zebra"])
        #expect(session.count(.manifest) == 1)
        #expect(session.engine.readyClips == [Stream.idle, Stream.talking, "a_b", "zebra"])
    }

    @Test("N33: a loaded clip of which the manifest says one frame more is asked for")
    func longerManifest() {
        var session = EngineRun.loaded([(Stream.idle, 60)])
        session.run(to: 1)
        let before = session.clipRequests
        session.at(1, Stream.manifest([(Stream.idle, 61)]))
        session.run(to: 2)
        #expect(session.clipRequests.dropFirst(before.count) == [Stream.idle])
    }

    @Test("K48: a clip of unknown length is not loaded: neither a bridge nor promised, until it is all sent")
    func unknownLength() {
        var session = EngineRun.loaded()
        session.at(0.5, .baseFrameArrived(Stream.bridge, index: 0, picture: Stream.payload(1)))
        session.at(1, Stream.chunk(0, frames: 12))
        session.run(to: 1.05)
        #expect(session.modes == [.idle, .overlay])
        #expect(!session.engine.readyClips.contains(Stream.bridge))
        session.at(1.1, .clipCompleted(Stream.bridge, totalFrames: nil))
        session.run(to: 1.2)
        #expect(session.engine.readyClips.contains(Stream.bridge))
    }

    @Test("a stream by hand, of frames alone without any total, idles and talks")
    func withoutTotals() {
        var session = EngineRun()
        for (name, count) in [(Stream.idle, 5), (Stream.talking, 20)] {
            for event in Stream.clip(name, frames: count) {
                if case .baseFrameArrived = event { session.at(0, event) }
            }
        }
        session.at(2, Stream.chunk(0, frames: 12) + [.audioEnded])
        session.run(to: 6)
        #expect(session.records.prefix(7).map(\.baseIndex) == [0, 1, 2, 3, 4, 0, 1])
        #expect(session.drawn(0).map(\.baseIndex) == Array(0..<12))
        #expect(session.records.allSatisfy { $0.status == .sync })
        #expect(session.engine.modeName == .idle && !session.engine.isAnimating)
    }

    @Test("N32: clips that the backend does not know hold the others up for 30 s of silence, not for ever")
    func unknownClips() {
        var session = EngineRun(ticks: .atDeadlines)
        session.at(0, Stream.manifest([(Stream.idle, 2), ("x", 2), ("y", 2), ("z", 2)]))
        session.at(1, Stream.clip(Stream.idle, frames: 2))
        session.at(20, .baseFrameArrived("y", index: 0, picture: Stream.payload(1)))
        session.run(to: 29.9)
        #expect(session.clipRequests == [Stream.idle, "x", "y"])
        session.run(to: 31.1)
        #expect(session.clipRequests == [Stream.idle, "x", "y", "z"])
        #expect(session.notes.filter { $0.code == .timeLimit }.map(\.text).count == 1)
        session.run(to: 70)
        #expect(session.count(.timeLimit) == 3)
        session.at(70, Stream.clip("x", frames: 2))
        session.run(to: 71)
        #expect(session.engine.readyClips.contains("x"))
    }

    @Test("K45: a frame at a far index stands at that index, and nothing beside it")
    func farIndex() {
        var frames = ClipFrames()
        let isPut = [Limits.clipFrames - 1, Limits.clipFrames, -1].map { frames.put(Stream.payload(1), at: $0) }
        #expect(isPut == [true, false, false])
        #expect(frames.loadedCount == 1 && frames.length == Limits.clipFrames && !frames.isLoaded)
        #expect(frames.missing == Array(0..<Limits.clipFrames - 1))
        #expect(frames.nearest(to: 3)?.index == Limits.clipFrames - 1)
        _ = frames.put(Stream.payload(3), at: 2)
        #expect(frames.nearest(to: 3)?.index == 2)
        _ = frames.remove(at: Limits.clipFrames - 1)
        #expect(frames.loadedCount == 1 && frames.length == Limits.clipFrames)
    }

    @Test("N32: a manifest that is refused or empty is reported")
    func refusedManifest() {
        for manifest in [Manifest.refused("no such agent"), .clips([])] {
            var session = EngineRun()
            session.at(0, .manifestArrived(manifest))
            session.run(to: 1)
            #expect(session.count(.manifest) == 1)
            #expect(session.clipRequests.isEmpty)
        }
    }

    @Test("N32: without a manifest for 5 s the known clips are asked for directly, idle first, two at a time")
    func noManifest() {
        var session = EngineRun()
        session.at(0, .linkRestored)
        session.run(to: 4.99)
        #expect(session.clipRequests.isEmpty)
        session.run(to: 5.01)
        #expect(session.clipRequests == [Stream.idle])
        #expect(session.count(.manifest) == 1)
        session.at(6, Stream.clip(Stream.idle, frames: 3))
        session.run(to: 7)
        #expect(session.clipRequests == [Stream.idle, Stream.idleBack, Stream.bridge])
    }

    @Test("N33: a new version of the clip on screen comes in at the next idle wrap, not in the middle")
    func newVersionOnScreen() throws {
        var session = EngineRun.loaded()
        session.at(0.3, Stream.manifest(EngineRun.clipsWithoutBridge, version: "a2"))
        session.at(0.4, Stream.clip(Stream.idle, frames: 10, base: 1_000))
        let old = Set((0..<10).map { Self.basePicture(of: Stream.idle, $0, version: 0) })
        let new = Set((0..<10).map { Self.basePicture(of: Stream.idle, $0, version: 1_000) })
        session.run(to: 0.99)
        #expect(session.engine.currentClip == Stream.idle)
        #expect(old.contains(try #require(session.engine.framePlan.composite?.base)))
        session.run(to: 2.5)
        #expect(session.engine.currentClip == Stream.idle)
        #expect(new.contains(try #require(session.engine.framePlan.composite?.base)))
    }

    @Test(
        "N33, N37: a clip on screen that has holes, as from an interrupted cache, gives way at once to its whole new version"
    )
    func newVersionOfHoles() throws {
        var session = EngineRun()
        session.at(0, Stream.manifest([(Stream.idle, 10)], version: "old"))
        session.at(0.1, Array(Stream.clip(Stream.idle, frames: 10).prefix(5)))
        session.at(0.3, Stream.manifest([(Stream.idle, 10)], version: "new"))
        session.at(0.35, Stream.clip(Stream.idle, frames: 10, base: 1_000))
        session.run(to: 0.95)
        let record = try #require(session.engine.framePlan.record)
        #expect(record.status == .sync && record.baseIndex == record.demandedIndex && record.baseIndex > 4, "\(record)")
        #expect(session.records.allSatisfy { $0.status == .sync })
    }

    @Test("N33: a new version of the talking clip waits until the talking is done, and is used in the next message")
    func newVersionWhileTalking() throws {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 30) + [.audioEnded])
        session.at(1.2, Stream.manifest(EngineRun.clipsWithoutBridge, version: "a2"))
        session.at(1.3, Stream.clip(Stream.talking, frames: 90, base: 1_000))
        session.run(to: 1.7)
        let index = try #require(session.engine.framePlan.composite?.baseIndex)
        #expect(session.engine.framePlan.composite?.base == Self.basePicture(of: Stream.talking, index, version: 0))
        session.run(to: 8)
        #expect(session.engine.modeName == .idle)
        session.at(8, .audioArrived(AudioChunk(chunk: 0, sound: Stream.payload(77), zone: .zero, totalFrames: 30)))
        session.at(8, Stream.batch(0, Stream.frames(0..<30), of: 1))
        session.run(to: 8.5)
        let later = try #require(session.engine.framePlan.composite)
        #expect(later.clip == Stream.talking)
        #expect(later.base == Self.basePicture(of: Stream.talking, later.baseIndex, version: 1_000))
    }

    /// The payload that `Stream.clip` gives a base frame.
    private static func basePicture(of clip: ClipName, _ index: Int, version: Int) -> Payload? {
        for case .baseFrameArrived(_, index, let picture) in Stream.clip(clip, frames: index + 1, base: version) {
            return picture
        }
        return nil
    }

    @Test("N34: base frames before their total, twice, out of order, with a hole at the end")
    func baseFramesInAnyOrder() {
        var session = EngineRun()
        let order = [2, 0, 2, 4, 1, 0]
        for index in order {
            session.at(0, .baseFrameArrived(Stream.idle, index: index, picture: Stream.payload(100 + index)))
        }
        session.at(0.1, .clipAnnounced(Stream.idle, totalFrames: 5), .clipCompleted(Stream.idle, totalFrames: 5))
        session.run(to: 0.2)
        #expect(session.engine.readyClips.isEmpty)
        let asked = session.effects.compactMap { entry in
            if case .requestClip(Stream.idle, let missing) = entry.effect { missing } else { nil }
        }
        #expect(asked == [[3]])
        #expect(session.count(.clipHoles) == 1)
        session.at(0.2, .baseFrameArrived(Stream.idle, index: 3, picture: Stream.payload(103)))
        session.at(0.2, .clipCompleted(Stream.idle, totalFrames: 5))
        session.run(to: 1.2)
        #expect(session.engine.readyClips == [Stream.idle])
        #expect(session.engine.clipProgress(Stream.idle).map { [$0.loaded, $0.announced] } == [5, 5])
        #expect(session.engine.framePlan.composite.map { $0.base == Stream.payload(100 + $0.baseIndex) } == true)
    }

    @Test("a base frame that turns out to be no picture is a hole, asked for once and counted once")
    func brokenBaseFrame() {
        var session = EngineRun()
        session.at(0, Array(Stream.clip(Stream.idle, frames: 6)))
        for time in [0.1, 0.3] {
            session.at(time, .baseFrameFailed(Stream.idle, index: 3, reason: "torn"))
            session.at(
                time + 0.1,
                .baseFrameArrived(Stream.idle, index: 3, picture: Self.basePicture(of: Stream.idle, 3, version: 0)))
        }
        session.at(0.5, .baseFrameFailed(Stream.idle, index: 3, reason: "torn"))
        session.run(to: 0.6)
        #expect(session.engine.isBroken(Stream.idle, 3) && session.engine.base(Stream.idle, 3) == nil)
        // It has come: nobody waits for more of the clip.
        #expect(session.engine.readyClips == [Stream.idle])
        #expect(session.engine.counters.decodeFailures == 1 && session.count(.decodeFailed) == 1)
        let asked = session.effects.compactMap { entry in
            if case .requestClip(Stream.idle, let missing) = entry.effect { missing } else { nil }
        }
        #expect(asked == [[3]])
        session.at(0.6, .baseFrameArrived(Stream.idle, index: 3, picture: Stream.payload(9_000)))
        session.run(to: 0.7)
        #expect(!session.engine.isBroken(Stream.idle, 3) && session.engine.readyClips == [Stream.idle])
    }

    @Test("every base frame that comes is to be examined")
    func examined() {
        var session = EngineRun()
        session.at(0, Array(Stream.clip(Stream.idle, frames: 6)))
        session.run(to: 0.1)
        let examined = session.effects.compactMap { entry in
            if case .examine(Stream.idle, let index, _) = entry.effect { index } else { nil }
        }
        #expect(examined == Array(0..<6))
    }

    @Test("N33: what is no picture of another version leaves the one on screen as it is")
    func brokenNewVersion() {
        var session = EngineRun()
        session.at(0, .manifestArrived(.clips([ManifestEntry(clip: Stream.idle, frames: 6, version: "1")])))
        session.at(0, Array(Stream.clip(Stream.idle, frames: 6)))
        session.at(0.5, .manifestArrived(.clips([ManifestEntry(clip: Stream.idle, frames: 6, version: "2")])))
        session.at(0.6, .baseFrameArrived(Stream.idle, index: 2, picture: Stream.payload(9_000)))
        session.at(0.6, .baseFrameFailed(Stream.idle, index: 2, reason: "torn"))
        session.run(to: 0.7)
        #expect(session.engine.counters.decodeFailures == 1)
        #expect(session.engine.base(Stream.idle, 2) == Self.basePicture(of: Stream.idle, 2, version: 0))
    }

    @Test("a clip that is said to have been sent with another number of frames than was announced is odd, once")
    func anotherTotal() {
        var session = EngineRun()
        session.at(0, Array(Stream.clip(Stream.idle, frames: 6).dropLast()))
        for _ in 0..<2 { session.at(0.1, .clipCompleted(Stream.idle, totalFrames: 4)) }
        session.run(to: 0.2)
        #expect(
            session.notes.filter { $0.code == .odd }.map(\.text) == [
                "\(Stream.idle.rawValue): 4 frames reported as sent, 6 announced"
            ])
        #expect(session.engine.readyClips == [Stream.idle])
    }

    @Test("N35: a total announced twice: the second one counts, the frames stay", arguments: [4, 8])
    func twoTotals(second: Int) {
        var session = EngineRun()
        session.at(0, .clipAnnounced(Stream.idle, totalFrames: 6))
        for index in 0..<6 {
            session.at(0, .baseFrameArrived(Stream.idle, index: index, picture: Stream.payload(100 + index)))
        }
        session.at(0.1, .clipAnnounced(Stream.idle, totalFrames: second))
        session.run(to: 0.2)
        #expect(session.engine.clipProgress(Stream.idle).map { [$0.loaded, $0.announced] } == [6, second])
        #expect(session.engine.readyClips == (second == 4 ? [Stream.idle] : []))
        session.run(to: 3)
        #expect(Set(session.records.map(\.baseIndex)) == Set(0..<min(6, second)))
    }

    @Test("N36: base clips that arrive in between while talking do not touch the timing")
    func clipsWhileTalking() {
        var plain = EngineRun.loaded()
        var busy = EngineRun.loaded()
        for chunk in 0..<2 {
            plain.at(1, Stream.chunk(chunk, frames: 40, from: chunk * 40))
            busy.at(1, Stream.chunk(chunk, frames: 40, from: chunk * 40))
        }
        let first = Stream.clip(Stream.bridge, frames: 40)
        let second = Stream.clip("hi_1_s_hi_1_e", frames: 40)
        for (place, pair) in zip(first, second).enumerated() {
            busy.at(1.05 + Double(place) / 20, pair.0, pair.1)
        }
        plain.run(to: 5)
        busy.run(to: 5)
        #expect(plain.drawn(0) == busy.drawn(0) && plain.drawn(0).count == 40)
        #expect(plain.drawn(1) == busy.drawn(1) && plain.drawn(1).count == 40)
    }
}
