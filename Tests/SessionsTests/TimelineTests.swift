import Engine
import Events
import Support
import Testing

@testable import Sessions

@Suite("A session with its past")
struct TimelineTests {
    @Test("at any place the state is the one of a straight run")
    func everyPlace() {
        var session = HeardSession(HeardSession.conversation(), judge: nil)
        let places = 0...session.timeline.history.count
        for place in Array(places) + places.reversed() {
            session.timeline.move(to: place)
            #expect(session.timeline.heard == place)
            #expect(session.isTrue)
        }
    }

    @Test("while the playhead is in the past the stream goes on, and live is the state of a straight run")
    func live() {
        let heard = HeardSession.conversation()
        var timeline = HeardSession.empty(heard, judge: nil)
        var straight = PlaybackEngine()
        for (place, event) in heard.enumerated() {
            if place == heard.count / 2 { timeline.move(to: place / 2) }
            let (before, was) = (timeline.engine, timeline.isAtEdge)
            timeline.receiveEvent(event, place: place)
            _ = straight.handle(event)
            #expect(timeline.edge == straight)
            if !was { #expect(timeline.engine == before) }
        }
        #expect(timeline.heard == heard.count / 4)
        timeline.moveToEdge()
        #expect(timeline.engine == straight && timeline.heard == heard.count)
    }

    @Test("copies stay within their bytes, and every place is still reached")
    func copiesAreLimited() {
        let heard = HeardSession.conversation()
        var free = HeardSession(heard, judge: nil, interval: 5)
        let limit = free.timeline.copies.byteCount / 5
        var session = HeardSession(heard, judge: nil, interval: 5, bytes: limit)
        #expect(session.timeline.copies.byteCount <= limit)
        #expect(session.timeline.copies.count > 1)
        for place in stride(from: heard.count, through: 0, by: -3) {
            session.timeline.move(to: place)
            free.timeline.move(to: place)
            #expect(session.isTrue && free.isTrue)
        }
    }

    @Test("N56 times that fall are times that stand: places by time stay in order, and states are the same")
    func fallingTimes() {
        var heard = HeardSession.conversation()
        for place in stride(from: 10, to: heard.count, by: 7) { heard[place].time = Instant(seconds: 0.1) }
        var session = HeardSession(heard, judge: nil)
        let times = session.timeline.history.moments.map(\.time)
        #expect(times == times.sorted())
        for place in stride(from: heard.count, through: 0, by: -11) {
            session.timeline.move(to: place)
            #expect(session.isTrue)
        }
    }

    @Test("an event that cannot be read any more is passed over, and the state says that it may be wrong")
    func lostEvent() {
        var timeline = Timeline(PlaybackEngine(), archive: ListArchive(), judge: nil, snapshotInterval: 1_000)
        for (place, event) in HeardSession.conversation().enumerated() { timeline.receiveEvent(event, place: place) }
        timeline.move(to: 30)
        #expect(timeline.heard == 30 && timeline.isDoubtful)
        timeline.moveToEdge()
        #expect(!timeline.isDoubtful)
    }

    @Test("the log has every line, and the frame at a place is the one of the state there")
    func log() {
        var session = HeardSession(HeardSession.random(3), judge: nil)
        for place in stride(from: 0, through: session.timeline.history.count, by: 7) {
            session.timeline.move(to: place)
            let record = session.timeline.engine.framePlan.record
            #expect(session.timeline.log.frame(after: place) == record?.ordinal)
        }
    }

    @Test("what changed between two states is named with both values")
    func difference() throws {
        var session = HeardSession(HeardSession.conversation(), judge: nil)
        session.timeline.move(to: session.timeline.history.count / 3)
        let before = session.timeline.session
        #expect(StateDifference.between(before, before).isEmpty)
        let next = (session.timeline.log.frame(after: session.timeline.heard) ?? 0) + 1
        session.timeline.move(to: try #require(session.timeline.log.entry(ofFrame: next)).heard)
        let changed = StateDifference.between(before, session.timeline.session)
        #expect(changed.contains { $0.name == "log lines" && $0.before != $0.after })
        #expect(Set(session.timeline.engine.fields.map(\.name)).count == session.timeline.engine.fields.count)
    }
}
