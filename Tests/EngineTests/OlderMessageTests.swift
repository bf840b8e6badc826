import Engine
import Events
import Support
import Testing

/// Strays of the older message among the answer's own events, and an answer in any order (specification 3.10).
@Suite("The older message and the answer")
struct OlderMessageTests {
    /// A message of two chunks under way since 1.0, the second not whole; another one is sent at 2.0.
    private static func interrupted(dated: Bool = true) -> EngineRun { AfterSendTests.interrupted(dated: dated) }

    /// A whole message of one chunk; another one is sent at 4.0.
    private static func whole() -> EngineRun {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Stream.chunk(0, frames: 15) + [.audioEnded])
        session.at(4.0, .sent)
        return session
    }

    /// A chunk of the answer, over bases from `base` on, dated as it comes.
    private static func own(_ chunk: Int, at time: Double, from base: Int, frames: Int = 12) -> [(Double, WireEvent)] {
        [
            (time, Stream.audio(chunk, frames: frames, sound: 20 + chunk, emitted: time)),
            (
                time + 0.01,
                Stream.batch(chunk, Stream.frames(0..<frames, from: base), of: 1, emitted: time + 0.01)
            ),
            (time + 0.02, Stream.sent(chunk, frames)),
        ]
    }

    private static func receive(_ session: inout EngineRun, _ events: [(Double, WireEvent)]) {
        for (time, event) in events { session.at(time, event) }
    }

    private static func bases(_ session: EngineRun, _ chunk: Int) -> [Int] {
        session.drawn(chunk, generation: 2).map(\.baseIndex)
    }

    // MARK: The answer's own order

    @Test(
        "pictures long before their sound are shown anew when it comes, and none is lost", arguments: [true, false],
        [12, 7])
    func picturesFirst(isWhole: Bool, count: Int) {
        var session = isWhole ? Self.whole() : Self.interrupted()
        let time = isWhole ? 5.0 : 2.5
        let date = isWhole ? nil : Optional(time)
        session.at(time, Stream.batch(0, Stream.frames(0..<count, from: 60), number: 0, of: 2, emitted: date))
        session.at(time + 0.7, Stream.audio(0, frames: 12, sound: 9, emitted: date.map { $0 + 0.7 }))
        if count < 12 {
            session.at(
                time + 0.8, Stream.batch(0, Stream.frames(count..<12, from: 60 + count), number: 1, of: 2))
        }
        session.at(time + 0.9, Stream.sent(0, 12), .audioEnded)
        session.run(to: 20)
        let drawn = session.drawn(0, generation: 2).filter { $0.shown >= Instant(seconds: time + 0.7) }
        #expect(drawn.map(\.baseIndex) == Array(60..<72))
        #expect(drawn.prefix(count).allSatisfy { $0.status == .guess } && session.engine.counters.lost == 0)
        #expect(drawn.dropFirst(count).allSatisfy { $0.status == .sync })
    }

    @Test("chunks that were played on a guess before the first one came are played again behind it")
    func chunkOneFirst() {
        var session = Self.interrupted()
        Self.receive(&session, Self.own(1, at: 2.5, from: 40) + Self.own(0, at: 4.2, from: 60))
        session.at(4.3, .audioEnded)
        session.run(to: 4.19)
        #expect(session.records.last?.position?.chunk == 1)
        session.run(to: 15)
        let drawn = session.records.filter { $0.shown >= Instant(seconds: 4.2) && $0.generation == 2 }
        #expect(drawn.filter { $0.position?.chunk == 0 && $0.status == .sync }.map(\.baseIndex) == Array(60..<72))
        #expect(drawn.filter { $0.position?.chunk == 1 && $0.isGuess }.map(\.baseIndex) == Array(40..<52))
        #expect(session.chunkOrder.suffix(2) == [0, 1])
    }

    @Test("sound that comes when its pictures have been shown as guesses begins the answer, and no other message")
    func soundAtHome() {
        var session = Self.interrupted()
        session.at(2.5, Stream.batch(0, Stream.frames(0..<12, from: 60), of: 1, emitted: 2.5), Stream.sent(0, 12))
        session.run(to: 8)
        #expect(session.engine.modeName == .idle)
        Self.receive(&session, Self.own(0, at: 8.1, from: 60))
        session.at(8.2, .audioEnded)
        session.run(to: 12)
        #expect(session.engine.generation == 2)
        #expect(Self.bases(session, 0) == Array(60..<72) + Array(60..<72))
        #expect(session.drawn(0, generation: 2).suffix(12).allSatisfy { $0.status == .sync })
    }

    @Test("a guess that came early takes nothing of the time in which the answer's own first picture may come")
    func bufferWait() {
        var session = Self.interrupted()
        session.at(2.2, Stream.batch(0, Stream.frames(0..<30, from: 5), of: 1))
        session.at(2.65, Stream.audio(0, frames: 12, sound: 9, emitted: 2.65))
        session.at(2.8, Stream.batch(0, Stream.frames(0..<12, from: 60), of: 1, emitted: 2.8), Stream.sent(0, 12))
        session.run(to: 8)
        #expect(Self.bases(session, 0) == Array(60..<72) && session.engine.counters.guesses == 0)
    }

    @Test("what comes after all is waited for no longer than there is something of it", arguments: [12, nil])
    func guessesWithSound(total: Int?) throws {
        var session = Self.interrupted()
        session.at(2.5, Stream.batch(0, Stream.frames(0..<12, from: 60), of: 1, emitted: 2.5))
        session.at(
            2.6, .audioArrived(AudioChunk(chunk: 0, sound: Stream.payload(9), zone: .zero, totalFrames: total)),
            Stream.sent(0, 12), .audioEnded)
        session.run(to: 20)
        #expect(Self.bases(session, 0) == Array(60..<72))
        let home = try #require(session.records.first { $0.generation == 2 && $0.mode != .overlay && $0.mode != .idle })
        #expect(home.shown < Instant(seconds: 8))
    }

    @Test(
        "a sound that the older message had, too, goes with the new pictures of its chunk, whichever chunk comes first")
    func sameSound() {
        var session = Self.interrupted()
        session.at(2.5, Stream.audio(1, frames: 60, sound: 2, emitted: 2.5))
        session.at(2.51, Stream.batch(1, Stream.frames(0..<12, from: 40), of: 1, emitted: 2.51), Stream.sent(1, 12))
        Self.receive(&session, Self.own(0, at: 2.6, from: 60))
        session.at(2.7, .audioEnded)
        session.run(to: 12)
        #expect(Self.bases(session, 0) == Array(60..<72) && Self.bases(session, 1).prefix(12) == Array(40..<52)[...])
        #expect(session.drawn(1, generation: 2).prefix(12).allSatisfy { $0.status == .guess })
        #expect(!session.soundStarts(ofChunk: 1).filter { $0.at > Instant(seconds: 2.5) }.isEmpty)
    }

    // MARK: Counts, lengths, places

    @Test("N40: a count of the older message decides no length, whenever it comes", arguments: [60, 20, 0])
    func strayCount(total: Int) {
        for (chunk, time) in [(0, 2.55), (1, 2.65), (1, 2.75)] {
            var session = Self.interrupted()
            Self.receive(&session, Self.own(0, at: 2.5, from: 60) + Self.own(1, at: 2.7, from: 30))
            session.at(time, Stream.sent(chunk, total))
            session.at(3.0, .audioEnded)
            session.run(to: 12)
            #expect(Self.bases(session, 0) == Array(60..<72) && Self.bases(session, 1) == Array(30..<42))
            #expect(session.engine.counters.lost == 0 && session.engine.counters.noOverlay == 0)
        }
    }

    @Test("N40: nor does one where the answer's own sound announces nothing", arguments: [60, 0])
    func strayCountAlone(total: Int) {
        var session = Self.interrupted()
        session.at(
            2.5,
            .audioArrived(
                AudioChunk(chunk: 0, sound: Stream.payload(9), zone: .zero, emitted: Stream.date(2.5, .text))))
        session.at(2.51, Stream.sent(0, total))
        session.at(2.52, Stream.batch(0, Stream.frames(0..<12, from: 60), of: 1, emitted: 2.52), Stream.sent(0, 12))
        session.at(2.6, .audioEnded)
        session.run(to: 12)
        #expect(Self.bases(session, 0).suffix(8) == Array(64..<72) && session.engine.counters.lost == 0)
        #expect(session.engine.counters.noOverlay == 0)
    }

    @Test("N40: a sound of the older message's next chunk in the answer decides neither its length nor its place")
    func strayAudio() {
        var session = Self.interrupted()
        Self.receive(&session, Self.own(0, at: 2.5, from: 60) + Self.own(1, at: 2.7, from: 30))
        session.at(
            2.6,
            .audioArrived(
                AudioChunk(
                    chunk: 1, sound: Stream.payload(3), zone: PixelPoint(x: 500, y: 500), totalFrames: 60,
                    emitted: Stream.date(2.6, .text))))
        session.at(3.0, .audioEnded)
        session.run(to: 2.75)
        #expect(session.engine.summary(of: 1)?.frames == 12)
        session.run(to: 12)
        let drawn = session.drawn(1, generation: 2)
        #expect(drawn.map(\.baseIndex) == Array(30..<42) && drawn.allSatisfy(\.isGuess))
        #expect(
            session.effects.allSatisfy {
                if case .show(let record) = $0.effect { record.status != .noOverlay } else { true }
            })
        #expect(session.places(1, generation: 2) == Array(0..<12) && session.engine.counters.lost == 0)
    }

    @Test("N40: pictures of the older message beyond what the answer's own sound announces are not shown")
    func strayBatch() {
        var session = Self.interrupted()
        Self.receive(&session, Self.own(0, at: 2.5, from: 60) + Self.own(1, at: 2.7, from: 30))
        session.at(2.6, Stream.batch(1, Stream.frames(0..<40, from: 5), of: 1, emitted: 2.6))
        session.at(3.0, .audioEnded)
        session.run(to: 12)
        let drawn = session.drawn(1, generation: 2)
        #expect(drawn.map(\.baseIndex) == Array(30..<42) && drawn.allSatisfy { $0.status == .sync })
    }

    @Test("the place of a guess gives way to the one that the answer's own sound names")
    func strayZone() throws {
        var session = Self.interrupted()
        session.at(
            2.3,
            .audioArrived(
                AudioChunk(
                    chunk: 1, sound: Stream.payload(3), zone: PixelPoint(x: 500, y: 500), totalFrames: 12,
                    emitted: Stream.date(2.3, .text))))
        Self.receive(&session, Self.own(0, at: 2.5, from: 60) + Self.own(1, at: 2.7, from: 30))
        session.run(to: 3.2)
        let overlay = session.engine.framePlan.composite?.overlay
        #expect(session.records.last?.position?.chunk == 1)
        #expect(overlay?.placement == .topLeft(PixelPoint(x: 486, y: 402)))
    }

    // MARK: Ends, links, dates

    @Test("an end signal of a kind that the older message has not had is its own, and so is one for each message sent")
    func ends() {
        for sends in 1...2 {
            var session = EngineRun.loaded()
            session.at(0.5, .sent)
            session.at(1.0, Stream.chunk(0, frames: 90) + [.audioEnded])
            for place in 0..<sends { session.at(1.5 + Double(place) / 10, .sent) }
            session.at(2.5, Stream.audio(0, frames: 12, sound: 9, emitted: 2.5))
            session.at(2.51, .baseAnimationRequested(Stream.home))
            if sends == 2 { session.at(2.52, .audioEnded) }
            session.at(2.6, Stream.batch(0, Stream.frames(0..<12, from: 60), of: 1, emitted: 2.6), Stream.sent(0, 12))
            session.run(to: 3.4)
            #expect(!session.engine.hasEndSignal && session.engine.modeName == .overlay)
            session.at(3.5, Stream.chunk(1, frames: 12, from: 30) + [.audioEnded])
            session.run(to: 8)
            let generation = 1 + sends
            #expect(session.drawn(1, generation: generation).map(\.baseIndex) == Array(30..<42))
            #expect(session.engine.hasEndSignal)
        }
    }

    @Test("an end signal that was taken for the older one's ends the answer all the same when nothing more of it comes")
    func lastEnd() {
        var session = Self.interrupted()
        session.at(2.5, Stream.chunk(0, frames: 12, from: 60) + [.audioEnded])
        session.run(to: 2.6)
        #expect(!session.engine.hasEndSignal)
        session.run(to: 12)
        #expect(session.engine.hasEndSignal && session.effects.contains { $0.effect == .finishMessage(2) })
    }

    @Test("of a message whose link is lost behind the send nothing comes any more")
    func linkLost() {
        var session = Self.interrupted(dated: false)
        session.at(2.2, LocalInput.linkLost(reason: "gone"))
        session.at(2.5, .linkRestored)
        session.at(3.0, Stream.chunk(1, frames: 12, from: 30))
        session.at(3.3, Stream.chunk(0, frames: 12, from: 60) + [.audioEnded])
        session.run(to: 12)
        #expect(Self.bases(session, 0) == Array(60..<72) && Self.bases(session, 1) == Array(30..<42))
    }

    @Test("N39: with a guess between two sends it is not known either whose answer begins")
    func answerUnknown() {
        var session = Self.interrupted()
        session.at(2.05, Stream.batch(1, Stream.frames(20..<40), number: 1, of: 3, emitted: 2.05))
        session.at(2.1, .sent)
        session.at(2.5, Stream.audio(0, frames: 12, sound: 9, emitted: 2.5))
        session.run(to: 3)
        #expect(session.count(.answerUnknown) == 1)
    }

    @Test("a straggler that is dated before the send is the older message's, also where the link has got quicker")
    func quickerLink() {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.6, Stream.audio(0, frames: 30, sound: 1, emitted: 1.0))
        session.at(1.6, Stream.batch(0, Stream.frames(0..<30), of: 1, emitted: 1.0), Stream.sent(0, 30))
        session.at(2.0, .sent)
        Self.receive(&session, Self.own(0, at: 2.5, from: 60))
        session.at(2.9, Stream.audio(0, frames: 30, sound: 2, emitted: 1.7))
        session.at(2.9, Stream.batch(0, Stream.frames(0..<30, from: 3), of: 1, emitted: 1.7))
        session.at(3.0, .audioEnded)
        session.run(to: 12)
        #expect(session.engine.generation == 2 && Self.bases(session, 0) == Array(60..<72))
        #expect(session.engine.counters.guesses == 0 && session.engine.counters.stale == 2)
    }

    @Test("a clock that is set back while a message is under way loses nothing of the answer")
    func clockSetBack() {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        Self.receive(&session, Self.own(0, at: 1.0, from: 0, frames: 60))
        session.at(1.5, Stream.audio(1, frames: 12, sound: 3, emitted: 0.5))
        session.at(1.51, Stream.batch(1, Stream.frames(0..<12), of: 1, emitted: 0.51), Stream.sent(1, 12))
        session.at(2.0, .sent)
        session.at(2.5, Stream.audio(0, frames: 12, sound: 9, emitted: 1.5))
        session.at(2.51, Stream.batch(0, Stream.frames(0..<12, from: 60), of: 1, emitted: 1.51), Stream.sent(0, 12))
        session.at(2.6, .audioEnded)
        session.run(to: 12)
        #expect(Self.bases(session, 0) == Array(60..<72) && session.engine.counters.stale == 0)
    }

    // MARK: From elsewhere, and without an older message

    @Test(
        "N41: a message from elsewhere is played whole, whichever of its chunks comes first, and without sound",
        arguments: [0, 1, 2])
    func elsewhere(order: Int) {
        var session = EngineRun.loaded()
        Self.receive(&session, Self.own(0, at: 1.0, from: 0) + Self.own(1, at: 1.1, from: 20))
        session.at(1.2, .audioEnded)
        let first = Self.own(0, at: order == 1 ? 8.1 : 8.0, from: 60)
        let second = Self.own(1, at: order == 1 ? 8.0 : 8.1, from: 30)
        Self.receive(&session, (order == 2 ? Array(first.dropFirst()) : first) + second)
        session.at(8.2, .audioEnded)
        session.run(to: 20)
        #expect(session.engine.generation == 1 && session.count(.newMessage) == 1)
        #expect(session.drawn(0, generation: 1).map(\.baseIndex) == Array(60..<72))
        #expect(session.drawn(1, generation: 1).map(\.baseIndex) == Array(30..<42))
    }

    @Test("N41: the same events once more behind the end are no message")
    func repeated() {
        var session = EngineRun.loaded()
        let message = Self.own(0, at: 1.0, from: 0) + Self.own(1, at: 1.1, from: 20)
        Self.receive(&session, message)
        session.at(1.2, .audioEnded)
        for (_, event) in message { session.at(8.0, event) }
        session.run(to: 20)
        #expect(session.engine.generation == 0 && session.count(.newMessage) == 0)
        #expect(session.drawn(0).count == 12 && session.drawn(1).count == 12)
    }

    @Test("an audio event of chunk 0 without its sound and the one with it are one message's")
    func soundBehind() {
        var session = EngineRun.loaded()
        session.at(1.0, .audioArrived(AudioChunk(chunk: 0, zone: .zero, totalFrames: 30)))
        session.at(1.0, Stream.batch(0, Stream.frames(0..<30), of: 1), Stream.sent(0, 30))
        session.at(1.3, .audioArrived(AudioChunk(chunk: 0, sound: Stream.payload(9), zone: .zero, totalFrames: 30)))
        session.at(1.3, Stream.chunk(1, frames: 12, from: 40) + [.audioEnded])
        session.run(to: 8)
        #expect(session.engine.generation == 0 && session.drawn(0).count == 30 && session.drawn(1).count == 12)
        #expect(session.soundStarts(ofChunk: 0).count == 1 && session.count(.audioLate) == 1)
    }

    @Test("N22: sound that began alone goes on so until its first picture comes, whatever says how many there will be")
    func soundFirst() throws {
        var session = EngineRun.loaded()
        session.at(1.0, .audioArrived(AudioChunk(chunk: 0, sound: Stream.payload(9), zone: .zero)))
        session.at(1.01, LocalInput.soundDecoded(chunk: 0, 0, duration: .seconds(2)))
        session.at(1.3, Stream.sent(0, 60))
        session.at(1.6, Stream.batch(0, Stream.frames(0..<60), of: 1), .audioEnded)
        session.run(to: 8)
        let drawn = session.drawn(0)
        let first = try #require(drawn.first)
        #expect(first.position?.frame == 17 || first.position?.frame == 18)
        #expect(drawn.allSatisfy { $0.status == .sync } && session.engine.counters.lost == 0)
    }

    @Test("N22: sound alone behind a chunk that never comes waits as long as any other")
    func soundAloneBehindGap() throws {
        var session = EngineRun.loaded()
        session.at(1.0, Stream.chunk(0, frames: 15))
        session.at(1.1, .audioArrived(AudioChunk(chunk: 2, sound: Stream.payload(9), zone: .zero)))
        session.at(1.11, LocalInput.soundDecoded(chunk: 2, 0, duration: .milliseconds(800)))
        session.run(to: 8)
        let start = try #require(session.soundStarts(ofChunk: 2).first)
        #expect(start.at > Instant(seconds: 2.9) && start.at < Instant(seconds: 3.3))
    }

    @Test("K2: a chunk's first picture is waited for from when the chunk before is over")
    func waitBehindLongChunk() {
        var session = EngineRun.loaded([(Stream.idle, 61), (Stream.idleBack, 61), (Stream.talking, 400)])
        session.at(1.0, Stream.chunk(0, frames: 330))
        session.at(1.1, Stream.audio(1, frames: 12, sound: 9))
        session.at(14.0, Stream.batch(1, Stream.frames(0..<12, from: 60), of: 1), Stream.sent(1, 12), .audioEnded)
        session.run(to: 20)
        #expect(session.drawn(1).map(\.status) == Array(repeating: .sync, count: 12))
    }

    @Test("frames without a clip take that of their chunk's audio, which comes while they are shown, from then on")
    func lateClip() {
        var session = EngineRun.loaded([(Stream.idle, 61), (Stream.idleBack, 61), (Stream.talking, 90)])
        let frames = Stream.frames(0..<30).map { frame in
            var frame = frame
            frame.clip = nil
            return frame
        }
        session.at(1.0, Stream.batch(0, frames, of: 1), Stream.sent(0, 30))
        session.at(
            1.9, .audioArrived(AudioChunk(chunk: 0, sound: Stream.payload(9), firstClip: Stream.talking)))
        session.run(to: 5)
        let drawn = session.drawn(0).filter { $0.shown > Instant(seconds: 1.95) }
        #expect(!drawn.isEmpty && drawn.allSatisfy { $0.clip == Stream.talking })
    }
}
