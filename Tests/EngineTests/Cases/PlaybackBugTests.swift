import Events
import Support
import Testing

@testable import Engine

@Suite("Known bugs 4.2: playback logic")
struct PlaybackBugTests {
    @Test(
        "K2: frame 0 of each chunk is shown for exactly one period, after a send as well", arguments: 0...2, [30, 60])
    func firstFrame(sends: Int, rate: Int) {
        var session = Play.session(ticks: .perSecond(rate))
        if sends > 1 {
            session.at(0.1, .sent)
            session.at(0.2, Stream.chunk(0, frames: 60))
        }
        if sends > 0 { session.at(0.9, .sent) }
        for chunk in 0..<3 { session.at(1, Stream.chunk(chunk, frames: 12, from: 20)) }
        session.run(to: 4)
        let shown = (0..<3).flatMap { Play.shown(session, $0) }.filter { $0.generation == sends }.map(\.shown)
        #expect(shown.count == 36)
        let periods = zip(shown, shown.dropFirst()).map { $1 - $0 }
        // At 60 ticks a second two ticks are a period, or three: one tick would be a frame that nobody sees.
        if rate == 30 {
            #expect(Set(periods) == [TimeSpan(microseconds: 33_333)])
        } else {
            #expect(periods.allSatisfy { $0 >= .milliseconds(33) && $0 <= .milliseconds(50) })
        }
    }

