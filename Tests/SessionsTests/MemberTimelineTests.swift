import Engine
import Events
import Support
import Testing

@testable import Sessions

@Suite("Stepping through a session of several members")
struct MemberTimelineTests {
    private static let names: [Member] = [.main] + ["anna", "bob"].compactMap(Member.init)

    private static func events(_ seed: Int) -> [Event] {
        .merged(names.enumerated().map { ($1, HeardSession.random(UInt64(seed * names.count + $0))) })
    }

    private static func heard(_ events: [Event], interval: Int) -> Timeline {
        var timeline = HeardSession.empty(events, judge: nil, interval: interval)
        for (place, event) in events.enumerated() { timeline.receiveEvent(event, place: place) }
        return timeline
    }

    @Test("at any place, from either side, the state is the one of a straight run, bit for bit", arguments: 0..<6)
    func everyPlace(seed: Int) {
        let events = Self.events(seed)
        var timeline = Self.heard(events, interval: 10 + seed * 60)
        var states = [Sessions.Session(PlaybackEngine())]
        for event in events {
            var next = states[states.count - 1]
            _ = next.handle(event)
            states.append(next)
        }
        var random = SplitMix64(seed: UInt64(seed))
        let places = Array(stride(from: 0, through: events.count, by: 3))
        for place in places + places.reversed() + (0..<200).map({ _ in random.below(events.count) }) {
            timeline.move(to: place)
            #expect(timeline.session == states[place] && timeline.session.hashValue == states[place].hashValue)
            #expect(timeline.engine == states[place].main && timeline.heard == place)
            #expect(!timeline.isDoubtful)
        }
        timeline.moveToEdge()
        #expect(timeline.session == states[events.count])
    }

    @Test("whom the views are about has its own engine and log, at every place, and nothing else is another for it")
    func focus() throws {
        let events = Self.events(1)
        let timeline = Self.heard(events, interval: 50)
        for member in Self.names {
            var focused = timeline
            focused.focus = member
            #expect(focused.edge == timeline.edgeSession[member] && focused.engine == focused.edge)
            #expect(focused.log.entries.count == timeline.log(of: member)?.entries.count)
            #expect(focused.edgeSession == timeline.edgeSession && focused.history.count == timeline.history.count)
            for place in stride(from: 0, to: events.count, by: 37) {
                focused.move(to: place)
                let session = timeline.session(at: place)
                let engine = session[member] ?? PlaybackEngine(settings: session.main.settings)
                #expect(focused.engine == engine && focused.engine(at: place) == engine)
                #expect(focused.engine(of: Self.names[1]) == session[Self.names[1]])
            }
        }
        var nobody = timeline
        nobody.focus = try #require(Member("carl"))
        #expect(nobody.log.entries.isEmpty && nobody.edge.counters.shown == 0 && nobody.engine(of: nobody.focus) == nil)
    }

    @Test("what the tile became stands in the log of every member")
    func tile() throws {
        let told: [CallEvent] = [
            .state(.joined, call: "c"), .source("one", [.avatar(.main)]), .source("two", [.avatar(Self.names[1])]),
            .member("1", [.publishesVideo(true), .source("one")]),
            .member("2", [.publishesVideo(true), .source("two")]),
        ]
        var events = told.map { Event(.zero, .wire(.call($0))) }
        for event in Self.events(2) { events += [event, Event(event.time, .local(.ticked))] }
        let timeline = Self.heard(events, interval: 100)
        func notes(_ member: Member) -> [String] {
            (timeline.log(of: member).map { Array($0.entries) } ?? []).compactMap { entry in
                if case .note(let note) = entry.body, note.code == .tile { note.text } else { nil }
            }
        }
        let all = notes(.main)
        #expect(all.count > 3 && all.contains { $0.contains("speaking") })
        // From where the member was heard of.
        for member in Self.names.dropFirst() {
            let own = notes(member)
            #expect(own == all.suffix(own.count) && own.count > 2)
        }
    }

    @Test("a member's log is the one of a session that hears nothing else", arguments: 0..<6)
    func logs(seed: Int) throws {
        let events = Self.events(seed)
        let timeline = Self.heard(events, interval: 100)
        for member in Self.names {
            let alone = Self.heard(events.heard(by: member), interval: 100).log
            let log = try #require(timeline.log(of: member))
            #expect(log.entries.map(\.body) == alone.entries.map(\.body))
            #expect(log.entries.map(\.time) == alone.entries.map(\.time))
            #expect(log.frameCount == alone.frameCount && log.frameCount > 20)
            for entry in log.entries { #expect(events[entry.heard - 1].member == member) }
        }
        #expect(timeline.log(of: try #require(Member("carl"))) == nil)
    }

    @Test("what an event changes is told of the member who heard it, and of nobody else")
    func difference() throws {
        var events = HeardSession.conversation()
        events.insert(Event(events[200].time, .local(.ticked), for: Self.names[1]), at: 200)
        events.insert(Event(events[200].time, .local(.sent), for: Self.names[1]), at: 201)
        let timeline = Self.heard(events, interval: 30)
        let (before, after) = (timeline.session(at: 201), timeline.session(at: 202))
        let changed = StateDifference.between(before, after, of: Self.names[1])
        #expect(changed.contains { $0.name == "message" && $0.before == "0" && $0.after == "1" })
        #expect(StateDifference.between(before, after).isEmpty)
        let earlier = timeline.session(at: 100)
        #expect(!StateDifference.between(earlier, before).isEmpty)
        // Its one tick, and nothing of what the main member's engine did.
        let own = timeline.session(at: 200)
        #expect(StateDifference.between(earlier, own, of: Self.names[1]).isEmpty)
    }

    @Test("a member who finds no room is told of in the log, and changes no state that is stepped to")
    func limit() throws {
        let members = (0...Limits.members).compactMap { Member("m\($0)") }
        let events = members.map { Event(.zero, .local(.sent), for: $0) } + [Event(.zero, .local(.ticked))]
        var timeline = Self.heard(events, interval: 1)
        let notes = timeline.log.entries.compactMap { if case .note(let note) = $0.body { note } else { nil } }
        #expect(notes.map(\.code) == [.limit])
        #expect(timeline.log(of: members[Limits.members]) == nil)
        let edge = timeline.session
        timeline.move(to: 3)
        #expect(timeline.session.members == [.main] + members.prefix(3))
        timeline.move(to: events.count - 1)
        #expect(timeline.session.members.count == 1 + Limits.members && timeline.engine.counters.ticks == 0)
        #expect(timeline.edgeSession == edge)
    }

    @Test("effects say which member they are of, remarks on what it was sent included")
    func effects() {
        var timeline = HeardSession.empty([], judge: nil)
        let own = timeline.receiveWireEvent(
            .ignored(name: "x"), entry: 0, named: "x", at: .zero, for: Self.names[1], oddities: ["odd"])
        #expect(own.map(\.unwrapped.member) == [Self.names[1]])
        let main = timeline.receiveWireEvent(.ignored(name: "x"), entry: 0, named: "x", at: .zero, oddities: ["odd"])
        #expect(main.map(\.unwrapped.member) == [.main])
        #expect(timeline.log(of: Self.names[1])?.entries.count == 1 && timeline.log.entries.count == 1)
    }
}
