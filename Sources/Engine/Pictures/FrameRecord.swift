import Events

/// Whether what was drawn is what the stream demanded (specification 6.4); the raw value is its name in logs and reports.
package enum FrameStatus: String, Hashable, Sendable, CaseIterable {
    case sync = "SYNC"
    /// Another base index than the demanded one was drawn.
    case desyncIndex = "DESYNC(index)"
    /// Another clip than the demanded one was drawn. Only the audit reports this, and `desyncOverlay`: the engine
    /// would not have drawn it.
    case desyncClip = "DESYNC(clip)"
    /// The demanded base frame is missing; the nearest lower one was drawn.
    case desyncBaseMissing = "DESYNC(base-missing)"
    /// Another overlay than the demanded one was drawn.
    case desyncOverlay = "DESYNC(overlay)"
    /// The base frame was drawn without its overlay.
    case noOverlay = "NO-OVERLAY"
    /// The previous composite stayed on screen because this frame could not be drawn yet.
    case held = "HELD"
    /// Skipped to catch up with the sound; never on screen.
    case skipped = "SKIPPED"
    /// Drawn as demanded, but the demand may belong to this message or to an older one (specification 3.10).
    case guess = "GUESS"
    /// Drawn as demanded, but the overlay was made for another base frame: a fault of the stream. The engine looks at
    /// no pixels and never reports it; the seam test does.
    case seam = "SEAM"
    /// Drawn as demanded, but no position of the overlay was given: at (0, 0) (specification 1.9, rule 4).
    case unplaced = "UNPLACED"
    /// Drawn as demanded, but the overlay lies partly or wholly outside its base frame. Reported by the test that
    /// knows both sizes, as `seam` is.
    case outside = "OUTSIDE"

    package var text: String { rawValue }

    /// Whether the demanded base frame and overlay were drawn, whatever else is wrong with them.
    package var isAsDemanded: Bool {
        switch self {
        case .sync, .guess, .seam, .unplaced, .outside: true
        case .desyncIndex, .desyncClip, .desyncBaseMissing, .desyncOverlay, .noOverlay, .held, .skipped: false
        }
    }
}

/// One line of the frame log: what was on screen from `shown` on, and what should have been on screen.
package struct FrameRecord: Hashable, Sendable {
    /// Number of the frame, from 0 over the whole session.
    package var ordinal: Int
    package var mode: ModeName
    package var generation: Generation
    package var position: FramePosition?
    /// The drawn clip; `nil` before the first picture.
    package var clip: ClipName?
    package var baseIndex: Int
    /// The clip demanded by the stream, or by the clip's own clock.
    package var demandedClip: ClipName?
    package var demandedIndex: Int
    /// Key of the demanded overlay. If the status `isAsDemanded`, it is the drawn one.
    package var overlayKey: PictureKey?
    package var status: FrameStatus
    package var due: Instant
    package var shown: Instant
    package var arrived: Instant?
    package var decoded: Instant?
    package var soundPosition: TimeSpan?
    /// Duration of a frame while talking, with the settings when this one was shown.
    package var period: TimeSpan
    package var character: String?
    package var note: String?
    /// Whether the frame, or its sound, may belong to an older message, whatever the status.
    package var isGuess = false

    /// Whether nothing of the frame was received, not even its position: the previous picture stays for its period
    /// (specification 2.2).
    package var isHole: Bool { status == .noOverlay && demandedClip == nil }

    /// Whether the frame has its turn while its clip is missing: the previous picture stays for its period
    /// (specification 3.3).
    package var lacksClip: Bool { status == .held && note == Note.Code.missingBaseClip.rawValue }

    package init(
        ordinal: Int, mode: ModeName, generation: Generation, position: FramePosition? = nil, clip: ClipName? = nil,
        baseIndex: Int, demandedClip: ClipName? = nil, demandedIndex: Int, overlayKey: PictureKey? = nil,
        status: FrameStatus, due: Instant, shown: Instant, arrived: Instant? = nil, decoded: Instant? = nil,
        soundPosition: TimeSpan? = nil, period: TimeSpan = PlaybackSettings().period, character: String? = nil,
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

/// Position of an overlay frame in its message.
package struct FramePosition: Hashable, Sendable {
    package var chunk: Int
    package var section: Int
    package var sequence: Int
    /// Number of the frame within the chunk, from 0, over all sections.
    package var frame: Int
    /// Number of frames of the chunk, as far as known.
    package var frameCount: Int

    package init(chunk: Int, section: Int, sequence: Int, frame: Int, frameCount: Int) {
        self.chunk = chunk
        self.section = section
        self.sequence = sequence
        self.frame = frame
        self.frameCount = frameCount
    }
}
