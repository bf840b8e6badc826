import Events

/// The playing chunk, and how far it has been played.
struct ActiveChunk: Hashable, Sendable {
    var chunk: Chunk
    /// Index of the current frame in `chunk.frames`.
    var cursor = 0
    /// Whether the current frame has been on screen, or was given up.
    var isDrawn = false
    /// Playback time at which the current frame appeared.
    var drawnAt = Instant.zero
    /// Session time at which the current frame should have appeared.
    var due: Instant
    /// Time of the first draw, or of the start of a chunk without frames.
    var start: Start?
    /// The position at which its sound began to play.
    var soundStart: SoundPlace?
    /// The last reported position of its sound, also before it has started.
    var soundPlace: SoundPlace?
    var hasSoundEnded = false
    var notedMissingClips: Set<ClipName> = []
    var isUnplacedNoted = false
    /// Clip of the last passed frame that named one, else the clip that the audio event named.
    var clip: ClipName?
    /// Number of frames at the start that were released early to stay within the byte limit.
    var releasedCount = 0
    /// Whether the wait limit has passed once and nothing was drawn since: further missing frames are not awaited
    /// again.
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

    /// A position in the chunk's sound, and the playback time at which it was reported.
    struct SoundPlace: Hashable, Sendable {
        var position: TimeSpan
        var at: Instant
    }

    init(chunk: Chunk, due: Instant) {
        self.chunk = chunk
        self.due = due
        clip = chunk.firstClip
    }

    var frame: ChunkFrame? { chunk.frame(at: cursor) }
    /// Whether the chunk has only sound, as far as known. A chunk that started this way stays so until a frame
    /// arrives.
    var isSoundAlone: Bool { chunk.frames.isEmpty && (chunk.isComplete || chunk.isSoundAlone || start != nil) }
}
