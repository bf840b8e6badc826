import Engine
import Events
import Support
import Testing

/// What is waited for, how long, and how the picture goes on afterwards (specification 2.2, 3.5, 3.7, 3.8).
@Suite("Waits")
struct WaitingTests {
    @Test(
        "a chunk of which no picture has come is waited for up to the limit", arguments: [true, false],
        [3.0, 9.5, 11.0])
    func latePictures(isDeclaredSent: Bool, delay: Double) throws {
        var session = EngineRun.loaded()
        session.at(1.0, Stream.audio(0, frames: 15))
        if isDeclaredSent { session.at(1.01, Stream.sent(0, 15)) }
        session.at(1.0 + delay, Stream.batch(0, Stream.frames(0..<15, from: 60), of: 1))
        session.run(to: 20)
        let drawn = session.drawn(0)
        if delay < 10 {
            #expect(drawn.map(\.baseIndex) == Array(60..<75) && drawn.allSatisfy { $0.status == .sync })
            let first = try #require(drawn.first?.shown)
            #expect(first - Instant(seconds: 1.0 + delay) < .milliseconds(20))
        } else {
            #expect(drawn.allSatisfy { $0.status == .noOverlay } && drawn.count == 15)
            #expect(try #require(drawn.first?.shown).seconds == 11)
        }
        #expect(session.count(.waiting) == 1)
    }

    @Test("with some pictures a chunk is closed after the limit for these")
    func somePictures() throws {
        var session = EngineRun.loaded()
        session.at(1.0, Stream.audio(0, frames: 15), Stream.batch(0, Stream.frames(0..<3), number: 0, of: 2))
        session.run(to: 12)
        #expect(session.drawn(0).count < 15 && !session.engine.isAnimating)
        #expect(try #require(session.report(ofChunk: 0)).lost.count == 12)
        #expect(session.count(.waiting) == 0)
    }

    @Test("frames that were given up and come in time after all are shown, and not lost")
    func inTimeAfterAll() throws {
        var session = EngineRun.loaded()
        session.at(1.0, Stream.audio(0, frames: 60), Stream.batch(0, Stream.frames(0..<40), number: 0, of: 2))
        session.at(1.0, Stream.sent(0, 60))
        // Given up at 1.5, due from 2.4 on.
        session.at(1.9, Stream.batch(0, Stream.frames(40..<60, from: 40), number: 1, of: 2))
        session.run(to: 12)
        #expect(session.drawn(0).allSatisfy { $0.status == .sync } && session.drawn(0).count == 60)
        #expect(session.engine.counters.lost == 0 && !session.has(.frameLoss))
        #expect(try #require(session.report(ofChunk: 0)).lost.isEmpty)
    }

    @Test("N22: sound alone starts as soon as it is decoded, and lasts as long as it is", arguments: [0.05, 0.7])
    func soundAlone(decoding: Double) throws {
        var session = EngineRun.loaded()
        session.at(1.0, .audioArrived(AudioChunk(chunk: 0, sound: Stream.payload(7))))
        session.at(1.0 + decoding, .soundDecoded(chunk: 0, 0, duration: .milliseconds(2_000)))
        session.at(1.1, Stream.chunk(1, frames: 12) + [.audioEnded])
        session.run(to: 12)
        let started = try #require(session.soundStarts(ofChunk: 0).first?.at)
        #expect(started - Instant(seconds: 1.0 + decoding) <= .milliseconds(1))
        let next = try #require(session.drawn(1).first?.shown)
        #expect(next - started >= .milliseconds(2_000) && next - started < .milliseconds(2_040))
        let periods = zip(session.drawn(1), session.drawn(1).dropFirst()).map { $1.shown - $0.shown }
        #expect(periods.allSatisfy { $0 >= .milliseconds(33) })
    }

    @Test("N22: pictures that come while their sound alone is heard begin where the sound is")
    func picturesJoin() throws {
        var session = EngineRun.loaded()
        session.at(1.0, .audioArrived(AudioChunk(chunk: 0, sound: Stream.payload(7), zone: .zero)))
        session.at(1.0, .soundDecoded(chunk: 0, 0, duration: .milliseconds(2_000)))
        session.at(2.0, Stream.batch(0, Stream.frames(0..<60), of: 1), Stream.sent(0, 60), .audioEnded)
        session.run(to: 12)
        let first = try #require(session.drawn(0).first)
        #expect(first.position?.frame == 30 && first.status == .sync)
        #expect(session.soundStarts(ofChunk: 0).count == 1)
        #expect(session.drawn(0).last?.position?.frame == 59)
    }

    @Test(
        "K2: after a silent chunk, a hold or a wait each frame has its period", arguments: ["silent", "hold", "wait"])
    func periods(after: String) {
        var session = EngineRun.loaded(ticks: .perSecond(60))
        switch after {
        case "silent":
            session.at(1.0, Stream.audio(0, frames: 0), Stream.sent(0, 0))
            session.at(1.0, .soundDecoded(chunk: 0, 0, duration: .milliseconds(400)))
            session.at(1.1, Stream.chunk(1, frames: 12))
        case "hold":
            session.at(1.0, Stream.chunk(0, frames: 12) + [Stream.audio(1, frames: 12)])
            session.at(2.0, Stream.batch(1, Stream.frames(0..<12), of: 1), Stream.sent(1, 12))
        default:
            session.decoding = { $0.picture == Stream.payload(1) ? .after(.milliseconds(400)) : .after(.zero) }
            var frames = Stream.frames(0..<24)
            frames[12].picture = Stream.payload(1)
            session.at(1.0, Stream.audio(1, frames: 24), Stream.batch(1, frames, of: 1), Stream.sent(1, 24))
            session.at(1.0, .settingsChanged(Play.settings { $0.bufferFrames = 5 }))
        }
        session.run(to: 12)
        let drawn = session.drawn(1)
        let periods = zip(drawn, drawn.dropFirst()).map { $1.shown - $0.shown }
        #expect(drawn.count >= 12 && periods.allSatisfy { $0 >= .milliseconds(32) })
    }

    @Test("N28: frames without a clip name take the clip that their chunk's audio named")
    func clipOfAudio() {
        var session = EngineRun.loaded([(Stream.idle, 10), (Stream.talking, 90), ("hi_1_s_hi_1_e", 40)])
        var audio = AudioChunk(chunk: 0, sound: Stream.payload(7), zone: .zero, totalFrames: 12)
        audio.firstClip = "hi_1_s_hi_1_e"
        var frames = Stream.frames(0..<12)
        for place in frames.indices where place != 6 { frames[place].clip = nil }
        session.at(1.0, .audioArrived(audio), Stream.batch(0, frames, of: 1), .audioEnded)
        session.run(to: 6)
        let clips = session.drawn(0).compactMap(\.clip)
        #expect(
            clips.prefix(6).allSatisfy { $0 == "hi_1_s_hi_1_e" }
                && clips.dropFirst(6).allSatisfy { $0 == Stream.talking })
    }
}
