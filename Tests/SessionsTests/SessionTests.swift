import Engine
import Events
import Support
import Testing

@testable import Sessions

@Suite("A session of several members")
struct SessionTests {
    private static let names: [Member] = [.main] + ["anna", "bob"].compactMap(Member.init)

    private static func streams(_ seed: Int) -> [Event] {
        .merged(
            names.enumerated().map { ($1, EngineRun.heardAtRandom(UInt64(seed * names.count + $0))) })
    }

    private static func begin() -> Session { Session(PlaybackEngine()) }

    private static let many = (0...Limits.members).compactMap { Member("m\($0)") }

    @Test("each member's engine is the one that hears its events alone, and wants the same", arguments: 0..<20)
    func apart(seed: Int) {
        let events = Self.streams(seed)
        var session = Self.begin()
        var wanted: [Member: [Effect]] = [:]
        for event in events {
            for effect in session.handle(event) {
                let (member, effect) = effect.unwrapped
                wanted[member, default: []].append(effect)
            }
        }
        #expect(session.members == Self.names)
        for member in Self.names {
            var engine = PlaybackEngine()
            let effects = events.heard(by: member).flatMap { engine.handle($0) }
            #expect(session[member] == engine && session[member]?.hashValue == engine.hashValue)
            #expect(wanted[member] == effects && effects.count > 50)
        }
    }

    @Test("a session of the main member alone is its engine", arguments: 0..<5)
    func alone(seed: Int) {
        var (session, engine) = (Self.begin(), PlaybackEngine())
        let (before, engineBefore) = (session, engine)
        for event in EngineRun.heardAtRandom(UInt64(seed)) {
            #expect(session.handle(event) == engine.handle(event))
            #expect(session.now == engine.now && session.nextDeadline == engine.nextDeadline)
        }
        #expect(session.main == engine && session.members == [.main] && session.fields == engine.fields)
        #expect(session.copyBytes(besides: before) == engine.copyBytes(besides: engineBefore))
        #expect(session.due(at: Instant(seconds: 1_000)) == (session.nextDeadline == nil ? [] : [.main]))
    }

    @Test("N56 an earlier time counts as now, whoever it is for")
    func earlier() {
        var session = Self.begin()
        _ = session.handle(Event(Instant(seconds: 5), .local(.ticked), for: Self.names[1]))
        _ = session.handle(Event(Instant(seconds: 1), .local(.ticked)))
        _ = session.handle(Event(Instant(seconds: 2), .local(.ticked), for: Self.names[2]))
        #expect(session.members.map { session[$0]?.now } == [5, 5, 5].map { Instant(seconds: $0) })
        #expect(session.now == Instant(seconds: 5))
    }

    @Test("a member begins with the settings that the main one has by then")
    func settings() {
        var session = Self.begin()
        var settings = PlaybackSettings()
        settings.framesPerSecond = 24
        _ = session.handle(Event(.zero, .local(.settingsChanged(settings))))
        _ = session.handle(Event(.zero, .local(.sent), for: Self.names[1]))
        _ = session.handle(Event(.zero, .local(.settingsChanged(PlaybackSettings()))))
        #expect(session[Self.names[1]]?.settings == settings && session.main.settings == PlaybackSettings())
    }

    @Test("members beyond the limit are not heard, which is said once; the others are")
    func limit() {
        var session = Self.begin()
        for (place, member) in Self.many.enumerated() {
            let effects = session.handle(Event(.zero, .local(.linkLost(reason: "x")), for: member))
            #expect(effects.isEmpty == false)
            if case .note(let note)? = effects.first {
                #expect(place == Limits.members && note.code == .limit && effects.count == 1)
            } else {
                #expect(place < Limits.members)
            }
        }
        #expect(session.members.count == 1 + Limits.members)
        let full = session
        #expect(session.handle(Event(.zero, .local(.linkLost(reason: "x")), for: Self.many[Limits.members])) == [])
        #expect(session == full)
        #expect(session.handle(Event(.zero, .local(.linkLost(reason: "x")), for: Self.many[3])).isEmpty == false)
        #expect(session.handle(Event(.zero, .local(.linkLost(reason: "x")))).isEmpty == false)
    }

    @Test("fields of all members have names of their own")
    func fields() {
        var session = Self.begin()
        for event in Self.streams(3).prefix(400) { _ = session.handle(event) }
        let names = session.fields.map(\.name)
        #expect(Set(names).count == names.count)
        for member in Self.names {
            let prefix = member.name.map { "\($0): " } ?? ""
            #expect(session[member]?.fields.allSatisfy { names.contains(prefix + $0.name) } == true)
        }
    }

