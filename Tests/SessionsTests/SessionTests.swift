import Engine
import Events
import PictureInPicture
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
        #expect(session.main == engine && session.members == [.main] && session.fields(of: .main) == engine.fields)
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

    @Test("fields are those of one member, each of another name, and none of somebody who was never heard of")
    func fields() throws {
        var session = Self.begin()
        for event in Self.streams(3).prefix(400) { _ = session.handle(event) }
        let ofTile = session.fields(of: try #require(Member("nobody")))
        for member in Self.names {
            let fields = session.fields(of: member)
            #expect(Set(fields.map(\.name)).count == fields.count)
            #expect(fields == ofTile + (session[member]?.fields ?? []) && fields.count > ofTile.count)
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

    /// A tick, and what the main engine has come to with it.
    private static func tick(_ session: inout Session, at seconds: Double) -> [Effect] {
        session.handle(Event(Instant(seconds: seconds), .local(.ticked)))
    }

    @Test("a tick that the tile alone asked for is not the engine's, and says what was published")
    func ticksOfTheTile() {
        var session = Self.begin()
        _ = Self.tick(&session, at: 0)
        // Who speaks is shown when the 300 ms are over, and not before.
        _ = session.handle(Event(Instant(seconds: 0.1), .wire(.call(.member("2", [.pin(Self.pin)])))))
        #expect(Self.tick(&session, at: 0.1) == [])
        let main = session.main
        let effects = Self.tick(&session, at: 0.3)
        #expect(session.main == main && session.tile?.record.snapshot.member == "2")
        #expect(
            effects == [.note(Note(time: Instant(seconds: 0.3), code: .tile, text: "member: 2, pinned; source: two"))])
        #expect(session.tile?.deadline == nil && session.nextDeadline == main.nextDeadline)
        // One that nobody asked for is.
        _ = Self.tick(&session, at: 0.7)
        #expect(session.main.now == Instant(seconds: 0.7))
    }

    @Test("what a call names and cannot be had is said at once")
    func failures() {
        var session = Self.begin()
        let source = SourceIdentity(name: "two", instance: 1)
        let inputs: [(TileInput, String?)] = [
            (.image(.file("a.png"), failure: "a.png: no such file"), "a.png: no such file"),
            (.image(.file("a.png"), failure: "no folder is given"), "a.png: no folder is given"),
            (.image(.file("a.png"), failure: nil), nil),
            (
                .source(source, .failed(reason: "two.y4m: no such file")),
                "source two, instance 1: two.y4m: no such file"
            ),
            (.source(source, .ended), nil), (.stage(.covered), nil),
        ]
        for (input, text) in inputs {
            let effects = session.handle(Event(Instant(seconds: 0.1), .local(.tile(input))))
            #expect(
                effects
                    == (text.map { [.note(Note(time: Instant(seconds: 0.1), code: .mediaFailed, text: $0))] } ?? []))
        }
    }

    @Test(
        "a book is read beside the engines, which hear nothing of it; each word is in the log, and no progress of the sound"
    )
    func reading() throws {
        let lanes = PerLane<LaneText?>(
            original: LaneText("a b", tokens: ["a", "b"]), transliteration: nil, translation: nil)
        let sentence = BookSentence(
            number: 1, lanes: lanes, originalGate: SentenceGate(.zero, .seconds(1)),
            originalWords: [WordTime(0, .zero, .milliseconds(400)), WordTime(1, .milliseconds(500), .seconds(1))])
        let chunk = BookChunk(
            "c", sentences: [sentence], sounds: [BookSound(.original, path: "o", duration: .seconds(1))], isExact: true)
        let inputs: [(Double, ReaderInput)] = [
            (0, .began(ReaderSettings())), (0, .bookOpened(Book("b", chunks: [ChunkEntry("c", start: 1)]))),
            (0, .chunkLoaded(0, chunk)), (0, .sound(SoundGeneration(3), .ready(duration: nil))),
            (0.2, .sound(SoundGeneration(3), .moved(.milliseconds(200)))),
            (0.6, .sound(SoundGeneration(3), .moved(.milliseconds(600)))), (0.7, .command(.sleep(minutes: 0))),
        ]
        var session = Session(PlaybackEngine())
        let main = session.main
        var notes: [String] = []
        for (time, input) in inputs {
            for case .note(let note) in session.handle(Event(Instant(seconds: time), .local(.reading(input)))) {
                notes.append("\(note.code.rawValue) \(note.text)")
            }
        }
        #expect(session.main == main)
        #expect(notes.last == "WORD sentence 1, original, idle: original 2 of 2: at 0.600 s" && notes.count == 2)
        // The sleep timer is due.
        #expect(session.reader?.deadline == Instant(seconds: 0.7) && session.isBusy)
        let effects = session.handle(Event(Instant(seconds: 0.7), .local(.ticked)))
        let said = effects.compactMap { if case .note(let note) = $0 { note.text } else { nil } }
        #expect(said.last?.hasSuffix("sleep timer ended") == true && session.reader?.wantsToPlay == false)
    }

    private static let pin = CallPin(isRemote: false, time: .zero)

    @Test("a tick that both asked for is both's, at the very moment for which it was asked")
    func ticksOfBoth() throws {
        var session = Self.begin()
        for event in EngineRun.heardAtRandom(1) where session.main.nextDeadline.map({ $0 > session.now }) != true {
            _ = session.handle(event)
        }
        let deadline = try #require(session.main.nextDeadline)
        _ = session.handle(Event(deadline, .wire(.call(.member("1", [.name("Lea")])))))
        var engine = session.main
        _ = engine.handle(Event(deadline, .local(.ticked)))
        _ = session.handle(Event(deadline, .local(.ticked)))
        #expect(session.main == engine && session.tile?.record.snapshot.name == "Lea")
    }

    @Test("what is told of a call is worth a tick of the main member, until its turn has ended")
    func deadlines() {
        var session = Self.begin()
        _ = Self.tick(&session, at: 0)
        let now = Instant(seconds: 3)
        _ = session.handle(Event(now, .wire(.call(.state(.offline, call: "c")))))
        #expect(session.isBusy && session.nextDeadline.map { $0 <= now } == true && session.due(at: now) == [.main])
        _ = session.handle(Event(now, .local(.ticked)))
        #expect(session.tile?.appeared == now)
        #expect(!session.isBusy && session.nextDeadline == nil && session.due(at: now) == [])
    }

    @Test("what is strange about what is told of a call is noted")
    func oddities() {
        var session = Self.begin()
        let effects = session.handle(Event(Instant(seconds: 2), .wire(.call(.memberLeft("9")))))
        let note = Note(time: Instant(seconds: 2), code: .odd, text: "an unknown member left")
        #expect(effects == [.note(note)])
    }

    @Test("what is strange about an event of a chunk is told with its chunk, and never before what was heard")
    func oddChunk() {
        var session = Self.begin()
        _ = session.handle(Event(Instant(seconds: 2), .local(.ticked)))
        let odd = ["frame 10: no image_data"]
        #expect(
            session.notes(of: odd, named: "receive_audio", in: .chunkSent(chunk: 1, totalSent: nil), at: .zero) == [
                Note(
                    time: Instant(seconds: 2), code: .odd, text: "receive_audio of chunk 1: frame 10: no image_data",
                    chunk: 1, isOfMessage: true)
            ])
        #expect(
            session.notes(of: odd, named: "", in: nil, at: Instant(seconds: 3)) == [
                Note(time: Instant(seconds: 3), code: .odd, text: "frame 10: no image_data")
            ])
        // One that nobody knows is nothing odd.
        #expect(
            session.notes(of: [Oddity.unknownEvent], named: "weather", in: nil, at: Instant(seconds: 3)) == [
                Note(time: Instant(seconds: 3), code: .unknownEvent, text: "weather: unknown event")
            ])
    }

    @Test(
        "N61: what is strange about a frame is told with its section and sequence, where no frame before it was left out"
    )
    func oddFrame() {
        let session = Self.begin()
        let frames = [Stream.frame(7), Stream.frame(3, section: 2)]
        func positions(_ oddities: String...) -> [FramePosition?] {
            session.notes(of: oddities, named: "frames", in: Stream.batch(4, frames), at: .zero).map(\.position)
        }
        let known = positions("\(Oddity.ofFrame(1))no image_data", "two payloads", "\(Oddity.ofFrame(2))no image_data")
        #expect(known.map { $0.map { [$0.chunk, $0.section, $0.sequence] } } == [[4, 2, 3], nil, nil])
        for other in [
            "\(Oddity.ofFrame(0))\(Oddity.noObject)1", "\(Oddity.ofFrame(0))place 0/9\(Oddity.beyond)5 frames",
            "and 3 more",
        ] {
            #expect(positions("\(Oddity.ofFrame(1))no image_data", other) == [nil, nil], "\(other)")
        }
        #expect(Oddity.position(in: "frame 12: x") == 12 && Oddity.position(in: "frames: x") == nil)
    }

    @Test("the tile's state is told with that of the engines, and a copy costs what the call has come to")
    func state() {
        var session = Self.begin()
        _ = session.handle(Event(.zero, .local(.ticked)))
        let fields = session.fields(of: .main)
        #expect(fields.first { $0.name == "tile member" }?.value == "1")
        #expect(fields.first { $0.name == "tile members" }?.value == "2")
        let engines = session.main.copyBytes(besides: session.main)
        #expect(session.copyBytes(besides: session) == engines)
        var later = session
        _ = later.handle(Event(.zero, .wire(.call(.member("3", [])))))
        #expect(later.copyBytes(besides: session) > engines)
    }

    @Test("a frame counts as there when it was shown, or was passed over and had been decoded when it was due")
    func dueFrames() {
        func frame(_ status: FrameStatus, decoded: Int64? = nil, mode: ModeName = .overlay) -> DueFrame? {
            DueFrame(
                .show(
                    FrameRecord(
                        ordinal: 0, mode: mode, generation: Generation(),
                        position: FramePosition(chunk: 0, section: 0, sequence: 0, frame: 0, frameCount: 1),
                        baseIndex: 0,
                        demandedIndex: 0, status: status, due: .zero + .milliseconds(100),
                        shown: .zero + .milliseconds(120), decoded: decoded.map { .zero + .milliseconds($0) },
                        period: .milliseconds(40))))
        }
        func isThere(_ status: FrameStatus, decoded: Int64? = nil) -> Bool? { frame(status, decoded: decoded)?.isThere }
        #expect(isThere(.sync, decoded: 110) == true && isThere(.held, decoded: 90) == false)
        #expect(isThere(.skipped, decoded: 100) == true && isThere(.skipped, decoded: 101) == false)
        #expect(isThere(.skipped) == false && frame(.sync)?.period == .milliseconds(40))
        #expect(frame(.sync, mode: .finishingBase) == nil)
    }

    @Test(
        "quality is the share of frames of speech that were there when due, over the last 10 s of talking",
        arguments: 0..<10)
    func quality(seed: Int) throws {
        var session = Self.begin()
        var (due, levels): ([(isThere: Bool, period: TimeSpan)], Set<Int>) = ([], [])
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

    @Test("an engine that talked before anybody told of a call is known to talk", arguments: [Member.main, lea])
    func before(member: Member) throws {
        var session = Session(PlaybackEngine())
        for event in EngineRun.heardAtRandom(3) where session[member]?.modeName != .overlay {
            _ = session.handle(Event(event.time, event.body, for: member))
        }
        try #require(session[member]?.modeName == .overlay)
        let told: [CallEvent] = [
            .state(.joined, call: "c"), .source("one", [.avatar(member)]),
            .member("1", [.publishesVideo(true), .source("one")]),
        ]
        for call in told { _ = session.handle(Event(session.now, .wire(.call(call)))) }
        _ = session.handle(Event(session.now, .local(.ticked)))
        #expect(session.tile?.record.snapshot.overlays.isSpeaking == true && session.tile?.record.picture == .frame)
    }
}
