import Engine
import Events
import Frames
import Platform
import Sound
import Tapes

/// Lets a player hear what comes next without waiting for it, on a clock that jumps from one moment at which something
/// happens to the next.
///
/// Pictures are decoded for real, each one once, and are ready in the same instant; a replay takes the results that the
/// tape holds and decodes nothing. So it is with sounds, but that those of a replay are decoded beside it, for whoever judges it.
package struct FastForward {
    private let blobs: any BlobSource
    private var decoded: [ContentHash: Result<PixelSize, PictureError>] = [:]
    /// Takes what is decoded; called from several threads.
    var keep: (@Sendable (Picture, ContentHash) -> Void)?
    /// Decodes sounds; `nil` where somebody else does.
    package var sounds: SoundPrefetcher?
    /// Takes what came of each sound, in the order in which the engine wanted them.
    var tellSound: ((DecodedSound, Instant) -> Void)?
    /// Of the message that is heard.
    private var firstSound: (generation: Generation, sound: Payload)?
    /// Nothing more comes from a live feed: its engine is followed until it is back in idle.
    package var isStreamOver = false
    private var lastMoment: Instant?
    /// The event that is waited for, and since when.
    private var awaited: (event: Instant?, since: Instant) = (nil, .zero)
    /// What the engine had shown and finished when something last came of it, and when that was.
    private var progress: (done: Int, at: Instant) = (0, .zero)
    /// A fresh player is abandoned when nothing has come or been shown or heard for longer than this and its limits are together.
    private static let timeout = Span.seconds(60)
    /// Silence beyond this is not idled through: a time on a tape may be a stranger's, and years of idling would never end.
    private static let longestSilence = Span.seconds(3_600)
    /// Outcomes of decoding that are kept; beyond, all are forgotten.
    private static let outcomesKept = 200_000

    package init(blobs: any BlobSource) { self.blobs = blobs }

    /// One moment: everything that is due in it, and what is decoded in it.
    /// - Returns: `false` at the end: all events heard, and the engine back in idle.
    package mutating func step<P: ForwardPlayer>(_ player: inout P, _ receive: (Effect, P) throws -> Void) throws
        -> Bool
    {
        guard let moment = try nextMoment(player, receive) else { return false }
        lastMoment = moment
        // What is decoded is ready in the same instant: before the tick, which else would draw a frame for no time.
        repeat {
            while try player.takeEvent(to: moment) { while try perform(&player, receive) {} }
            player.tickIfDue()
        } while try perform(&player, receive)
        return true
    }

    /// Decodes what somebody else was asked to and has not done, so that nothing is waited for.
    mutating func catchUp(_ player: inout FeedPlayer, _ jobs: some Sequence<DecodeJob>) { decode(Array(jobs), &player) }

    /// The moment at which something happens, `nil` when it is over. Time moves on even if the engine asks for a tick at
    /// once again and again.
    private mutating func nextMoment<P: ForwardPlayer>(
        _ player: P, _ receive: (Effect, P) throws -> Void
    ) throws -> Instant? {
        if let event = try endOfSilence(player, receive) { return event }
        guard let wake = player.nextWake else { return nil }
        if player.isAtEnd {
            guard !player.isReplay, player.lag == nil || isStreamOver, player.engine.isAnimating else { return nil }
            let settings = player.engine.settings
            let timeout = [
                settings.bufferLimit, settings.decodeLimit, settings.holdLimit, settings.gapLimit,
                settings.chunkGapLimit,
                settings.finishingLimit, settings.completionSilence, settings.completionLimit, settings.sentLimit,
            ].reduce(Self.timeout, +)
            if wake > lastProgress(player) + timeout {
                let text = "nothing moves any more for \(Int(timeout.seconds)) s: the rest is not played"
                try receive(.note(Note(time: player.now, code: .timeLimit, text: text)), player)
                return nil
            }
        }
        if wake > player.now { return wake }
        return player.now == lastMoment ? player.now + Span(microseconds: 1) : player.now
    }

    /// When something last came, was shown, or sounded.
    private mutating func lastProgress<P: ForwardPlayer>(_ player: P) -> Instant {
        let counters = player.engine.counters
        let done = counters.shown + counters.skipped + counters.chunksFinished
        if done != progress.done || player.engine.sounding != nil { progress = (done, player.now) }
        return max(progress.at, player.duration ?? .zero)
    }

    /// The moment at which something is heard again, when that is far away and the engine has had time to end what it did.
    private mutating func endOfSilence<P: ForwardPlayer>(
        _ player: P, _ receive: (Effect, P) throws -> Void
    ) throws -> Instant? {
        let event = player.nextEventTime
        if event != awaited.event { awaited = (event, player.now) }
        guard !player.isReplay, let event, event - player.now > Self.longestSilence,
            player.now - awaited.since >= Self.timeout
        else { return nil }
        let text = "nothing is heard for \(Int((event - player.now).seconds)) s, which is passed over"
        try receive(.note(Note(time: player.now, code: .waiting, text: text)), player)
        return event
    }

    /// True when the engine has heard something in return.
    private mutating func perform<P: ForwardPlayer>(
        _ player: inout P, _ receive: (Effect, P) throws -> Void
    ) throws -> Bool {
        var jobs: [DecodeJob] = []
        var sounds: [DecodedSound] = []
        for effect in player.takeEffects() {
            switch effect {
            case .decode(let job): if !player.isReplay { jobs.append(job) }
            case .decodeSound(let chunk, let generation, let sound, let longest)
            where self.sounds != nil && (!player.isReplay || tellSound != nil):
                sounds.append(decode(sound, of: chunk, generation, longest))
            default: try receive(effect, player)
            }
        }
        decode(jobs, &player)
        for sound in sounds {
            player.receive(sound.input)
            tellSound?(sound, player.engine.now)
        }
        return !jobs.isEmpty || !sounds.isEmpty
    }

    /// Continuations may lack the header that the first sound of their message has.
    private mutating func decode(
        _ sound: Payload, of chunk: Int, _ generation: Generation, _ longest: Span?
    ) -> DecodedSound {
        if chunk == 0 { firstSound = (generation, sound) }
        let first = firstSound.flatMap { $0.generation == generation && chunk > 0 ? $0.sound : nil }
        let outcome = sounds?.outcome(sound, continuing: first, longest: longest) ?? .empty
        return DecodedSound(name: SoundName(chunk, generation), sound: sound, outcome: outcome)
    }

    /// All that is asked for at once is decoded at once, on all cores.
    private mutating func decode(_ jobs: [DecodeJob], _ player: inout some ForwardPlayer) {
        guard !jobs.isEmpty else { return }
        if decoded.count + jobs.count >= Self.outcomesKept { decoded = [:] }
        var new: [ContentHash] = []
        for job in jobs where decoded[job.picture.hash] == nil {
            decoded[job.picture.hash] = .failure(.empty)
            new.append(job.picture.hash)
        }
        let (blobs, keep) = (blobs, keep)
        let results = inParallel(new) { hash in
            let result = Playback.decode(hash, blobs)
            if let keep, case .success(let picture) = result { keep(picture, hash) }
            return result.map(\.size)
        }
        for (hash, result) in zip(new, results) { decoded[hash] = result }
        for job in jobs {
            switch decoded[job.picture.hash] ?? .failure(.empty) {
            case .success(let size): player.receive(.pictureDecoded(job.key, job.generation, size))
            case .failure(let error): player.receive(.pictureFailed(job.key, job.generation, reason: error.reason))
            }
        }
    }
}
