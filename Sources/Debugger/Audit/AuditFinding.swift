import Engine
import Events

/// One thing that is not as it should be, and where: what was expected there and what was found.
package struct AuditFinding: Hashable, Sendable {
    /// The first ones are those statuses of a frame that are faults, by the same names.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case desyncIndex = "DESYNC(index)"
        case desyncClip = "DESYNC(clip)"
        case desyncBaseMissing = "DESYNC(base-missing)"
        /// Another overlay than the demanded one was drawn.
        case desyncOverlay = "DESYNC(overlay)"
        case noOverlay = "NO-OVERLAY"
        /// It cannot be told whether the frame, or its sound, is of this message or of an older one.
        case guess = "GUESS"
        /// The overlay was made for another base frame than the one that the stream demands with it.
        case seam = "SEAM"
        /// Nothing said where the overlay lies.
        case unplaced = "UNPLACED"
        /// The overlay lies partly or wholly outside of its base frame.
        case outside = "OUTSIDE"
        case freeze = "FREEZE"
        /// Time between the end of one chunk and the first frame of the next.
        case gap = "GAP"
        case lost = "FRAME_LOSS"
        case late = "LATE"
        case duplicate = "DUPLICATE"
        case missingClip = "MISSING_BASE_ANIM"
        case decodeFailed = "DECODE_FAILED"
        /// Drift outside of the limits for `AuditThresholds.driftingFrames` in a row.
        case drift = "DRIFT"
        /// Mouths that go with another moment of the sound than their own.
        case lips = "LIPS"
        /// A mouth that rests in speech, or moves in silence, or trembles.
        case mouth = "MOUTH"
        /// Mouths in other colors than the face around them.
        case color = "COLOR"
        /// From the first that was heard of a message to its first frame.
        case start = "START"
        /// A chunk's sound is none.
        case soundFailed = "SOUND_FAILED"
        /// A chunk's sound can only be read with another one's header.
        case headerless = "HEADERLESS"
        /// A chunk's sound and its frames are not equally long.
        case length = "LENGTH"
        /// Speech that was cut off at the ends of chunks, added up.
        case speechCut = "SPEECH_CUT"
        /// Silence between chunks inside of speech, added up.
        case speechHoles = "SPEECH_HOLES"
        /// Frames, or samples, of another rate than the one that is played.
        case rate = "RATE"
        /// A chunk of sound without frames.
        case onlySound = "ONLY_SOUND"
        /// A message was sent, and nothing came of it.
        case unanswered = "UNANSWERED"
        /// An answer with sound and no picture, or with pictures and no sound.
        case halfAnswer = "HALF_ANSWER"
        /// The link was lost in an answer.
        case brokenOff = "BROKEN_OFF"
        /// Nothing said that a message was over.
        case noEnd = "NO_END"
        /// A chunk waited for its first picture.
        case wait = "WAIT"
        /// An event of the stream that is odd.
        case odd = "ODD"
        /// A tile without a frame of its member, though video is on.
        case blankTile = "BLANK_TILE"
        /// Cells of a tile in which nothing is drawn.
        case blankCells = "BLANK_CELLS"
        /// The tile shows a frame of a source that is not its member's, or not any more.
        case stalePicture = "STALE_PICTURE"
        /// The tile shows what is another member's beside its own.
        case otherMember = "OTHER_MEMBER"
        /// The tile changes to another member too soon.
        case flicker = "FLICKER"
        /// Another remark of the engine's; its code stands in `found`.
        case note = "NOTE"

        /// What is found says by itself what is wrong.
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
    /// A list has it beside the kind alone, so that it is to be understood without what was expected.
    package var found: String
    /// How long, how far or how late, where that can be said.
    package var amount: Span?
    /// Of what came late or never: when it was due, the first of several.
    package var due: Instant?
    /// Of frames that came late or never: ordinals of the first one and of the last one.
    package var frames: ClosedRange<Int>?
    /// Of what came late, again or malformed: when it came.
    package var arrived: Instant?
    /// Number of the chunk that it is about, where it is about one.
    package let chunk: Int?
    /// Of a clip with holes: the base frames that it lacks. Of a frame that was drawn with another base frame than the demanded one:
    /// that one. Of a base frame that cannot be decoded: that one.
    package var baseFrames: ClipHoles?
    /// Of a seam: index of the base frame that the overlay fits.
    package var madeFor: Int?
    /// Of a seam: index of the base frame that the stream demands with the overlay.
    package var demandedBase: Int?
    /// Of a seam: the base frame that fits best may be another one, near in the clip or in what it shows.
    package var isNear = false

    package init(
        _ kind: Kind, at time: Instant, frame: Int? = nil, generation: Generation = 0, position: FramePosition? = nil,
        chunk: Int? = nil, expected: String, found: String, amount: Span? = nil
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

    /// How the words of a base frame that cannot be decoded begin.
    package static func brokenBase(_ clip: ClipName, _ index: Int) -> String {
        "base frame \(index) of \(clip.rawValue): "
    }

    /// The same, as one about a base frame that cannot be decoded.
    package func ofBaseFrame(_ index: Int, of clip: ClipName) -> AuditFinding {
        var finding = self
        finding.baseFrames = ClipHoles(clip: clip, missing: [index])
        return finding
    }

    /// A seam in few words, the same wherever it is told.
    static func seamWords(fits madeFor: Int, isNear: Bool, demanded: Int) -> String {
        "overlay fits \(isNear ? "near " : "")base \(madeFor), not \(demanded) as demanded"
    }

    /// What happened, and beside it what was demanded or allowed where that is not clear from it.
    package var sentence: String { Self.sentence(kind, expected: expected, found: found) }

    package static func sentence(_ kind: Kind?, expected: String, found: String) -> String {
        kind?.explainsItself == true || expected.isEmpty ? found : "\(found) (expected \(expected))"
    }

    /// What is found, in few words where there are such.
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

    /// Its frame by the stream's own numbers, as whoever asks why types them; `nil` where it is about none of a chunk.
    /// - Parameter namesMessage: without its message the first one that has such a frame is meant.
    package func place(namesMessage: Bool) -> FramePlace? {
        position.map { FramePlace($0, of: generation, namesMessage: namesMessage) }
    }

    /// A finding about one frame of the log.
    package init(_ kind: Kind, _ record: FrameRecord, expected: String, found: String, amount: Span? = nil) {
        self.init(
            kind, at: record.shown, frame: record.ordinal, generation: record.generation, position: record.position,
            expected: expected, found: found, amount: amount)
        guard kind.isDesync, let clip = record.demandedClip else { return }
        baseFrames = ClipHoles(clip: clip, missing: [record.demandedIndex])
    }
}

/// Spans beyond which something becomes a finding: the usual ones are those of `cameo check` and of every screen.
package struct AuditThresholds: Hashable, Sendable {
    /// How much longer than due a picture may stand (specification 6.4): what a freeze is, for breakpoints, logs and backends, too.
    package var freeze = Span.milliseconds(50)
    /// Between chunks; `nil` is one period of the stream.
    package var gap: Span?
    /// How far the sound may be ahead of the picture.
    package var soundAhead = DriftRating.soundAhead
    /// How far it may be behind.
    package var soundBehind = DriftRating.soundBehind
    /// So many frames in a row beyond such a limit are a drift.
    package static let driftingFrames = 3
    /// From the first that was heard of a message to its first frame.
    package var start = Span.milliseconds(5_000)
    /// How far the lengths of a chunk's sound and of its frames may be apart; `nil` is one frame of the stream and 50 ms.
    package var length: Span?
    /// Percent of the speech of a message, or of the run, that may be cut off; of its time that may be silence between chunks; and by
    /// which a rate that explains all chunks may be off the played one. What healthy streams have: docs/reference/findings-sound.md.
    package var speechCutPercent = 3.5
    package var holesPercent = 3.5
    package var ratePercent = 2.0

    package init() {}
}
