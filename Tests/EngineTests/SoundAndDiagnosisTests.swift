import Events
import Support
import Testing

@testable import Engine

@Suite("Known bugs 4.4 and the sound clock 3.8")
struct SoundAndDiagnosisTests {
    /// A chunk of 30 frames on the sound clock, its duration known, not yet heard; chunk 0 starts at 1 s.
    private func paced(_ frames: Int = 30, duration: TimeSpan = .seconds(1)) -> EngineRun {
        var session = Play.session(settings: Play.settings { $0.clock = .sound })
        session.at(1, Stream.chunk(0, frames: frames))
        session.at(1, .soundDecoded(chunk: 0, 0, duration: duration))
        session.run(to: 1.05)
        return session
    }

    private func move(_ session: inout EngineRun, to milliseconds: Int64) {
        session.receive(Event(session.now, .local(.soundMoved(chunk: 0, 0, position: .milliseconds(milliseconds)))))
        session.run(to: session.now.seconds + 0.017)
    }

    private func skipped(_ session: EngineRun) -> [Int] {
        session.records.filter { $0.status == .skipped }.compactMap { $0.position?.frame }
    }

    // MARK: The sound clock

    @Test("K60: sound clock: frame 0 is held while the player is not yet running")
    func notYetRunning() {
        var session = paced()
        session.run(to: 3)
        #expect(Play.places(session, 0) == [0])
        move(&session, to: 0)
        #expect(Play.places(session, 0) == [0])
    }

    @Test("K64: sound clock: the frame is position over duration times frames, skips are logged")
    func target() {
        var session = paced()
        for (milliseconds, frame) in [(34, 1), (99, 2), (101, 3), (500, 15), (999, 29)] {
            move(&session, to: Int64(milliseconds))
            #expect(session.engine.framePlan.record?.position?.frame == frame)
            #expect(session.engine.framePlan.composite?.baseIndex == frame)
            // Where it is when the frame is drawn, a tick later at the most.
            let since = (session.engine.framePlan.record?.soundPosition ?? .zero) - .milliseconds(Int64(milliseconds))
            #expect(since >= .zero && since <= .milliseconds(17))
        }
        #expect(Play.places(session, 0) == [0, 1, 2, 3, 15, 29])
        #expect(skipped(session) == Array(4..<15) + Array(16..<29))
        #expect(session.engine.counters.skipped == 24)
    }

    @Test(
        "K64: sound clock: a sound longer or shorter than the frames stretches or compresses them",
        arguments: [500, 2_000])
    func stretch(milliseconds: Int64) {
        var session = paced(duration: .milliseconds(milliseconds))
        move(&session, to: milliseconds / 2)
        #expect(session.engine.framePlan.record?.position?.frame == 15)
    }

    @Test("K28: sound clock: the picture never goes back, it holds while it is ahead")
    func neverBack() {
        var session = paced()
        move(&session, to: 500)
        for milliseconds in [300, 0, -4, 499, 501] {
            move(&session, to: Int64(milliseconds))
            #expect(session.engine.framePlan.record?.position?.frame == 15)
        }
        #expect(Play.places(session, 0) == [0, 15])
    }

