import Engine
import Events
import Support
import Testing

/// What comes after a send: the old message's, the answer's, or what cannot be told (specification 3.10).
@Suite("After a send")
struct AfterSendTests {
    /// A message of two chunks under way since 1.0, the second not whole; another one is sent at 2.0.
    static func interrupted(hasEnd: Bool = false, dated: Bool = false) -> EngineRun {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Stream.audio(0, frames: 30, sound: 1, emitted: dated ? 1.0 : nil))
        session.at(1.0, Stream.batch(0, Stream.frames(0..<30), of: 1, emitted: dated ? 1.0 : nil), Stream.sent(0, 30))
        session.at(1.1, Stream.audio(1, frames: 60, sound: 2, emitted: dated ? 1.1 : nil))
        session.at(1.2, Stream.batch(1, Stream.frames(0..<20), number: 0, of: 3, emitted: dated ? 1.2 : nil))
        if hasEnd { session.at(1.3, .audioEnded) }
        session.at(2.0, .sent)
        return session
    }

    /// A whole message since 1.0; another one is sent at 2.0.
    private static func whole() -> EngineRun {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Stream.chunk(0, frames: 15) + [.audioEnded])
        session.at(2.0, .sent)
        return session
    }

    /// The whole answer: 15 frames over bases from 60 on.
    private static func answer(_ session: inout EngineRun, at time: Double, emitted: Double? = nil) {
        session.at(time, Stream.audio(0, frames: 15, sound: 9, emitted: emitted))
        session.at(
            time + 0.01, Stream.batch(0, Stream.frames(0..<15, from: 60), of: 1, emitted: emitted.map { $0 + 0.01 }),
            Stream.sent(0, 15), .audioEnded)
    }

    private static func isWholeAnswer(_ session: EngineRun) -> Bool {
        session.drawn(0, generation: 2).map(\.baseIndex) == Array(60..<75)
            && session.drawn(0, generation: 2).allSatisfy { $0.status == .sync && !$0.isGuess }
            && session.records.allSatisfy { $0.generation < 2 || ($0.position?.chunk ?? 0) == 0 }
    }

    @Test("a chunk that a send cuts off is told of as it stands then, with nothing of it lost, and none is finished")
    func cutOff() throws {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Stream.audio(0, frames: 30), Stream.batch(0, Stream.frames(0..<20), number: 0, of: 2))
        session.run(to: 1.3)
        let open = try #require(session.engine.openChunk)
        #expect(open.end == .cut && open.shown == session.drawn(0).count && session.reports.isEmpty)
        session.at(1.5, .sent)
        session.run(to: 1.5)
        let cut = try #require(session.reports.first)
        #expect(session.reports.count == 1 && session.engine.openChunk == nil)
        #expect(cut.end == .cut && cut.generation == 1 && cut.ended == Instant(seconds: 1.5))
        #expect(cut.shown == session.drawn(0).count && cut.shown > open.shown)
        #expect(cut.received == 20 && cut.announced == 30 && cut.lost.isEmpty)
        #expect(session.engine.counters.chunksFinished == 0 && !session.has(.frameLoss))
    }

    // MARK: Pictures of the old message

    @Test("the same pictures over another clip are no repeat: they are shown at once, not when nothing else has come")
    func otherClip() {
        func batch(_ clip: ClipName) -> WireEvent {
            Stream.batch(0, (0..<15).map { Stream.frame($0, clip: clip, id: "\($0)") }, of: 1)
        }
        func isShown(_ clip: ClipName) -> Bool {
            var session = EngineRun.loaded()
            session.at(0.5, .sent)
            session.at(1.0, Stream.audio(0, frames: 15), batch(Stream.talking), Stream.sent(0, 15), .audioEnded)
            session.at(2.0, .sent)
            session.at(2.1, batch(clip))
            session.run(to: 4)
            return session.records.contains { $0.generation == 2 && $0.position != nil }
        }
        #expect(isShown(Stream.home) && !isShown(Stream.talking))
    }

    @Test("N40, K1: old pictures of chunk 0 before the answer's sound give way to its own", arguments: [true, false])
    func oldPicturesBefore(hasEnd: Bool) {
        var session = Self.interrupted(hasEnd: hasEnd)
        session.at(2.1, Stream.batch(0, Stream.frames(0..<30, from: 5), of: 1), Stream.sent(0, 60))
        Self.answer(&session, at: 2.3)
        session.run(to: 10)
        #expect(Self.isWholeAnswer(session))
        #expect(session.engine.counters.guesses == 0)
    }

    @Test("N40: old pictures and counts behind the answer's sound are told by their dates and by what the sound said")
    func oldPicturesBehind() {
        var session = Self.interrupted(dated: true)
        session.at(2.2, Stream.audio(0, frames: 15, sound: 9, emitted: 2.2))
        session.at(2.21, Stream.batch(0, Stream.frames(0..<30, from: 5), of: 1, emitted: 1.5), Stream.sent(0, 60))
        session.at(2.22, Stream.batch(0, Stream.frames(0..<15, from: 60), of: 1, emitted: 2.21), Stream.sent(0, 15))
        session.at(2.23, .audioEnded)
        session.run(to: 10)
        #expect(Self.isWholeAnswer(session))
        #expect(session.engine.counters.stale == 2)
    }

    @Test("N40: two pictures for one place while the old message may speak: the later one is shown, as a guess")
    func contradicting() {
        var session = Self.interrupted()
        session.at(2.2, Stream.audio(0, frames: 15, sound: 9))
        session.at(2.21, Stream.batch(0, Stream.frames(0..<15, from: 5), number: 0, of: 2))
        session.at(2.21, Stream.batch(0, Stream.frames(0..<15, from: 60), number: 1, of: 2), Stream.sent(0, 15))
        session.run(to: 6)
        let drawn = session.drawn(0, generation: 2)
        #expect(drawn.map(\.baseIndex) == Array(60..<75))
        #expect(drawn.allSatisfy { $0.status == .guess && $0.isGuess })
        #expect(session.engine.counters.guesses == 15)
    }

    @Test("what goes on with a message without end signal, undated, stays that message's")
    func continuing() {
        var session = Self.interrupted()
        session.at(2.1, Stream.batch(1, Stream.frames(20..<40), number: 1, of: 3), Stream.audio(2, frames: 9, sound: 3))
        Self.answer(&session, at: 2.3)
        session.run(to: 10)
        #expect(Self.isWholeAnswer(session))
        #expect(session.engine.counters.stale >= 2)
    }

    @Test("N38: what was emitted before the message left is dropped, once something dated after it has come")
    func datedBefore() {
        var session = Self.interrupted(hasEnd: true, dated: true)
        session.at(2.1, Stream.audio(0, frames: 30, sound: 7, emitted: 1.9))
        session.at(2.11, Stream.batch(0, Stream.frames(0..<30, from: 5), of: 1, emitted: 1.95))
        session.run(to: 2.2)
        #expect(session.engine.counters.stale == 0 && !session.engine.isAnimating)
        Self.answer(&session, at: 2.3, emitted: 2.3)
        session.run(to: 10)
        #expect(Self.isWholeAnswer(session))
        #expect(session.engine.counters.stale == 2)
    }

    @Test("dates before the send are believed 5 s after it, whatever has come")
    func dateLimit() {
        var session = Self.interrupted(hasEnd: true, dated: true)
        session.at(2.1, Stream.batch(0, Stream.frames(0..<30, from: 5), of: 1, emitted: 1.95))
        session.run(to: 6.9)
        #expect(session.engine.counters.stale == 0)
        session.run(to: 7.1)
        #expect(session.engine.counters.stale == 1)
        #expect(session.records.allSatisfy { $0.generation < 2 || $0.position == nil })
    }

    @Test("a date more than 2 s before its arrival says nothing")
    func oldDates() {
        var session = Self.interrupted(hasEnd: true, dated: true)
        session.at(4.0, Stream.audio(0, frames: 15, sound: 9, emitted: 1.0))
        session.at(4.01, Stream.batch(0, Stream.frames(0..<15, from: 60), of: 1, emitted: 1.0), Stream.sent(0, 15))
        session.run(to: 10)
        #expect(session.drawn(0, generation: 2).map(\.baseIndex) == Array(60..<75))
    }

    // MARK: Nothing of the answer is lost

    @Test("K33, N14: chunk 1 of the answer before its chunk 0: both are played, in order", arguments: [true, false])
    func laterChunkFirst(dated: Bool) {
        var session = dated ? Self.interrupted(hasEnd: true, dated: true) : Self.whole()
        let second = Stream.frames(0..<12, from: 40)
        session.at(2.2, Stream.audio(1, frames: 12, sound: 11, emitted: dated ? 2.2 : nil))
        session.at(2.21, Stream.batch(1, second, of: 1, emitted: dated ? 2.21 : nil), Stream.sent(1, 12))
        session.at(2.5, Stream.audio(0, frames: 12, sound: 10, emitted: dated ? 2.5 : nil))
        session.at(2.51, Stream.batch(0, Stream.frames(0..<12, from: 20), of: 1, emitted: dated ? 2.51 : nil))
        session.at(2.52, Stream.sent(0, 12), .audioEnded)
        session.run(to: 12)
        #expect(session.chunkOrder.suffix(2) == [0, 1])
        #expect(session.drawn(0, generation: 2).map(\.baseIndex) == Array(20..<32))
        #expect(session.drawn(1, generation: 2).map(\.baseIndex) == Array(40..<52))
        #expect(session.drawn(0, generation: 2).allSatisfy { !$0.isGuess })
    }

    @Test(
        "N21: an answer whose chunk 0 has no audio event is played, the first after a send as well", arguments: [0, 1])
    func noSound(before: Int) {
        var session = before == 0 ? EngineRun.loaded() : Self.interrupted(hasEnd: true, dated: true)
        let generation = before == 0 ? 1 : 2
        if before == 0 { session.at(2.0, .sent) }
        session.at(2.2, Stream.batch(0, Stream.frames(0..<12, from: 20), of: 1, emitted: 2.2), Stream.sent(0, 12))
        session.at(2.3, Stream.audio(1, frames: 12, sound: 11, emitted: 2.3))
        session.at(2.31, Stream.batch(1, Stream.frames(0..<12, from: 40), of: 1, emitted: 2.31), Stream.sent(1, 12))
        session.at(2.4, .audioEnded)
        session.run(to: 12)
        #expect(session.drawn(0, generation: generation).map(\.baseIndex) == Array(20..<32))
        #expect(session.drawn(1, generation: generation).map(\.baseIndex) == Array(40..<52))
        #expect(session.count(.audioMissing) == 1)
    }

    @Test("N21: nothing but pictures after a send: they are played at the buffer limit, as guesses where undated")
    func onlyPictures() throws {
        var session = Self.interrupted(hasEnd: true)
        session.at(2.2, Stream.batch(0, Stream.frames(0..<12, from: 20), of: 1), Stream.sent(0, 12))
        session.run(to: 6)
        let drawn = session.drawn(0, generation: 2)
        #expect(drawn.map(\.baseIndex) == Array(20..<32) && drawn.allSatisfy(\.isGuess))
        let first = try #require(drawn.first?.shown)
        #expect(first >= Instant(seconds: 2.7) && first <= Instant(seconds: 2.75))
    }

    @Test("a guess that is being played gives way to the answer's own beginning")
    func guessGivesWay() {
        var session = Self.interrupted(hasEnd: true)
        session.at(2.2, Stream.batch(0, Stream.frames(0..<30, from: 5), of: 1), Stream.sent(0, 30))
        session.run(to: 3)
        #expect(session.records.last?.isGuess == true)
        Self.answer(&session, at: 3.1)
        session.run(to: 10)
        let own = session.drawn(0, generation: 2).filter { $0.shown >= Instant(seconds: 3.1) }
        #expect(own.map(\.baseIndex) == Array(60..<75) && own.allSatisfy { !$0.isGuess })
        // What was seen of the guess is told of, too.
        #expect(session.reports.filter { $0.generation == 2 }.map(\.end) == [.cut, .over])
    }

    @Test("what a guess is turns out by the sound's own frame list: named the same it is none any more")
    func confirmed() {
        var session = Self.interrupted(hasEnd: true)
        let frames = Stream.frames(0..<15, from: 60)
        session.at(2.2, Stream.batch(0, frames, of: 1))
        let described = frames.map { frame in
            var frame = frame
            frame.picture = nil
            return frame
        }
        session.at(
            2.3,
            .audioArrived(
                AudioChunk(
                    chunk: 0, sound: Stream.payload(9), frames: described, zone: .zero, totalFrames: 15)))
        session.run(to: 6)
        #expect(session.drawn(0, generation: 2).map(\.status).allSatisfy { $0 == .sync })
        #expect(session.engine.counters.guesses == 0)
    }

    // MARK: Ends

    @Test("an end signal belongs to the older message until the new one shows")
    func endOfOlder() {
        var session = Self.interrupted()
        session.at(2.2, Stream.audio(0, frames: 15, sound: 9))
        session.at(2.205, .audioEnded)
        session.at(2.21, Stream.batch(0, Stream.frames(0..<15, from: 60), of: 1), Stream.sent(0, 15))
        session.run(to: 2.7)
        #expect(!session.engine.hasEndSignal)
        session.at(2.8, .audioEnded)
        session.run(to: 2.9)
        #expect(session.engine.hasEndSignal)
        session.run(to: 10)
        #expect(session.engine.counters.messagesFinished == 1)
    }

    @Test("an answer that is nothing but its end signals owes none: those behind the next answer are that one's")
    func bareEnds() {
        var session = EngineRun.loaded()
        session.at(1, .sent)
        session.at(1.01, .baseAnimationRequested(ClipName("talking_1_e_idle_1_s")), .audioEnded)
        session.at(3, .sent)
        session.at(3.02, Stream.chunk(0, frames: 15) + [.audioEnded])
        session.run(to: 3.1)
        #expect(session.engine.hasEndSignal && session.count(.answerUnknown) == 0)
        // Without them nobody knows whose the first ones are.
        var unanswered = EngineRun.loaded()
        unanswered.at(1, .sent)
        unanswered.at(3, .sent)
        unanswered.at(3.02, Stream.chunk(0, frames: 15) + [.audioEnded])
        unanswered.run(to: 3.1)
        #expect(!unanswered.engine.hasEndSignal)
    }

    @Test(
        "once all that was sent has ended the next answer is the last one's, and nobody waits for more",
        arguments: [1, 2])
    func endedUnheard(sends: Int) {
        var session = EngineRun.loaded()
        let ends: [WireEvent] = [.baseAnimationRequested(ClipName("talking_1_e_idle_1_s")), .audioEnded]
        for number in 0..<sends { session.at(1 + 0.1 * Double(number), .sent) }
        for number in 0..<sends { session.at(1.5 + 0.1 * Double(number), ends) }
        for time in [3.0, 6.0] {
            session.at(time, .sent)
            session.at(time + 0.02, Stream.chunk(0, frames: 15, from: 60) + ends)
        }
        session.run(to: 8.9)
        #expect(session.count(.answerUnknown) == 0 && session.engine.counters.messagesFinished == 2)
        #expect(session.engine.modeName == .idle)
        // One end is missing: it may be the first one's answer that comes.
        var open = EngineRun.loaded()
        for number in 0...sends { open.at(1 + 0.1 * Double(number), .sent) }
        for number in 0..<sends { open.at(1.5 + 0.1 * Double(number), ends) }
        open.at(3, .sent)
        open.at(3.02, Stream.chunk(0, frames: 15, from: 60) + ends)
        open.run(to: 5)
        #expect(open.count(.answerUnknown) == 1)
    }

    @Test("N39: an answer that has come before its ends leaves the other one open", arguments: [false, true])
    func answeredOnce(isInterrupted: Bool) {
        var session = EngineRun.loaded()
        let ends: [WireEvent] = [.baseAnimationRequested(ClipName("talking_1_e_idle_1_s")), .audioEnded]
        session.at(1.0, .sent)
        session.at(1.1, .sent)
        session.at(1.2, Stream.chunk(0, frames: 30) + ends)
        if isInterrupted { session.at(1.5, .sent) }
        session.at(3.0, Stream.chunk(0, frames: 15, from: 60) + ends)
        session.run(to: 6)
        #expect(session.count(.answerUnknown) == (isInterrupted ? 2 : 1))
    }

    @Test("N43: ends that come before the answer's own pictures are no answer")
    func earlyEnds() {
        var session = EngineRun.loaded()
        let ends: [WireEvent] = [.baseAnimationRequested(ClipName("talking_1_e_idle_1_s")), .audioEnded]
        session.at(0.5, Stream.chunk(0, frames: 12, from: 20) + ends)
        session.run(to: 6)
        session.at(6.5, .sent)
        session.at(6.6, ends)
        session.at(6.7, Stream.batch(0, Stream.frames(0..<12, from: 40), of: 1))
        session.at(6.8, .sent)
        session.at(7.0, Stream.audio(0, frames: 12, sound: 9))
        session.run(to: 9)
        #expect(session.count(.answerUnknown) == 1)
    }

    @Test("N42: a message that came home without an end signal and goes on is the same message")
    func goesOn() {
        var session = EngineRun.loaded()
        session.at(1.0, .sent)
        session.at(1.1, Stream.chunk(0, frames: 12, from: 78))
        session.at(9.0, Stream.chunk(1, frames: 12, from: 20) + [.audioEnded])
        session.run(to: 8.9)
        #expect(!session.engine.isAnimating && session.engine.modeName == .idle)
        #expect(session.effects.contains { $0.effect == .restMessage(1) })
        #expect(!session.effects.contains { $0.effect == .finishMessage(1) })
        session.run(to: 20)
        #expect(session.places(1, generation: 1) == Array(0..<12))
        #expect(session.effects.count { $0.effect == .finishMessage(1) } == 1)
        #expect(session.engine.counters.messagesFinished == 1)
    }

    @Test("an end signal that comes when the avatar is at home ends the message")
    func lateEnd() {
        var session = EngineRun.loaded()
        session.at(1.1, Stream.chunk(0, frames: 12, from: 78))
        session.at(9.0, .audioEnded)
        session.run(to: 10)
        #expect(session.effects.count { $0.effect == .finishMessage(0) } == 1)
        #expect(session.engine.counters.messagesFinished == 1)
    }

    @Test("N45: a lost link is no end signal")
    func linkIsNoEnd() {
        var session = EngineRun.loaded()
        session.at(1.1, Stream.chunk(0, frames: 12))
        session.at(1.2, .linkLost(reason: "reset"))
        session.run(to: 10)
        #expect(session.places(0).count == 12 && !session.engine.isAnimating)
        #expect(!session.engine.hasEndSignal)
        #expect(session.effects.contains { $0.effect == .restMessage(0) })
    }

    @Test("N39: with two sends outstanding it is said that nobody knows whose the answer is")
    func twoOutstanding() {
        var session = EngineRun.loaded()
        session.at(1.00, .sent)
        session.at(1.05, .sent)
        session.at(2.0, Stream.chunk(0, frames: 15, from: 60) + [.audioEnded])
        session.run(to: 10)
        #expect(session.count(.answerUnknown) == 1)
        #expect(session.places(0, generation: 2) == Array(0..<15))
    }

    // MARK: Repeats

    @Test("the same sound with other frames is another message, the same event a repeat", arguments: [true, false])
    func repeats(isSame: Bool) {
        var session = EngineRun.loaded()
        let first = AudioChunk(chunk: 0, sound: Stream.payload(7), totalFrames: 40)
        session.at(1.0, .audioArrived(first), Stream.batch(0, Stream.frames(0..<40), of: 1), Stream.sent(0, 40))
        var second = first
        if !isSame { second.totalFrames = 12 }
        session.at(2.0, .audioArrived(second))
        session.at(2.01, Stream.batch(0, Stream.frames(0..<12, from: 60), of: 1), .audioEnded)
        session.run(to: 10)
        #expect(session.engine.generation == (isSame ? 0 : 1))
        #expect(session.drawn(0, generation: 1).count == (isSame ? 0 : 12))
        #expect(session.count(.duplicate) == (isSame ? 1 : 0))
    }

    @Test(
        "an answer that only repeats the older message, undated, is a guess when nothing else has come for 5 s")
    func sameAgain() {
        var session = EngineRun.loaded()
        session.at(1.0, Stream.chunk(0, frames: 30) + Stream.chunk(1, frames: 12))
        session.at(1.5, .sent)
        session.at(2.0, Stream.chunk(0, frames: 30))
        // What comes of it behind the first pictures is a guess at once.
        session.at(7.1, Stream.chunk(1, frames: 12) + [.audioEnded])
        session.run(to: 6.9)
        #expect(session.drawn(0, generation: 1).isEmpty)
        session.run(to: 12)
        let frames = session.drawn(0, generation: 1)
        #expect(frames.count == 30 && frames.allSatisfy { $0.isGuess && $0.status == .guess })
        #expect(session.drawn(1, generation: 1).count == 12)
        #expect(frames.first.map { $0.shown >= Instant(seconds: 7) } == true)
    }

    @Test("empty sounds are told apart by their frames, too")
    func emptySounds() {
        var session = EngineRun.loaded()
        session.at(
            1.0, .audioArrived(AudioChunk(chunk: 0, totalFrames: 40)), Stream.batch(0, Stream.frames(0..<40), of: 1))
        session.at(2.0, .audioArrived(AudioChunk(chunk: 0, totalFrames: 12)))
        session.at(2.01, Stream.batch(0, Stream.frames(0..<12, from: 60), of: 1), .audioEnded)
        session.run(to: 10)
        #expect(session.drawn(0, generation: 1).map(\.baseIndex) == Array(60..<72))
    }
}
