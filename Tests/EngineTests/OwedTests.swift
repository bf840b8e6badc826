import Engine
import Events
import Support
import Testing

/// What may still come of a message that has had its end signal, and what waits for nothing any more (specification 3.10).
@Suite("What a message still owes")
struct OwedTests {
    private static func pictures(
        _ chunk: Int, _ places: Range<Int>, from base: Int, number: Int = 0, of batches: Int = 1
    ) -> WireEvent {
        Stream.batch(chunk, Stream.frames(places, from: base), number: number, of: batches)
    }

    private static func bases(_ session: EngineRun, _ chunk: Int = 0, _ generation: Generation = 2) -> [Int] {
        session.drawn(chunk, generation: generation).map(\.baseIndex)
    }

    private static func dated(_ chunk: Int, frames: Int, _ time: Double) -> [WireEvent] {
        [
            Stream.audio(chunk, frames: frames, sound: chunk + 1, emitted: time),
            Stream.batch(chunk, Stream.frames(0..<frames), of: 1, emitted: time), Stream.sent(chunk, frames),
        ]
    }

    /// When the avatar was at home again behind a message.
    private static func home(_ session: EngineRun, _ generation: Generation = 2) -> Instant? {
        let last = session.records.last { $0.generation == generation && $0.position != nil }
        return session.records.first { $0.mode == .idle && $0.ordinal > (last?.ordinal ?? 0) }?.shown
    }