    @Test(
        "K35: sound clock: the chunk is done when the position reaches the duration, or the sound ends",
        arguments: [0, 1, 2])
    func end(kind: Int) {
        var session = paced()
        move(&session, to: 970)
        #expect(session.reports.isEmpty)
        switch kind {
        case 0: move(&session, to: 1_000)
        case 1: move(&session, to: 5_000)
        default:
            session.receive(Event(session.now, .local(.soundEnded(chunk: 0, 0))))
            session.run(to: session.now.seconds + 0.017)
        }
        #expect(session.reports.map(\.chunk) == [0])
        #expect(session.reports.first.map { $0.shown + $0.skipped } == 30)
        #expect(
            session.engine.mode == .overlay(.gap(since: session.engine.clock)) || session.engine.modeName == .overlay)
    }

    @Test("K18: sound clock: it goes as far as pictures are decoded, then waits, then jumps to the sound")
    func undecoded() {
        var session = Play.session(settings: Play.settings { $0.clock = .sound })
        session.decoding = { job in job.key.rawValue.contains("/12/") ? .never : .after(.zero) }
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1, .soundDecoded(chunk: 0, 0, duration: .seconds(1)))
        session.run(to: 1.05)
        move(&session, to: 600)
        #expect(session.engine.framePlan.record?.position?.frame == 11)
        #expect(skipped(session) == Array(1..<11))
        session.run(to: session.now.seconds + 0.05)
        #expect(session.engine.framePlan.record?.status == .held)
        #expect(session.engine.framePlan.composite?.baseIndex == 11)
        move(&session, to: 800)
        session.run(to: session.now.seconds + 0.6)
        #expect(session.engine.framePlan.record?.position?.frame == 24)
        #expect(skipped(session) == Array(1..<11) + Array(12..<24))
        #expect(session.count(.skipDrawTimeout) == 1)
    }

    @Test("K35: sound clock: without a known duration the wall clock moves the frames, none is skipped")
    func unknownDuration() {
        var session = Play.session(settings: Play.settings { $0.clock = .sound })
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1.1, .soundMoved(chunk: 0, 0, position: .milliseconds(900)))
        session.run(to: 3)
        #expect(Play.places(session, 0) == Array(0..<30))
        #expect(skipped(session) == [])
    }

    @Test("K28: wall clock: the sound's position skips nothing")
    func wallIgnoresSound() {
        var session = Play.session()
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1, .soundDecoded(chunk: 0, 0, duration: .seconds(1)))
        session.at(1.1, .soundMoved(chunk: 0, 0, position: .milliseconds(900)))
        session.at(1.2, .soundEnded(chunk: 0, 0))
        session.run(to: 3)
        #expect(Play.places(session, 0) == Array(0..<30))
        #expect(skipped(session) == [])
    }

    @Test("K11: what a sound of another message or chunk tells moves nothing")
    func otherSound() {
        var session = paced()
        session.receive(Event(session.now, .local(.soundMoved(chunk: 1, 0, position: .milliseconds(500)))))
        session.receive(Event(session.now, .local(.soundMoved(chunk: 0, 7, position: .milliseconds(500)))))
        session.receive(Event(session.now, .local(.soundEnded(chunk: 0, 7))))
        session.run(to: 2)
        #expect(Play.places(session, 0) == [0])
    }

    // MARK: Checks

    @Test("K59: a chunk has as many lines as frames that were shown, at any tick rate", arguments: [10, 30, 60, 144])
    func linesPerFrame(rate: Int) {
        var session = Play.session(ticks: .perSecond(rate))
        for chunk in 0..<2 { session.at(1, Stream.chunk(chunk, frames: 27)) }
        session.run(to: 9)
        for chunk in 0..<2 { #expect(Play.places(session, chunk) == Array(0..<27)) }
        #expect(session.records.map(\.ordinal) == Array(session.records.indices))
    }

    @Test("K60: sound starts in the tick that draws frame 0, for every chunk")
    func soundWithFirstFrame() throws {
        var session = Play.session()
        session.at(1.0, Stream.audio(0, frames: 12))
        session.at(1.6, Stream.batch(0, Stream.frames(0..<12), of: 1))
        session.at(1.7, Stream.chunk(1, frames: 12))
        session.run(to: 4)
        for chunk in 0..<2 {
            let starts = session.soundStarts(ofChunk: chunk)
            #expect(starts.map(\.at) == Play.shown(session, chunk).prefix(1).map(\.shown))
            #expect(starts.map(\.offset) == [.zero])
        }
    }

    @Test("K61: sound that comes 400 ms after frame 0 begins where the picture is, and is reported")
    func lateSound() throws {
        var session = Play.session(ticks: .perSecond(30))
        session.at(1, Stream.batch(0, Stream.frames(0..<30), of: 1))
        session.run(to: 1.2)
        let first = try #require(Play.shown(session, 0).first).shown
        session.schedule(first + .milliseconds(400), .wire(Stream.audio(0, frames: 30)))
        session.run(to: 4)
        let start = try #require(session.soundStarts(ofChunk: 0).first)
        #expect(session.soundStarts(ofChunk: 0).count == 1)
        #expect(abs((start.offset - .milliseconds(400)).microseconds) < 2_000)
        #expect(session.count(.audioLate) == 1 && session.engine.counters.lateSounds == 1)
    }

    @Test("K61: late sound of a chunk that had to wait begins at what has been shown, not at the time gone by")
    func lateSoundAfterWait() throws {
        var session = Play.session()
        session.decoding = { job in job.key.rawValue.contains("/6/") ? .never : .after(.zero) }
        session.at(1, Stream.batch(0, Stream.frames(0..<30), of: 1))
        session.run(to: 1.95)
        #expect(session.engine.framePlan.record?.status == .held)
        session.receive(Event(session.now, .wire(Stream.audio(0, frames: 30))))
        #expect(session.soundStarts(ofChunk: 0).map(\.offset) == [session.engine.period * 6])
    }

    @Test("K62: a send stops the old sound at once, and nothing starts it again")
    func soundStops() throws {
        var session = Play.session()
        session.at(1, Stream.chunk(0, frames: 60))
        session.at(1, Stream.audio(1, frames: 60))
        session.at(1.5, .sent)
        session.run(to: 4)
        let stops = session.effects.filter { $0.effect == .stopSound }.map(\.at)
        #expect(stops == [Instant(seconds: 1.5)])
        #expect(session.soundStarts(ofChunk: 0).map(\.at).filter { $0 > Instant(seconds: 1.5) } == [])
        #expect(session.soundStarts(ofChunk: 1).isEmpty)
    }

    @Test("K64: every frame tells where the sound was when it was shown")
    func drift() {
        var session = Play.session(ticks: .perSecond(30))
        session.at(1, Stream.chunk(0, frames: 30))
        session.run(to: 1.5)
        let first = Play.shown(session, 0).first?.shown ?? .zero
        for step in 1...12 {
            // The sound lags by 100 ms.
            session.schedule(
                first + .milliseconds(40 * Int64(step) + 500),
                .local(.soundMoved(chunk: 0, 0, position: .milliseconds(40 * Int64(step) + 400))))
        }
        session.run(to: 4)
        let lines = Play.shown(session, 0).filter { ($0.soundPosition ?? .zero) > .milliseconds(440) }.prefix(9)
        #expect(lines.count == 9)
        for line in lines {
            let picture = Double(line.position?.frame ?? 0) / 30
            let drift = picture - (line.soundPosition?.seconds ?? 0)
            #expect(drift > 0.06 && drift < 0.15)
        }
    }

    @Test("K65: a base index that is not the demanded one is reported as such")
    func wrongIndex() {
        var session = Play.session([(Stream.idle, 10), (Stream.idleBack, 10), (Stream.talking, 12)])
        session.at(1, Stream.audio(0, frames: 4))
        session.at(1, Stream.batch(0, [0, -3, 40, 11].enumerated().map { Stream.frame($0, base: $1) }, of: 1))
        session.run(to: 2)
        let lines = Play.shown(session, 0)
        #expect(lines.map(\.status) == [.sync, .desyncIndex, .desyncBaseMissing, .sync])
        #expect(lines.map(\.baseIndex) == [0, 0, 11, 11])
        #expect(lines.map(\.demandedIndex) == [0, -3, 40, 11])
    }

    @Test("K66: a frame drawn without its overlay has a status of its own")
    func noOverlay() {
        var session = Play.session()
        session.decoding = { job in job.key.rawValue.contains("/2/") ? .fails(after: .zero) : .after(.zero) }
        var frames = Stream.frames(0..<5)
        frames[4].picture = nil
        session.at(1, Stream.audio(0, frames: 5))
        session.at(1, Stream.batch(0, frames, of: 1))
        session.run(to: 2)
        #expect(Play.shown(session, 0).map(\.status) == [.sync, .sync, .noOverlay, .sync, .noOverlay])
        #expect(session.reports.first?.noOverlay == 2)
    }
}
