import Events

/// Turns what is heard into what is shown: assembly of chunks, their queue, the modes, the ledger of pictures.
///
/// A value: no clock, no pixels, no IO. Every event is accepted in every state; what makes no sense becomes a note.
/// Only `ticked` and `stepped` change the picture, so between two ticks `framePlan` stays what it was; except that a new
/// message takes the overlay of the one before off the picture at once, and so does an answer that begins while guesses of it are shown
/// (`replayGuesses`).
/// Specification: sections 2 and 3. Playback time (`clock`) is session time without the pauses; all limits of what is
/// played are measured in it.
package struct PlaybackEngine: Hashable, Sendable {
    package internal(set) var settings: PlaybackSettings

    // Time.
    /// Session time of the last event.
    package internal(set) var now = Instant.zero
    /// Playback time at the last event.
    var clock = Instant.zero
    /// Session time up to which `clock` has been counted; `nil` before the first tick, with which it starts.
    var clockedAt: Instant?
    /// Playback time of the last tick or step.
    var actedAt = Instant.zero
    package internal(set) var isPaused = false
    /// Playback time since the last advance of the current mode, at most two periods.
    var accumulator = Span.zero

    // What is on screen.
    var mode = Mode.idle
    /// The clip that the current mode runs, and its index there. In overlay mode: as last demanded.
    var clip: ClipName
    var baseIndex = 0
    /// By which the avatar goes home, while the talking clip runs out.
    var returnClip: ClipName?
    var composite: Composite?
    var record: FrameRecord?
    var recordCount = 0

    // The message.
    package internal(set) var generation: Generation = 0
    /// Session time of the last event that named a chunk or an end.
    package internal(set) var lastHeardAt = Instant.zero
    /// The last event from the wire was not taken for one of the current message.
    package internal(set) var wasPassedOver = false
    var emissions = EmissionClocks()
    /// What is known and left of it; nothing of it outlives it.
    var message = CurrentMessage()

    // What is known of pictures and clips.
    var ledger = PictureLedger()
    var clips = ClipCatalog()
    var requests = ClipRequests()
    /// Whether something happened that may let a picture be decoded.
    var needsDecoding = false
    package internal(set) var counters = Counters()

    package init(settings: PlaybackSettings = PlaybackSettings()) {
        self.settings = settings
        clip = settings.idleClip ?? .idle
        requests.idle = clip
    }

    /// Hears one event. Events must come in the order in which they were heard; an earlier time counts as now (N56).
    package mutating func handle(_ event: Event) -> [Effect] {
        var effects: [Effect] = []
        now = max(now, event.time)
        passTime()
        switch event.body {
        case .wire(let wire):
            wasPassedOver = false
            receive(wire, &effects)
        case .local(let input): receive(input, &effects)
        }
        if needsDecoding { requestDecoding(&effects) }
        return effects
    }

    private mutating func receive(_ input: LocalInput, _ effects: inout [Effect]) {
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
    /// Frames that may have been of an older message.
    package internal(set) var guesses = 0
    package internal(set) var lost = 0
    package internal(set) var late = 0
    /// Sounds of chunks that came behind their first frame.
    package internal(set) var lateSounds = 0
    package internal(set) var duplicates = 0
    package internal(set) var stale = 0
    /// Chunks of which the link was lost before they had come as a whole.
    package internal(set) var dropped = 0
    package internal(set) var decoded = 0
    package internal(set) var decodeFailures = 0
    package internal(set) var chunksFinished = 0
    /// Messages that ended, or came home without an end signal.
    package internal(set) var messagesFinished = 0
    /// Messages of which a lost link has taken the rest.
    package internal(set) var messagesCutOff = 0

    package init() {}
}

/// Exactly one of these holds (specification 3.1, 3.12). Moments are playback times.
enum Mode: Hashable, Sendable {
    case idle
    /// A bridge clip leads to the pending chunk.
    case transition(since: Instant)
    case overlay(OverlayPhase)
    /// The talking clip runs to its end without overlay.
    case finishingBase(since: Instant)
    /// The return clip, or a clip that was asked for while idle.
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

/// The sub-states of mode overlay: P, W, H and G of specification 3.12.
enum OverlayPhase: Hashable, Sendable {
    case playing
    /// The current frame's picture is not ready; the composite before stays.
    case waiting(since: Instant)
    /// On the last frame of a chunk, because the next one is known but not startable.
    case holding(since: Instant)
    /// Nothing is active and the message is open.
    case gap(since: Instant)
}

extension PlaybackEngine {
    /// Of the rules by which events become pictures. Raised by every change that lets a recording look or end otherwise
    /// than it did for whoever recorded it; tapes carry it, and those of another version are not replayed.
    package static let rulesVersion = 9
}

/// What a kept copy of the engine costs.
extension PlaybackEngine {
    /// Bytes that a copy takes besides what it shares with `other`, an earlier state of the same engine; about, and rather
    /// too many than too few.
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

    /// Dictionaries keep up to twice the room that they need.
    private static let ledgerEntryBytes =
        2 * (MemoryLayout<PictureKey>.stride + MemoryLayout<PictureLedger.Entry>.stride)
    private static let clipFrameBytes = 2 * (MemoryLayout<Int>.stride + MemoryLayout<Payload>.stride)
}
