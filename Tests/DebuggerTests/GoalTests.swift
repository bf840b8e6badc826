import Engine
import Events
import Support
import Testing

@testable import Debugger
@testable import Sessions

@Suite("Stepping through a session")
struct GoalTests {
    @Test("steps forward and back again lead to where they began, over random sessions", arguments: 0..<40)
    func stepAlgebra(seed: Int) {
        var session = HeardSession(HeardSession.random(UInt64(seed)), interval: 10 + seed * 3)
        var random = SplitMix64(seed: UInt64(seed) &+ 99)
        session.timeline.move(to: session.timeline.history.count / 2)
        _ = Self.go(.frames(1), &session)
        for _ in 0..<30 {
            let begin = session.timeline.heard
            let steps = 1 + random.below(9)
            let kind: (Int) -> Goal = random.isOneIn(2) ? { .frames($0) } : { .events($0) }
            let isForward = random.isOneIn(2)
            guard Self.go(kind(isForward ? steps : -steps), &session) else {
                session.timeline.move(to: random.below(session.timeline.history.count))
                // Behind the last frame there is only the way back to one.
                if !Self.go(.frames(1), &session) { _ = Self.go(.frames(-1), &session) }
                continue
            }
            #expect(session.isTrue)
            #expect(session.timeline.heard != begin)
            // Where there are fewer frames than steps, the way back ends at the first.
            if !isForward, session.timeline.find(.start) == .at(session.timeline.heard) { continue }
            let isBack = Self.go(kind(isForward ? -steps : steps), &session)
            #expect(isBack && session.timeline.heard == begin)
            #expect(session.isTrue)
        }
    }

    /// `false` when the goal does not lie in what has been heard.
    private static func go(_ goal: Goal, _ session: inout HeardSession) -> Bool {
        guard case .at(let place) = session.timeline.find(goal) else { return false }
        session.timeline.move(to: place)
        return true
    }

    @Test("k single steps are one step of k, and a seek to the frame", arguments: [1, 2, 7, 31])
    func manySteps(count: Int) throws {
        var session = HeardSession(HeardSession.conversation())
        session.timeline.move(to: try #require(session.timeline.log.entry(ofFrame: 12)).heard)
        var single = session.timeline
        for _ in 0..<count {
            guard case .at(let place) = single.find(.frames(1)) else {
                Issue.record("no next frame at \(single.heard)")
                return
            }
            single.move(to: place)
        }
        #expect(session.timeline.find(.frames(count)) == .at(single.heard))
        #expect(session.timeline.find(.frame(12 + count)) == .at(single.heard))
        #expect(single.engine.framePlan.record?.ordinal == 12 + count)
    }

    @Test("a seek to a moment lands on the last event that had been heard by then")
    func seekTime() {
        let session = HeardSession(HeardSession.conversation())
        for seconds in stride(from: 0.0, to: 11, by: 0.37) {
            let moment = Instant(seconds: seconds)
            guard case .at(let place) = session.timeline.find(.time(moment)) else {
                Issue.record("\(seconds) s is nowhere")
                continue
            }
            #expect(session.timeline.history.time(after: place) <= moment)
            #expect(session.timeline.history.moments[place].time > moment)
        }
        #expect(session.timeline.find(.time(Instant(seconds: 99))) == .notYet)
    }

    @Test("chunks are gone through in both directions, the one that is playing back to its own beginning first")
    func chunks() throws {
        var session = HeardSession(HeardSession.conversation())
        session.timeline.move(to: 0)
        var starts: [EventCount] = []
        while case .at(let place) = session.timeline.find(.chunks(1)) {
            session.timeline.move(to: place)
            starts.append(place)
            let record = try #require(session.timeline.engine.framePlan.record)
            #expect(record.position?.frame == 0)
            #expect([0, 1][(starts.count - 1) % 2] == record.position?.chunk)
        }
        #expect(starts.count == 4)
        #expect(session.timeline.find(.chunks(-1)) == .at(starts[2]))
        _ = Self.go(.frames(5), &session)
        #expect(session.timeline.find(.chunks(-1)) == .at(starts[3]))
        #expect(session.timeline.find(.chunks(-2)) == .at(starts[2]))
        #expect(session.timeline.find(.chunk(0)) == .at(starts[2]))
        #expect(session.timeline.find(.chunk(7)) == .notYet)
        session.timeline.move(to: starts[0])
        #expect(session.timeline.find(.chunks(-1)) == .nowhere)
    }

    @Test("a frame that nobody has heard of may still come; before the first one is nothing")
    func ends() {
        var session = HeardSession(HeardSession.conversation())
        #expect(session.timeline.find(.frame(100_000)) == .notYet)
        #expect(session.timeline.find(.frame(-1)) == .nowhere)
        #expect(session.timeline.find(.frames(1)) == .notYet)
        session.timeline.move(to: 0)
        #expect(session.timeline.find(.frames(-1)) == .nowhere)
        #expect(session.timeline.find(.events(-1)) == .nowhere)
    }

    @Test("of what is not there the last one is named, or that there is none at all")
    func missing() {
        let log = HeardSession(HeardSession.conversation()).timeline.log
        #expect(Goal.missing(.frame(100_000), in: log) == "no such frame; the last is \(log.frameCount - 1)")
        #expect(Goal.missing(.frame(10), in: SessionLog()) == "this recording has no frames")
        #expect(Goal.missing(.chunk(1), in: SessionLog()) == "this recording has no chunks")
        // A moment with one digit of seconds is a place.
        let said = "frame 0:9.5 was never shown; as a time it is 0:09.5"
        #expect(
            Goal.missing(Goal(typed: "0:9.5"), in: log) == said && Goal(typed: "0:09.5") == Goal(typed: "9.5s")
        )
        #expect(Goal.missing(Goal(typed: "99:0.1"), in: log) == "frame 99:0.1 was never shown")
        #expect(Goal.missing(Goal(typed: "1/0:9.5"), in: log) == "frame 1/0:9.5 was never shown")
    }

    @Test("a mark is gone to by the frame that it is of, or by its time where there is none")
    func mark() throws {
        let log = HeardSession(HeardSession.conversation()).timeline.log
        let shown = try #require(log.entry(ofFrame: 12)).time
        #expect(log.goal(of: Mark(time: shown, name: "a")) == .frame(12))
        #expect(SessionLog().goal(of: Mark(time: shown, name: "a")) == .time(shown))
    }
}
