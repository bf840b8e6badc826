import Events

/// What the engine wants done. The engine stays valid even if no effect is carried out.
package enum Effect: Hashable, Sendable {
    case decode(DecodeJob)
    /// These pictures are no longer needed.
    case discard([PictureKey])
    /// Pictures of older generations are no longer needed.
    case discardAll(before: Generation)

    /// - longest: the longest sound to which the chunk's frames can have been made; `nil` if no frames are announced.
    case decodeSound(chunk: Int, Generation, Payload, longest: TimeSpan?)
    /// Stop the sound at once. No effect starts a sound: which sound should play is a view of the state
    /// (`PlaybackEngine.sounding`).
    case stopSound

    case requestManifest
    /// Request a clip from the backend, because it is not loaded or lacks the listed frames.
    case requestClip(ClipName, missing: [Int])

    /// A base frame arrived: check whether its bytes are a picture before it is drawn.
    case examine(ClipName, index: Int, Payload)

    case show(FrameRecord)
    case note(Note)
    /// A chunk was played, or was cut off.
    case finishChunk(ChunkReport)
    /// A message was played to its end, or was replaced by another one.
    case finishMessage(Generation)
    /// A message returned to idling without an end signal; more of it may arrive.
    case restMessage(Generation)

    /// An effect of another member than the main one. Only the session wraps effects in this case, because an engine
    /// does not know its member. Effects of the main member are not wrapped: they take no more memory, and code that
    /// handles only the main member can ignore this case.
    indirect case other(Member, Effect)

    /// The effect as the session reports it for this member.
    package func of(_ member: Member) -> Effect { member.isMain ? self : .other(member, self) }

    /// The effect without its member, and the member.
    package var unwrapped: (member: Member, effect: Effect) {
        if case .other(let member, let effect) = self { (member, effect) } else { (.main, self) }
    }
}

/// One overlay picture to decode. Jobs that are needed sooner come first among the effects.
package struct DecodeJob: Hashable, Sendable {
    package var key: PictureKey
    package var generation: Generation
    package var picture: Payload
}

/// A remark about the stream or its playback: a code for programs and a text for people.
package struct Note: Hashable, Sendable {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        case chunkGap = "CHUNK_GAP"
        case chunkLate = "CHUNK_LATE"
        case frameLoss = "FRAME_LOSS"
        case decodeFailed = "DECODE_FAILED"
        case skipDrawTimeout = "SKIP_DRAW_TIMEOUT"
        case missingBaseClip = "MISSING_BASE_ANIM"
        case audioMissing = "AUDIO_MISSING"
        case audioLate = "AUDIO_LATE"
        case audioFailed = "AUDIO_FAILED"
        case stale = "STALE"
        case duplicate = "DUPLICATE"
        case clipHoles = "CLIP_HOLES"
        case manifest = "MANIFEST"
        case unplaced = "UNPLACED"
        case keyConflict = "KEY_CONFLICT"
        /// The same position was received twice with different content.
        case contradiction = "CONTRADICTION"
        case newMessage = "NEW_MESSAGE"
        case limit = "LIMIT"
        case odd = "ODD"
        /// An unknown event. This is no fault: the backend may be newer than this program.
        case unknownEvent = "UNKNOWN"
        case link = "LINK"
        case timeLimit = "TIME_LIMIT"
        case readyEmpty = "READY_EMPTY"
        case answerUnknown = "ANSWER_UNKNOWN"
        case refused = "REFUSED"
        case waiting = "WAITING"
        /// The tile's content or position changed, and why. Reported by the session: the engine knows no tile.
        case tile = "TILE"
        /// A member's picture, a frame or a video of a call is unavailable. Reported by the session, too.
        case mediaFailed = "MEDIA_FAILED"
        /// A book being read entered another phase, and why. Reported by the session, like all below.
        case reader = "READER"
        /// The reader moved to another word of the same sentence, or to another sentence or track.
        case readerWord = "WORD"
        case readerSentence = "SENTENCE"
        /// The languages being played changed.
        case readerMode = "MODE"
        case readerDwell = "DWELL"
        /// The sound that plays is not the requested one; the reader seeks again.
        case readerStale = "STALE_TIME"
        case readerSeek = "RE_SEEK"
        /// A word's time is before that of the previous word.
        case readerOrder = "WORD_ORDER"
    }

    package var time: Instant
    package var code: Code
    package var text: String
    /// Number of the chunk that the note is about, if any.
    package var chunk: Int?
    /// The text starts with the name of a malformed message.
    package var isOfMessage: Bool
    /// The frame of a chunk that the note is about, if any.
    package var position: FramePosition?
    /// The missing frames, for a clip with holes.
    package var holes: ClipHoles?

    /// Whether the note is about a book being read.
    package var isOfReader: Bool {
        switch code {
        case .reader, .readerWord, .readerSentence, .readerMode, .readerDwell, .readerStale, .readerSeek,
            .readerOrder:
            true
        default: false
        }
    }

    package init(
        time: Instant, code: Code, text: String, chunk: Int? = nil, isOfMessage: Bool = false, holes: ClipHoles? = nil
    ) {
        self.time = time
        self.code = code
        self.text = text
        self.chunk = chunk
        self.isOfMessage = isOfMessage
        self.holes = holes
    }

    /// Lists rising positions of frames as text, consecutive ones as a range: `3, 5–9`. At most twenty ranges are
    /// listed.
    static func list(_ places: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for place in places {
            if let last = runs.last, last.upperBound + 1 == place {
                runs[runs.count - 1] = last.lowerBound...place
            } else {
                runs.append(place...place)
            }
        }
        let words = runs.prefix(20).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
        return words.joined(separator: ", ") + (runs.count > words.count ? ", ..." : "")
    }
}

/// Missing base frames of a clip, by their indexes.
package struct ClipHoles: Hashable, Sendable {
    package let clip: ClipName
    package let missing: [Int]

    package init(clip: ClipName, missing: [Int]) { (self.clip, self.missing) = (clip, missing) }
}

/// Counts of one chunk, reported when the chunk ends.
package struct ChunkReport: Hashable, Sendable {
    package enum End: String, Hashable, Sendable {
        /// The chunk was played as far as it arrived.
        case over
        /// Another message replaced the chunk, or it will be played again. Frames that had not had their turn are not
        /// missing.
        case cut
    }

    package var generation: Generation
    package var chunk: Int
    package var announced: Int?
    /// Frames received at least in part, including guesses.
    package var received: Int
    /// Frames of which something was drawn.
    package var shown: Int
    /// Frames during whose turn the previous picture stayed, because their clip was missing.
    package var held = 0
    package var noOverlay: Int
    package var guessed = 0
    package var skipped: Int
    package var lost: [Int]
    package var late: Int
    package var duplicates: Int
    package var hasSound: Bool
    package var end = End.over
    package var started: Instant?
    package var ended: Instant

    /// Frames that had a turn on the screen.
    package var turns: Int { shown + held }
}

extension [Effect] {
    /// The effects of one member.
    package func of(_ member: Member) -> [Effect] {
        compactMap { effect in
            let own = effect.unwrapped
            return own.member == member ? own.effect : nil
        }
    }
}
