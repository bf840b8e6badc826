import Events
import Support
import Testing

@testable import Engine

@Suite("What is still to be said of a message")
struct StillToSayTests {
    @Test("behind the last frame whose mouth moves nothing more is said, also while the avatar goes home")
    func silence() {
        var session = EngineRun.loaded()
        let frames = Stream.frames(0..<30).map { frame in
            var frame = frame
            frame.viseme = frame.sequence < 20 ? "ah" : "rest"
            return frame
        }
        session.at(1, [Stream.audio(0, frames: 30), Stream.batch(0, frames, of: 1), Stream.sent(0, 30), .audioEnded])
        var (hasBegun, hasGoneHomeSilently) = (false, false)
        for step in 0..<200 {
            session.run(to: 1.01 + Double(step) * 0.05)
            let engine = session.engine
            if let active = engine.message.active {
                hasBegun = true
                #expect(engine.isSpeaking == (active.cursor < 20), "at frame \(active.cursor)")
            } else {
                #expect(engine.isSpeaking == !hasBegun)
            }
            if engine.modeName == .returnTransition, !engine.isSpeaking { hasGoneHomeSilently = true }
        }
        #expect(hasGoneHomeSilently && !session.engine.isAnimating)
    }

    /// From 1 s on a chunk of one second whose mouth rests, which ends the message.
    private static func resting(_ words: [SpokenWord], _ inputs: LocalInput...) -> EngineRun {
        var session = EngineRun.loaded()
        let frames = Stream.frames(0..<30).map { frame in
            var frame = frame
            frame.viseme = "rest"
            return frame
        }
        var audio = AudioChunk(chunk: 0, group: 0, sound: Stream.payload(500_000), totalFrames: 30)
        audio.words = words
        session.at(1, [.audioArrived(audio), Stream.batch(0, frames, of: 1), Stream.sent(0, 30), .audioEnded])
        for input in inputs { session.schedule(Instant(seconds: 1), .local(input)) }
        return session
    }

    /// Whether something is still to be heard at 1.1, 1.3 … 2.3 s.
    private static func heard(
        _ session: EngineRun, tellsWords: Bool = false, isSilent: (Int, TimeSpan) -> Bool? = { _, _ in nil }
    ) -> [Bool] {
        var session = session
        var heard: [Bool] = []
        for time in [1.1, 1.3, 1.5, 1.7, 1.9, 2.1, 2.3] {
            session.run(to: time)
            heard.append(session.engine.isStillHeard(tellsWords: tellsWords, isSilent: isSilent))
        }
        return heard
    }

    private static func first(_ count: Int) -> [Bool] { (0..<7).map { $0 < count } }

    @Test("what is heard ends with the last word where words have times, else with the sound, and never with the mouth")
    func lastSound() {
        let word = SpokenWord(scalars: 0..<3, span: .milliseconds(100)..<TimeSpan.milliseconds(450))
        #expect(Self.heard(Self.resting([word])) == Self.first(2))
        #expect(Self.heard(Self.resting([])) == Self.first(5))
        let short = LocalInput.soundDecoded(chunk: 0, 0, duration: .milliseconds(620))
        #expect(Self.heard(Self.resting([], short)) == Self.first(3))
        // Where there is no sound nothing is heard of a mouth that rests.
        let failed = LocalInput.soundFailed(chunk: 0, 0, reason: "no sound")
        #expect(Self.heard(Self.resting([], failed)) == Self.first(0))
    }

    @Test("silence is not waited for, where somebody knows it for that or the words that were told are over")
    func knownSilence() {
        let isSilent = { (_: Int, place: TimeSpan) -> Bool? in place > .milliseconds(200) }
        #expect(Self.heard(Self.resting([]), isSilent: isSilent) == Self.first(1))
        #expect(Self.heard(Self.resting([]), tellsWords: true) == Self.first(0))
        // What is known to sound does so, whatever else is told.
        let isHeard = { (_: Int, _: TimeSpan) -> Bool? in false }
        #expect(Self.heard(Self.resting([]), tellsWords: true, isSilent: isHeard) == Self.first(5))
    }

    @Test("without an end more may come, until the avatar is home; there it rests, until the end comes")
    func withoutEnd() {
        var session = EngineRun.loaded()
        session.at(1.1, Stream.chunk(0, frames: 12, from: 78))
        session.at(9.0, .audioEnded)
        session.run(to: 1.2)
        #expect(session.engine.isSpeaking && !session.engine.isResting)
        session.run(to: 8.9)
        #expect(!session.engine.isSpeaking && session.engine.isResting)
        session.run(to: 10)
        #expect(!session.engine.isResting)
    }
}
