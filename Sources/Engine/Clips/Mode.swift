import Events

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

/// The chunk that is being played and how far.
struct ActiveChunk: Hashable, Sendable {
    var chunk: Chunk
    /// Place of the current frame in `chunk.frames`.
    var cursor = 0
    /// Whether the current frame has been on screen, or was abandoned.
    var isDrawn = false
    /// Playback time at which it came on screen.
    var drawnAt = Instant.zero
    /// When the current frame should have been on screen, session time.
    var due: Instant
    /// Session and playback time of the first draw, or of the start of a chunk without frames.
    var started: Instant?
    var startedAt: Instant?
    var isSoundStarted = false
    var hasSoundEnded = false
    /// What was heard of the sound last, and the playback time of that.
    var soundPosition: Span?
    var soundMovedAt = Instant.zero
    /// From where it began to be heard, and the playback time of that.
    var soundOffset = Span.zero
    var soundStartedAt = Instant.zero
    var isMissingClipNoted: Set<ClipName> = []
    var isUnplacedNoted = false
    /// Clip of the last frame that has been passed and that named one, else the one that the audio event named.
    var clip: ClipName?
    /// Frames of the front that were let go early to keep to the byte limit.
    var releasedCount = 0
    /// The wait limit has passed once and nothing was drawn since: further missing frames do not wait again.
    var isPastWaitLimit = false
    var shown = 0
    var held = 0
    var noOverlay = 0
    var guessed = 0
    var skipped = 0

    init(chunk: Chunk, due: Instant) {
        self.chunk = chunk
        self.due = due
        clip = chunk.firstClip
    }

    var frame: ChunkFrame? { chunk.frame(at: cursor) }
    /// Nothing but sound, as far as is known; what has begun so goes on so until a frame comes.
    var isSoundAlone: Bool { chunk.frames.isEmpty && (chunk.isComplete || chunk.isSoundAlone || started != nil) }
}

/// How far the current message is with being heard (specification 3.10).
enum MessagePhase: Hashable, Sendable {
    /// Nothing of this generation has been heard yet and nobody sent anything: events are filed as they come.
    case none
    /// Sent, and nothing of the answer has been heard yet.
    case awaiting
    case open
    /// Played as far as it came, and home again without an end signal: what comes goes on with it.
    case resting
    /// Played to its end; a further chunk opens it again.
    case ended

    /// Whether nothing of it is played or waited for any more.
    var isOver: Bool { self == .resting || self == .ended }
}

/// How a lost link ends a message for playing. It is no end signal: the message has been cut off.
enum LinkEnd: Hashable, Sendable {
    case atOnce
    /// Lost while something was waited for: that wait's limit applies.
    case limitsApply
}
