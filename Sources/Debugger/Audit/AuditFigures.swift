import Engine
import Events

/// What an audit counted and measured.
package struct AuditFigures: Hashable, Sendable {
    /// Number, total and longest of several times.
    package struct Times: Hashable, Sendable {
        package private(set) var count = 0
        package private(set) var total = TimeSpan.zero
        package private(set) var longest = TimeSpan.zero

        mutating func add(_ span: TimeSpan) {
            count += 1
            total += span
            longest = max(longest, span)
        }
    }

    /// The value that is furthest beyond a limit that depends on the stream's rate.
    package struct Beyond: Hashable, Sendable {
        package private(set) var found: TimeSpan
        package private(set) var limit: TimeSpan

        /// The one that is further beyond its limit.
        static func further(_ before: Beyond?, _ found: TimeSpan, _ limit: TimeSpan) -> Beyond {
            if let before, before.found - before.limit >= found - limit { return before }
            return Beyond(found: found, limit: limit)
        }
    }

    /// Times since the start of messages (specification 6.4), each measured once per message.
    package struct Starts: Hashable, Sendable {
        package internal(set) var firstAudio = Times()
        package internal(set) var firstFrame = Times()
        package internal(set) var firstDraw = Times()
        package internal(set) var firstSound = Times()

        mutating func add(_ span: TimeSpan, to milestone: WritableKeyPath<Starts, Times>) {
            self[keyPath: milestone].add(span)
        }
    }

    /// Results of decoding sounds.
    package struct Sounds: Hashable, Sendable {
        package internal(set) var decoded = 0
        /// Sounds that cannot be decoded, or are truncated.
        package internal(set) var failed = 0
        /// Sounds that could be decoded only with another sound's header.
        package internal(set) var headerless = 0
        /// The largest difference in length between a chunk's sound and its frames; for a message's last chunk
        /// without its padding. `nil` if no sound with frames was decoded.
        package internal(set) var apart: TimeSpan?
        package internal(set) var apartBeyond: Beyond?
        /// The largest values of a message, or of the run: percent of speech cut off, percent of its time that is
        /// silence between chunks, and by how many percent another rate of frames or samples differs from the played
        /// one. `nil` if no sound with frames was decoded.
        package internal(set) var cutPercent: Double?
        package internal(set) var holesPercent: Double?
        package internal(set) var ratePercent: Double?

        mutating func raise(_ figure: WritableKeyPath<Sounds, Double?>, to value: Double) {
            self[keyPath: figure] = max(self[keyPath: figure] ?? 0, value)
        }
    }

    /// Frames shown, without skipped ones.
    package internal(set) var frames = 0
    /// Frames by the judged status.
    package internal(set) var statuses: [FrameStatus: Int] = [:]
    /// Frames drawn without their overlay, whatever their status.
    package internal(set) var withoutOverlay = 0
    /// Frames that may belong to an older message, whatever their status.
    package internal(set) var guesses = 0
    package internal(set) var chunks = 0
    package internal(set) var messages = 0
    /// Number of messages with shown frames. If there are several, a chunk's number alone is no position.
    package internal(set) var shownMessages = 0
    package internal(set) var lost = 0
    package internal(set) var late = 0
    package internal(set) var duplicates = 0
    package internal(set) var holds = Times()
    package internal(set) var freezes = Times()
    /// Times in which the recording host stalled or was too busy to play: they count for nothing else.
    package internal(set) var stalls = Times()
    /// Between chunks: all gaps that are longer than nothing.
    package internal(set) var gaps = Times()
    /// The gap that is furthest beyond its limit, which depends on the rate at its place.
    package internal(set) var gapBeyond: Beyond?
    package internal(set) var starts = Starts()
    /// Time from the first frame of the idle clip until it was complete; `nil` if it never was.
    package internal(set) var idleClip: TimeSpan?
    /// Picture time minus sound time at the draw of each frame for which it is known.
    package internal(set) var drift: DriftFigures?
    /// How far the sound was ahead of the picture, and behind it, for at least `AuditThresholds.driftingFrames`
    /// frames in a row.
    package internal(set) var soundAhead: TimeSpan?
    package internal(set) var soundBehind: TimeSpan?
    package internal(set) var notes: [Note.Code: Int] = [:]
    /// Times without a connection, each from its loss; up to the end if it was not restored.
    package internal(set) var linkLosses = Times()
    /// Whether there was a connection at all, or data that came over one.
    package internal(set) var hadLink = false
    /// Whether the connection was not restored.
    package internal(set) var isLinkGone = false
    /// Recordings that continued for long without a connection, if no answer was cut off by that.
    package internal(set) var linksGone = 0
    /// `nil` if no sound has been decoded.
    package internal(set) var sounds: Sounds?
    /// Chunks with sound but no frames.
    package internal(set) var soundsAlone = 0
    /// Sent messages of which nothing was shown or heard, unless a later one replaced them.
    package internal(set) var unanswered = 0
    /// Messages with sound but no picture, or with pictures but no sound.
    package internal(set) var halfAnswers = 0
    /// Answers cut off by a lost connection.
    package internal(set) var brokenOff = 0
    package internal(set) var missingEnds = 0
    /// The last answer, if the run ended in the middle of it.
    package internal(set) var unfinished: UnfinishedAnswer?
    /// Chunks that waited for their first picture.
    package internal(set) var waits = Times()

    package internal(set) var oddities = 0
    package internal(set) var unknownEvents = 0

    package init() {}

    /// Applies a pixel test: this many of the frames that counted as `SYNC` have `status`.
    package mutating func find(_ status: FrameStatus, frames: Int) {
        guard frames > 0 else { return }
        let left = count(.sync) - frames
        statuses[.sync] = left > 0 ? left : nil
        statuses[status, default: 0] += frames
    }

    package func count(_ status: FrameStatus) -> Int { statuses[status] ?? 0 }
    package func count(_ code: Note.Code) -> Int { notes[code] ?? 0 }

    package var desyncs: Int {
        count(.desyncIndex) + count(.desyncClip) + count(.desyncBaseMissing) + count(.desyncOverlay)
    }
}
