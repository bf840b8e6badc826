import Events
import Support
import Testing

@testable import Engine

/// The limits of specification 3.13 are lengths of time: the same at every tick rate, to within two ticks (K19).
@Suite("Time limits 3.13")
struct LimitTests {
    static let rates = [10, 30, 60, 120, 144]

    /// Whether a span is a limit as seen at this tick rate: it may begin and be noticed a tick late.
    private func check(
        _ span: TimeSpan, is milliseconds: Int64, at rate: Int, _ location: SourceLocation = #_sourceLocation
    ) {
        let tick = TimeSpan(microseconds: 1_000_000 / Int64(rate))
        let slack = tick * 2 + .milliseconds(1)
        let limit = TimeSpan.milliseconds(milliseconds)
        #expect(span >= limit - tick - .milliseconds(1), sourceLocation: location)
        #expect(span <= limit + slack, sourceLocation: location)
    }

    @Test("K19: the wait for a picture ends after 500 ms at any tick rate", arguments: rates)
    func decodeWait(rate: Int) throws {
        var session = Play.session(ticks: .perSecond(rate))
        session.decoding = { job in job.key.rawValue.contains("/15/") ? .never : .after(.zero) }
        session.at(1, Stream.chunk(0, frames: 30))
        session.run(to: 8)
        let held = try #require(session.records.first { $0.status == .held && $0.position?.frame == 15 })
        let next = try #require(Play.shown(session, 0).first { $0.position?.frame == 16 })
        check(next.shown - held.shown, is: 500, at: rate)
        #expect(session.count(.skipDrawTimeout) == 1)
        #expect(Play.places(session, 0) == (0..<30).filter { $0 != 15 })
    }

    @Test("K19: the buffer is waited for 500 ms, from when the chunk is queued", arguments: rates)
    func buffer(rate: Int) throws {
        var session = Play.session(ticks: .perSecond(rate))
        session.decoding = { job in job.key.rawValue.contains("/5/") ? .never : .after(.zero) }
        session.at(1.013, Stream.audio(0, frames: 30))
        session.at(1.513, Stream.batch(0, Stream.frames(0..<30)))
        session.run(to: 4)
        let first = try #require(Play.shown(session, 0).first).shown
        check(first - Instant(seconds: 1.513), is: 500, at: rate)
    }

    @Test("K19: the buffer wait of a later chunk runs from when it is next in order", arguments: rates)
    func bufferOfLater(rate: Int) throws {
        var session = Play.session(ticks: .perSecond(rate))
        session.decoding = { job in job.key.rawValue.contains("/45/") ? .never : .after(.zero) }
        session.at(1, Stream.audio(0, frames: 12))
        session.at(1, Stream.chunk(1, frames: 12, from: 40))
        session.at(1.5, Stream.batch(0, Stream.frames(0..<12), of: 1))
        session.run(to: 8)
        // Chunk 1 became next with the start of chunk 0, whose twelve frames take longer than the wait only at 10 ticks/s.
        let start = try #require(Play.shown(session, 0).first).shown
        let next = try #require(Play.shown(session, 1).first).shown
        check(next - start, is: max(500, 12 * max(33, 1_000 / Int64(rate))), at: rate)
    }

    @Test("K19: the last frame is held for 1 s, the gap lasts 1 s more", arguments: rates)
    func holdAndGap(rate: Int) throws {
        var session = Play.session(ticks: .perSecond(rate))
        session.at(1, Stream.chunk(0, frames: 5))
        session.at(1, Stream.audio(1, frames: 12))
        session.run(to: 9)
        let hold = try #require(session.records.first { $0.status == .held && $0.mode == .overlay }).shown
        let done = try #require(session.reports.first).ended
        check(done - hold, is: 1_000, at: rate)
        let finishing = try #require(session.records.first { $0.mode == .finishingBase }).shown
        check(finishing - done, is: 1_000, at: rate)
    }

