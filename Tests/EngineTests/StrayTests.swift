import Engine
import Events
import Support
import Testing

/// Events that look like another message's than theirs, at the moments at which that did most harm (specification 3.10).
@Suite("Strays")
struct StrayTests {
    private static func interrupted() -> EngineRun { AfterSendTests.interrupted() }

    /// A whole message of one chunk, at home again; another one is sent at 6.0.
    private static func home() -> EngineRun {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Stream.chunk(0, frames: 15) + [.audioEnded, .baseAnimationRequested(Stream.idleBack)])
        session.at(6.0, .sent)
        return session
    }

    /// A message under way since 1.0 whose second chunk has all that it needs but an end; another one is sent at 2.0.
    private static func complete() -> EngineRun {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Stream.chunk(0, frames: 60))
        session.at(1.2, Stream.audio(1, frames: 27, sound: 2), Stream.batch(1, Stream.frames(0..<27), of: 1))
        session.at(2.0, .sent)
        return session
    }

    private static func pictures(_ frames: Int, from base: Int) -> WireEvent {
        Stream.batch(0, Stream.frames(0..<frames, from: base), of: 1)
    }

    private static func bases(_ session: EngineRun, _ chunk: Int = 0, _ generation: Generation = 2) -> [Int] {
        session.drawn(chunk, generation: generation).map(\.baseIndex)
    }

    // MARK: Counts and sounds of the older message

    @Test("N40: a count of the older message before the answer's sound makes no chunk, whenever it comes")
    func countBefore() {
        for time in [2.1, 2.25] {
            var session = Self.complete()
            session.at(time, Stream.sent(1, 27))
            session.at(2.2, Stream.audio(0, frames: 12, sound: 9))
            session.at(2.3, Self.pictures(12, from: 60), Stream.sent(0, 12), .audioEnded)
            session.run(to: 20)
            #expect(Self.bases(session) == Array(60..<72))
            #expect(session.records.allSatisfy { $0.generation < 2 || ($0.position?.chunk ?? 0) == 0 })
            #expect(session.engine.counters.lost == 0 && session.engine.counters.guesses == 0)
        }
    }

    @Test("a count alone is nothing that the answer may be, however long nothing else comes")
    func countAlone() {
        var session = Self.complete()
        session.at(2.1, Stream.sent(1, 27))
        session.run(to: 20)
        #expect(session.records.allSatisfy { $0.generation < 2 || $0.position == nil })
        #expect(session.engine.counters.lost == 0)
        // No tick is asked for at once for ever.
        #expect(session.records.count < 400)
    }

    @Test("N40: the sound that the older message's chunk still waited for is its own")
    func olderSound() {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Stream.chunk(0, frames: 60))
        session.at(1.2, Stream.batch(1, Stream.frames(0..<27), of: 1), Stream.sent(1, 27))
        session.at(2.0, .sent)
        session.at(2.05, Stream.audio(1, frames: 27, sound: 2))
        session.at(3.0, Stream.audio(0, frames: 12, sound: 9))
        session.at(3.1, Self.pictures(12, from: 60), Stream.sent(0, 12), .audioEnded)
        session.run(to: 20)
        // And the end signal, which the older message has not had.
        #expect(session.engine.counters.stale == 2)
        #expect(Self.bases(session) == Array(60..<72))
        #expect(session.records.allSatisfy { $0.generation < 2 || ($0.position?.chunk ?? 0) == 0 })
    }

    @Test("N13: the older message's beginning once more begins nothing in the answer")
    func olderBeginning() {
        var session = Self.interrupted()
        session.at(2.2, Stream.audio(0, frames: 30, sound: 9))
        session.at(2.3, Self.pictures(30, from: 40), Stream.sent(0, 30))
        session.at(2.8, Stream.audio(0, frames: 30, sound: 1))
        session.at(2.9, .audioEnded)
        session.run(to: 10)
        #expect(session.engine.generation == 2 && session.engine.counters.stale == 1)
        #expect(Self.bases(session) == Array(40..<70) && session.engine.counters.guesses == 0)
    }

    @Test("an answer that is the older message once more, its old dates and all, is an answer", arguments: 1...2)
    func playedAgain(chunks: Int) {
        var session = EngineRun.loaded()
        for (message, time) in [0.0, 10, 20].enumerated() {
            session.at(time + 0.5, .sent)
            for chunk in 0..<chunks {
                let date = 1 + Double(chunk) / 10
                session.at(time + date, Stream.audio(chunk, frames: 15, sound: chunk, emitted: date))
                session.at(
                    time + date, Stream.batch(chunk, Stream.frames(0..<15, from: chunk), of: 1, emitted: date),
                    Stream.sent(chunk, 15))
            }
            session.at(time + 1.3, .audioEnded)
            session.run(to: time + 9)
            #expect(session.engine.generation == message + 1 && session.engine.counters.guesses == 0)
            for chunk in 0..<chunks {
                #expect(Self.bases(session, chunk, message + 1) == Array(chunk..<chunk + 15), "\(message) \(chunk)")
            }
        }
    }

    @Test("N40: what the older message said, once more behind the answer's own, takes no place of it")
    func exactRepeat() {
        var session = AfterSendTests.interrupted()
        session.at(2.2, Stream.audio(0, frames: 30, sound: 9))
        session.at(2.21, Self.pictures(30, from: 40), Stream.sent(0, 30))
        session.at(2.22, Stream.batch(0, Stream.frames(0..<30), of: 1), Stream.audio(0, frames: 30, sound: 1))
        session.at(2.3, .audioEnded)
        session.run(to: 10)
        #expect(Self.bases(session) == Array(40..<70) && session.engine.counters.guesses == 0)
        let sounds = session.soundStarts(ofChunk: 0)
        #expect(session.engine.counters.stale == 2)
        #expect(sounds.count == 2)
    }

    // MARK: Pictures before their sound

    @Test("a chunk 0 that was played before its sound came goes on with what is behind it")
    func soundBehindItsChunk() {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Self.pictures(12, from: 60), Stream.sent(0, 12))
        session.at(1.3, Stream.chunk(1, frames: 27))
        session.at(2.05, Stream.audio(0, frames: 12, sound: 9))
        session.at(2.1, .audioEnded)
        session.run(to: 10)
        #expect(session.engine.generation == 1 && session.has(.audioLate))
        #expect(Self.bases(session, 0, 1) == Array(60..<72) && Self.bases(session, 1, 1) == Array(0..<27))
    }

    @Test("of two guesses for chunk 0 the one that comes just before the answer's sound is shown under it")
    func laterGuess() {
        for time in [2.9, 4.0, 8.0] {
            var session = Self.interrupted()
            session.at(2.1, Self.pictures(27, from: 0))
            session.at(time, Self.pictures(27, from: 40))
            session.at(time + 0.05, Stream.audio(0, frames: 27, sound: 9), Stream.sent(0, 27), .audioEnded)
            session.run(to: 14)
            #expect(session.engine.generation == 2)
            #expect(Self.bases(session).suffix(27) == Array(40..<67)[...], "\(time)")
            #expect(session.engine.counters.lost == 0)
        }
    }

    @Test("N41: pictures of a message from elsewhere that come before its sound are its own while another one is open")
    func elsewhere() {
        for hasEnd in [true, false] {
            var session = EngineRun.loaded()
            session.at(1.0, Stream.chunk(0, frames: 60))
            if hasEnd { session.at(1.1, .audioEnded) }
            session.at(2.0, Self.pictures(12, from: 70))
            session.at(2.05, Stream.audio(0, frames: 12, sound: 9), Stream.sent(0, 12), .audioEnded)
            session.run(to: 12)
            #expect(session.engine.generation == 1 && Self.bases(session, 0, 1) == Array(70..<82))
            #expect(session.engine.counters.lost == 0 && session.engine.counters.noOverlay == 0)
        }
    }

    @Test("undated pictures before their sound make a chunk whole: what follows the next send is not the older one's")
    func wholeByGuesses() {
        var session = Self.home()
        session.at(6.2, Self.pictures(12, from: 20), Stream.sent(0, 12))
        session.at(6.25, Stream.audio(0, frames: 12, sound: 8), .audioEnded, .baseAnimationRequested(Stream.idleBack))
        session.at(6.4, .sent)
        session.at(7.0, Self.pictures(12, from: 60))
        session.at(7.1, Stream.audio(0, frames: 12, sound: 9), Stream.sent(0, 12), .audioEnded)
        session.run(to: 14)
        #expect(Self.bases(session, 0, 3) == Array(60..<72) && session.engine.counters.lost == 0)
    }

    // MARK: Links, ends, and two sends

    @Test(
        "N45: a message whose first chunk the link took away goes on when it is sent again", arguments: [true, false])
    func linkInTheFirstChunk(isPicturesFirst: Bool) {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Stream.audio(0, frames: 40, sound: 9))
        session.at(1.05, Stream.batch(0, Stream.frames(0..<8), number: 0, of: 2))
        session.at(1.2, .linkLost(reason: "transport close"))
        session.at(1.5, .linkRestored)
        let sound = Stream.audio(0, frames: 40, sound: 9)
        if !isPicturesFirst { session.at(2.0, sound) }
        session.at(2.01, Self.pictures(40, from: 0))
        if isPicturesFirst { session.at(2.05, sound) }
        session.at(2.1, Stream.sent(0, 40))
        session.at(2.2, Stream.chunk(1, frames: 20, from: 40) + [.audioEnded])
        session.run(to: 12)
        #expect(session.engine.generation == 1)
        #expect(Self.bases(session, 0, 1) == Array(0..<40) && Self.bases(session, 1, 1) == Array(40..<60))
    }

    @Test("N45: what has come as a whole, if only as guesses, plays out when the link is lost")
    func linkBehindGuesses() {
        var session = Self.home()
        session.at(7.0, Self.pictures(27, from: 60))
        session.at(7.05, Stream.audio(0, frames: 27, sound: 9), Stream.sent(0, 27))
        session.at(7.1, .linkLost(reason: "transport close"))
        session.run(to: 14)
        #expect(Self.bases(session) == Array(60..<87) && session.engine.counters.dropped == 0)
    }

    @Test("N45: a link that was lost when the avatar was home again lets nothing of that message come any more")
    func linkAtHome() {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Stream.chunk(0, frames: 15))
        session.run(to: 6)
        #expect(session.engine.modeName == .idle)
        session.at(6.1, .linkLost(reason: "transport close"))
        session.at(6.2, .linkRestored)
        session.at(6.5, .sent)
        session.at(7.0, Stream.batch(1, Stream.frames(0..<20, from: 20), of: 1), Stream.sent(1, 20))
        session.at(7.1, Stream.audio(1, frames: 20, sound: 8))
        session.at(7.2, Stream.audio(0, frames: 12, sound: 9))
        session.at(7.3, Self.pictures(12, from: 60), Stream.sent(0, 12), .audioEnded)
        session.run(to: 14)
        #expect(session.engine.counters.stale == 0)
        #expect(Self.bases(session) == Array(60..<72) && Self.bases(session, 1) == Array(20..<40))
    }

    @Test("a batch from before the send is the older message's also when the answer is over")
    func datedBehind() {
        var session = AfterSendTests.interrupted(dated: true)
        session.at(2.5, Stream.audio(0, frames: 6, sound: 9, emitted: 2.5))
        session.at(2.5, Stream.batch(0, Stream.frames(0..<6, from: 84), of: 1, emitted: 2.5))
        session.at(2.55, Stream.sent(0, 6), .audioEnded)
        session.run(to: 3.6)
        #expect(session.engine.modeName == .idle)
        session.at(3.7, Stream.batch(0, Stream.frames(0..<27), of: 1, emitted: 1.9))
        session.run(to: 14)
        #expect(session.engine.generation == 2 && Self.bases(session) == Array(84..<90))
        #expect(session.engine.counters.stale == 1)
    }

    @Test("N39: two sends that were both answered leave nothing open for those that follow")
    func twoSends() {
        var session = Self.home()
        session.at(6.05, .sent)
        for (number, time) in [6.5, 9.0].enumerated() {
            session.at(time, Stream.audio(0, frames: 12, sound: 20 + number))
            session.at(time, Self.pictures(12, from: 20 * number), Stream.sent(0, 12), .audioEnded)
        }
        session.run(to: 13.9)
        let stale = session.engine.counters.stale
        session.at(14, .sent)
        session.at(14.5, Stream.audio(0, frames: 12, sound: 30), .audioEnded)
        session.at(14.6, Self.pictures(12, from: 60), Stream.sent(0, 12))
        session.run(to: 20)
        #expect(session.count(.answerUnknown) == 1 && session.engine.counters.stale == stale)
        #expect(!session.lines(ofChunk: 0, generation: session.engine.generation).contains { $0.status == .held })
        #expect(session.engine.hasEndSignal)
    }

    @Test("an answer whose ends were taken for those of the message that it interrupted leaves none to the next")
    func ends() {
        var session = Self.interrupted()
        for (number, time) in [2.5, 8.5, 14.5].enumerated() {
            if number > 0 { session.at(time - 0.5, .sent) }
            session.at(time, Stream.audio(0, frames: 12, sound: 20 + number))
            session.at(time + 0.005, .audioEnded, .baseAnimationRequested(Stream.idleBack))
            session.at(time + 0.01, Self.pictures(12, from: 20 * number), Stream.sent(0, 12))
        }
        session.run(to: 20)
        #expect(session.engine.counters.stale == 2)
        let held = session.records.filter { $0.status == .held }
        #expect(held.allSatisfy { $0.generation == 2 } && !held.isEmpty)
    }

    @Test("N13: chunk 0 once more in other batches does not end the message that has gone on")
    func otherBatches() {
        var session = EngineRun.loaded()
        session.at(0.5, .sent)
        session.at(1.0, Stream.chunk(0, frames: 27))
        session.run(to: 8)
        #expect(session.engine.modeName == .idle)
        session.at(8.0, Stream.batch(0, Stream.frames(0..<14), number: 0, of: 2))
        session.at(8.0, Stream.batch(0, Stream.frames(14..<27), number: 1, of: 2))
        session.at(8.1, Stream.chunk(1, frames: 80))
        session.run(to: 14)
        #expect(session.engine.generation == 1 && Self.bases(session, 1, 1) == Array(0..<80))
    }
}
