import Engine
import Events
import Support
import Testing

/// Cases about sound that is missing, late, longer or shorter than its frames (specification 7.3).
@Suite("Nasty cases of sound")
struct SoundCaseTests {
    private static let period = TimeSpan(microseconds: 33_333)

    private static func pacedBySound() -> PlaybackSettings {
        var settings = PlaybackSettings()
        settings.clock = .sound
        return settings
    }

    /// Chunk 0 of 30 frames, one second at its own rate, with a player whose sound lasts `duration`.
    private static func spoken(_ duration: TimeSpan, settings: PlaybackSettings) throws -> (EngineRun, start: Instant) {
        var session = EngineRun.loaded(settings: settings)
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1, .soundDecoded(chunk: 0, 0, duration: duration))
        session.run(to: 1.001)
        let start = try #require(session.soundStarts(ofChunk: 0).first?.at)
        session.playSound(chunk: 0, from: start, duration: duration)
        session.at(1.002, .audioEnded)
        return (session, start)
    }

    @Test("the word that is heard is the last one that began, by the sound where it is heard, else by the picture")
    func spokenWord() {
        var audio = AudioChunk(chunk: 0, sound: Stream.payload(500_000), totalFrames: 30)
        audio.words = [(0, 5, 200), (6, 3, 600)].map { start, count, from in
            SpokenWord(scalars: start..<start + count, span: .milliseconds(from)..<TimeSpan.milliseconds(from + 300))
        }
        var session = EngineRun.loaded()
        session.at(1, .audioArrived(audio))
        session.at(1, Stream.batch(0, Stream.frames(0..<30), of: 1), Stream.sent(0, 30), .audioEnded)
        var found: [Range<Int>?] = []
        for time in [0.9, 1.1, 1.3, 1.55, 1.7, 3] {
            session.run(to: time)
            found.append(session.engine.spokenWord)
        }
        #expect(found == [nil, nil, 0..<5, 0..<5, 6..<9, nil])
        var late = EngineRun.loaded()
        late.at(1, .audioArrived(audio))
        late.at(1, Stream.batch(0, Stream.frames(0..<30), of: 1), Stream.sent(0, 30), .audioEnded)
        late.run(to: 1.7)
        late.at(1.7, .soundMoved(chunk: 0, 0, position: .milliseconds(100)))
        late.run(to: 1.75)
        #expect(late.engine.spokenWord == nil)
    }

    @Test("N21: a chunk without an audio event plays on the wall clock, and its silence is reported")
    func noAudioEvent() {
        var session = EngineRun.loaded(settings: Self.pacedBySound())
        session.at(1, Stream.batch(0, Stream.frames(0..<12), of: 1), Stream.sent(0, 12))
        session.run(to: 5)
        #expect(session.places(0) == Array(0..<12))
        // Only a sound says where overlays lie.
        #expect(session.drawn(0).allSatisfy { $0.status == .unplaced })
        #expect(session.count(.audioMissing) == 1)
        #expect(session.report(ofChunk: 0)?.hasSound == false)
        #expect(session.report(ofChunk: 0).map { $0.ended - ($0.started ?? .zero) } == Self.period * 12)
    }

    /// A session in which so many messages were sent; the last one before 1.0, and the one before that not ended.
    static func sent(_ sends: Int) -> EngineRun {
        var session = EngineRun.loaded()
        if sends > 1 {
            session.at(0.1, .sent)
            session.at(0.2, Stream.audio(0, frames: 60, sound: 1), Stream.batch(0, Stream.frames(0..<20), of: 3))
        }
        if sends > 0 { session.at(0.9, .sent) }
        return session
    }

    @Test("N22: sound without metadata and without batches is heard while the base is held", arguments: 0...2)
    func soundAlone(sends: Int) throws {
        var session = Self.sent(sends)
        session.at(1, Stream.chunk(0, frames: 12))
        session.at(1, Stream.audio(1))
        session.at(1, .soundDecoded(chunk: 1, sends, duration: .milliseconds(700)))
        session.at(1.2, .audioEnded)
        session.run(to: 20)
        let start = try #require(session.soundStarts(ofChunk: 1).first?.at)
        let report = try #require(session.report(ofChunk: 1))
        #expect(report.received == 0 && report.lost == [])
        #expect(report.ended - start >= .milliseconds(700) && report.ended - start <= .milliseconds(740))
        #expect(session.lines(ofChunk: 1).allSatisfy { $0.status == .held })
        #expect(session.engine.isAnimating == false)
    }

    @Test("N22: sound without frames as the only chunk is heard over idle and ends", arguments: 0...2)
    func soundAloneFromIdle(sends: Int) {
        var session = Self.sent(sends)
        session.at(1, Stream.audio(0))
        session.at(1, .soundDecoded(chunk: 0, sends, duration: .milliseconds(700)))
        session.at(1.2, .audioEnded)
        session.run(to: 20)
        #expect(session.soundStarts(ofChunk: 0).count == max(1, sends))
        #expect(session.engine.modeName == .idle)
        #expect(session.engine.isAnimating == false)
    }

    @Test("N23: sound 400 ms after frame 0 starts late, at the right offset, with a line")
    func lateSound() throws {
        var session = EngineRun.loaded()
        session.at(1, Stream.batch(0, Stream.frames(0..<40), of: 1), Stream.sent(0, 40))
        session.run(to: 1.001)
        let first = try #require(session.drawn(0).first?.shown)
        session.schedule(first + .milliseconds(400), .wire(Stream.audio(0, frames: 40)))
        session.run(to: 2)
        let starts = session.soundStarts(ofChunk: 0)
        #expect(starts.count == 1)
        #expect(starts.first?.at == first + .milliseconds(400))
        let error = (starts.first?.offset ?? .zero) - .milliseconds(400)
        #expect(error > .milliseconds(-1) && error < .milliseconds(1))
        #expect(session.count(.audioLate) == 1)
        // The player tells where it is, and every line from then on says so: the drift can be seen.
        session.at(2, .soundMoved(chunk: 0, 0, position: .milliseconds(700)))
        session.run(to: 2.05)
        #expect(session.records.last?.soundPosition == .milliseconds(700))
    }

    @Test("N24: on the sound clock sound longer by 300 ms stretches the frames, none is left out")
    func longerSound() throws {
        var (session, start) = try Self.spoken(.milliseconds(1_300), settings: Self.pacedBySound())
        session.run(to: 5)
        #expect(session.places(0) == Array(0..<30))
        let report = try #require(session.report(ofChunk: 0))
        #expect(report.skipped == 0)
        #expect(report.ended - start >= .milliseconds(1_300) && report.ended - start <= .milliseconds(1_340))
    }

    @Test("N24: on the sound clock sound shorter by 300 ms ends the chunk early, what is passed over is logged")
    func shorterSound() throws {
        var (session, start) = try Self.spoken(.milliseconds(700), settings: Self.pacedBySound())
        session.run(to: 5)
        let report = try #require(session.report(ofChunk: 0))
        #expect(report.shown + report.skipped == 30)
        #expect(report.ended - start >= .milliseconds(700) && report.ended - start <= .milliseconds(740))
        let skipped = session.lines(ofChunk: 0).filter { $0.status == .skipped }
        #expect(skipped.count == report.skipped)
        #expect(zip(session.places(0), session.places(0).dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("N24: on the wall clock neither longer nor shorter sound changes the picture", arguments: [1_300, 700])
    func wallClock(milliseconds: Int64) throws {
        var (session, start) = try Self.spoken(.milliseconds(milliseconds), settings: PlaybackSettings())
        session.run(to: 5)
        #expect(session.places(0) == Array(0..<30))
        #expect(session.report(ofChunk: 0)?.ended == start + Self.period * 30)
        let last = try #require(session.drawn(0).last)
        let drift = TimeSpan(microseconds: 33_333 * 29) - (last.soundPosition ?? .zero)
        #expect(drift >= (milliseconds == 700 ? .milliseconds(260) : .zero) && drift < .milliseconds(300))
    }

    @Test("N25: a chunk whose sound cannot be decoded plays silently, on the wall clock")
    func brokenSound() {
        var session = EngineRun.loaded(settings: Self.pacedBySound())
        session.at(1, Stream.chunk(0, frames: 12))
        session.at(1, .soundFailed(chunk: 0, 0, reason: "no MP3"))
        session.run(to: 5)
        #expect(session.places(0) == Array(0..<12))
        #expect(session.count(.audioFailed) == 1)
        #expect(session.soundStarts(ofChunk: 0).isEmpty)
        #expect(session.report(ofChunk: 0).map { $0.ended - ($0.started ?? .zero) } == Self.period * 12)
    }

    @Test("N25: sound that fails while it plays hands the chunk over to the wall clock")
    func soundBreaksOff() throws {
        var session = EngineRun.loaded(settings: Self.pacedBySound())
        session.at(1, Stream.chunk(0, frames: 30) + [.audioEnded])
        session.at(1, .soundDecoded(chunk: 0, 0, duration: .milliseconds(1_000)))
        session.at(1.2, .soundMoved(chunk: 0, 0, position: .milliseconds(200)))
        session.at(1.3, .soundFailed(chunk: 0, 0, reason: "broken behind the header"))
        session.run(to: 10)
        #expect(session.places(0).suffix(24) == ArraySlice(6..<30))
        #expect(session.engine.isAnimating == false)
    }

    @Test("N26: the decoder's duration paces the frames, whatever rate the sound has", arguments: [500, 1_000, 2_000])
    func duration(milliseconds: Int64) {
        var session = EngineRun.loaded(settings: Self.pacedBySound())
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1, .soundDecoded(chunk: 0, 0, duration: .milliseconds(milliseconds)))
        session.at(1.1, .soundMoved(chunk: 0, 0, position: .milliseconds(milliseconds / 2)))
        session.run(to: 1.2)
        #expect(session.places(0).last == 15)
    }
}
