import Engine
import Events
import Support
import Testing

/// Cases about time itself: stalls, tick rates, clocks set back, long sessions (specification 7.3).
@Suite("Nasty cases of time")
struct TimeCaseTests {
    private static let period = TimeSpan(microseconds: 33_333)

    @Test("N53: ten seconds without a tick lose nothing on the wall clock: every frame is still shown")
    func stallOnWallClock() throws {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 60) + [.audioEnded])
        session.run(to: 1.5)
        let before = try #require(session.places(0).last)
        session = try Self.stalled(session, at: 11.5)
        session.run(to: 20)
        #expect(session.places(0) == Array(0..<60))
        // At most two periods were kept: the frames behind the stall come at their own pace again.
        let next = session.drawn(0).filter { ($0.position?.frame ?? 0) > before + 3 }.map(\.shown)
        #expect(zip(next, next.dropFirst()).allSatisfy { $1 - $0 >= .milliseconds(33) })
        #expect(session.engine.isAnimating == false)
    }

    @Test("N53: ten seconds without a tick on the sound clock: the picture jumps to the sound, the skip is logged")
    func stallOnSoundClock() throws {
        var settings = PlaybackSettings()
        settings.clock = .sound
        var session = EngineRun.loaded([(Stream.idle, 10), (Stream.talking, 400)], settings: settings)
        session.at(1, Stream.chunk(0, frames: 400))
        session.at(1, .soundDecoded(chunk: 0, 0, duration: .milliseconds(13_333)))
        session.at(1.1, .soundMoved(chunk: 0, 0, position: .milliseconds(100)))
        session.run(to: 1.2)
        #expect(session.places(0).last == 3)
        session = try Self.stalled(session, at: 11.2)
        session.receive(
            Event(Instant(seconds: 11.2), .local(.soundMoved(chunk: 0, 0, position: .milliseconds(10_200)))))
        session.run(to: 11.3)
        #expect(session.places(0).last == 306)
        #expect(session.lines(ofChunk: 0).filter { $0.status == .skipped }.count == 304)
    }

    /// The same engine, which next hears something at `seconds`.
    private static func stalled(_ session: EngineRun, at seconds: Double) throws -> EngineRun {
        var later = EngineRun(settings: session.engine.settings)
        for event in session.heard { later.receive(event) }
        later.receive(Event(Instant(seconds: seconds), .local(.ticked)))
        return later
    }

    @Test("N54: 10, 30, 60 and 144 ticks a second show the same frames in the same order")
    func tickRatesSameFrames() {
        let runs = [10, 30, 60, 144].map { rate in
            var session = EngineRun.loaded(ticks: .perSecond(rate))
            session.at(1, Stream.chunk(0, frames: 20, from: 40))
            session.at(1.1, Stream.chunk(1, frames: 20, from: 60) + [.audioEnded])
            session.run(to: 30)
            return session
        }
        let sequences = runs.map { session in
            session.records.filter { $0.mode != .idle && $0.status != .held }.map {
                [$0.position?.chunk ?? -1, $0.baseIndex]
            }
        }
        #expect(sequences[0].count > 40)
        #expect(sequences.allSatisfy { $0 == sequences[0] })
    }

    @Test("N54: the limits last the same number of milliseconds at every tick rate", arguments: [10, 30, 60, 144])
    func tickRatesSameLimits(rate: Int) throws {
        let tick = TimeSpan(microseconds: 1_000_000 / Int64(rate) + 1)
        var session = EngineRun.loaded(ticks: .perSecond(rate))
        session.decoding = { $0.picture == Stream.payload(1_000_500) ? .never : .after(.zero) }
        session.at(1.013, Stream.chunk(0, frames: 12))
        session.at(1.013, Stream.chunk(2, frames: 12, from: 24))
        session.run(to: 20)
        let wait = try #require(session.lines(ofChunk: 0).first { $0.status == .held && $0.position?.frame == 5 })
        let next = try #require(session.drawn(0).first { $0.position?.frame == 6 })
        let waited = next.shown - wait.shown
        #expect(waited >= .milliseconds(500) && waited <= .milliseconds(500) + tick)
        let end = try #require(session.drawn(0).last).shown
        let gap = try #require(session.drawn(2).first).shown - end
        #expect(gap >= .milliseconds(1_500) && gap <= .milliseconds(1_534) + tick + tick)
    }

    @Test("N54: silence completes a chunk after the same time at every tick rate", arguments: [10, 30, 60, 144])
    func tickRatesSameSilence(rate: Int) throws {
        var session = EngineRun.loaded(ticks: .perSecond(rate))
        session.at(1.013, Stream.audio(0, frames: 12), Stream.batch(0, Stream.frames(1..<12)), Stream.sent(0, 12))
        session.run(to: 4)
        let start = try #require(session.drawn(0).first?.shown)
        #expect(start >= Instant(seconds: 1.513))
        #expect(start <= Instant(seconds: 1.513) + TimeSpan(microseconds: 1_000_000 / Int64(rate) + 1))
    }

    @Test("N56: a clock that is set back does not move the state: an earlier time counts as now")
    func clockSetBack() {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 30) + [.audioEnded])
        session.run(to: 1.4)
        var there = session.engine
        var back = session.engine
        let inputs: [Event.Body] = [
            .local(.ticked), .wire(Stream.audio(1, frames: 2)), .local(.ticked), .local(.paused), .local(.resumed),
        ]
        for (step, body) in inputs.enumerated() {
            let now = Instant(seconds: 1.4)
            #expect(there.handle(Event(now, body)) == back.handle(Event(now - .seconds(Int64(step) * 1_000), body)))
        }
        #expect(there == back)
        let later = Event(Instant(seconds: 1.45), .local(.ticked))
        #expect(there.handle(later) == back.handle(later))
        #expect(there == back)
    }

    @Test("N57: after 100 messages the state is no larger than after ten, and every message was counted")
    func hundredMessages() {
        var session = EngineRun.loaded()
        var sizes: [Int] = []
        for message in 0..<100 {
            let start = 1 + Double(message) * 8
            session.at(start, .sent)
            for chunk in 0..<2 {
                // Every second message loses a frame, so that counts of one message can be told from the next one's.
                let frames = Stream.frames(0..<20, from: chunk * 20).filter { message % 2 == 0 || $0.sequence != 7 }
                session.at(start + 0.1, Stream.audio(chunk, frames: 20, sound: message * 2 + chunk))
                session.at(start + 0.1, Stream.batch(chunk, frames), Stream.sent(chunk, 20))
            }
            session.at(start + 0.2, .audioEnded)
            session.run(to: start + 7.9)
            if message == 9 || message == 99 { sizes.append(Self.leaves(of: session.engine)) }
        }
        #expect(sizes.count == 2 && sizes[0] == sizes[1])
        #expect(sizes[0] > 100)
        let counters = session.engine.counters
        #expect(session.engine.generation == 100)
        #expect(counters.messagesFinished == 100 && counters.chunksFinished == 200)
        #expect(counters.lost == 100 && counters.stale == 0 && counters.duplicates == 0)
        #expect(session.reports.count == 200)
        for (place, report) in session.reports.enumerated() {
            #expect(report.generation == place / 2 + 1 && report.chunk == place % 2)
            #expect(report.received == (place / 2 % 2 == 0 ? 20 : 19) && report.lost == (place / 2 % 2 == 0 ? [] : [7]))
            #expect(report.shown == 20)
        }
    }

    /// Stored values of all kinds, however deep: grows when anything is kept that should have been let go.
    private static func leaves(of value: Any) -> Int {
        let children = Mirror(reflecting: value).children
        return children.isEmpty ? 1 : children.reduce(0) { $0 + leaves(of: $1.value) }
    }
}
