import Events

/// The state of the message that is heard and played: all that begins anew with the next one (specification 3.10).
struct CurrentMessage: Hashable, Sendable {
    var phase = MessagePhase.none
    var hasEndSignal = false
    var heardEnds: Set<EndSignal> = []
    /// Those that came before anything of the answer and were owed by nobody: the answer may have been nothing but them.
    var bareEnds: Set<EndSignal> = []
    /// An end signal was taken for the older message's, and no further chunk of the current one has come since.
    var mayHaveEnded = false
    var linkEnd: LinkEnd?
    /// The link was lost after the last of it.
    var wasLinkLost = false
    /// It answers a message that left from here.
    var wasSent = false
    /// Something of it has been on screen, or heard, that is no guess.
    var hasBegunShowing = false
    /// Something has come that is surely of it: what comes from now on is, too.
    var isCertain = false
    /// The link was lost in the middle of one of its chunks.
    var hasLostParts = false
    /// As what it has been counted among the messages that were played.
    var counted: Outcome?
    /// What only repeats the older message is shown as a guess: nothing else has come for too long.
    var areRepeatsReleased = false
    var nextExpected = 0
    var played: Set<Int> = []
    /// Those of them of which something has never come.
    var broken: Set<Int> = []
    /// What of those that were played has never come.
    var missed = MissedParts()
    /// Those of them whose `chunk_images_ready` has not come.
    var unsent: Set<Int> = []
    /// Chunks of which it was said that something of them came too late, or came again.
    var lateNoted: Set<Int> = []
    var repeatsNoted: Set<Int> = []
    var active: ActiveChunk?
    /// Announced and not yet started, by rising index.
    var queue: [Chunk] = []
    /// Playback time since which a later chunk could start but an earlier one has not appeared.
    var gateSince: Instant?
    var pendingBaseAtEnd: ClipName?
    var heldAside: [HeldEvent] = []
    /// Chunks that were played and may be of the older message: they are played anew when the message itself begins.
    var shownGuesses: [Chunk] = []
    /// Chunks of guesses after the answer's end, for which nobody waits: they have their places again when one is named.
    var guessesAfterEnd: [Chunk] = []
    /// The audio event of chunk 0, by which a repeated message is told from a repeated event.
    var firstAudio: AudioChunk?
    /// `nil` where nothing of an earlier message can come any more.
    var older: OlderMessage?
    /// What it has said, by which a repeat is known.
    var carried: Set<EventDigest> = []

    /// Puts a chunk into the queue, behind those with the same number.
    /// - Returns: its place there.
    @discardableResult
    mutating func insert(_ chunk: Chunk) -> Int {
        let place = queue.firstIndex { $0.index > chunk.index } ?? queue.count
        queue.insert(chunk, at: place)
        return place
    }
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

/// What has become of a message that was played.
enum Outcome: Hashable, Sendable {
    case finished, cutOff
}

/// How a lost link ends a message for playing. It is no end signal: the message has been cut off.
enum LinkEnd: Hashable, Sendable {
    case atOnce
    /// Lost while something was waited for: that wait's limit applies.
    case limitsApply
}
