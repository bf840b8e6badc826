import Events

/// Turns events into frames: assembly of chunks, their queue, the modes, the ledger of pictures.
///
/// A value without clock, pixels or IO. Every event is accepted in every state; an event that makes no sense becomes
/// a note. Only `ticked` and `stepped` change the picture, so between two ticks `framePlan` stays the same. There are
/// two exceptions: a new message removes the previous overlay at once, and so does an answer that begins while
/// guesses of it are shown (`replayGuesses`).
/// Specification: sections 2 and 3. Playback time (`clock`) is session time without the pauses; all limits on
/// playback are measured in it.
package struct PlaybackEngine: Hashable, Sendable {
    package internal(set) var settings: PlaybackSettings

    // Time.
    /// Session time of the last event.
    package internal(set) var now = Instant.zero
    /// Playback time at the last event.
    var clock = Instant.zero
    /// Session time up to which `clock` has been advanced; `nil` before the first tick, which starts it.
    var clockedAt: Instant?
    /// Playback time of the last tick or step.
    var actedAt = Instant.zero
    package internal(set) var isPaused = false
    /// Playback time since the last advance of the current mode, at most two periods.
    var accumulator = TimeSpan.zero

    // What is on screen.
    var mode = Mode.idle
    /// The clip of the current mode, and its index there. In overlay mode: as last demanded.
    var clip: ClipName
    var baseIndex = 0
    /// The clip by which the avatar returns to idling, while the talking clip runs out.
    var returnClip: ClipName?
    var composite: Composite?
    var record: FrameRecord?
    var recordCount = 0

    // The message.
    package internal(set) var generation: Generation = 0
    /// Session time of the last event that named a chunk or an end.
    package internal(set) var lastHeardAt = Instant.zero
    /// Whether the last event from the backend was not taken for one of the current message.
    package internal(set) var wasPassedOver = false
    var emissions = EmissionClocks()
    /// Everything known of the current message; nothing of it outlives it.
    var message = CurrentMessage()

    // What is known of pictures and clips.
    var ledger = PictureLedger()
    var clips = ClipCatalog()
    var requests = ClipRequests()
    /// Whether something happened after which a picture can be decoded.
    var needsDecoding = false
    package internal(set) var counters = Counters()

    package init(settings: PlaybackSettings = PlaybackSettings()) {
        self.settings = settings
        clip = settings.idleClip ?? .idle
        requests.idle = clip
    }

    /// Handles one event. Events must come in the order in which they were received; an earlier time counts as now
    /// (N56).
    package mutating func handle(_ event: Event) -> [Effect] {
        var effects: [Effect] = []
        now = max(now, event.time)
        passTime()
        switch event.body {
        case .wire(let wire):
            wasPassedOver = false
            handleWireEvent(wire, &effects)
        case .local(let input): handleLocalInput(input, &effects)
        }
        if needsDecoding { requestDecoding(&effects) }
        return effects
    }

    private mutating func handleWireEvent(_ event: WireEvent, _ effects: inout [Effect]) {
        switch event {
        case .audioArrived, .overlaysArrived, .chunkDescribed, .chunkSent:
            if let chunk = event.chunk { chunkEventArrived(event, chunk: chunk, &effects) }
        case .audioEnded: audioEnded(&effects)
        case .baseAnimationRequested(let clip): baseAnimationRequested(clip, &effects)
        case .manifestArrived(let manifest): manifestArrived(manifest, &effects)
        case .clipAnnounced(let clip, let total): clipAnnounced(clip, total: total, &effects)
        case .baseFrameArrived(let clip, let index, let picture):
            baseFrameArrived(clip, index: index, picture: picture, &effects)
        case .clipCompleted(let clip, let total): clipCompleted(clip, total: total, &effects)
        case .textArrived, .imageArrived, .call, .mouth, .userSaid, .ignored: break
        }
    }

    private mutating func handleLocalInput(_ input: LocalInput, _ effects: inout [Effect]) {
        switch input {
        case .ticked: tick(&effects)
        case .stepped: step(&effects)
        case .paused: pause()
        case .resumed: resume()
        case .sent: send(&effects)
        case .refused(let generation): refused(generation, &effects)
        case .settingsChanged(let new): adjust(new)
        case .pictureDecoded(let key, let generation, let size): pictureDecoded(key, generation, size)
        case .pictureFailed(let key, let generation, let reason): pictureFailed(key, generation, reason, &effects)
        case .baseFrameFailed(let clip, let index, let reason): baseFrameFailed(clip, index, reason, &effects)
        case .soundDecoded(let chunk, let generation, let duration): soundDecoded(chunk, generation, duration)
        case .soundFailed(let chunk, let generation, let reason): soundFailed(chunk, generation, reason, &effects)
        case .soundMoved(let chunk, let generation, let position): soundMoved(chunk, generation, position)
        case .soundEnded(let chunk, let generation): soundEnded(chunk, generation)
        case .linkLost(let reason): linkLost(reason, &effects)
        case .linkClosed: linkLost(LocalInput.ownDeparture, &effects)
        case .linkRestored: linkRestored(&effects)
        case .tile, .reading, .narration: break
        }
    }

    private mutating func adjust(_ new: PlaybackSettings) {
        let wanted = settings.idleClip
        settings = new
        guard new.idleClip != wanted else { return }
        chooseIdle(among: clips.names.isEmpty ? [new.idleClip ?? .idle] : clips.names)
    }

    func note(
        _ code: Note.Code, chunk: Int? = nil, _ text: @autoclosure () -> String, _ effects: inout [Effect]
    ) {
        effects.append(.note(Note(time: now, code: code, text: text(), chunk: chunk)))
    }
}

