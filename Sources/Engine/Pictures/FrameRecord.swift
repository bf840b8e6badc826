import Events

/// Whether what was drawn is what the stream demanded (specification 6.4); the raw value is its name in logs and reports.
package enum FrameStatus: String, Hashable, Sendable, CaseIterable {
    case sync = "SYNC"
    /// Another base index than the demanded one was drawn.
    case desyncIndex = "DESYNC(index)"
    /// Another clip than the demanded one was drawn. The audit says so, as of `desyncOverlay`: the engine would not have drawn it.
    case desyncClip = "DESYNC(clip)"
    /// The demanded base frame is not there; the nearest lower one was drawn.
    case desyncBaseMissing = "DESYNC(base-missing)"
    /// Another overlay than the demanded one was drawn.
    case desyncOverlay = "DESYNC(overlay)"
    /// The base was drawn, its overlay could not be.
    case noOverlay = "NO-OVERLAY"
    /// The composite before stayed on screen because this frame could not be drawn yet.
    case held = "HELD"
    /// Passed over to catch up with the sound; never on screen.
    case skipped = "SKIPPED"
    /// Drawn as demanded, but it cannot be told whether the demand is of this message or of an older one (specification 3.10).
    case guess = "GUESS"
    /// Drawn as demanded, but the overlay was made for another base frame: a fault of the stream. The engine looks at no
    /// pixels and never says so; whoever tests the seams does.
    case seam = "SEAM"
    /// Drawn as demanded, but nothing said where the overlay lies: at (0, 0) (specification 1.9, rule 4).
    case unplaced = "UNPLACED"
    /// Drawn as demanded, but the overlay lies partly or wholly outside of its base frame. Said by whoever knows both sizes,
    /// as `seam` is.
    case outside = "OUTSIDE"

    package var text: String { rawValue }

    /// Whether base frame and overlay are those that were demanded, whatever else is wrong with them.
    package var isAsDemanded: Bool {
        switch self {
        case .sync, .guess, .seam, .unplaced, .outside: true
        case .desyncIndex, .desyncClip, .desyncBaseMissing, .desyncOverlay, .noOverlay, .held, .skipped: false
        }
    }
}

/// One line of the frame log: what was on screen from `shown` on, and what should have been.
package struct FrameRecord: Hashable, Sendable {
    /// Counts from 0 over the whole session.
    package var ordinal: Int
    package var mode: ModeName
    package var generation: Generation
    package var position: FramePosition?
    /// As drawn; `nil` before the first picture.
    package var clip: ClipName?
    package var baseIndex: Int
    /// As the stream, or the clip's own clock, wants it.
    package var demandedClip: ClipName?
    package var demandedIndex: Int
    /// Key of the overlay that was demanded; where the status `isAsDemanded` it is the drawn one.
    package var overlayKey: PictureKey?
    package var status: FrameStatus
    package var due: Instant
    package var shown: Instant
    package var arrived: Instant?
    package var decoded: Instant?
    package var soundPosition: Span?
    /// How long a frame lasts while talking, as the settings were when this one was shown.
    package var period: Span
    package var character: String?
    package var note: String?
    /// The frame, or its sound, may be of an older message; whatever the status.
    package var isGuess = false

    /// Nothing has come of the frame, not even its place: the picture before it stays for its period (specification 2.2).
    package var isHole: Bool { status == .noOverlay && demandedClip == nil }

    /// It has its turn, and nothing of its clip is there: the picture before it stays for its period (specification 3.3).
    package var lacksClip: Bool { status == .held && note == Note.Code.missingBaseClip.rawValue }

    package init(
        ordinal: Int, mode: ModeName, generation: Generation, position: FramePosition? = nil, clip: ClipName? = nil,
        baseIndex: Int, demandedClip: ClipName? = nil, demandedIndex: Int, overlayKey: PictureKey? = nil,
        status: FrameStatus, due: Instant, shown: Instant, arrived: Instant? = nil, decoded: Instant? = nil,
        soundPosition: Span? = nil, period: Span = PlaybackSettings().period, character: String? = nil,
        note: String? = nil
    ) {
        self.ordinal = ordinal
        self.mode = mode
        self.generation = generation
        self.position = position
        self.clip = clip
        self.baseIndex = baseIndex
        self.demandedClip = demandedClip
        self.demandedIndex = demandedIndex
        self.overlayKey = overlayKey
        self.status = status
        self.due = due
        self.shown = shown
        self.arrived = arrived
        self.decoded = decoded
        self.soundPosition = soundPosition
        self.period = period
        self.character = character
        self.note = note
    }
}

/// Place of an overlay frame in its message.
package struct FramePosition: Hashable, Sendable {
    package var chunk: Int
    package var section: Int
    package var sequence: Int
    /// Counts from 0 within the chunk, over all its sections.
    package var frame: Int
    /// Frames of the chunk as far as known.
    package var frameCount: Int

    package init(chunk: Int, section: Int, sequence: Int, frame: Int, frameCount: Int) {
        self.chunk = chunk
        self.section = section
        self.sequence = sequence
        self.frame = frame
        self.frameCount = frameCount
    }
}
