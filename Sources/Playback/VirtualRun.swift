import Engine
import Events
import PictureInPicture
import Sessions
import Settings
import Sound
import Tapes

/// Plays a tape without a screen, as fast as it can be computed.
package struct VirtualRun {
    /// What happened, in order.
    package enum Item: Sendable {
        /// With what is on screen from then on; `nil` for a frame that was passed over, and before the first picture.
        case frame(FrameRecord, Composite?)
        case note(Note)
        /// The tile shows something else; the note says why.
        case tile(TileRecord, Note)
        /// The book that is read has come to something else; the note says why.
        case reading(ReaderRecord, Note)
        case chunk(ChunkReport)
    }

    private var player: ForwardOnlyPlayer
    private var forward = FastForward()
    private var runner: EffectRunner
    private let tape: TapeReader
    private let watcher: (any RunWatcher)?
    private let sounds: SoundPrefetcher

    /// - Parameters:
    ///   - pictures: of the tape.
    ///   - watcher: hears all of the run.
    package init(
        _ tape: TapeReader, _ playing: TapePlaying, _ pictures: any RunPictures, watcher: (any RunWatcher)? = nil
    ) throws {
        (self.tape, self.watcher) = (tape, watcher)
        sounds = SoundPrefetcher(tape) { watcher?.keepSound($0, $1) }
        let feed = try PrefetchingFeed(tape, isFresh: playing.isFresh, sounds: sounds)
        player = ForwardOnlyPlayer(feed, playing, watcher: watcher)
        var decoder = AtOnceDecoder(pictures, sounds: sounds)
        if let watcher { decoder.report = { watcher.receiveSound($0, at: $1) } }
        runner = EffectRunner(atOnce: decoder)
        player.receiveInput(.settingsChanged(playing.settings))
    }

    package var counters: Counters { player.engine.counters }
    /// At its end.
    package var answersCutOff: Int { player.engine.answersCutOff }
    package var hearing: TapeHearing { player.hearing }
    /// Besides the main one, of whom nothing is told to the watcher.
    package var otherMembers: [Member] { player.session.members.filter { !$0.isMain } }
    package var isReplay: Bool { player.isReplay }
    /// Whether something of a message that has come is still to be shown.
    package var isSpeaking: Bool { player.session.main.isSpeaking }
    /// The chunk inside of which the run stands, as cut off then.
    package var openChunk: ChunkReport? { player.session.main.openChunk }
    /// Of what comes from the tape.
    package var duration: Instant? { player.duration }
    /// Time of the last thing that was done.
    package var now: Instant { player.now }
    /// The last moment at which an avatar was doing something.
    package private(set) var lastAnimated = Instant.zero

    /// Runs to the end: all events heard, and the engine back in idle.
    /// - Throws: what reading a tape can, pictures and sounds included; what `receive` throws.
    package mutating func run(_ receive: (Item) throws -> Void) throws { try follow { item, _ in try receive(item) } }

    /// The same, with the engine as it is then.
    package mutating func follow(_ receive: (Item, PlaybackEngine) throws -> Void) throws {
        let watcher = watcher
        defer { sounds.close() }
        var isOver = false
        while !isOver {
            if player.session.isAnimating { lastAnimated = player.now }
            isOver = try !forward.step(&player, &runner) { effect, player in
                guard let item = Self.item(effect, player.session) else { return }
                watcher?.receiveItem(item, from: player.session.main)
                try receive(item, player.session.main)
            }
        }
        try tape.confirmBlobsRead()
    }

    private static func item(_ effect: Effect, _ session: Session) -> Item? {
        switch effect {
        case .show(let record): .frame(record, record.status == .skipped ? nil : session.main.framePlan.composite)
        case .note(let note):
            switch note.code {
            case .tile: session.tile.map { .tile($0.record, note) } ?? .note(note)
            default:
                note.isOfReader ? session.reader.map { .reading($0.record, note) } ?? .note(note) : .note(note)
            }
        case .finishChunk(let report): .chunk(report)
        default: nil
        }
    }
}

/// Hears all of a run, in order; `keepSound` is called from other threads.
package protocol RunWatcher: AnyObject, Sendable {
    /// - Parameter engine: after it has heard the event.
    func receiveEvent(_ event: Event, by engine: PlaybackEngine)
    func receiveItem(_ item: VirtualRun.Item, from engine: PlaybackEngine)
    /// A sound that the engine wanted has been decoded, or cannot be; in order, after the engine has heard of it. A replay hears
    /// what its tape says instead.
    func receiveSound(_ sound: DecodedSound, at time: Instant)
    /// A sound has been decoded for the run; before it is said how long it is, and perhaps long before.
    func keepSound(_ sound: Samples, _ hash: ContentHash)
}

extension RunWatcher {
    // For those who listen to no sounds.
    package func receiveSound(_ sound: DecodedSound, at time: Instant) {}
    package func keepSound(_ sound: Samples, _ hash: ContentHash) {}
}