    @Test("K19: a missing chunk is waited for 1.5 s", arguments: rates)
    func chunkGap(rate: Int) throws {
        var session = Play.session(ticks: .perSecond(rate))
        session.at(1, Stream.chunk(1, frames: 12))
        session.run(to: 5)
        check(try #require(Play.shown(session, 1).first).shown - Instant(seconds: 1), is: 1_500, at: rate)
        #expect(session.count(.chunkGap) == 1)
    }

    @Test("K19: the talking clip runs on for 5 s at most", arguments: rates)
    func finishing(rate: Int) throws {
        var session = Play.session(
            [(Stream.idle, 10), (Stream.idleBack, 10), (Stream.talking, 300), (Stream.home, 5)], ticks: .perSecond(rate)
        )
        session.at(1, Stream.chunk(0, frames: 12))
        session.at(1, .audioEnded)
        session.run(to: 12)
        let begin = try #require(session.records.first { $0.mode == .finishingBase }).shown
        let end = try #require(
            session.records.last {
                $0.mode == .idle && $0.shown > begin && $0.baseIndex == 0
                    && $0.clip == Stream.idle && session.records[$0.ordinal - 1].mode == .finishingBase
            }
        ).shown
        check(end - begin, is: 5_000, at: rate)
        #expect(session.count(.timeLimit) == 1)
    }

    @Test("K19: 500 ms of silence after ready complete a chunk with holes", arguments: rates)
    func completionSilence(rate: Int) throws {
        var session = Play.session(ticks: .perSecond(rate))
        session.at(1.01, Stream.audio(0, frames: 12), Stream.batch(0, Stream.frames(0..<9)))
        session.at(1.31, Stream.sent(0, 12))
        session.at(1.61, Stream.batch(0, Stream.frames(9..<10)))
        let closed = try #require(Self.completion(of: 0, in: &session, from: 1.61, to: 3))
        check(closed - Instant(seconds: 1.61), is: 500, at: rate)
        session.run(to: 6)
        let loss = try #require(session.notes.first { $0.code == .frameLoss })
        #expect(loss.text.hasSuffix("lost 2: 10–11"))
    }

    @Test("K19: a chunk that never falls silent is complete 3 s after ready", arguments: rates)
    func completionLimit(rate: Int) throws {
        var session = Play.session(
            settings: Play.settings {
                $0.bufferFrames = 60
                $0.bufferLimit = .seconds(60)
            }, ticks: .perSecond(rate))
        session.at(1, Stream.sent(0, 60))
        for step in 0..<12 {
            session.at(1.2 + 0.4 * Double(step), Stream.batch(0, Stream.frames(step..<step + 1)))
        }
        let closed = try #require(Self.completion(of: 0, in: &session, from: 1, to: 7))
        check(closed - Instant(seconds: 1), is: 3_000, at: rate)
    }

    @Test("K19: a next chunk that nobody declared sent is given up after 3 s of silence", arguments: rates)
    func neverSent(rate: Int) throws {
        var session = Play.session(
            settings: Play.settings { $0.bufferLimit = .seconds(60) }, ticks: .perSecond(rate))
        session.at(1, Stream.audio(0, frames: 12), Stream.batch(0, Stream.frames(0..<3), number: 0, of: 2))
        let closed = try #require(Self.completion(of: 0, in: &session, from: 1, to: 7))
        check(closed - Instant(seconds: 1), is: 3_000, at: rate)
    }

    @Test("K19: a next chunk without any picture is given up after 10 s", arguments: rates)
    func neverCame(rate: Int) throws {
        var session = Play.session(ticks: .perSecond(rate))
        session.at(1, Stream.audio(0, frames: 12), Stream.sent(0, 12))
        let closed = try #require(Self.completion(of: 0, in: &session, from: 1, to: 14))
        check(closed - Instant(seconds: 1), is: 10_000, at: rate)
    }

    /// The moment at which nothing more is waited for in a chunk, to the millisecond.
    private static func completion(
        of chunk: Int, in session: inout EngineRun, from start: Double, to end: Double
    ) -> Instant? {
        for step in 0..<Int((end - start) * 1_000) {
            session.run(to: start + Double(step) / 1_000)
            let isComplete = session.engine.fields.contains {
                ($0.name == "queued chunk \(chunk)" || $0.name == "playing chunk") && $0.value.contains(", complete")
            }
            if isComplete { return session.now }
        }
        return nil
    }

    @Test("K19: limits begin with their events even where no tick has come for long")
    func noTicks() throws {
        var session = EngineRun()  // no clip, so that idle asks for no tick
        session.run(to: 20)
        session.at(20, Stream.audio(0, frames: 12), Stream.sent(0, 12))
        session.at(20.4, Stream.batch(0, Stream.frames(0..<12), of: 1))
        session.run(to: 22)
        #expect(session.engine.counters.ticks > 0)
        #expect(!session.has(.frameLoss))
        #expect(session.reports.map(\.received) == [12])
    }

