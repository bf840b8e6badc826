import Engine
import Events
import Frames
import Tapes

/// Plays a tape without a screen on a clock of its own, as fast as it can be computed.
///
/// Pictures are decoded for real, each one once, and are ready in the same instant; a replay takes the results that the
/// tape holds and decodes nothing.
package struct VirtualRun {
    /// What happened, in order.
    package enum Item: Sendable {
        /// With what is on screen from then on; `nil` for a frame that was passed over, and before the first picture.
        case frame(FrameRecord, Composite?)
        case note(Note)
        case chunk(ChunkReport)
    }

    private var player: Player
    private let blobs: any BlobSource
    private let watcher: (any RunWatcher)?
    /// For tests: what is said to be on screen in place of what the engine drew (K65).
    var misdraw: ((FrameRecord, Composite?) -> Composite?)?
    private var decoded: [ContentHash: Result<PixelSize, PictureError>] = [:]
    private var now = Instant.zero
    /// A tape's player is given up this long after the last event, whatever its engine does: sum of all limits and more.
    private static let patience = Span.seconds(60)
    /// Silence beyond this is not idled through: a time on a tape may be a stranger's, and years of idling would never end.
    private static let longestSilence = Span.seconds(3_600)
    /// The event that is waited for, and since when.
    private var awaited: (event: Instant?, since: Instant) = (nil, .zero)

    /// - Parameter watcher: hears and sees all of the run.
    package init(
        _ tape: TapeReader, isFresh: Bool, settings: PlaybackSettings = PlaybackSettings(),
        watcher: (any RunWatcher)? = nil
    ) throws {
        blobs = tape
        self.watcher = watcher
        player = Player(
            try AheadFeed(tape, isFresh: isFresh), settings: settings, isRecording: watcher != nil)
        player.hear(.settingsChanged(settings))
    }

    package var counters: Counters { player.engine.counters }
    package var isReplay: Bool { player.isReplay }

    /// Runs to the end: all events heard, and the engine back in idle.
    package mutating func run(_ take: (Item) throws -> Void) throws {
        var moment: Instant? = now
        while let next = moment {
            now = next
            // What is decoded is ready in the same instant: before the tick, which else would draw a frame for no time.
            repeat {
                while try player.takeEvent(to: now) { while try carryOut(take) {} }
                player.tickIfDue()
            } while try carryOut(take)
            moment = try endOfSilence(take) ?? nextMoment
        }
    }

    /// The moment at which something is heard again, when that is far away and the engine has had time to end what it did.
    private mutating func endOfSilence(_ take: (Item) throws -> Void) throws -> Instant? {
        let event = player.nextEventTime
        if event != awaited.event { awaited = (event, now) }
        guard !player.isReplay, let event, event - now > Self.longestSilence, now - awaited.since >= Self.patience
        else { return nil }
        let text = "nothing is heard for \(Int((event - now).seconds)) s, which is passed over"
        try take(.note(Note(time: now, code: .timeLimit, text: text)))
        return event
    }

    /// `nil` when it is over. Time moves on even if the engine asks for a tick at once again and again.
    private var nextMoment: Instant? {
        guard let wake = player.nextWake else { return nil }
        if player.isAtEnd {
            guard !player.isReplay, player.engine.isAnimating else { return nil }
            if wake > (player.duration ?? .zero) + Self.patience { return nil }
        }
        return max(wake, now + Span(microseconds: 1))
    }

    /// True when the engine has heard something in return.
    private mutating func carryOut(_ take: (Item) throws -> Void) throws -> Bool {
        if let watcher { for heard in player.takeHeard() { watcher.hear(heard.event, by: player.engine) } }
        var jobs: [DecodeJob] = []
        for effect in player.takeEffects() {
            switch effect {
            case .show(let record): try give(.frame(record, composite(of: record)), take)
            case .note(let note): try give(.note(note), take)
            case .finishChunk(let report): try give(.chunk(report), take)
            case .decode(let job) where !player.isReplay: jobs.append(job)
            default: break
            }
        }
        decode(jobs)
        return !jobs.isEmpty
    }

    private func give(_ item: Item, _ take: (Item) throws -> Void) throws {
        watcher?.take(item, from: player.engine)
        try take(item)
    }

    private func composite(of record: FrameRecord) -> Composite? {
        if record.status == .skipped { return nil }
        let composite = player.engine.framePlan.composite
        guard let misdraw else { return composite }
        return misdraw(record, composite)
    }

    /// All that is asked for at once is decoded at once.
    private mutating func decode(_ jobs: [DecodeJob]) {
        var new: [ContentHash] = []
        for job in jobs where decoded[job.picture.hash] == nil {
            decoded[job.picture.hash] = .failure(.empty)
            new.append(job.picture.hash)
        }
        let (blobs, watcher) = (blobs, watcher)
        let results = inParallel(new) { hash in
            let result = App.decode(hash, blobs)
            if case .success(let picture) = result { watcher?.keep(picture, hash) }
            return result.map(\.size)
        }
        for (hash, result) in zip(new, results) { decoded[hash] = result }
        for job in jobs {
            switch decoded[job.picture.hash] ?? .failure(.empty) {
            case .success(let size): player.hear(.pictureDecoded(job.key, job.generation, size))
            case .failure(let error): player.hear(.pictureFailed(job.key, job.generation, reason: error.reason))
            }
        }
    }
}

/// Hears and sees all of a run, in order; `keep` is called from several threads.
package protocol RunWatcher: AnyObject, Sendable {
    /// - Parameter engine: after it has heard the event, and perhaps some that came with it.
    func hear(_ event: Event, by engine: PlaybackEngine)
    func take(_ item: VirtualRun.Item, from engine: PlaybackEngine)
    /// An overlay has been decoded for the run.
    func keep(_ picture: Picture, _ hash: ContentHash)
}