    @Test("a tick is worth while when it is for any member, and whoever it is for is named")
    func deadlines() throws {
        var session = Self.begin()
        for event in Self.streams(1).prefix(300) { _ = session.handle(event) }
        let deadlines = try Self.names.map { try #require(session[$0]?.nextDeadline) }
        #expect(session.nextDeadline == deadlines.min())
        for moment in deadlines {
            let due = zip(Self.names, deadlines).filter { $1 <= moment }.map(\.0)
            #expect(session.due(at: moment) == due)
        }
    }

    @Test("a copy costs what the engines of all members cost")
    func copies() {
        var session = Self.begin()
        for event in Self.streams(2) { _ = session.handle(event) }
        let all = session.engines.reduce(0) { $0 + $1.copyBytes(besides: PlaybackEngine()) }
        #expect(session.copyBytes(besides: Self.begin()) == all)
    }
}

@Suite("Avatars of a session as members of a call")
struct AvatarCallTests {
    private static let lea = Member("lea") ?? .main

    private static func tell(_ call: CallEvent...) -> [Event] { call.map { Event(.zero, .wire(.call($0))) } }

    /// Two avatars, each its own member; the tile is asked for at each tick.
    private static func begin() -> Session {
        var session = Session(PlaybackEngine())
        let call = tell(
            .state(.joined, call: "c"), .source("one", [.avatar(.main)]), .source("two", [.avatar(lea)]),
            .member("1", [.publishesVideo(true), .source("one")]),
            .member("2", [.publishesVideo(true), .source("two")]))
        for event in call { _ = session.handle(event) }
        return session
    }

    @Test(
        "whom the tile shows speaks while its engine talks, has a picture when that has, and each tick ends a turn",
        arguments: 0..<10)
    func follows(seed: Int) throws {
        var session = Self.begin()
        let names = ["1": Member.main, "2": Self.lea]
        let events = [Event].merged(
            [
                (.main, EngineRun.heardAtRandom(UInt64(seed * 2))),
                (Self.lea, EngineRun.heardAtRandom(UInt64(seed * 2 + 1))),
            ])
        var (spoke, shown): (Set<String>, Set<String>) = ([], [])
        for event in events {
            _ = session.handle(event)
            _ = session.handle(Event(event.time, .local(.ticked)))
            let tile = try #require(session.tile)
            #expect(tile.deadline.map { $0 > session.now } ?? true)
            let member = try #require(tile.record.snapshot.member)
            let engine = session[try #require(names[member])] ?? PlaybackEngine()
            #expect(tile.record.snapshot.overlays.isSpeaking == (engine.modeName == .overlay))
            #expect((tile.record.picture == .frame) == (engine.framePlan.composite != nil))
            shown.insert(member)
            if tile.record.snapshot.overlays.isSpeaking { spoke.insert(member) }
        }
        #expect(shown == ["1", "2"] && spoke == shown)
    }

    @Test(
        "quality is the share of frames of speech that were there when due, over the last 10 s of talking",
        arguments: 0..<10)
    func quality(seed: Int) throws {
        var session = Self.begin()
        var (due, levels): ([(isThere: Bool, period: Span)], Set<Int>) = ([], [])
        for event in EngineRun.heardAtRandom(UInt64(seed)) {
            let effects = session.handle(event) + session.handle(Event(event.time, .local(.ticked)))
            for case .show(let record) in effects where record.mode == .overlay && record.position != nil {
                let wasLate = record.decoded.map { $0 > record.due } ?? true
                due.append((record.status == .skipped ? !wasLate : record.status.isAsDemanded, record.period))
            }
            var (span, there) = (0.0, 0.0)
            for frame in due.reversed() where span + frame.period.seconds <= 10 {
                span += frame.period.seconds
                there += frame.isThere ? frame.period.seconds : 0
            }
            let share = there / max(span, 0.001)
            let level = span < 2 ? 0 : share >= 0.9 ? 3 : share >= 0.6 ? 2 : 1
            #expect(session.tile?.record.snapshot.overlays.quality.rawValue == level)
            levels.insert(level)
        }
        #expect(!due.isEmpty && levels.contains(0))
    }

    @Test("an engine that talked before anybody told of a call is known to talk")
    func before() throws {
        var session = Session(PlaybackEngine())
        for event in EngineRun.heardAtRandom(3) where session.main.modeName != .overlay { _ = session.handle(event) }
        try #require(session.main.modeName == .overlay)
        let told: [CallEvent] = [
            .state(.joined, call: "c"), .source("one", [.avatar(.main)]),
            .member("1", [.publishesVideo(true), .source("one")]),
        ]
        for call in told { _ = session.handle(Event(session.now, .wire(.call(call)))) }
        _ = session.handle(Event(session.now, .local(.ticked)))
        #expect(session.tile?.record.snapshot.overlays.isSpeaking == true && session.tile?.record.picture == .frame)
    }
}
