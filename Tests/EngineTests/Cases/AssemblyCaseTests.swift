import Events
import Support
import Testing

@testable import Engine

/// Cases about chunks that come in pieces, twice, out of order or not at all (specification 7.3).
@Suite("Nasty cases of assembly and order")
struct AssemblyCaseTests {
    private static let period = TimeSpan(microseconds: 33_333)

    @Test("N8: ready before the second batch: all frames are shown")
    func readyFirst() {
        var session = EngineRun.loaded()
        session.at(1, Stream.audio(0, frames: 20), Stream.sent(0, 20))
        session.at(1.1, Stream.batch(0, Stream.frames(0..<10), number: 0, of: 2))
        session.at(1.3, Stream.batch(0, Stream.frames(10..<20), number: 1, of: 2), .audioEnded)
        session.run(to: 10)
        #expect(session.places(0) == Array(0..<20))
        #expect(session.drawn(0).allSatisfy { $0.status == .sync })
        #expect(session.engine.isAnimating == false)
    }

    @Test("N9: ready never sent: the chunk is complete by the count of its batches")
    func neverReady() {
        var session = EngineRun.loaded()
        session.at(1, Stream.audio(0), Stream.batch(0, Stream.frames(0..<10), number: 0, of: 2))
        session.at(1.1, Stream.batch(0, Stream.frames(10..<20), number: 1, of: 2), .audioEnded)
        session.run(to: 10)
        #expect(session.places(0) == Array(0..<20))
        #expect(session.report(ofChunk: 0)?.lost == [])
        // Complete, so its end is known: it is left one period after its last frame.
        let ended = session.report(ofChunk: 0)?.ended
        let last = session.drawn(0).last?.shown
        #expect(ended == last.map { $0 + Self.period })
    }

    @Test("N10: 57 of 60 frames: three lost after the grace, in their places, and the timing stays")
    func lossInTheMiddle() {
        var session = EngineRun.loaded()
        let lost = [20, 33, 41]
        let frames = Stream.frames(0..<60).filter { !lost.contains($0.sequence) }
        session.at(1, Stream.audio(0, frames: 60), Stream.batch(0, frames + frames.prefix(3)), Stream.sent(0, 60))
        session.run(to: 10)
        #expect(session.places(0) == Array(0..<60))
        let without = session.drawn(0).filter { $0.status == .noOverlay }
        #expect(without.map { $0.position?.frame } == lost)
        #expect(session.drawn(0).filter { $0.status == .sync }.count == 57)
        #expect(session.count(.frameLoss) == 1)
        #expect(session.report(ofChunk: 0)?.lost == lost)
        #expect(session.report(ofChunk: 0)?.received == 57)
        #expect(session.engine.counters.lost == 3)
        let shown = session.drawn(0).map(\.shown)
        #expect(shown.last.map { $0 - shown[0] } == Self.period * 59)
    }

    @Test("more frames declared sent than announced: all have their place", arguments: [[0..<6], [0..<3, 3..<6]])
    func moreSentThanAnnounced(batches: [Range<Int>]) {
        var session = EngineRun.loaded()
        session.at(1, Stream.audio(0, frames: 3), Stream.sent(0, 6))
        for (number, range) in batches.enumerated() {
            session.at(1.05 + 0.05 * Double(number), Stream.batch(0, Stream.frames(range), number: number))
        }
        session.run(to: 5)
        #expect(session.places(0) == Array(0..<6))
        #expect(session.drawn(0).allSatisfy { $0.status == .sync })
        #expect(session.report(ofChunk: 0)?.lost == [])
        #expect(!session.has(.frameLoss) && !session.has(.limit))
    }

    @Test("frames in falling or mixed order, in front of others, end up in order", arguments: 0..<6)
    func fallingSections(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var engine = PlaybackEngine()
        for batch in 0..<4 {
            var numbers = Array((0..<50).map { $0 * 4 + batch }.reversed())
            if seed > 0 { numbers.swapAt(random.below(50), random.below(50)) }
            let frames = numbers.map { Stream.frame(0, base: $0, section: $0) }
            _ = engine.handle(Event(.zero, .wire(Stream.batch(0, frames, number: batch))))
        }
        let filed = engine.message.queue[0].frames.map { [$0.frame.section, $0.frame.sequence, $0.frame.baseIndex] }
        #expect(filed == (0..<200).map { [$0, 0, $0] })
        #expect(engine.message.queue[0].received == 200)
    }

