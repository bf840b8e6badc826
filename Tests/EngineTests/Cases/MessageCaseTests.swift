import Engine
import Events
import Support
import Testing

/// Cases about messages that follow, overtake or end oddly, and about a link that breaks (specification 7.3).
@Suite("Nasty cases of messages and links")
struct MessageCaseTests {
    @Test("N45: a straggler between loss and return of the link does not keep the message open")
    func stragglerWithoutLink() {
        var session = EngineRun.loaded()
        session.at(1, .linkLost(reason: "x"))
        session.at(1.1, Stream.sent(1, 12))
        session.at(1.2, .linkRestored)
        session.run(to: 1.15)
        #expect(session.engine.isAnimating)
        session.run(to: 1.25)
        #expect(!session.engine.isAnimating)
        #expect(session.engine.queuedChunks == 0)
    }

    /// The states in which N38 lets a new message come, with the moment at which the session below is in it.
    enum Moment: Double, CaseIterable {
        case buffering = 1.1
        case transition = 1.4
        case overlay = 2.0
        case hold = 2.4
        case finishingBase = 5.0
        case returnTransition = 5.5
    }

    private static let clips: [(ClipName, Int)] = [
        (Stream.idle, 10), (Stream.idleBack, 10), (Stream.bridge, 10), (Stream.talking, 90), (Stream.home, 20),
    ]

    /// Chunk 0 buffers from 1.0, plays from 1.55 to 2.2, chunk 1 is late; all states of a message come by.
    private static func session() -> EngineRun {
        var session = EngineRun.loaded(clips)
        session.at(0.5, .sent)
        session.at(1.0, Stream.audio(0, frames: 20), Stream.batch(0, Stream.frames(0..<5), number: 0, of: 2))
        session.at(1.2, Stream.batch(0, Stream.frames(5..<20, from: 5), number: 1, of: 2), Stream.sent(0, 20))
        session.at(1.3, Stream.audio(1, frames: 20))
        session.at(2.9, Stream.batch(1, Stream.frames(0..<20, from: 20), of: 1), Stream.sent(1, 20), .audioEnded)
        return session
    }

