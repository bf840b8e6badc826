import Engine
import Events

/// One fault or remark, and where: what was expected there and what was found.
package struct AuditFinding: Hashable, Sendable {
    /// The first kinds are the statuses of frames that are faults, with the same names.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case desyncIndex = "DESYNC(index)"
        case desyncClip = "DESYNC(clip)"
        case desyncBaseMissing = "DESYNC(base-missing)"
        /// Another overlay than the demanded one was drawn.
        case desyncOverlay = "DESYNC(overlay)"
        case noOverlay = "NO-OVERLAY"
        /// The frame, or its sound, may belong to this message or to an older one.
        case guess = "GUESS"
        /// The overlay was made for another base frame than the demanded one.
        case seam = "SEAM"
        /// No position of the overlay was given.
        case unplaced = "UNPLACED"
        /// The overlay lies partly or wholly outside its base frame.
        case outside = "OUTSIDE"
        case freeze = "FREEZE"
        /// Time between the end of one chunk and the first frame of the next.
        case gap = "GAP"
        case lost = "FRAME_LOSS"
        case late = "LATE"
        case duplicate = "DUPLICATE"
        case missingClip = "MISSING_BASE_ANIM"
        case decodeFailed = "DECODE_FAILED"
        /// Drift beyond the limits for `AuditThresholds.driftingFrames` frames in a row.
        case drift = "DRIFT"
        /// Mouths that belong to another moment of the sound than their own.
        case lips = "LIPS"
        /// A mouth that rests in speech, moves in silence, or trembles.
        case mouth = "MOUTH"
        /// Mouths in other colors than the face around them.
        case color = "COLOR"
        /// Time from the first event of a message to its first frame.
        case start = "START"
        /// A chunk's sound cannot be decoded.
        case soundFailed = "SOUND_FAILED"
        /// A chunk's sound can be decoded only with another sound's header.
        case headerless = "HEADERLESS"
        /// A chunk's sound and its frames differ in length.
        case length = "LENGTH"
        /// Speech that was cut off at the ends of chunks, added up.
        case speechCut = "SPEECH_CUT"
        /// Silence between chunks inside speech, added up.
        case speechHoles = "SPEECH_HOLES"
        /// Frames, or samples, have another rate than the played one.
        case rate = "RATE"
        /// A chunk with sound but no frames.
        case onlySound = "ONLY_SOUND"
        /// A message was sent, and nothing of an answer was shown or heard.
        case unanswered = "UNANSWERED"
        /// An answer with sound but no picture, or with pictures but no sound.
        case halfAnswer = "HALF_ANSWER"
        /// The connection was lost during an answer.
        case brokenOff = "BROKEN_OFF"
        /// A message had no end signal.
        case noEnd = "NO_END"
        /// A chunk waited for its first picture.
        case wait = "WAIT"
        /// A malformed or contradictory event of the stream.
        case odd = "ODD"
        /// A tile without a frame of its member, though video is on.
        case blankTile = "BLANK_TILE"
        /// Empty cells of a tile.
        case blankCells = "BLANK_CELLS"
        /// The tile shows a frame of a source that is not, or no longer, its member's.
        case stalePicture = "STALE_PICTURE"
        /// The tile shows something of another member.
        case otherMember = "OTHER_MEMBER"
        /// The tile changes to another member too soon.
        case flicker = "FLICKER"
        /// Another note of the engine; its code is in `found`.
        case note = "NOTE"

        /// Whether `found` alone says what is wrong.
        var explainsItself: Bool {
            switch self {
            case .noOverlay, .guess, .unplaced, .freeze, .lost, .late, .duplicate, .missingClip, .decodeFailed,
                .soundFailed, .headerless, .onlySound, .unanswered, .halfAnswer, .brokenOff, .noEnd, .wait, .odd,
                .blankCells, .note:
                true
            case .desyncIndex, .desyncClip, .desyncBaseMissing, .desyncOverlay, .seam, .outside, .gap, .drift, .lips,
                .mouth, .color, .start, .length, .speechCut, .speechHoles, .rate, .blankTile, .stalePicture,
                .otherMember, .flicker:
                false
            }
        }

        package var isDesync: Bool {
            switch self {
            case .desyncIndex, .desyncClip, .desyncBaseMissing, .desyncOverlay: true
            default: false
            }
        }
    }

    package var kind: Kind
    /// Session time.
    package var time: Instant
    /// Ordinal of the frame record.
    package var frame: Int?
    package var generation: Generation
    package var position: FramePosition?
    package var expected: String
    /// What was found. Lists show it beside the kind alone, so it must be clear without `expected`.
    package var found: String
    /// How long, how far or how late, if applicable.
    package var amount: TimeSpan?
    /// For late or missing frames: when the first one was due.
    package var due: Instant?
    /// For late or missing frames: ordinals of the first and the last one.
    package var frames: ClosedRange<Int>?
    /// For late, repeated or malformed events: when they arrived.
    package var arrived: Instant?
    /// Number of the chunk that it is about, if any.
    package let chunk: Int?
    /// For a clip with holes: its missing base frames. For a frame drawn with another base frame than demanded: the
    /// demanded one. For a base frame that cannot be decoded: that one.
    package var baseFrames: ClipHoles?
    /// For a seam: index of the base frame that the overlay fits.
    package var madeFor: Int?
    /// For a seam: index of the base frame that the stream demands with the overlay.
    package var demandedBase: Int?
    /// For a seam: whether the best fit may be another base frame, near in the clip or similar in content.
    package var isNear = false

    package init(
        _ kind: Kind, at time: Instant, frame: Int? = nil, generation: Generation = 0, position: FramePosition? = nil,
        chunk: Int? = nil, expected: String, found: String, amount: TimeSpan? = nil
    ) {
        self.kind = kind
        self.time = time
        self.frame = frame
        self.generation = generation
        self.position = position
        self.chunk = position?.chunk ?? chunk
        self.expected = expected
        self.found = found
        self.amount = amount
    }

    /// How the text about a base frame that cannot be decoded begins.
    package static func brokenBase(_ clip: ClipName, _ index: Int) -> String {
        "base frame \(index) of \(clip.rawValue): "
    }

    /// The finding, about a base frame that cannot be decoded.
    package func ofBaseFrame(_ index: Int, of clip: ClipName) -> AuditFinding {
        var finding = self
        finding.baseFrames = ClipHoles(clip: clip, missing: [index])
        return finding
    }

    /// A short text for a seam, the same everywhere.
    static func seamWords(fits madeFor: Int, isNear: Bool, demanded: Int) -> String {
        "overlay fits \(isNear ? "near " : "")base \(madeFor), not \(demanded) as demanded"
    }

    /// What happened, and what was demanded or allowed if that is not clear from it.
    package var sentence: String { Self.sentence(kind, expected: expected, found: found) }

    package static func sentence(_ kind: Kind?, expected: String, found: String) -> String {
        kind?.explainsItself == true || expected.isEmpty ? found : "\(found) (expected \(expected))"
    }

    /// The short form of `found`, if there is one.
    package var shortWords: String {
        guard let madeFor, let demandedBase else { return found }
        return Self.seamWords(fits: madeFor, isNear: isNear, demanded: demandedBase)
    }

    /// Its kind and what is found, such as `LENGTH. 1200 ms of sound, 900 ms of frames` and `FREEZE. Player stalled 53 ms`.
    package var shownWords: String {
        let words = shortWords
        // A name stays as it is written.
        let isName = words.prefix { !$0.isWhitespace }.contains { $0.isNumber || "_/.".contains($0) }
        return "\(kind.rawValue). " + (isName ? words : words.prefix(1).uppercased() + words.dropFirst())
    }

    /// A finding about one frame of the log.
    package init(_ kind: Kind, _ record: FrameRecord, expected: String, found: String, amount: TimeSpan? = nil) {
        self.init(
            kind, at: record.shown, frame: record.ordinal, generation: record.generation, position: record.position,
            expected: expected, found: found, amount: amount)
        guard kind.isDesync, let clip = record.demandedClip else { return }
        baseFrames = ClipHoles(clip: clip, missing: [record.demandedIndex])
    }
}