    @Test("a late frame that comes again and again is received once")
    func lateAgain() {
        var session = EngineRun.loaded()
        let frames = Stream.frames(0..<30)
        session.at(1, Stream.audio(0, frames: 30), Stream.batch(0, [frames[0]] + frames[2..<20]))
        // Frame 1 has been given up by then, and frames 0 and 2 to some 10 have been shown.
        for _ in 0..<12 { session.at(2.4, Stream.batch(0, [frames[1]])) }
        session.at(2.41, Stream.batch(0, Array(frames[20...])))
        session.run(to: 6)
        let report = session.report(ofChunk: 0)
        #expect(report?.received == 30)
        #expect(report?.late == 1 && report?.duplicates == 11)
        #expect(session.places(0) == [0] + Array(2..<30))
    }

    @Test("a late frame of an earlier section is received once")
    func lateSection() {
        var session = EngineRun.loaded()
        let section = Stream.frames(0..<30).map { frame in
            var other = frame
            other.section = 1
            return other
        }
        session.at(1, Stream.audio(0, frames: 40), Stream.batch(0, section))
        for _ in 0..<12 { session.at(1.8, Stream.batch(0, [Stream.frame(0)])) }
        session.run(to: 1.9)
        #expect(session.engine.counters.late == 1 && session.engine.counters.duplicates == 11)
        session.run(to: 8)
        #expect(session.report(ofChunk: 0)?.received == 31)
    }

