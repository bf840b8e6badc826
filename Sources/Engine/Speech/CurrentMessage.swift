import Events

/// The state of the current message: everything that starts anew with the next one (specification 3.10).
struct CurrentMessage: Hashable, Sendable {
    var phase = MessagePhase.none
    var hasEndSignal = false
    var heardEnds: Set<EndSignal> = []
    /// End signals that arrived before anything of the answer and that no older message owed: the answer may have
    /// consisted only of them.
    var bareEnds: Set<EndSignal> = []
    /// Whether an end signal was assigned to the older message, and no further chunk of the current one has arrived
    /// since.
    var mayHaveEnded = false
    var linkEnd: LinkEnd?
    /// Whether the connection was lost after the last event of the message.
    var wasLinkLost = false
    /// Whether the message answers one sent from here.
    var wasSent = false
    /// Whether something of the message other than a guess has been on screen or audible.
    var hasBegunShowing = false
    /// Whether something arrived that surely belongs to the message. Everything after it then does, too.
    var isCertain = false
    /// Whether the connection was lost in the middle of one of its chunks.
    var hasLostParts = false
    /// How the message was counted, if it was.
    var counted: MessageOutcome?
    /// Whether repeats of the older message are shown as guesses, because nothing else arrived for too long.
    var areRepeatsReleased = false
    var nextExpected = 0
    var played: Set<Int> = []
    /// The played chunks that are missing something.
    var broken: Set<Int> = []
    /// The missing parts of the played chunks.
    var missed = MissedParts()
    /// The played chunks whose `chunk_images_ready` has not arrived.
    var unsent: Set<Int> = []
    /// Chunks with a note that something of them arrived too late, or again.
    var lateNoted: Set<Int> = []
    var repeatsNoted: Set<Int> = []
    var active: ActiveChunk?
    /// Announced and not yet started, by rising index.
    var queue: [Chunk] = []
    /// Playback time since which a later chunk could start but an earlier one has not appeared.
    var gateSince: Instant?
    var pendingBaseAtEnd: ClipName?
    var heldAside: [HeldEvent] = []
    /// Played chunks that may belong to the older message. They are played again when the message itself begins.
    var shownGuesses: [Chunk] = []
    /// Guessed chunks after the answer's end, which are not awaited. They return to the queue when a chunk is named
    /// again.
    var guessesAfterEnd: [Chunk] = []
    /// The audio event of chunk 0; it tells a repeated message from a repeated event.
    var firstAudio: AudioChunk?
    /// `nil` if nothing of an earlier message can arrive any more.
    var older: OlderMessage?
    /// Digests of its events; they identify repeats.
    var carried: Set<EventDigest> = []

    /// Inserts a chunk into the queue, behind those with the same number.
    /// - Returns: its index there.
    @discardableResult
    mutating func insert(_ chunk: Chunk) -> Int {
        let place = queue.firstIndex { $0.index > chunk.index } ?? queue.count
        queue.insert(chunk, at: place)
        return place
    }
}

/// How far the current message has come (specification 3.10).
enum MessagePhase: Hashable, Sendable {
    /// Nothing of this generation was received, and nothing was sent: events are filed as they arrive.
    case none
    /// Sent; nothing of the answer was received yet.
    case awaiting
    case open
    /// Played as far as received, and idling again without an end signal: further data continues it.
    case resting
    /// Played to its end; another chunk opens it again.
    case ended

    /// Whether nothing of it is playing or awaited.
    var isOver: Bool { self == .resting || self == .ended }
}

/// How a played message ended.
enum MessageOutcome: Hashable, Sendable {
    case finished, cutOff
}

/// How a lost connection ends a message for playback. It is not an end signal: the message was cut off.
enum LinkEnd: Hashable, Sendable {
    case atOnce
    /// The connection was lost while Cameo waited for something: the limit of that wait applies.
    case limitsApply
}