    @Test("K19: with ticks at deadlines every limit is kept to the millisecond")
    func atDeadlines() throws {
        var session = Play.session(ticks: .atDeadlines)
        session.decoding = { job in job.key.rawValue.contains("/15/") ? .never : .after(.zero) }
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1, Stream.audio(1, frames: 12))
        session.run(to: 9)
        let held = try #require(session.records.first { $0.status == .held && $0.position?.frame == 15 })
        let next = try #require(Play.shown(session, 0).first { $0.position?.frame == 16 })
        let hold = try #require(session.records.first { $0.status == .held && $0.position?.frame == 29 })
        let done = try #require(session.reports.first).ended
        for (span, limit) in [(next.shown - held.shown, Int64(500)), (done - hold.shown, 1_000)] {
            #expect(span >= .milliseconds(limit) && span <= .milliseconds(limit + 1))
        }
    }

    @Test("K19: missing frames behind the first one given up take one period each, at deadlines too")
    func runOfMissing() throws {
        var session = Play.session(ticks: .atDeadlines)
        session.at(1, Stream.audio(0, frames: 40), Stream.batch(0, Stream.frames(0..<20)))
        session.run(to: 4)
        let held = try #require(session.records.first { $0.status == .held && $0.mode == .overlay }).shown
        // The limit for the first of them, then nineteen periods at most one of which is used up already.
        let end = try #require(session.reports.first).ended
        #expect(end - held >= .milliseconds(500 + 18 * 33) && end - held <= .milliseconds(500 + 21 * 34))
    }

    @Test("waiting for a frame that nobody announced asks for no ticks before the chunk is completed")
    func waitOfUnknownLength() throws {
        var session = Play.session(ticks: .atDeadlines)
        session.at(1, Stream.batch(0, Stream.frames(0..<12), of: 2))
        session.run(to: 2.5)
        let ticks = session.engine.counters.ticks
        session.run(to: 3.9)
        #expect(session.engine.counters.ticks == ticks)
        session.run(to: 4.1)
        #expect(session.reports.map(\.shown) == [12])
    }

    @Test("K34: a gap that waits for a chunk whose pictures are not ready asks for no ticks")
    func gateOfLaterChunk() throws {
        var session = EngineRun()
        session.decoding = { job in job.key.rawValue.contains("/40/") ? .never : .after(.zero) }
        session.at(1, Stream.chunk(2, frames: 12))
        session.at(1.1, Stream.audio(1, frames: 12), Stream.batch(1, Stream.frames(0..<5, from: 40)))
        session.run(to: 2.6)
        let ticks = session.engine.counters.ticks
        session.run(to: 4)
        #expect(session.engine.counters.ticks == ticks)
    }

    @Test("K34: a missing chunk is waited for no longer where nothing but the wait asks for ticks")
    func chunkGapWithoutClips() throws {
        var session = EngineRun()
        session.at(1, Stream.chunk(1, frames: 12))
        session.run(to: 9)
        #expect(session.reports.map(\.chunk) == [1])
        let note = try #require(session.notes.first { $0.code == .chunkGap })
        #expect(note.time >= Instant(seconds: 2.5) && note.time <= Instant(seconds: 2.51))
    }

    @Test("3.12 audio_end, column G: with ticks at deadlines the gap ends at once")
    func endInGap() throws {
        var session = Play.session(ticks: .atDeadlines)
        session.at(1, Stream.chunk(0, frames: 12))
        session.at(1.8, .audioEnded)
        session.run(to: 4)
        let finishing = try #require(session.records.first { $0.mode == .finishingBase }).shown
        #expect(finishing - Instant(seconds: 1.8) <= .milliseconds(1))
    }

    @Test("K13: with room for one picture only the next chunk starts without a hold to its limit")
    func oneWaitingPicture() throws {
        var session = Play.session(settings: Play.settings { $0.decodedBytesLimit = 1 })
        session.decoding = { _ in .after(.milliseconds(5)) }
        session.at(1, Stream.chunk(0, frames: 12))
        session.at(1, Stream.chunk(1, frames: 12, from: 40))
        session.run(to: 6)
        let last = try #require(Play.shown(session, 0).last).shown
        let first = try #require(Play.shown(session, 1).first).shown
        #expect(first - last < .milliseconds(200))
        #expect(Play.places(session, 1) == Array(0..<12))
    }
}