    @Test("N13: a chunk that comes again after it has been played counts as a duplicate, as its note says")
    func playedAgain() {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 12))
        session.at(1.8, Stream.batch(0, Stream.frames(0..<12)))
        session.run(to: 4)
        #expect(session.count(.duplicate) == 1)
        #expect(session.engine.counters.duplicates == 1 && session.engine.counters.late == 0)
    }

    @Test("pictures that come for the first time when their chunk is over are late, and once more they are duplicates")
    func lateAfterPlaying() {
        var session = EngineRun.loaded()
        let frames = Stream.frames(0..<12)
        session.at(1, Stream.audio(0, frames: 12), Stream.batch(0, Array(frames[..<9]), number: 0, of: 2))
        session.at(1, Stream.sent(0, 12))
        session.at(1, Stream.chunk(1, frames: 60, from: 12))
        session.at(3.3, Stream.batch(0, Array(frames[9...]), number: 1, of: 2))
        session.run(to: 3.4)
        #expect(session.engine.counters.late == 3 && session.engine.counters.duplicates == 0)
        #expect(session.count(.chunkLate) == 1 && !session.has(.duplicate))
        // One that came in time, and one that has come by now.
        session.at(3.5, Stream.batch(0, [frames[3], frames[9]]))
        session.run(to: 6)
        #expect(session.engine.counters.late == 3 && session.engine.counters.duplicates == 1)
        #expect(session.count(.chunkLate) == 1 && session.count(.duplicate) == 1)
        #expect(session.engine.counters.lost == 3)
    }

    @Test("frames behind the end of a chunk of which no length was known are late when it is over")
    func lateBehindTheEnd() {
        var session = EngineRun.loaded()
        session.at(1, Stream.audio(0), Stream.batch(0, Stream.frames(0..<6), of: 1))
        session.at(1, Stream.chunk(1, frames: 60, from: 12))
        for _ in 0..<2 { session.at(2.5, Stream.batch(0, Stream.frames(6..<12), number: 1, of: 2)) }
        session.run(to: 6)
        #expect(session.engine.counters.late == 6 && session.engine.counters.duplicates == 1)
    }

    @Test("sound that comes for the first time when its chunk is over is late, and once more it is a duplicate")
    func lateSoundAfterPlaying() {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 12))
        session.at(1, Stream.batch(1, Stream.frames(0..<12), of: 1), Stream.sent(1, 12))
        session.at(1, Stream.chunk(2, frames: 60, from: 12))
        session.at(2.9, Stream.audio(1, frames: 12))
        session.run(to: 3)
        #expect(session.count(.audioMissing) == 1 && session.count(.audioLate) == 1 && !session.has(.duplicate))
        #expect(session.engine.counters.lateSounds == 1)
        session.at(3.1, Stream.audio(1, frames: 12))
        session.run(to: 6)
        #expect(session.count(.audioLate) == 1 && session.count(.duplicate) == 1)
        #expect(session.engine.counters.duplicates == 1 && session.engine.counters.late == 0)
    }

    @Test("the first chunk_images_ready of a chunk that is over is no repeat, and the second one is")
    func sentAfterPlaying() {
        var session = EngineRun.loaded()
        session.at(1, Stream.audio(0, frames: 12), Stream.batch(0, Stream.frames(0..<12), of: 1))
        session.at(1, Stream.chunk(1, frames: 60, from: 12))
        session.at(2.5, Stream.sent(0, 12))
        session.run(to: 2.6)
        #expect(session.engine.counters.duplicates == 0 && session.engine.counters.late == 0)
        session.at(2.6, Stream.sent(0, 12))
        session.run(to: 6)
        #expect(session.engine.counters.duplicates == 1 && session.engine.counters.late == 0)
    }

    @Test("N11: frames missing at the end: time runs to the announced length")
    func lossAtTheEnd() {
        var session = EngineRun.loaded()
        session.at(1, Stream.audio(0, frames: 30), Stream.batch(0, Stream.frames(0..<26)), Stream.sent(0, 30))
        session.at(1, .audioEnded)
        session.run(to: 10)
        #expect(session.places(0) == Array(0..<30))
        #expect(session.drawn(0).suffix(4).allSatisfy { $0.status == .noOverlay && $0.baseIndex == 25 })
        let report = session.report(ofChunk: 0)
        #expect(report?.lost == [26, 27, 28, 29])
        #expect(report.map { $0.ended - ($0.started ?? .zero) } == Self.period * 30)
    }

    @Test("N12: batches in the order 1, 0 are sorted")
    func batchesSwapped() {
        var session = EngineRun.loaded()
        session.at(1, Stream.audio(0, frames: 20), Stream.batch(0, Stream.frames(10..<20), number: 1, of: 2))
        session.at(1.2, Stream.batch(0, Stream.frames(0..<10), number: 0, of: 2), Stream.sent(0, 20))
        session.run(to: 10)
        #expect(session.places(0) == Array(0..<20))
        #expect(session.drawn(0).map(\.baseIndex) == Array(0..<20))
        #expect(session.drawn(0).allSatisfy { $0.status == .sync })
    }

    @Test("N13: a batch and a whole chunk that come twice are counted and ignored, sound once", arguments: [0, 1])
    func duplicates(repeated: Int) {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 12))
        session.at(1, Stream.chunk(1, frames: 12, from: 12))
        session.at(1.1, Stream.batch(repeated, Stream.frames(0..<12, from: repeated * 12), of: 1))
        session.at(1.2, Stream.chunk(repeated, frames: 12, from: repeated * 12) + [.audioEnded])
        session.run(to: 10)
        #expect(session.engine.generation == 0)
        #expect(session.chunkOrder == [0, 1])
        #expect(session.places(0) == Array(0..<12))
        #expect(session.places(1) == Array(0..<12))
        #expect(session.soundStarts(ofChunk: repeated).count == 1)
        let decoded = session.effects.filter {
            if case .decodeSound(repeated, _, _, _) = $0.effect { true } else { false }
        }
        #expect(decoded.count == 1)
        #expect(session.report(ofChunk: repeated)?.duplicates == 25)
    }

    @Test("N13: chunk 0 repeated with its sound after it was played does not start again")
    func duplicateAfterPlaying() {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 12))
        session.at(1, Stream.chunk(1, frames: 30, from: 12))
        session.at(1.6, Stream.chunk(0, frames: 12) + [.audioEnded])
        session.run(to: 10)
        #expect(session.engine.generation == 0)
        #expect(session.chunkOrder == [0, 1])
        #expect(session.places(0).count == 12)
        #expect(session.soundStarts(ofChunk: 0).count == 1)
        #expect(session.count(.duplicate) == 1)
    }

    @Test("N14: chunk 2 complete before chunk 1 plays in order")
    func orderOfChunks() {
        var session = EngineRun.loaded()
        session.at(1.0, Stream.chunk(0, frames: 12))
        session.at(1.1, Stream.chunk(2, frames: 12, from: 24))
        session.at(1.7, Stream.chunk(1, frames: 12, from: 12) + [.audioEnded])
        session.run(to: 10)
        #expect(session.chunkOrder == [0, 1, 2])
        #expect(session.records.filter { $0.position != nil && $0.status == .sync }.count == 36)
    }

    @Test("N15: chunk 1 never comes: chunk 2 plays after the gap limit, with one line")
    func missingChunk() throws {
        var session = EngineRun.loaded()
        session.at(1.0, Stream.chunk(0, frames: 12))
        session.at(1.1, Stream.chunk(2, frames: 12, from: 24) + [.audioEnded])
        session.run(to: 10)
        #expect(session.chunkOrder == [0, 2])
        #expect(session.count(.chunkGap) == 1)
        let end = try #require(session.drawn(0).last?.shown) + Self.period
        let start = try #require(session.drawn(2).first?.shown)
        #expect(start >= end + .milliseconds(1_490) && start <= end + .milliseconds(1_600))
        #expect(session.engine.isAnimating == false)
    }

    @Test("N16: chunk 1 after chunk 2 has begun is dropped, with one line")
    func chunkTooLate() {
        var session = EngineRun.loaded()
        session.at(1.0, Stream.chunk(0, frames: 12))
        session.at(1.1, Stream.chunk(2, frames: 40, from: 24))
        session.run(to: 3.2)
        #expect(session.chunkOrder == [0, 2])
        session.at(3.2, Stream.chunk(1, frames: 12, from: 12) + [.audioEnded])
        session.run(to: 10)
        #expect(session.chunkOrder == [0, 2])
        #expect(session.places(2) == Array(0..<40))
        #expect(session.count(.chunkLate) == 1)
        #expect(session.engine.counters.late == 3)
        #expect(session.soundStarts(ofChunk: 1).isEmpty)
    }

    @Test("N17: a chunk without frames is heard over the composite that stands, then the next one plays")
    func noFramesWithSound() throws {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 12))
        session.at(1, Stream.audio(1, frames: 0), Stream.sent(1, 0))
        session.at(1, .soundDecoded(chunk: 1, 0, duration: .milliseconds(500)))
        session.at(1, Stream.chunk(2, frames: 12, from: 12) + [.audioEnded])
        session.run(to: 1.6)
        #expect(session.engine.framePlan.composite?.baseIndex == 11)
        #expect(session.engine.framePlan.composite?.overlay != nil)
        session.run(to: 10)
        let start = try #require(session.soundStarts(ofChunk: 1).first?.at)
        let next = try #require(session.drawn(2).first?.shown)
        #expect(start == session.drawn(0).last.map { $0.shown + Self.period })
        #expect(next - start >= .milliseconds(500) && next - start <= .milliseconds(540))
        #expect(session.places(2) == Array(0..<12))
    }

    @Test("N17: a chunk with neither frames nor sound is passed over at once")
    func noFramesNoSound() throws {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 12))
        session.at(1, Stream.sent(1, 0))
        session.at(1, Stream.chunk(2, frames: 12, from: 12) + [.audioEnded])
        session.run(to: 10)
        let last = try #require(session.drawn(0).last?.shown)
        let next = try #require(session.drawn(2).first?.shown)
        #expect(next - last <= Self.period * 2 + .milliseconds(1))
        #expect(session.soundStarts(ofChunk: 1).isEmpty)
        #expect(session.engine.isAnimating == false)
    }

    @Test("N18: a chunk of one frame is shown for one period")
    func oneFrame() {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 1))
        session.at(1, Stream.chunk(1, frames: 12, from: 1))
        session.run(to: 3)
        let first = session.drawn(0)
        #expect(first.count == 1)
        #expect(session.drawn(1).first?.shown == first.first.map { $0.shown + Self.period })
    }
}
