import Events

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
    /// Of the first draw, or of the start of a chunk without frames.
    var start: Start?
    /// From where its sound began to be heard.
    var soundStart: SoundPlace?
    /// Where its sound was heard of last; of one that has not started, too.
    var soundPlace: SoundPlace?
    var hasSoundEnded = false
    var notedMissingClips: Set<ClipName> = []
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

    struct Start: Hashable, Sendable {
        /// Session time.
        var session: Instant
        /// Playback time.
        var clock: Instant
    }

    /// A place in the chunk's sound, and the playback time of that.
    struct SoundPlace: Hashable, Sendable {
        var position: Span
        var at: Instant
    }

    init(chunk: Chunk, due: Instant) {
        self.chunk = chunk
        self.due = due
        clip = chunk.firstClip
    }

    var frame: ChunkFrame? { chunk.frame(at: cursor) }
    /// Nothing but sound, as far as is known; what has begun so goes on so until a frame comes.
    var isSoundAlone: Bool { chunk.frames.isEmpty && (chunk.isComplete || chunk.isSoundAlone || start != nil) }
}