    @Test("N38: a new message in any state: no old overlay, silence at once, and it plays", arguments: Moment.allCases)
    func newMessage(moment: Moment) {
        var session = Self.session()
        session.run(to: moment.rawValue)
        let name = session.engine.modeName
        let state: ModeName =
            switch moment {
            case .buffering: .idle
            case .transition: .transition
            case .overlay, .hold: .overlay
            case .finishingBase: .finishingBase
            case .returnTransition: .returnTransition
            }
        #expect(name == state)
        #expect((session.records.last?.status == .held) == (moment == .hold))

        var quiet = EngineRun.loaded(Self.clips)
        quiet.engine = session.engine
        let send = Instant(seconds: moment.rawValue)
        quiet.receive(Event(send, .local(.sent)))
        #expect(quiet.effects.contains { $0.effect == .stopSound })
        #expect(quiet.engine.framePlan.composite?.overlay == nil)
        let late = Stream.batch(1, Stream.frames(0..<20, from: 20), of: 1)
        quiet.receive(Event(send + .milliseconds(1), .wire(late)))
        let start = send + .milliseconds(500)
        for event in Stream.chunk(0, frames: 15, from: 60) + [.audioEnded] { quiet.schedule(start, .wire(event)) }
        var shown: Set<Int> = []
        for step in 0..<1_000 {
            quiet.run(to: moment.rawValue + Double(step) / 100)
            if let key = quiet.engine.framePlan.composite?.overlay?.key, let place = Self.base(of: key) {
                shown.insert(place)
            }
        }
        #expect(shown == Set(60..<75))
        #expect(quiet.places(0, generation: 2) == Array(0..<15))
        #expect(quiet.engine.isAnimating == false)
        #expect(
            quiet.count(.stale) >= 1
                || quiet.engine.fields.contains { $0.name == "held aside" && $0.value == "1 event" })
    }

    /// Base index in the keys of `Stream.frame`.
    private static func base(of key: PictureKey) -> Int? {
        key.rawValue.split(separator: "/").dropFirst().first.flatMap { Int($0) }
    }

    @Test("N39: two sends 50 ms apart: only the second is shown, what came of the first is stale")
    func twoSends() {
        var session = EngineRun.loaded()
        session.at(1.00, .sent)
        session.at(1.02, Stream.audio(0, frames: 60), Stream.batch(0, Stream.frames(0..<30), number: 0, of: 2))
        session.at(1.05, .sent)
        session.at(1.06, Stream.batch(1, Stream.frames(0..<20, from: 30), of: 1), Stream.sent(1, 20))
        session.at(2.00, Stream.chunk(0, frames: 15, from: 60) + [.audioEnded])
        session.run(to: 10)
        #expect(session.engine.generation == 2)
        #expect(session.records.compactMap(\.position).count == session.lines(ofChunk: 0, generation: 2).count + 1)
        #expect(session.places(0, generation: 2) == Array(0..<15))
        #expect(session.drawn(0, generation: 2).map(\.baseIndex) == Array(60..<75))
        // Its end signal as well: the first message has had none, and the second has shown nothing yet.
        #expect(session.engine.counters.stale == 3)
        #expect(session.has(.stale) && session.engine.counters.guesses == 0)
    }

    @Test("N40: batches of the old message after the send are not shown")
    func lateBatches() {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1.5, .sent)
        session.at(1.6, Stream.batch(0, Stream.frames(0..<30), of: 1), Stream.sent(0, 30))
        session.at(1.7, Stream.batch(1, Stream.frames(0..<30, from: 30), of: 1), Stream.sent(1, 30))
        session.at(1.8, Stream.chunk(0, frames: 15, from: 60) + [.audioEnded])
        session.run(to: 10)
        let later = session.records.filter { $0.generation == 1 && $0.mode == .overlay }
        #expect(later.compactMap(\.overlayKey).allSatisfy { (Self.base(of: $0) ?? 0) >= 60 })
        #expect(session.places(0, generation: 1) == Array(0..<15))
        #expect(session.engine.counters.guesses == 0)
        #expect(session.engine.counters.stale == 3)
    }

    @Test("N41: a message from somebody else while idle is played as a new generation")
    func foreignWhileIdle() {
        var session = EngineRun.loaded()
        session.at(1, .sent)
        session.at(1.1, Stream.chunk(0, frames: 12) + [.audioEnded])
        session.at(8, Stream.batch(0, Stream.frames(0..<12, from: 40), of: 1))
        session.at(8.1, Stream.audio(0, frames: 12, sound: 9), Stream.sent(0, 12), .audioEnded)
        session.run(to: 16)
        #expect(session.engine.generation == 2)
        #expect(session.drawn(0, generation: 1).map(\.baseIndex) == Array(0..<12))
        #expect(session.drawn(0, generation: 2).map(\.baseIndex) == Array(40..<52))
        #expect(session.engine.counters.messagesFinished == 2)
    }

    @Test("N41: a message from somebody else while talking clears the one before and is played")
    func foreignWhileTalking() {
        var session = EngineRun.loaded()
        session.at(1, .sent)
        session.at(1.1, Stream.chunk(0, frames: 60))
        session.at(2, Stream.audio(0, frames: 12, sound: 9))
        session.at(2.01, Stream.batch(0, Stream.frames(0..<12, from: 70), of: 1), Stream.sent(0, 12), .audioEnded)
        session.run(to: 10)
        #expect(session.engine.generation == 2)
        #expect(session.drawn(0, generation: 1).allSatisfy { $0.shown < Instant(seconds: 2) })
        #expect(session.drawn(0, generation: 2).map(\.baseIndex) == Array(70..<82))
        #expect(session.engine.isAnimating == false)
    }

    @Test("N42: an underrun is held; after a long one talk goes on without a bridge", arguments: [0.3, 0.9, 3.0])
    func underrun(seconds: Double) throws {
        var session = EngineRun.loaded(Self.clips)
        session.at(1, Stream.chunk(0, frames: 12))
        session.run(to: 1.9)
        let end = try #require(session.report(ofChunk: 0)?.ended)
        session.at(end.seconds + seconds, Stream.chunk(1, frames: 12, from: 12) + [.audioEnded])
        session.run(to: 12)
        #expect(session.places(0).count == 12 && session.places(1) == Array(0..<12))
        let between = session.records.filter { $0.shown >= end && $0.shown.seconds < end.seconds + seconds }
        if seconds < 1 {
            #expect(between.count == 1 && between.allSatisfy { $0.status == .held && $0.baseIndex == 11 })
            // It has the place of the frame before, whose picture stays.
            #expect(between.first?.position?.chunk == 0 && between.first?.position?.frame == 11)
        } else {
            #expect(between.map(\.mode).contains(.finishingBase))
        }
        #expect(session.records.filter { $0.mode == .transition }.count == 10)
        let start = try #require(session.drawn(1).first?.shown)
        #expect(start - end >= TimeSpan(seconds: seconds) && start - end <= TimeSpan(seconds: seconds + 0.04))
        #expect(session.engine.counters.messagesFinished == 1)
        #expect(session.engine.isAnimating == false)
    }

    @Test("N43: audio_end before the last chunk's frames, twice and never: the message ends after its last chunk")
    func endSignals() throws {
        var early = EngineRun.loaded()
        early.at(1, Stream.chunk(0, frames: 12))
        early.at(1.1, Stream.audio(1, frames: 12), .audioEnded, .audioEnded)
        early.at(1.8, Stream.batch(1, Stream.frames(0..<12, from: 12), of: 1), Stream.sent(1, 12), .audioEnded)
        early.run(to: 10)
        #expect(early.chunkOrder == [0, 1] && early.places(1).count == 12)
        #expect(early.engine.counters.messagesFinished == 1)
        var never = EngineRun.loaded()
        never.at(1, Stream.chunk(0, frames: 12))
        never.run(to: 10)
        let ended = try #require(never.report(ofChunk: 0)?.ended)
        let finishing = try #require(never.records.first { $0.mode == .finishingBase }?.shown)
        #expect(finishing - ended >= .milliseconds(1_000) && finishing - ended <= .milliseconds(1_034))
        #expect(never.engine.counters.messagesFinished == 1)
        #expect(never.engine.isAnimating == false)
    }

    /// Modes after the last overlay and the clips that were on screen in mode returnTransition.
    private static func returns(_ session: EngineRun) -> [ClipName] {
        session.records.filter { $0.mode == .returnTransition }.compactMap(\.clip)
            .reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    private static let away: ClipName = "talking_1_e_idle_2_s"
    private static let clipsWithAway = EngineRun.clipsWithoutBridge + [(away, 4)]

    @Test("N44: play_base_animation before, during and between chunks names the return clip; the last one wins")
    func returnClipAsked() {
        for moment in [1.01, 1.2, 1.6] {
            var session = EngineRun.loaded(Self.clipsWithAway)
            session.at(1, .sent)
            session.at(1.02, Stream.chunk(0, frames: 30))
            session.at(moment, .baseAnimationRequested(Stream.home), .baseAnimationRequested(Self.away))
            session.at(1.7, .audioEnded)
            session.run(to: 12)
            #expect(Self.returns(session) == [Self.away])
            #expect(session.places(0).count == 30)
            #expect(session.engine.isAnimating == false)
        }
    }

    @Test("N44: play_base_animation after the message is played once from idle, an unknown one ignored with a line")
    func playedFromIdle() {
        var session = EngineRun.loaded(Self.clipsWithAway)
        session.at(1, .baseAnimationRequested(Self.away))
        session.at(2, .baseAnimationRequested("talking_9_e_idle_9_s"))
        session.run(to: 4)
        #expect(Self.returns(session) == [Self.away])
        #expect(session.records.filter { $0.mode == .returnTransition }.count == 4)
        #expect(session.count(.odd) == 1)
        #expect(session.engine.modeName == .idle)
    }

    @Test("N44: an unknown name during the message is ignored with a line, the computed return clip is used")
    func unknownDuringMessage() {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 12) + [.baseAnimationRequested("talking_9_e_idle_9_s")])
        session.run(to: 10)
        #expect(Self.returns(session) == [Stream.home])
        #expect(session.count(.odd) == 1)
    }

    private static let elsewhere: ClipName = "talking_2_e_idle_1_s"

    @Test("N44: of a message that stops before its end nothing tells whether the asked-for clip leads home from there")
    func askedOfBrokenMessage() {
        var session = EngineRun.loaded(EngineRun.clipsWithoutBridge + [(Self.elsewhere, 4)])
        session.at(1, Stream.chunk(0, frames: 12))
        session.at(1.1, Stream.chunk(1, frames: 12, from: 12) + [.baseAnimationRequested(Self.elsewhere)])
        session.at(1.2, .linkLost(reason: "reset"))
        session.run(to: 12)
        #expect(session.chunkOrder == [0, 1] && Self.returns(session) == [Stream.home])
        #expect(session.count(.odd) == 0)
    }

    @Test("N44: a clip that does not start where the whole message ends is ignored with a line")
    func misfitAfterWholeMessage() {
        var session = EngineRun.loaded(EngineRun.clipsWithoutBridge + [(Self.elsewhere, 4)])
        session.at(1, Stream.chunk(0, frames: 12) + [.baseAnimationRequested(Self.elsewhere), .audioEnded])
        session.run(to: 12)
        #expect(Self.returns(session) == [Stream.home])
        let odd = session.notes.filter { $0.code == .odd }.map(\.text)
        let reason = "does not start where \(Stream.talking.rawValue) ends"
        #expect(odd.count == 1 && odd.allSatisfy { $0.contains(reason) })
    }

    @Test("N45: link lost anywhere in a message: complete chunks play out, then idle", arguments: [1.05, 1.15, 1.3])
    func linkLost(moment: Double) {
        var session = EngineRun.loaded()
        session.at(1.0, Stream.chunk(0, frames: 20))
        session.at(1.1, Stream.audio(1, frames: 20), Stream.batch(1, Stream.frames(0..<9, from: 20), number: 0, of: 2))
        if moment < 1.2 {
            session.at(moment, .linkLost(reason: "reset"))
        } else {
            session.at(1.2, Stream.batch(1, Stream.frames(9..<20, from: 29), number: 1, of: 2), Stream.sent(1, 20))
            session.at(moment, .linkLost(reason: "reset"))
        }
        session.run(to: 1.06)
        if moment == 1.05 { session = Self.withoutFurtherWire(session) }
        session.run(to: 12)
        #expect(session.places(0) == Array(0..<20))
        #expect(session.places(1) == (moment == 1.3 ? Array(0..<20) : []))
        #expect(session.engine.isAnimating == false)
        #expect(session.engine.modeName == .idle)
        #expect(session.count(.link) == 1)
        #expect(session.engine.counters.messagesFinished == 0 && session.engine.counters.messagesCutOff == 1)
    }

    @Test("N45: a message whose end signal came before the link was lost has finished; one that goes on afterwards may")
    func cutOff() {
        var ended = EngineRun.loaded()
        ended.at(1.0, Stream.chunk(0, frames: 20) + [.audioEnded])
        ended.at(1.1, .linkClosed)
        ended.run(to: 1.2)
        #expect(ended.engine.answersCutOff == 1)
        ended.run(to: 12)
        #expect(ended.engine.counters.messagesFinished == 1 && ended.engine.answersCutOff == 0)
        var resumed = EngineRun.loaded()
        resumed.at(1.0, Stream.chunk(0, frames: 20))
        resumed.at(1.1, .linkLost(reason: "reset"))
        resumed.at(6.0, .linkRestored)
        resumed.run(to: 6.1)
        #expect(resumed.engine.counters.messagesFinished == 0 && resumed.engine.answersCutOff == 1)
        resumed.at(6.2, Stream.chunk(1, frames: 20, from: 20) + [.audioEnded])
        resumed.run(to: 16)
        #expect(resumed.engine.counters.messagesFinished == 1 && resumed.engine.answersCutOff == 0)
    }

    /// The same state with nothing more to come.
    private static func withoutFurtherWire(_ session: EngineRun) -> EngineRun {
        var rest = EngineRun(settings: session.engine.settings)
        for event in session.heard { rest.receive(event) }
        return rest
    }

    @Test("N45: link lost while clips load: afterwards only what is missing is asked for")
    func linkLostWhileLoading() {
        let clips = EngineRun.clipsWithoutBridge
        var session = EngineRun()
        session.at(0, Stream.manifest(clips))
        session.at(0.1, Stream.clip(Stream.idle, frames: 10))
        session.at(0.2, .clipAnnounced(Stream.idleBack, totalFrames: 10))
        session.at(0.2, .baseFrameArrived(Stream.idleBack, index: 0, picture: Stream.payload(1)))
        session.at(0.3, .linkLost(reason: "reset"))
        session.at(2.0, .linkRestored)
        session.run(to: 2.1)
        #expect(session.effects.filter { $0.effect == .requestManifest }.count == 1)
        let before = session.clipRequests.count
        session.at(2.2, Stream.manifest(clips))
        session.at(2.3, Stream.clip(Stream.idleBack, frames: 10))
        session.at(2.4, Stream.clip(Stream.talking, frames: 90))
        session.run(to: 3)
        #expect(Array(session.clipRequests[before...]) == [Stream.idleBack, Stream.talking, Stream.home])
    }

    @Test("N45: link back without a manifest: what is loaded is not asked for again")
    func linkBackWithoutManifest() {
        var session = EngineRun.loaded()
        session.at(1, .linkLost(reason: "reset"))
        session.at(2, .linkRestored)
        session.run(to: 6)
        let before = session.clipRequests.count
        session.run(to: 8)
        #expect(Array(session.clipRequests[before...]) == [Stream.bridge, Stream.talkingBack])
    }

    @Test("N52: a send while no clip is loaded is remarked on")
    func nothingReady() {
        var session = EngineRun()
        session.at(0.1, .sent)
        session.run(to: 0.2)
        #expect(session.count(.readyEmpty) == 1)
        var ready = EngineRun.loaded()
        ready.at(1, .sent)
        ready.run(to: 2)
        #expect(ready.count(.readyEmpty) == 0)
    }
}
