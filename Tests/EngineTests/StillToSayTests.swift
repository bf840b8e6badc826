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
