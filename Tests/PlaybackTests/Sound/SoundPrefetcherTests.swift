import Decoding
import Engine
import Events
import PlaybackSupport
import Sound
import Support
import Synchronization
import Tapes
import Testing

@testable import Playback

@Suite struct SoundPrefetcherTests {
    /// Lengths of the sounds that were kept, in the order in which they came.
    private final class Kept: Sendable {
        let spans = Mutex<[TimeSpan]>([])
    }

    private static func wav(_ seconds: Double) -> [UInt8] { Samples.numbered(seconds: seconds, rate: 8_000).file }

    @Test("each distinct sound is decoded once, and its samples are handed over before its length is told")
    func once() {
        let blobs = TestBlobs([Self.wav(0.5), Self.wav(0.25)])
        let kept = Kept()
        let sounds = SoundPrefetcher(blobs) { samples, _ in kept.spans.withLock { $0.append(samples.duration) } }
        sounds.order(blobs.payload(1))
        sounds.order(blobs.payload(0))
        for _ in 0..<3 {
            #expect(sounds.outcome(blobs.payload(0), continuing: nil).length == .success(.milliseconds(500)))
            let first = sounds.outcome(blobs.payload(0), continuing: nil)
            let context = SoundContext(rest: first.rest, first: first.header)
            #expect(sounds.outcome(blobs.payload(1), continuing: context).length == .success(.milliseconds(250)))
        }
        #expect(kept.spans.withLock { $0 } == [.milliseconds(250), .milliseconds(500)])
        #expect(blobs.asks(0) == 1 && blobs.asks(1) == 1)
    }

    @Test("N25 a sound without header is read with the beginning of its message's first sound; another one is none")
    func continuation() {
        let whole = Self.wav(0.5)
        let blobs = TestBlobs([whole, Array(whole.dropFirst(44)), Array("no sound".utf8)])
        let sounds = SoundPrefetcher(blobs)
        let first = sounds.outcome(blobs.payload(0), continuing: nil)
        let context = SoundContext(rest: first.rest, first: first.header)
        #expect(sounds.outcome(blobs.payload(1), continuing: context).length == .success(.milliseconds(500)))
        guard case .failure(.unreadable) = sounds.outcome(blobs.payload(1), continuing: nil).length,
            case .failure = sounds.outcome(blobs.payload(2), continuing: nil).length
        else {
            Issue.record("what has no header is not a sound by itself")
            return
        }
    }

    @Test(
        "b-wav-placeholder: a size of more than twice what is there is none, where the sound is as long as its frames")
    func announcedTooMuch() {
        var wav = Self.wav(1)
        wav.replaceSubrange(40..<44, with: [0, 0x7D, 0, 0])  // 32,000 bytes: twice what is there
        var more = wav
        more[40] = 100
        let blobs = TestBlobs([wav, more])
        let sounds = SoundPrefetcher(blobs)
        func missing(_ number: Int, _ longest: TimeSpan?) -> Int? {
            let outcome = sounds.outcome(blobs.payload(number), continuing: nil, longest: longest)
            let sound = DecodedSound(name: SoundName(0, 1), sound: blobs.payload(number), outcome: outcome)
            return if case .sound(_, _, _, let missing, _) = sound.judged.outcome { missing } else { nil }
        }
        #expect(missing(0, .seconds(1)) == 16_000 && missing(1, .seconds(1)) == 0)
        #expect(missing(1, .milliseconds(1_199)) == 0 && missing(1, .milliseconds(1_200)) == 16_100)
        #expect(missing(1, nil) == 16_100)
    }

    /// Two chunks of sound, one of which is none, and one of sound without frames.
    private static func stream() throws -> WrittenStream {
        var stream = try WrittenStream.message()
        stream.audio(2, frames: 0, at: 0.72, sound: wav(0.4))
        stream.audio(3, frames: 11, at: 0.73, sound: [0])  // with the first one's header nothing, either
        try stream.batch(3, 0..<11, at: 0.74) { try WrittenStream.picture(10_300 + $0, side: 4) }
        stream.say(0.8, "audio_end", [:])
        return stream
    }

