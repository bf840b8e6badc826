import Events

/// Values beyond which something becomes a finding. The defaults are those of `cameo check` and of every screen.
package struct AuditThresholds: Hashable, Sendable {
    /// How much longer than due a picture may stay (specification 6.4). This also defines a freeze for breakpoints,
    /// logs and backends.
    package var freeze = TimeSpan.milliseconds(50)
    /// Between chunks; `nil` is one period of the stream.
    package var gap: TimeSpan?
    /// How far the sound may be ahead of the picture.
    package var soundAhead = DriftRating.soundAhead
    /// How far the sound may be behind the picture.
    package var soundBehind = DriftRating.soundBehind
    /// Number of frames in a row beyond such a limit that make a drift.
    package static let driftingFrames = 3
    /// Time from the first event of a message to its first frame.
    package var start = TimeSpan.milliseconds(5_000)
    /// How far the lengths of a chunk's sound and its frames may differ; `nil` is one frame of the stream and 50 ms.
    package var length: TimeSpan?
    /// Percent of the speech of a message, or of the run, that may be cut off; of its time that may be silence
    /// between chunks; and by which a rate that fits all chunks may differ from the played one. For healthy streams
    /// see docs/reference/findings-sound.md.
    package var speechCutPercent = 3.5
    package var holesPercent = 3.5
    package var ratePercent = 2.0

    package init() {}
}
