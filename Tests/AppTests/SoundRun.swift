import Decoding
import Engine
import Events
import PlaybackSupport
import Support
import Synchronization
import Tapes

@testable import App
@testable import Playback
@testable import Settings
@testable import Sound

/// A controller, a sound controller and a loudspeaker on one clock that the test moves.
@MainActor
final class SoundRun {
    let folder: Folder
    var playback: PlaybackController
    let controller: SoundController
    private let reader = WaitingReader()
    let loudspeaker: VirtualSpeaker
    var now = Instant.zero
    /// Milliseconds that pass at once.
    var step = 1
    private let tape: TapeReader
    /// When each frame came on screen, and where its chunk's sound was at that moment.
    var shown: [(record: FrameRecord, sound: TimeSpan?)] = []
    var notes: [Note] = []
    /// Sounds that were read.
    var reads = 0
    var messages: [String] = []
    /// Pictures are decoded this much later than they are asked for.
    var decodingTime = TimeSpan.zero
    private let pictures = PictureOrders()
    private var decoding: [(due: Instant, job: DecodeJob)] = []
    /// Sounds are ready at another speed this much later than they are asked for.
    var stretchingTime = TimeSpan.zero
    private var stretching: [(due: Instant, news: SoundEvent)] = []
    /// What was made for another speed, in the order in which it was asked for.
    var made: [(name: SoundName, from: TimeSpan, samples: Samples)] = []

    init(
        _ stream: WrittenStream, opensDevice: Bool = true, recentBytes: Int = SoundController.recentBytes,
        rate: Int = 48_000,
        hearsSteps: Bool = false
    ) async throws {
        loudspeaker = VirtualSpeaker(rate: rate)
        folder = try Folder()
        tape = try await stream.tape(folder.file("tape.cameo"))
        playback = PlaybackController(
            FeedPlayer(try TapeFeed(tape, isFresh: true), isRecording: true), blobs: tape, at: .zero)
        var wish = SoundOptions()
        wish.hearsSteps = hearsSteps
        controller = SoundController(reader, wish, recentBytes: recentBytes)
        playback.runner.helpers[.main] = EngineHelpers(pictures: pictures, sounds: controller)
        if opensDevice { _ = controller.receiveEvent(.opened(loudspeaker)) }
        choose()
    }

    private var clock: PlaybackSettings.Clock?

    private func choose() {
        let wanted: PlaybackSettings.Clock = controller.canPace ? .sound : .wall
        guard wanted != clock else { return }
        (clock, controller.pacing) = (wanted, wanted)
        var settings = PlaybackSettings()
        settings.clock = wanted
        playback.receiveInput(.settingsChanged(settings))
    }

    func run(to seconds: Double) throws {
        while now < Instant(seconds: seconds) {
            now += .milliseconds(Int64(step))
            loudspeaker.run(step)
            while let first = decoding.first, first.due <= now {
                decoding.removeFirst()
                playback.receivePicture(first.job, .success(PixelSize(width: 4, height: 4)))
            }
            while let first = stretching.first, first.due <= now {
                _ = controller.receiveEvent(stretching.removeFirst().news)
            }
            try turn()
        }
    }

    func turn() throws {
        choose()
        let now = now
        try playback.advance(to: now) { controller.inputs(for: $1, at: now) }
        let reports = playback.perform()
        if controller.status == .open { read() }
        decoding += pictures.take().map { (now + decodingTime, $0) }
        for report in reports {
            switch report {
            case .show(let record): shown.append((record, loudspeaker.place(at: now)?.position))
            case .note(let note): notes.append(note)
            default: break
            }
        }
        if let outcome = playback.takeOutcome() { controller.receiveOutcome(outcome, playback.engine) }
        if let message = controller.follow(playback, of: .main, at: now) { messages.append(message) }
        if let reason = controller.takeUnsaid() { messages.append(reason) }
        if controller.status == .open { read() }
    }

    /// What the worker does, at once.
    private func read() {
        for job in reader.take() {
            switch job {
            case .decode(let name, let sound, let longest):
                reads += 1
                let result = Result { () throws(SoundError) in
                    let bytes = tape.bytes(of: sound.hash) ?? []
                    return try SoundPiece(bytes).sound(longest: longest).get()
                        .resampled(to: loudspeaker.rate)
                }
                if let input = controller.receiveEvent(
                    .decoded(name, SoundKey(sound, longest: longest), result, levels: []))
                {
                    playback.receiveInput(input)
                }
            case .stretch(let name, let samples, let from, let speed):
                let rest = samples.dropping(samples.frame(at: from)).stretched(toSpeed: speed)
                made.append((name, from, rest))
                stretching.append((now + stretchingTime, .stretched(name, rest, from: from, speed: speed)))
            }
        }
    }

    /// Without the silence around it.
    var heard: [Int16] { loudspeaker.played.sounding }

    var talk: [(record: FrameRecord, sound: TimeSpan?)] {
        shown.filter { $0.record.position != nil && $0.record.status != .skipped }
    }
}

/// Keeps what is wanted of it.
final class WaitingReader: SoundReader {
    private let jobs = Mutex<[SoundJob]>([])

    func add(_ job: SoundJob) { jobs.withLock { $0.append(job) } }
    func begin(_ generation: Generation) {}
    func take() -> [SoundJob] {
        jobs.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
    }
}

extension [Int16] {
    /// Without the silence around it.
    var sounding: [Int16] { Array(drop { $0 == 0 }.reversed().drop { $0 == 0 }.reversed()) }

    /// Where the two begin to differ, in words; `nil` when they do not.
    func difference(to other: [Int16]) -> String? {
        guard self != other else { return nil }
        let place = zip(self, other).enumerated().first { $1.0 != $1.1 }?.offset ?? Swift.min(count, other.count)
        return
            "\(count) instead of \(other.count), from \(place) on: \(self[place...].prefix(3)), \(other[place...].prefix(3))"
    }
}