    @Test("a run gives the same states whether its sounds were decoded ahead of it or when it asked for them")
    func sameStates() async throws {
        let folder = try Folder()
        let tape = try await Self.stream().tape(folder.file("stream.cameo"))
        var ahead: PlaybackEngine?
        var run = try VirtualRun(tape, isFresh: false)
        try run.follow { _, engine in ahead = engine }

        var player = FeedPlayer(try TapeFeed(tape, isFresh: false))
        player.receiveInput(.settingsChanged(PlaybackSettings()))
        var (forward, runner) = (
            FastForward(), EffectRunner(atOnce: AtOnceDecoder(tape, sounds: SoundPrefetcher(tape)))
        )
        var late: PlaybackEngine?
        while try forward.step(
            &player, &runner,
            { effect, player in
                switch effect {
                case .show, .note, .finishChunk: late = player.engine
                default: break
                }
            })
        {}
        #expect(ahead != nil && ahead == late)
    }

    /// What a run says of its sounds, and what its engine hears.
    private final class Watch: RunWatcher {
        let told = Mutex<[(chunk: Int, isSound: Bool)]>([])
        let heard = Mutex<[LocalInput]>([])

        func receiveEvent(_ event: Event, by engine: PlaybackEngine) {
            guard case .local(let input) = event.body else { return }
            switch input {
            case .soundDecoded, .soundFailed: heard.withLock { $0.append(input) }
            default: break
            }
        }
        func receiveItem(_ item: VirtualRun.Item, from engine: PlaybackEngine) {}
        func receiveSound(_ sound: DecodedSound, at time: Instant) {
            told.withLock { $0.append((sound.name.chunk, (try? sound.outcome.length.get()) != nil)) }
        }
        func keepSound(_ sound: Samples, _ hash: ContentHash) {}
    }

    @Test("a run without a screen hears how long its sounds are, and which are none, and notes those")
    func heard() async throws {
        let folder = try Folder()
        let tape = try await Self.stream().tape(folder.file("stream.cameo"))
        let watch = Watch()
        var failures = 0
        var run = try VirtualRun(tape, isFresh: false, watcher: watch)
        try run.run { if case .note(let note) = $0, note.code == .audioFailed { failures += 1 } }
        #expect(failures == 1)
        let heard = watch.heard.withLock { $0 }
        #expect(
            heard.prefix(3) == [
                .soundDecoded(chunk: 0, 0, duration: .milliseconds(400)),
                .soundDecoded(chunk: 1, 0, duration: .milliseconds(500)),
                .soundDecoded(chunk: 2, 0, duration: .milliseconds(400)),
            ])
        guard case .soundFailed(chunk: 3, 0, _) = heard.last else {
            Issue.record("the last sound is none: \(heard)")
            return
        }
    }

    @Test("MP3 whose length tells that it begins with the coder's silence is as much shorter for the engine")
    func coderDelay() async throws {
        let demo = try TapeReader(path: try DemoLines.tape())
        let sounds = try demo.entries().compactMap { entry -> Payload? in
            guard case .wire(.audioArrived(let audio)) = try entry.event().event.body else { return nil }
            return audio.sound
        }
        let tagged = try #require(sounds.first.flatMap { demo.bytes(of: $0.hash) })
        let bare = try #require(withoutMP3Tag(tagged))
        let samples = try decodeSound(bare)
        let delay = try #require(CoderDelay(in: bare, rate: samples.rate)).length
        let expected = samples.duration - delay
        var stream = try WrittenStream.message()
        // One frame too few for the sound without it; and as many as it has with it, which say nothing.
        for (chunk, frames) in [(2, Int(expected.seconds * 30) - 1), (3, Int(samples.duration.seconds * 30))] {
            stream.audio(chunk, frames: frames, at: 0.7, sound: bare)
        }
        stream.say(0.8, "audio_end", [:])
        let folder = try Folder()
        let watch = Watch()
        var run = try VirtualRun(
            try await stream.tape(folder.file("stream.cameo")), isFresh: false, watcher: watch)
        try run.run { _ in }
        #expect(
            watch.heard.withLock { Array($0.suffix(2)) } == [
                .soundDecoded(chunk: 2, 0, duration: expected),
                .soundDecoded(chunk: 3, 0, duration: samples.duration),
            ])
    }

    @Test("a replay hears what its tape has; its sounds are decoded beside it and told")
    func replay() async throws {
        let folder = try Folder()
        let (showing, recorded) = try await Showing.recorded(in: folder)
        let watch = Watch()
        var records: [FrameRecord] = []
        var run = try VirtualRun(try TapeReader(path: recorded), isFresh: false, watcher: watch)
        try run.run { if case .frame(let record, _) = $0 { records.append(record) } }
        #expect(run.isReplay && records == showing.records)
        #expect(watch.heard.withLock { $0 } == [])
        #expect(watch.told.withLock { $0.map(\.chunk) } == [0, 1])
        #expect(watch.told.withLock { $0.allSatisfy(\.isSound) })
    }
}