/// Counts since the session began.
package struct Counters: Hashable, Sendable {
    package internal(set) var ticks = 0
    package internal(set) var shown = 0
    package internal(set) var held = 0
    package internal(set) var skipped = 0
    package internal(set) var noOverlay = 0
    package internal(set) var desync = 0
    /// Frames that may have belonged to an older message.
    package internal(set) var guesses = 0
    package internal(set) var lost = 0
    package internal(set) var late = 0
    /// Sounds that arrived after the first frame of their chunk.
    package internal(set) var lateSounds = 0
    package internal(set) var duplicates = 0
    package internal(set) var stale = 0
    /// Chunks that were incomplete when the connection was lost.
    package internal(set) var dropped = 0
    package internal(set) var decoded = 0
    package internal(set) var decodeFailures = 0
    package internal(set) var chunksFinished = 0
    /// Messages that ended, or returned to idling without an end signal.
    package internal(set) var messagesFinished = 0
    /// Messages whose rest was lost with the connection.
    package internal(set) var messagesCutOff = 0

    package init() {}
}

/// The engine is in exactly one of these modes (specification 3.1, 3.12). Moments are playback times.
enum Mode: Hashable, Sendable {
    case idle
    /// A bridge clip leads to the pending chunk.
    case transition(since: Instant)
    case overlay(OverlayPhase)
    /// The talking clip runs to its end without overlay.
    case finishingBase(since: Instant)
    /// The return clip plays, or a clip that was requested while idle.
    case returnTransition(since: Instant)

    var name: ModeName {
        switch self {
        case .idle: .idle
        case .transition: .transition
        case .overlay: .overlay
        case .finishingBase: .finishingBase
        case .returnTransition: .returnTransition
        }
    }
}

/// The phases of mode overlay: P, W, H and G of specification 3.12.
enum OverlayPhase: Hashable, Sendable {
    case playing
    /// The current frame's picture is not ready; the previous composite stays.
    case waiting(since: Instant)
    /// The last frame of a chunk stays: the next chunk is known but cannot start yet.
    case holding(since: Instant)
    /// No chunk is active and the message is open.
    case gap(since: Instant)
}

extension PlaybackEngine {
    /// Version of the rules that turn events into pictures. Raise it with every change that makes a recording look or
    /// end differently from when it was recorded. Tapes store it; a tape of another version is not replayed exactly.
    package static let rulesVersion = 9
}

/// Memory that a saved copy of the engine takes.
extension PlaybackEngine {
    /// Approximate number of bytes that a copy takes besides what it shares with `other`, an earlier state of the
    /// same engine; rather too many than too few.
    package func copyBytes(besides other: PlaybackEngine) -> Int {
        var bytes = MemoryLayout<PlaybackEngine>.stride
        bytes += ledger.entries.count * Self.ledgerEntryBytes
        let chunks = message.queue + message.shownGuesses + message.guessesAfterEnd
        bytes +=
            (chunks.reduce(message.active?.chunk.frames.count ?? 0) { $0 + $1.frames.count })
            * MemoryLayout<ChunkFrame>.stride
        bytes += chunks.count * MemoryLayout<Chunk>.stride
        let noted = message.lateNoted.count + message.repeatsNoted.count
        bytes += (message.played.count + noted + message.carried.count) * 32 + message.missed.count * 64
        bytes += message.heldAside.reduce(0) { $0 + 512 + $1.frameCount * MemoryLayout<OverlayFrame>.stride }
        // Frames of clips arrive once and stay as they are.
        if clips != other.clips { bytes += clips.frameCount * Self.clipFrameBytes }
        return bytes
    }

    /// Dictionaries reserve up to twice the room that they need.
    private static let ledgerEntryBytes =
        2 * (MemoryLayout<PictureKey>.stride + MemoryLayout<PictureLedger.Entry>.stride)
    private static let clipFrameBytes = 2 * (MemoryLayout<Int>.stride + MemoryLayout<Payload>.stride)
}