    @Test("K16: the clip is each frame's own")
    func clipPerFrame() {
        var session = Play.session(Stream.workedExampleClips)
        session.at(1, Stream.audio(0, frames: 30))
        let frames = Stream.frames(0..<10, clip: Stream.bridge) + Stream.frames(10..<30, from: 0)
        session.at(1, Stream.batch(0, frames, of: 1))
        session.run(to: 4)
        let lines = Play.shown(session, 0)
        #expect(
            lines.map(\.clip) == Array(repeating: Stream.bridge, count: 10)
                + Array(repeating: Stream.talking, count: 20))
        #expect(lines.map(\.baseIndex) == Array(0..<10) + Array(0..<20))
        #expect(!session.modes.contains(.transition), "the chunk brings its own bridge")
    }

    @Test("K17: an index that is not loaded is reported and never mapped to another one")
    func noModulo() throws {
        var session = Play.session([(Stream.idle, 10), (Stream.idleBack, 10), (Stream.home, 5)])
        session.at(0, .clipAnnounced(Stream.talking, totalFrames: 90))
        session.at(0, Array(Stream.clip(Stream.talking, frames: 50).dropFirst().dropLast()))
        session.at(1, Stream.audio(0, frames: 12))
        session.at(1, Stream.batch(0, Stream.frames(0..<12, from: 60), of: 1))
        session.run(to: 3)
        let lines = Play.shown(session, 0)
        #expect(lines.map(\.status) == Array(repeating: .desyncBaseMissing, count: 12))
        #expect(lines.map(\.baseIndex) == Array(repeating: 49, count: 12))
        #expect(lines.map(\.demandedIndex) == Array(60..<72))
    }

    @Test("K18: while a picture is waited for the composite does not change")
    func compositeWhileWaiting() throws {
        var session = Play.session()
        session.decoding = { job in job.key.rawValue.contains("/20/") ? .after(.milliseconds(1_100)) : .after(.zero) }
        session.at(1, Stream.chunk(0, frames: 30))
        var held: Set<Composite?> = []
        while session.now < Instant(seconds: 4) {
            session.run(to: session.now.seconds + 0.005)
            let plan = session.engine.framePlan
            if plan.record?.status == .held, plan.record?.position?.frame == 20 { held.insert(plan.composite) }
        }
        #expect(held.count == 1)
        #expect(held.first??.baseIndex == 19)
        #expect(held.first??.overlay != nil)
    }

    @Test("K20: a corrupt, missing or stuck frame 0 does not keep its chunk from starting", arguments: [0, 1, 2])
    func badFirstFrame(kind: Int) throws {
        var session = Play.session()
        session.decoding = { job in
            guard job.key.rawValue.contains("/0/") else { return .after(.zero) }
            return kind == 2 ? .never : .fails(after: .milliseconds(3))
        }
        var frames = Stream.frames(0..<12)
        if kind == 1 { frames[0].picture = nil }
        session.at(1, Stream.audio(0, frames: 12))
        session.at(1, Stream.batch(0, frames, of: 1))
        session.at(1, .audioEnded)
        session.run(to: 8)
        let lines = Play.shown(session, 0)
        #expect(lines.filter { $0.status == .sync }.compactMap { $0.position?.frame } == Array(1..<12))
        if kind < 2 {
            let first = try #require(lines.first)
            #expect(first.status == .noOverlay && first.baseIndex == 0)
            #expect(first.shown < Instant(seconds: 1.5 + 0.1))
        }
        #expect(session.engine.modeName == .idle && !session.engine.isAnimating)
    }

    @Test("K21: a chunk of 5 frames starts as soon as its 5 are decoded")
    func shortChunk() throws {
        var session = Play.session()
        session.decoding = { _ in .after(.milliseconds(40)) }
        session.at(1, Stream.chunk(0, frames: 5))
        session.run(to: 3)
        let first = try #require(Play.shown(session, 0).first)
        #expect(first.shown - Instant(seconds: 1.04) <= .milliseconds(17))
        #expect(Play.places(session, 0) == Array(0..<5))
    }

    @Test("K22: a held chunk goes on when the next is ready, and after 1 s in any case", arguments: [0.4, 9.0])
    func holdEnds(after delay: Double) throws {
        var session = Play.session()
        session.at(1, Stream.chunk(0, frames: 12))
        session.at(1, Stream.audio(1, frames: 12))
        session.at(1.4 + delay, Stream.batch(1, Stream.frames(0..<12), of: 1))
        session.run(to: 1.4 + delay - 0.01)
        let end = session.reports.first?.ended
        if delay < 1 {
            #expect(end == nil)
            session.run(to: 1.4 + delay + 0.05)
            #expect(session.reports.count == 1)
            #expect(session.engine.framePlan.record?.position?.chunk == 1)
        } else {
            let last = try #require(Play.shown(session, 0).last)
            let hold = try #require(end) - last.shown
            #expect(hold > .milliseconds(1_000) && hold < .milliseconds(1_070))
        }
    }

    @Test("K23: no bare base between two chunks of which the second is late")
    func noBareBase() {
        var session = Play.session()
        session.at(1, Stream.chunk(0, frames: 12))
        session.at(1, Stream.audio(1, frames: 12))
        session.at(1.9, Stream.batch(1, Stream.frames(0..<12, from: 40), of: 1))
        session.run(to: 1.1)
        while session.engine.framePlan.record?.position?.chunk != 1 || session.engine.framePlan.record?.status == .held
        {
            session.run(to: session.now.seconds + 0.005)
            #expect(session.engine.framePlan.composite?.overlay != nil)
            guard session.now < Instant(seconds: 3) else { break }
        }
        #expect(session.engine.framePlan.record?.position?.chunk == 1)
    }

    @Test("K24: idle alternates its two clips")
    func pingPong() {
        var session = Play.session()
        session.run(to: 4.05)
        let shown = session.records.compactMap { line in line.clip.map { "\($0.rawValue)/\(line.baseIndex)" } }
        let round = [Stream.idle, Stream.idleBack].flatMap { clip in (0..<10).map { "\(clip.rawValue)/\($0)" } }
        #expect(shown.count >= 40)
        #expect(shown == Array((round + round + round).prefix(shown.count)))
    }

    @Test("K25: one message shows all five modes when all clips are loaded")
    func fiveModes() {
        var session = Play.session(Stream.workedExampleClips)
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1, .audioEnded)
        session.run(to: 8)
        #expect(session.modes == [.idle, .transition, .overlay, .finishingBase, .returnTransition, .idle])
    }

    @Test("K26: at the clip's last frame without a loaded return clip the message ends in idle")
    func atEndWithoutReturn() {
        var session = Play.session([(Stream.idle, 10), (Stream.idleBack, 10), (Stream.talking, 12)])
        session.at(0, .clipAnnounced(Stream.home, totalFrames: 5))
        session.at(1, Stream.chunk(0, frames: 12))
        session.at(1, .audioEnded)
        session.run(to: 2)
        #expect(session.engine.modeName == .idle)
        #expect(!session.engine.isAnimating)
    }

    @Test("K27: a stall of 10 s in idle replays nothing and overruns no clip")
    func idleStall() {
        var session = Play.session([(Stream.idle, 10), (Stream.idleBack, 4)])
        session.run(to: 1.95)
        let count = session.records.count
        session.receive(Event(Instant(seconds: 11.95), .local(.ticked)))
        #expect(session.records.count == count + 1)
        for tick in 1...60 { session.receive(Event(Instant(seconds: 11.95 + Double(tick) / 60), .local(.ticked))) }
        #expect(session.records.count <= count + 13)
        #expect(!session.records.contains { $0.clip == Stream.idleBack && $0.baseIndex >= 4 })
        #expect(!session.records.contains { $0.status != .sync })
    }

    @Test("K28: on the wall clock no index is ever skipped, however irregular the ticks")
    func noSkips() {
        var session = Play.session()
        session.at(1, Stream.chunk(0, frames: 80))
        session.run(to: 1)
        var random = SplitMix64(seed: 28)
        var time = Instant(seconds: 1)
        while time < Instant(seconds: 20) {
            time += .milliseconds(Int64(random.next() % 400) + 1)
            session.receive(Event(time, .local(.ticked)))
            session.run(to: session.now.seconds)
            let size = session.decodedSize
            for job in Play.decodes(session) {
                session.receive(Event(time, .local(.pictureDecoded(job.key, job.generation, size))))
            }
        }
        #expect(Play.places(session, 0) == Array(0..<80))
        #expect(session.engine.counters.skipped == 0)
    }

    @Test("K29: a chunk that is ready 300 ms after the one before has ended plays, with sound")
    func underrun() throws {
        var session = Play.session()
        session.at(1, Stream.chunk(0, frames: 12))
        session.at(1.7, Stream.chunk(1, frames: 12))
        session.run(to: 3)
        #expect(Play.places(session, 1) == Array(0..<12))
        #expect(Play.shown(session, 1).allSatisfy { $0.status == .sync })
        #expect(session.soundStarts(ofChunk: 1).count == 1)
        #expect(session.engine.generation == 0)
        #expect(Play.messageEnds(session).isEmpty)
    }

    @Test("K30: play_base_animation before the last chunk has ended changes no mode")
    func earlyEnd() {
        func play(_ extra: [WireEvent]) -> [FrameRecord] {
            var session = Play.session()
            session.at(1, Stream.chunk(0, frames: 30))
            session.at(1.3, extra)
            session.at(1.4, Stream.chunk(1, frames: 30))
            session.run(to: 3.0)
            return session.records
        }
        #expect(play([.baseAnimationRequested(Stream.home)]) == play([]))
    }

    @Test("K32: the clip that the backend names is the return clip if it fits", arguments: [true, false])
    func namedReturn(fits: Bool) {
        let named: ClipName = fits ? "talking_1_e_hi_1_s" : "hi_1_s_hi_1_e"
        var session = Play.session(Play.clips + [(named, 6)])
        session.at(1, Stream.chunk(0, frames: 12))
        session.at(1.1, .baseAnimationRequested(named))
        session.run(to: 6)
        let back = Set(session.records.filter { $0.mode == .returnTransition }.compactMap(\.clip))
        #expect(back == [fits ? named : Stream.home])
    }

    @Test("K33: ready in the order 0, 2, 1 plays 0, 1, 2")
    func readyOrder() {
        var session = Play.session()
        session.at(1.0, Stream.chunk(0, frames: 12))
        session.at(1.1, Stream.chunk(2, frames: 12))
        session.at(1.2, Stream.chunk(1, frames: 12))
        session.run(to: 4)
        #expect(Play.order(session) == [0, 1, 2])
        #expect(!session.has(.chunkGap))
    }

    @Test("K34: a chunk that never comes is waited for 1.5 s, then the next one plays")
    func chunkGap() throws {
        var session = Play.session()
        session.at(1.0, Stream.chunk(0, frames: 12))
        session.at(1.1, Stream.chunk(2, frames: 12))
        session.run(to: 5)
        #expect(Play.order(session) == [0, 2])
        #expect(session.count(.chunkGap) == 1)
        let wait = try #require(Play.shown(session, 2).first).shown - #require(Play.shown(session, 0).last).shown
        #expect(wait >= .milliseconds(1_500) && wait <= .milliseconds(1_600))
    }

    @Test(
        "K35: a chunk whose sound is absent or broken ends after its last frame", arguments: [false, true],
        [false, true])
    func silent(isBroken: Bool, isSoundClock: Bool) throws {
        var session = Play.session(settings: Play.settings { if isSoundClock { $0.clock = .sound } })
        let sound = isBroken ? Stream.payload(5) : nil
        session.at(1, .audioArrived(AudioChunk(chunk: 0, sound: sound, zone: .zero, totalFrames: 12)))
        session.at(1, Stream.batch(0, Stream.frames(0..<12), of: 1))
        if isBroken { session.at(1.2, .soundFailed(chunk: 0, 0, reason: "no MP3")) }
        session.at(1, .audioEnded)
        session.run(to: 6)
        let report = try #require(session.reports.first)
        #expect(report.shown == 12)
        #expect(report.ended - report.started! <= .milliseconds(420))
        #expect(session.engine.modeName == .idle)
    }

    @Test("K36: after force idle the clip is an idle clip")
    func clipAfterForceIdle() {
        var session = Play.session()
        session.at(1, Stream.chunk(0, frames: 60))
        session.at(1.5, .sent)
        session.run(to: 1.6)
        #expect(session.engine.currentClip == Stream.idle)
        #expect(session.engine.framePlan.composite?.clip == Stream.idle)
    }

    @Test("K37: the avatar counts as talking until playback ends, not until audio_end")
    func animating() {
        var session = Play.session()
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1.1, .audioEnded)
        session.run(to: 0.9)
        #expect(!session.engine.isAnimating)
        while session.now < Instant(seconds: 6) {
            session.run(to: session.now.seconds + 0.02)
            let hasEnded = !Play.messageEnds(session).isEmpty
            #expect(session.engine.isAnimating == (session.now >= Instant(seconds: 1) && !hasEnded))
        }
        #expect(Play.messageEnds(session).count == 1)
        #expect(session.engine.counters.messagesFinished == 1)
    }

    @Test("K38: a chunk that comes during the return clip is played")
    func chunkWhileReturning() {
        var scene = Scene(.returning)
        scene.receive(Stream.whole(1))
        scene.ticks(2)
        #expect(scene.position?.chunk == 1)
        #expect(scene.until { $0.session.reports.contains { $0.chunk == 1 && $0.shown == 12 } } != nil)
    }
}
