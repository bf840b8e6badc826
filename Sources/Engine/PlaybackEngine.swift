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
    var accumulator = Span.zero

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
