import Events

/// What the engine wants done. Carrying out none of them leaves the engine valid.
package enum Effect: Hashable, Sendable {
    case decode(DecodeJob)
    /// These pictures are not needed any more.
    case discard([PictureKey])
    /// No picture of an older generation is needed any more.
    case discardAll(before: Generation)

    /// - longest: that a sound is to which the chunk's frames were made; `nil` where none are announced.
    case decodeSound(chunk: Int, Generation, Payload, longest: Span?)
    /// Silence, at once. Nothing starts a sound: what is to be heard is a view of the state (`PlaybackEngine.sounding`).
    case stopSound

    case requestManifest
    /// Ask the backend for a clip, because it is not loaded or has the holes that are listed.
    case requestClip(ClipName, missing: [Int])

    /// A base frame has come: whether its bytes can be a picture at all is to be said before it is drawn.
    case examine(ClipName, index: Int, Payload)

    case show(FrameRecord)
    case note(Note)
    /// A chunk has been played, or was cut off.
    case finishChunk(ChunkReport)
    /// A message has been played to its end, or has given way to another one.
    case finishMessage(Generation)
    /// A message has come home without an end signal; more of it may come.
    case restMessage(Generation)

    /// What the engine of another member than the main one wants. No engine says so itself, since none knows whose it is: the
    /// session that holds it does. Around those only, so that effects of the main one take no more memory, and whoever looks after
    /// that one alone passes over all others.
    indirect case other(Member, Effect)

    /// As a session says it of this member.
    package func of(_ member: Member) -> Effect { member.isMain ? self : .other(member, self) }

    /// Without the member, and whose it is.
    package var unwrapped: (member: Member, effect: Effect) {
        if case .other(let member, let effect) = self { (member, effect) } else { (.main, self) }
    }
}

/// One overlay picture to decode. The sooner it is needed, the earlier it stands among the effects.
package struct DecodeJob: Hashable, Sendable {
    package var key: PictureKey
    package var generation: Generation
    package var picture: Payload
}

/// A remark about the stream or about playing it: a code that tools can count and words for people.
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
        /// The same place came twice with other content.
        case contradiction = "CONTRADICTION"
        case newMessage = "NEW_MESSAGE"
        case limit = "LIMIT"
        case odd = "ODD"
        /// An event that nobody knows: no fault, a backend may be newer than this program.
        case unknownEvent = "UNKNOWN"
        case link = "LINK"
        case timeLimit = "TIME_LIMIT"
        case readyEmpty = "READY_EMPTY"
        case answerUnknown = "ANSWER_UNKNOWN"
        case refused = "REFUSED"
        case waiting = "WAITING"
        /// The tile shows something else, or moves, and why. Of the session: no engine knows of a tile.
        case tile = "TILE"
        /// What a call names cannot be had: a member's picture, a frame, a video. Of the session, too.
        case mediaFailed = "MEDIA_FAILED"
        /// A book that is read has come to another phase, and why. Of the session, too, as all below.
        case reader = "READER"
        /// To another word of the same sentence, or to another sentence or track.
        case readerWord = "WORD"
        case readerSentence = "SENTENCE"
        /// The languages that are heard are others.
        case readerMode = "MODE"
        case readerDwell = "DWELL"
        /// What is heard is not what was sought; it is sought again.
        case readerStale = "STALE_TIME"
        case readerSeek = "RE_SEEK"
        /// A word is told to sound before the one in front of it.
        case readerOrder = "WORD_ORDER"
    }

    package var time: Instant
    package var code: Code
    package var text: String
    /// Number of the chunk that it is about, where it is about one.
    package var chunk: Int?
    /// Its text begins with the name of a message that is not as it should be.
    package var isOfMessage: Bool
    /// The frame of a chunk that it is about, where it is about one.
    package var position: FramePosition?
    /// Of a clip with holes: which ones.
    package var holes: ClipHoles?

    /// Of a book that is read.
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

    /// Places of frames, which rise, as a note lists them: the first twenty that do not go on from those before them, each with those
    /// that do, as in `3, 5–9`.
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

/// Base frames of a clip that are not there, by their indexes.
package struct ClipHoles: Hashable, Sendable {
    package let clip: ClipName
    package let missing: [Int]

    package init(clip: ClipName, missing: [Int]) { (self.clip, self.missing) = (clip, missing) }
}

/// Counts of one chunk, said when it leaves the stage.
package struct ChunkReport: Hashable, Sendable {
    package enum End: String, Hashable, Sendable {
        /// It has been played as far as it came.
        case over
        /// Another message took its place, or it is to be played anew: what had not had its turn is not missing.
        case cut
    }

    package var generation: Generation
    package var chunk: Int
    package var announced: Int?
    /// Frames of which something came, guesses among them.
    package var received: Int
    /// Those of which something was drawn.
    package var shown: Int
    /// Those during whose turn the picture before stayed, since their clip was not there.
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
    /// Those that are one member's.
    package func of(_ member: Member) -> [Effect] {
        compactMap { effect in
            let own = effect.unwrapped
            return own.member == member ? own.effect : nil
        }
    }
}
