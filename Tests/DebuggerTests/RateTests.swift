import Engine
import Events
import Support
import Testing

@testable import Debugger

/// Figures that depend on the rate, on sessions of other rates than the usual one.
@Suite("Rates")
struct RateTests {
    private static let clips = [(Stream.idle, 61), (Stream.idleBack, 61), (Stream.talking, 90)]

    private static func settings(_ rate: Int) -> PlaybackSettings {
        var settings = PlaybackSettings()
        settings.framesPerSecond = rate
        return settings
    }

    /// A chunk of 30 frames from 1 s on, heard exactly with its frames.
    private static func spoken(_ rate: Int) -> EngineRun {
        var session = EngineRun()
        session.at(0, .settingsChanged(settings(rate)))
        session.loadClips(clips)
        session.at(1, Stream.chunk(0, frames: 30))
        session.run(to: 1.01)
        let start = session.records.first { $0.position?.frame == 0 }?.shown ?? .zero
        for step in 1..<30 {
            let position = settings(rate).period * Int64(step)
            session.schedule(start + position, .local(.soundMoved(chunk: 0, 0, position: position)))
        }
        return session
    }

    @Test("K64: lips that are with the sound have no drift at any rate", arguments: [25, 30, 60])
    func drift(rate: Int) throws {
        var session = Self.spoken(rate)
        session.run(to: 4)
        let log = HeardSession(session.heard).timeline.log
        let frames = (0..<log.frameCount).compactMap { log.record($0) }.filter { $0.drift != nil }
        #expect(frames.count >= 20)
        #expect(frames.allSatisfy { $0.period == Self.settings(rate).period })
        // Half of a frame of 25 a second: what comes of ticks.
        for frame in frames { #expect(abs(frame.drift?.milliseconds ?? 0) <= 20, "\(frame)") }
        let last = try #require(frames.last)
        let figures = try #require(log.drift(upTo: last))
        #expect(abs(figures.last.milliseconds) <= 20)
    }

    /// Chunk 1 begins `late` after the end of chunk 0.
    private static func late(_ late: TimeSpan, rate: Int) -> [Event] {
        var session = Self.spoken(rate)
        session.run(to: 1.2)
        let start = session.records.first { $0.position?.frame == 0 }?.shown ?? .zero
        let end = start + settings(rate).period * 30
        for event in Stream.chunk(1, frames: 12) + [.audioEnded] { session.schedule(end + late, .wire(event)) }
        session.run(to: 6)
        return session.heard
    }

    @Test(
        "a gap is more than a period of the stream, wherever it is judged",
        arguments: [(25, 35, false), (25, 45, true), (30, 30, false), (30, 40, true), (60, 25, true), (60, 12, false)])
    func gaps(rate: Int, milliseconds: Int, isGap: Bool) throws {
        let heard = Self.late(.milliseconds(Int64(milliseconds)), rate: rate)
        let timeline = HeardSession(heard).timeline
        let log = timeline.log
        let first = try #require(
            (0..<log.frameCount).compactMap { log.record($0) }.first { $0.position?.chunk == 1 && $0.status != .held })
        #expect(log.faults(marking: first.ordinal).contains { $0.kind == .gap } == isGap)
        var search = Search(.forward, from: 0, [Breakpoint(.chunkGap)])
        #expect((search.next(in: timeline) != .notYet) == isGap)
        var audited = Audited()
        audited.play(heard)
        #expect(audited.all(.gap).isEmpty != isGap)
        #expect((audited.audit.figures.gapBeyond != nil) == isGap)
        if let beyond = audited.audit.figures.gapBeyond {
            #expect(beyond.limit == Self.settings(rate).period.inWholeMilliseconds)
            #expect(abs(beyond.found.milliseconds - Double(milliseconds)) < 2, "\(beyond)")
        }
    }

    @Test("settings that change in the middle of a tape hold from there on")
    func change() {
        var session = EngineRun()
        session.at(0, .settingsChanged(Self.settings(25)))
        session.loadClips(Self.clips)
        session.at(1, Stream.chunk(0, frames: 20) + Stream.chunk(1, frames: 20))
        session.at(1.6, .settingsChanged(Self.settings(60)))
        session.run(to: 4)
        let log = HeardSession(session.heard).timeline.log
        let frames = (0..<log.frameCount).compactMap { log.record($0) }.filter { $0.position != nil }
        for frame in frames {
            let rate = frame.shown < Instant(seconds: 1.6) ? 25 : 60
            #expect(frame.period == Self.settings(rate).period)
        }
        #expect(Set(frames.map(\.period)).count == 2)
    }

    @Test(
        "pictures that come later and later fall behind the sound, also where nobody says where it is",
        arguments: [(45, true), (0, false)])
    func lag(milliseconds: Int64, isFound: Bool) throws {
        var session = EngineRun.loaded(Self.clips)
        session.at(1, Stream.audio(0, frames: 60))
        session.at(1, Stream.batch(0, Stream.frames(0..<10)))
        for frame in 10..<60 {
            let time = Instant(seconds: 1) + Self.settings(30).period * Int64(frame)
            let late = TimeSpan.milliseconds(milliseconds * Int64(frame - 9))
            session.schedule(time + late, .wire(Stream.batch(0, Stream.frames(frame..<frame + 1), number: frame)))
        }
        session.run(to: 12)
        let audited = Audited(session)
        #expect(audited.all(.drift).isEmpty != isFound)
        #expect(audited.audit.figures.drift == nil)
        let ahead = try #require(audited.audit.figures.soundAhead)
        #expect(abs(ahead.milliseconds - Double(milliseconds) * 50) < 100, "\(ahead)")
    }
}
