import Engine
import Events

/// What an audit counted and measured.
package struct AuditFigures: Hashable, Sendable {
    /// How many, how long together, and the longest.
    package struct Times: Hashable, Sendable {
        package private(set) var count = 0
        package private(set) var total = Span.zero
        package private(set) var longest = Span.zero

        mutating func add(_ span: Span) {
            count += 1
            total += span
            longest = max(longest, span)
        }
    }

    /// What is furthest beyond a limit that depends on the stream's rate.
    package struct Beyond: Hashable, Sendable {
        package private(set) var found: Span
        package private(set) var limit: Span

        /// The one that is further beyond.
        static func further(_ before: Beyond?, _ found: Span, _ limit: Span) -> Beyond {
            if let before, before.found - before.limit >= found - limit { return before }
            return Beyond(found: found, limit: limit)
        }
    }

    /// Spans from the beginning of messages (specification 6.4), each measured once a message.
    package struct Starts: Hashable, Sendable {
        package internal(set) var firstAudio = Times()
        package internal(set) var firstFrame = Times()
        package internal(set) var firstDraw = Times()
        package internal(set) var firstSound = Times()

        mutating func add(_ span: Span, to milestone: WritableKeyPath<Starts, Times>) {
            self[keyPath: milestone].add(span)
        }
    }

    /// What decoded sounds say.
    package struct Sounds: Hashable, Sendable {
        package internal(set) var decoded = 0
        /// That are none, or break off.
        package internal(set) var failed = 0
        /// That could only be read with another one's header.
        package internal(set) var headerless = 0
        /// How far a chunk's sound and its frames differ in length at the most; of a message's last chunk without its tail.
        /// `nil` where no sound with frames was decoded.
        package internal(set) var apart: Span?
        package internal(set) var apartBeyond: Beyond?
        /// The most of a message, or of the run: percent of the speech that was cut off, of its time that is silence between chunks,
        /// and by which one other rate of frames or samples is off the played one. `nil` where no sound with frames was decoded.
        package internal(set) var cutPercent: Double?
        package internal(set) var holesPercent: Double?
        package internal(set) var ratePercent: Double?

        mutating func raise(_ figure: WritableKeyPath<Sounds, Double?>, to value: Double) {
            self[keyPath: figure] = max(self[keyPath: figure] ?? 0, value)
        }
    }

    /// Records but those that were passed over.
    package internal(set) var frames = 0
    /// Records by the status that was judged.
    package internal(set) var statuses: [FrameStatus: Int] = [:]
    /// Records of frames whose overlay was not drawn, whatever their status.
    package internal(set) var withoutOverlay = 0
    /// Records of frames that may be of an older message, whatever their status.
    package internal(set) var guesses = 0
    package internal(set) var chunks = 0
    package internal(set) var messages = 0
    /// Messages that frames were told of: with several, a chunk's number alone is no place.
    package internal(set) var shownMessages = 0
    package internal(set) var lost = 0
    package internal(set) var late = 0
    package internal(set) var duplicates = 0
    package internal(set) var holds = Times()
    package internal(set) var freezes = Times()
    /// Times in which the host of a recording stood still, or was too busy to play: they count for nothing else.
    package internal(set) var stalls = Times()
    /// Between chunks, all that are longer than nothing.
    package internal(set) var gaps = Times()
    /// The one that is farthest beyond its limit, which depends on the rate at its place.
    package internal(set) var gapBeyond: Beyond?
    package internal(set) var starts = Starts()
    /// From the first frame of the idle clip until it was whole; `nil` where it never was.
    package internal(set) var idleClip: Span?
    /// Picture time minus sound time at the draw of each frame for which it is known.
    package internal(set) var drift: DriftFigures?
    /// How far the sound was ahead of the picture, and behind it, for `AuditThresholds.driftingFrames` in a row at the least.
    package internal(set) var soundAhead: Span?
    package internal(set) var soundBehind: Span?
    package internal(set) var notes: [Note.Code: Int] = [:]
    /// For how long there was no link, each time that it was lost; up to the end where it did not come back.
    package internal(set) var linkLosses = Times()
    /// Whether there was a link at all, or something that came over one.
    package internal(set) var hadLink = false
    /// It did not come back.
    package internal(set) var isLinkGone = false
    /// Recordings that went on for long without it, and no answer was broken off by that.
    package internal(set) var linksGone = 0
    /// `nil` where no sound has been decoded.
    package internal(set) var sounds: Sounds?
    /// Chunks of sound without frames.
    package internal(set) var soundsAlone = 0
    /// Messages that were sent and of which nothing was shown or heard, unless a later one took their place.
    package internal(set) var unanswered = 0
    /// Messages with sound and no picture, or with pictures and no sound.
    package internal(set) var halfAnswers = 0
    /// Answers that a lost link ended.
    package internal(set) var brokenOff = 0
    package internal(set) var missingEnds = 0
    /// The last answer, where the run ended in the middle of it.
    package internal(set) var unfinished: UnfinishedAnswer?
    /// Chunks that waited for their first picture.
    package internal(set) var waits = Times()

    package internal(set) var oddities = 0
    package internal(set) var unknownEvents = 0

    package init() {}

    /// What the pixels say of frames that were drawn as demanded: so many of those that counted as `SYNC` are `status`.
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
