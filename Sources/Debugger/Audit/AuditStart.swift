import Engine
import Events
import Sessions

/// How long each message takes from its start to its first audio event, first frame, first draw and first sound
/// (6.4).
///
/// A message starts when it is sent, or, if nothing was sent, with its first event. If it had no frame of its own, it
/// took until another message replaced it, or until the client disconnected.
struct AuditStart: Sendable {
    private let limit: TimeSpan
    /// How much of the session so far was no playing time.
    var paused = TimeSpan.zero
    /// In playing time.
    private var began: (generation: Generation, at: Instant)?
    private var reached: Set<Milestone> = []
    /// Whether the next, or the last, sent message is without words and only stops the speech.
    private var asksNothing = false
    /// Whether something of it has arrived.
    private var hasCome = false
    /// Whether no frame of it is awaited: it requests none, was refused, or playback was paused during it.
    private var isUnawaited = false

    private typealias Milestone = WritableKeyPath<AuditFigures.Starts, AuditFigures.Times> & Sendable

    init(limit: TimeSpan) { self.limit = limit }

    /// - Parameter generation: the engine's, after it has handled the event.
    /// - Returns: a message that was replaced, or ended by disconnecting, and of which nothing was shown for too
    ///   long.
    mutating func receiveEvent(
        _ event: Event, generation: Generation, _ figures: inout AuditFigures
    ) -> AuditFinding? {
        var unshown: AuditFinding?
        if began?.generation != generation {
            unshown = self.unshown(at: event.time, until: "another message replaced it", &figures)
        } else if event.body == .local(.linkClosed), hasCome {
            // Of one that nothing came of it is said that it is not answered.
            unshown = self.unshown(at: event.time, until: "the client disconnected", &figures)
        }
        switch event.body {
        case .wire(.userSaid(let text)): asksNothing = text.trimmed.isEmpty
        case .local(.sent):
            begin(generation, event.time)
            (isUnawaited, asksNothing) = (asksNothing, false)
        case .local(.refused(began?.generation)), .local(.paused): isUnawaited = true
        case .local(.soundMoved(_, generation, let position)) where position > .zero:
            // It began where it must have been at position 0.
            reach(\.firstSound, generation, event.time - position, &figures)
        case .wire(.audioArrived):
            ensure(generation, event.time)
            reach(\.firstAudio, generation, event.time, &figures)
        case .wire(.overlaysArrived(let batch)):
            ensure(generation, event.time)
            if !batch.frames.isEmpty { reach(\.firstFrame, generation, event.time, &figures) }
        case .wire(.chunkDescribed), .wire(.chunkSent): ensure(generation, event.time)
        default: break
        }
        return unshown
    }

    private mutating func unshown(
        at time: Instant, until end: String, _ figures: inout AuditFigures
    ) -> AuditFinding? {
        guard let began, !isUnawaited, time - paused - began.at > limit,
            let span = reach(\.firstDraw, began.generation, time, &figures)
        else { return nil }
        return AuditFinding(
            .start, at: time, generation: began.generation, expected: expected,
            found: "no frame for \(span.words), until \(end)", amount: span)
    }

    private var expected: String { "at most \(limit.words)" }

    mutating func receiveFrame(_ record: FrameRecord, _ figures: inout AuditFigures) -> AuditFinding? {
        guard record.position != nil, record.status != .held, record.status != .skipped,
            let span = reach(\.firstDraw, record.generation, record.shown, &figures), span > limit
        else { return nil }
        return AuditFinding(
            .start, record, expected: expected, found: "first frame after \(span.words)", amount: span)
    }

    private mutating func begin(_ generation: Generation, _ time: Instant) {
        began = (generation, time - paused)
        reached = []
        (hasCome, isUnawaited) = (false, false)
    }

    private mutating func ensure(_ generation: Generation, _ time: Instant) {
        if began?.generation != generation { begin(generation, time) }
        hasCome = true
    }

    @discardableResult
    private mutating func reach(
        _ milestone: Milestone, _ generation: Generation, _ time: Instant, _ figures: inout AuditFigures
    ) -> TimeSpan? {
        guard let began, began.generation == generation, reached.insert(milestone).inserted else { return nil }
        let span = max(time - paused - began.at, .zero)
        figures.starts.add(span, to: milestone)
        return span
    }
}

/// Finds chunks that waited only for their pictures: the sound has arrived and the previous chunk is over, and the
/// first picture comes more than a period later.
struct AuditWaits: Sendable {
    private var generation: Generation = 0
    /// When the sound and the first picture of each unplayed chunk of the message arrived; at most as many as the
    /// engine lets wait.
    private(set) var sounds: [Int: Instant] = [:]
    private(set) var pictures: [Int: Instant] = [:]
    private var previousEnd: Instant?
    /// How long after its sound a message's first chunk is due.
    private static let usualStart = TimeSpan.milliseconds(500)

    mutating func receiveEvent(_ event: Event, generation: Generation) {
        guard case .wire(let wire) = event.body else { return }
        switch wire {
        case .audioArrived(let audio):
            begin(generation)
            Self.note(audio.chunk, at: event.time, in: &sounds)
        case .overlaysArrived(let batch) where !batch.frames.isEmpty:
            begin(generation)
            Self.note(batch.chunk, at: event.time, in: &pictures)
        default: break
        }
    }

    private static func note(_ chunk: Int, at time: Instant, in times: inout [Int: Instant]) {
        if times[chunk] == nil, times.count < Limits.waitingChunks { times[chunk] = time }
    }

    private mutating func begin(_ generation: Generation) {
        guard generation != self.generation else { return }
        self = AuditWaits()
        self.generation = generation
    }

    /// Handles a chunk that has been played.
    mutating func receiveReport(_ report: ChunkReport, period: TimeSpan, _ figures: inout AuditFigures) -> AuditFinding?
    {
        guard report.generation == generation else { return nil }
        // It stays on screen until the next one comes: what counts is its last period.
        defer {
            previousEnd = report.started.map { min(report.ended, $0 + period * Int64(report.turns)) } ?? report.ended
        }
        let (sound, picture) = (sounds.removeValue(forKey: report.chunk), pictures.removeValue(forKey: report.chunk))
        guard let sound, let picture else { return nil }
        let since = max(sound, previousEnd ?? sound + Self.usualStart)
        let wait = picture - since
        guard wait > period else { return nil }
        figures.waits.add(wait)
        return AuditFinding(
            .wait, at: since, generation: report.generation, chunk: report.chunk,
            expected: "a picture when the chunk is due",
            found: "first picture of chunk \(report.chunk) was \(wait.words) late",
            amount: wait)
    }
}