    /// A message of one chunk, 27 frames long, with an end signal and without its count; another one is sent at 1.5.
    private static func unsent() -> EngineRun {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Stream.audio(0, frames: 27), pictures(0, 0..<27, from: 0), .audioEnded)
        session.at(1.5, .sent)
        return session
    }

    private static func answer(_ session: inout EngineRun, at time: Double, frames: Int = 9) {
        session.at(time, Stream.audio(0, frames: frames, sound: 9), pictures(0, 0..<frames, from: 60))
        session.at(time + 0.02, Stream.sent(0, frames), .audioEnded)
    }

    @Test("N40: the count that an older message still owes does not make the answer's chunk longer")
    func countOwed() {
        var session = Self.unsent()
        session.at(2.0, Stream.audio(0, frames: 9, sound: 9))
        session.at(2.1, Stream.sent(0, 27))
        session.at(2.2, Self.pictures(0, 0..<9, from: 60), Stream.sent(0, 9), .audioEnded)
        session.run(to: 8)
        #expect(Self.bases(session) == Array(60..<69) && session.engine.counters.lost == 0)
    }

    @Test("N40: an older message whose end came behind the send owes none: the answer's counts when it comes")
    func endPaid() {
        for isPaid in [false, true] {
            var session = EngineRun.loaded()
            session.at(0.5, .sent)
            session.at(1.0, Stream.chunk(0, frames: 27))
            session.at(1.5, .sent)
            if isPaid { session.at(1.51, .audioEnded) }
            // All at once, before anything of it can be shown.
            session.at(
                1.6, Stream.audio(0, frames: 9, sound: 9), Self.pictures(0, 0..<9, from: 60), Stream.sent(0, 9),
                .audioEnded)
            session.run(to: 1.7)
            #expect(session.engine.hasEndSignal == isPaid)
        }
    }

    @Test("N40: nor does it make a chunk, while the answer is under way or when it is over", arguments: [2.6, 7.0])
    func countOfAnotherChunk(time: Double) {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Stream.chunk(0, frames: 27))
        session.at(1.1, Stream.audio(1, frames: 20, sound: 2), Self.pictures(1, 0..<20, from: 0), .audioEnded)
        session.at(1.5, .sent)
        Self.answer(&session, at: 2.0)
        session.at(time, Stream.sent(1, 20))
        session.run(to: 20)
        #expect(Self.bases(session) == Array(60..<69))
        #expect(session.records.allSatisfy { $0.generation < 2 || ($0.position?.chunk ?? 0) == 0 })
        #expect(session.engine.counters.lost == 0)
    }

    @Test("a count alone does not open a message again that has ended")
    func countBehindEnd() {
        var session = EngineRun.loaded()
        session.at(1.0, Stream.chunk(0, frames: 27) + [.audioEnded])
        session.at(7.0, Stream.sent(1, 20))
        session.run(to: 20)
        #expect(session.records.allSatisfy { ($0.position?.chunk ?? 0) == 0 } && session.engine.counters.lost == 0)
        session.at(20.1, Self.pictures(1, 0..<20, from: 30), Stream.audio(1, frames: 20, sound: 3))
        session.run(to: 24)
        #expect(Self.bases(session, 1, session.engine.generation) == Array(30..<50))
    }

    @Test(
        "N39: pictures that an older message lost and that come all the same give way to the answer's",
        arguments: [false, true])
    func picturesOwed(isPlayed: Bool) {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Stream.audio(0, frames: 30), Self.pictures(0, 0..<15, from: 0, of: 2), Stream.sent(0, 30))
        if isPlayed { session.at(1.01, Stream.chunk(1, frames: 30)) }
        session.at(1.05, .audioEnded)
        session.at(isPlayed ? 2.8 : 2.0, .sent)
        let begin = isPlayed ? 3.3 : 2.5
        session.at(begin, Stream.audio(0, frames: 30, sound: 9))
        session.at(begin + 0.05, Self.pictures(0, 15..<30, from: 15, number: 1, of: 2))
        session.at(begin + 0.1, Self.pictures(0, 0..<30, from: 40), Stream.sent(0, 30), .audioEnded)
        session.run(to: 12)
        #expect(Self.bases(session) == Array(40..<70))
        #expect(session.drawn(0, generation: 2).suffix(15).allSatisfy { $0.status == .guess })
        // Guesses have come as well as the rest.
        #expect(session.reports.last?.shown == 30 && session.reports.last?.received == 30)
    }

    @Test("N23: the sound that an older chunk still waits for is not the answer's")
    func soundOwed() {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Stream.chunk(0, frames: 27))
        session.at(1.1, Self.pictures(1, 0..<20, from: 0), Stream.sent(1, 20), .audioEnded)
        session.at(1.9, .sent)
        session.at(2.4, Stream.audio(0, frames: 20, sound: 9), Self.pictures(0, 0..<20, from: 30), Stream.sent(0, 20))
        session.at(2.5, Stream.audio(1, frames: 20, sound: 2))
        session.at(2.7, Stream.audio(1, frames: 12, sound: 10), Self.pictures(1, 0..<12, from: 60))
        session.at(2.75, Stream.sent(1, 12), .audioEnded)
        session.run(to: 12)
        #expect(Self.bases(session, 1) == Array(60..<72) && session.engine.counters.lost == 0)
        #expect(session.soundStarts(ofChunk: 1).filter { $0.at > Instant(seconds: 2.4) }.count == 1)
        #expect(session.engine.counters.duplicates == 0)
    }

    // MARK: Guesses behind the end

    /// A message of two chunks, interrupted at 2.0; what came of its third chunk later lies behind an answer of one chunk.
    private static func answered(_ late: [WireEvent]) -> EngineRun {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Self.dated(0, frames: 60, 1.0))
        session.at(1.3, Self.dated(1, frames: 60, 1.3))
        session.at(2.0, .sent)
        session.at(2.1, late)
        session.at(2.6, Stream.audio(0, frames: 9, sound: 9, emitted: 2.6))
        session.at(2.8, Stream.batch(0, Stream.frames(0..<9, from: 60), of: 1, emitted: 2.8), Stream.sent(0, 9))
        session.at(2.9, .audioEnded)
        return session
    }

    @Test("N39: behind the answer's end nobody waits for what may be of an older message", arguments: [true, false])
    func guessBehindEnd(isSound: Bool) throws {
        var session = Self.answered([
            isSound
                ? Stream.audio(2, frames: 30, sound: 3, emitted: 2.1)
                : Stream.batch(2, Stream.frames(0..<15), of: 1, emitted: 2.1)
        ])
        session.run(to: 20)
        #expect(session.records.allSatisfy { $0.generation < 2 || ($0.position?.chunk ?? 0) == 0 })
        #expect(try #require(Self.home(session)) < Instant(seconds: 7))
        #expect(session.engine.hasEndSignal && session.engine.counters.guesses == 0)
    }

    @Test("what was set aside behind the end has its place again when its chunk is named, and when an earlier one is")
    func guessNamed() {
        var session = Self.answered([Stream.audio(2, frames: 30, sound: 3, emitted: 2.1)])
        session.run(to: 5)
        session.at(5.1, Stream.audio(1, frames: 12, sound: 10, emitted: 5.1))
        session.at(5.2, Stream.batch(1, Stream.frames(0..<12, from: 20), of: 1, emitted: 5.2))
        session.at(5.3, Stream.batch(2, Stream.frames(0..<30, from: 40), of: 1, emitted: 5.3))
        session.run(to: 12)
        #expect(Self.bases(session, 1) == Array(20..<32) && Self.bases(session, 2) == Array(40..<70))
        #expect(session.soundStarts(ofChunk: 2).count == 1)
    }

    @Test("N14: the answer's own second chunk, whole and first, is played behind its end")
    func wholeGuess() {
        var session = Self.answered([])
        session.at(2.5, Stream.audio(1, frames: 12, sound: 10, emitted: 2.5))
        session.at(2.5, Stream.batch(1, Stream.frames(0..<12, from: 20), of: 1, emitted: 2.5), Stream.sent(1, 12))
        session.run(to: 12)
        #expect(Self.bases(session, 0) == Array(60..<69) && Self.bases(session, 1) == Array(20..<32))
    }

    @Test("a second chunk of the answer that came first and has lost a picture is played behind its end all the same")
    func brokenGuess() {
        var session = Self.answered([])
        session.at(2.5, Stream.audio(1, frames: 12, sound: 10, emitted: 2.5))
        session.at(2.5, Stream.batch(1, Stream.frames(0..<11, from: 20), of: 2, emitted: 2.5))
        session.run(to: 12)
        #expect(Self.bases(session, 1).prefix(11) == Array(20..<31)[...])
    }

    @Test("pictures dated after the send are the answer's where the message before ended too early, long ago")
    func earlyEndLongAgo() {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Self.dated(0, frames: 30, 1.0))
        session.at(1.1, .audioEnded)
        session.at(1.15, Self.dated(1, frames: 30, 1.15))
        session.at(12, .sent)
        session.at(12.4, Stream.batch(0, Stream.frames(0..<12, from: 40), of: 1, emitted: 12.4))
        session.at(13.5, Stream.audio(0, frames: 12, sound: 9, emitted: 13.5), Stream.sent(0, 12), .audioEnded)
        session.run(to: 20)
        #expect(Self.bases(session) == Array(40..<52) && session.engine.counters.guesses == 0)
    }

    @Test("a message both of whose ends came before its last chunk ends behind that, without a gap")
    func bothEndsEarly() {
        var session = EngineRun.loaded()
        session.at(1.0, Stream.chunk(0, frames: 30))
        session.at(1.1, .audioEnded, .baseAnimationRequested(Stream.idleBack))
        session.at(1.15, Stream.chunk(1, frames: 30))
        session.run(to: 8)
        #expect(session.engine.hasEndSignal && Self.bases(session, 1, 0).count == 30)
        #expect(session.modes == [.idle, .overlay, .finishingBase, .returnTransition, .idle])
        let last = session.drawn(1).last?.shown
        let way = session.records.first { $0.mode == .finishingBase }?.shown
        #expect(way == last.map { $0 + session.engine.settings.period })
    }

    // MARK: An end that is none

    @Test("N43: an end signal with a whole chunk behind it was none: a lost link breaks such a message off")
    func earlyEnd() {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Stream.chunk(0, frames: 30) + [.baseAnimationRequested(Stream.idleBack)])
        #expect(session.engine.hasEndSignal == false)
        session.run(to: 1.1)
        #expect(session.engine.hasEndSignal)
        session.at(1.2, Stream.chunk(1, frames: 30))
        session.run(to: 8)
        #expect(!session.engine.hasEndSignal && session.engine.modeName == .idle)
        session.at(8.0, Stream.chunk(2, frames: 30) + [.audioEnded])
        session.run(to: 14)
        #expect(session.engine.hasEndSignal && session.engine.generation == 1)
        #expect(Self.bases(session, 2, 1) == Array(0..<30))
    }

    @Test("N39: what comes of a message that signaled its end too early is not the next answer's")
    func earlyEndInterrupted() {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Self.dated(0, frames: 60, 1.0) + [.baseAnimationRequested(Stream.idleBack)])
        session.at(1.2, Self.dated(1, frames: 60, 1.2))
        session.at(2.0, .sent)
        session.at(2.2, Stream.audio(1, frames: 45, sound: 3, emitted: 2.2))
        session.at(2.5, Stream.audio(0, frames: 12, sound: 9, emitted: 2.5))
        session.at(2.5, Stream.batch(0, Stream.frames(0..<12, from: 60), of: 1, emitted: 2.5), Stream.sent(0, 12))
        session.at(2.6, Stream.audio(1, frames: 12, sound: 10, emitted: 2.6))
        session.at(2.6, Stream.batch(1, Stream.frames(0..<12, from: 30), of: 1, emitted: 2.6), Stream.sent(1, 12))
        session.at(2.7, .audioEnded)
        session.run(to: 12)
        #expect(Self.bases(session, 1) == Array(30..<42) && session.engine.counters.lost == 0)
    }

    @Test(
        "a clock that stands does not make of a message that begins as the one before a repeat of it",
        arguments: [true, false])
    func standingClock(stands: Bool) {
        var session = EngineRun.loaded()
        session.at(1, Stream.audio(0, frames: 12, sound: 1, emitted: 1))
        session.at(1, Self.pictures(0, 0..<12, from: 0), Stream.sent(0, 12))
        session.at(1.2, Stream.audio(1, frames: 12, sound: 2, emitted: stands ? 1 : 1.2))
        session.at(1.2, Self.pictures(1, 0..<12, from: 12), Stream.sent(1, 12), .audioEnded)
        session.at(6, Stream.audio(0, frames: 12, sound: 1, emitted: 1))
        session.at(6, Self.pictures(0, 0..<12, from: stands ? 60 : 0), Stream.sent(0, 12), .audioEnded)
        session.run(to: 10)
        #expect(session.engine.generation == (stands ? 1 : 0))
        #expect(Self.bases(session, 0, 1) == (stands ? Array(60..<72) : []))
    }

    // MARK: A message that was not taken

    @Test("what was under way when a message was sent that the backend does not take goes on, and is no guess")
    func refused() {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        for chunk in 0..<2 { session.at(1.0, Stream.chunk(chunk, frames: 30)) }
        session.at(1.5, .sent)
        session.at(1.7, .refused(2))
        session.at(2.0, Stream.chunk(2, frames: 30) + [.audioEnded])
        session.run(to: 8)
        #expect(Self.bases(session, 2) == Array(0..<30) && session.engine.counters.guesses == 0)
        #expect(session.count(.refused) == 1 && session.count(.chunkGap) == 0 && session.count(.stale) == 0)
    }

    @Test(
        "behind a message that was not taken one from elsewhere is heard, and the next one that is sent",
        arguments: [true, false])
    func behindRefused(isSent: Bool) {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        for chunk in 0..<2 { session.at(1.0, Stream.chunk(chunk, frames: 30)) }
        session.at(1.5, .sent)
        session.at(1.7, .refused(2))
        if isSent { session.at(3.5, .sent) }
        Self.answer(&session, at: 4.0)
        session.run(to: 10)
        #expect(session.engine.generation == 3 && Self.bases(session, 0, 3) == Array(60..<69))
        #expect(session.engine.counters.guesses == 0 && session.count(.answerUnknown) == 0)
    }

    @Test("a message that was not taken leaves nothing in doubt that was whole before")
    func refusedBehindWhole() {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Stream.chunk(0, frames: 30) + [.audioEnded, .baseAnimationRequested(Stream.idleBack)])
        session.at(5.0, .sent)
        session.at(5.1, .sent)
        session.at(5.2, .refused(2))
        session.at(6.0, Stream.audio(0, frames: 9, sound: 9), Self.pictures(0, 0..<9, from: 60))
        session.at(6.02, Stream.sent(0, 12), .audioEnded)
        session.at(6.2, Self.pictures(0, 9..<12, from: 69))
        session.run(to: 14)
        #expect(Self.bases(session, 0, 3) == Array(60..<72) && session.engine.hasEndSignal)
    }

    @Test("messages that were not taken are not waited for, whenever that is said", arguments: [true, false])
    func refusedBefore(isSaidAtOnce: Bool) {
        var session = EngineRun.loaded()
        for number in 1...2 {
            session.at(Double(number), .sent)
            session.at(isSaidAtOnce ? Double(number) + 0.1 : 3.2, .refused(number))
        }
        session.at(3.0, .sent)
        Self.answer(&session, at: 4.0)
        session.run(to: 8)
        #expect(session.count(.answerUnknown) == 0 && session.count(.refused) == 2)
        #expect(Self.bases(session, 0, 3) == Array(60..<69) && session.engine.counters.guesses == 0)
    }

    // MARK: Batches

    @Test("a batch without a total is whole by itself only where it is the first")
    func batchWithoutTotal() {
        var session = EngineRun.loaded()
        session.at(1.0, Stream.audio(0, frames: 33))
        session.at(
            1.05, .overlaysArrived(OverlayBatch(chunk: 0, batch: 1, totalBatches: 1, frames: Stream.frames(20..<33))))
        session.at(
            1.2, .overlaysArrived(OverlayBatch(chunk: 0, batch: 0, totalBatches: 1, frames: Stream.frames(0..<20))))
        session.at(1.3, Stream.sent(0, 33), .audioEnded)
        session.run(to: 6)
        #expect(Self.bases(session, 0, 0) == Array(0..<33) && session.engine.counters.late == 0)
    }

    @Test("N39: the number of an older message's batches does not complete the answer's chunk")
    func batchesOfOlder() {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Stream.audio(0, frames: 12))
        session.at(1.5, .sent)
        session.at(2.0, Stream.audio(0, frames: 33, sound: 9))
        session.at(2.1, Self.pictures(0, 0..<12, from: 0))
        session.at(2.6, Self.pictures(0, 0..<20, from: 40, number: 0, of: 2))
        session.at(2.7, Self.pictures(0, 20..<33, from: 60, number: 1, of: 2), Stream.sent(0, 33), .audioEnded)
        session.run(to: 8)
        #expect(session.engine.counters.late == 0 && session.engine.counters.noOverlay == 0)
        #expect(Self.bases(session).suffix(13) == Array(60..<73)[...])
    }

    @Test("N41: a message that begins as the one before, whose first sound never came, is heard when that one is over")
    func soundlessBefore() {
        var session = EngineRun.loaded()
        session.at(1.0, .audioArrived(AudioChunk(chunk: 0, sound: nil, zone: .zero, totalFrames: 20)))
        session.at(1.05, Self.pictures(0, 0..<20, from: 0), Stream.sent(0, 20), .audioEnded)
        session.run(to: 2.3)
        session.at(2.4, Stream.audio(0, frames: 20, sound: 9), Self.pictures(0, 0..<20, from: 40), Stream.sent(0, 20))
        session.run(to: 8)
        #expect(session.engine.generation == 1 && Self.bases(session, 0, 1) == Array(40..<60))
    }
}
