import Engine
import Events
import Sessions

/// Where an audit's ticks come from.
package enum AuditTicks: Hashable, Sendable {
    /// Made without a clock: none is late.
    case made
    /// From a screen that plays: late ones are judged while something other than idling is shown.
    case live
    /// From a recording, whose clock is always judged.
    case recorded
}

/// Freezes, holds, gaps between chunks and drift, from the moments at which frames were shown (specification 6.4,
/// 3.11).
///
/// All spans are playing time: pauses of the engine and stalls of the recording host do not count.
struct AuditTiming: Sendable {
    /// The last frame of a chunk that was drawn, or had its turn without its clip.
    struct Drawn {
        var generation: Generation
        var chunk: Int
        var at: Instant
        /// Whether it had its turn without its clip, and the previous picture stayed.
        var lacksClip = false
        /// Since when another picture was held in its place.
        var heldSince: Instant?
        /// When its chunk ended, for a chunk without frames.
        var ended: Instant?
    }

    /// Consecutive frames of a chunk that never arrived, or whose clip is missing: the previous picture stays.
    struct Hole {
        /// The first frame.
        let record: FrameRecord
        /// Playing times of the first and of the last frame.
        let begin: Instant
        var last: Instant
    }

    let thresholds: AuditThresholds
    var period = TimeSpan.zero
    private(set) var clock = PlaybackSettings.Clock.wall

    private var pausedSince: Instant?
    /// Total of pauses and of stalls of the recording host.
    var pauses = TimeSpan.zero
    /// Session time since which the engine has requested a tick.
    var wanted: Instant?
    /// Whether the client has disconnected: a program that waits for a connection to close, or for a disk, draws
    /// nothing.
    private var hasLeft = false
    /// Whether the connection is lost.
    private var hasLost = false
    /// Session time of the last event before that, and whether late ticks were judged then.
    var heardAt = Instant.zero
    var judgesTicks = false
    /// Whether the engine was doing anything but idling before the event.
    private var isMoving = false
    /// Whether something has been on screen: before that nothing can freeze.
    var hasPicture = false
    /// Playing time of the last late tick.
    var lateTick: Instant?
    /// Total of the recording host's stalls since the first frame of the shown chunk.
    var stoodStill = TimeSpan.zero
    /// The last stall of the recording host.
    var stall: Range<Instant>?

    private var drawn: Drawn?
    /// Consecutive frames of which nothing can be drawn.
    var hole: Hole?
    /// The current message, and the last of its chunks of which something has arrived.
    private var generation: Generation = 0
    private var lastHeard: Int?
    /// The sound that should play since the last event, and its position then.
    private var sounding: PlaybackEngine.Sounding?
    private var soundedAt = Instant.zero
    private var heldSince: Instant?
    private var drift: AuditDrift

    init(_ thresholds: AuditThresholds) {
        self.thresholds = thresholds
        drift = AuditDrift(thresholds)
    }

    // MARK: What is heard

    /// - Parameters:
    ///   - engine: the engine after it has handled the event.
    ///   - sounding: the sound that should play then.
    ///   - isOthers: whether the event belongs to an older message.
    ///   - wasAwaiting: whether a chunk of the message was incomplete before the event.
    ///   - ticks: where the event's ticks come from.
    mutating func receiveEvent(
        _ event: Event, _ engine: PlaybackEngine, sounding: PlaybackEngine.Sounding?, isOthers: Bool,
        wasAwaiting: Bool, _ ticks: AuditTicks, _ figures: inout AuditFigures
    ) -> [AuditFinding] {
        let settings = engine.settings
        period = settings.period
        clock = settings.clock
        var left: AuditFinding?
        switch event.body {
        case .local(.linkClosed):
            // Had the chunk come then, it would have come too late.
            if wasAwaiting, !hasLeft { left = unfollowed(at: event.time, until: "the client disconnected", &figures) }
            hasLeft = true
        case .local(.linkLost): (hasLeft, hasLost) = (false, true)
        case .local(.linkRestored): (hasLeft, hasLost) = (false, false)
        // Without a link this side leaves without a word of it.
        case .wire(.call(.state(.left, _))) where hasLost: hasLeft = true
        default: break
        }
        let isJudged = (ticks == .recorded || ticks == .live && isMoving) && !hasLeft
        let finding =
            ticks == .made
            ? nil : lateTick(event, engine, isJudged: isJudged, isRecorded: ticks == .recorded, &figures)
        if !hasLeft { heardAt = event.time }
        judgesTicks = ticks == .recorded
        isMoving = engine.modeName != .idle
        hasPicture = hasPicture || engine.hasPicture
        followPause(engine.isPaused, at: event.time, ticks, &figures)
        let chunk: Int? = if case .wire(let wire) = event.body, !isOthers { wire.chunk } else { nil }
        let waited = follow(chunk, of: engine.generation, at: event.time, &figures)
        (self.sounding, soundedAt) = (sounding, playing(event.time))
        return [left, finding, waited].compactMap { $0 }
    }

    /// Handles a message that replaces another one whose next chunk is awaited: nothing was shown until then.
    /// - Parameter chunk: the chunk that the event names; `nil` if it names none.
    private mutating func follow(
        _ chunk: Int?, of current: Generation, at time: Instant, _ figures: inout AuditFigures
    ) -> AuditFinding? {
        guard current == generation else {
            defer { (generation, lastHeard) = (current, chunk) }
            return unfollowed(at: time, until: "another message replaced it", &figures)
        }
        if let chunk { lastHeard = max(lastHeard ?? chunk, chunk) }
        return nil
    }

    /// The gap after the last shown chunk, if a later chunk was announced that was never shown.
    /// - Parameter end: what ends the gap.
    private func unfollowed(at time: Instant, until end: String, _ figures: inout AuditFigures) -> AuditFinding? {
        guard clock != .manual, !isSounding(at: playing(time)), let drawn, drawn.generation == generation,
            let lastHeard, lastHeard > drawn.chunk
        else { return nil }
        return gap(after: drawn, until: playing(time), &figures).map { gap, limit in
            AuditFinding(
                .gap, at: time, generation: generation,
                expected: "at most \(limit.words)",
                found: "\(gap.words) without a frame after chunk \(drawn.chunk), until \(end)", amount: gap)
        }
    }

    /// Whether the sound of the last event may still be audible: it ends without an event.
    private func isSounding(at time: Instant) -> Bool {
        guard let sounding else { return false }
        return sounding.longest.map { sounding.position + (time - soundedAt) < $0 } ?? true
    }

    private mutating func followPause(
        _ isPaused: Bool, at time: Instant, _ ticks: AuditTicks, _ figures: inout AuditFigures
    ) {
        if isPaused, pausedSince == nil { pausedSince = time }
        if !isPaused, let since = pausedSince {
            pauses += time - since
            pausedSince = nil
            // What is played from the stream pauses where the recording host stood still.
            if ticks == .made { figures.stalls.add(time - since) }
        }
    }

    func playing(_ time: Instant) -> Instant { min(time, pausedSince ?? time) - pauses }

    // MARK: What is shown

    mutating func receiveFrame(_ record: FrameRecord, _ figures: inout AuditFigures) -> [AuditFinding] {
        guard clock != .manual, !hasLeft else { return [] }
        let at = playing(record.shown)
        switch record.status {
        case .skipped: return []
        case .held:
            if heldSince == nil { heldSince = at }
            if record.lacksClip, let position = record.position { return turn(record, position, at, &figures) }
            if drawn?.heldSince == nil { drawn?.heldSince = at }
            return []
        case .sync, .guess, .seam, .unplaced, .outside, .noOverlay, .desyncIndex, .desyncClip, .desyncBaseMissing,
            .desyncOverlay:
            endHold(at, &figures)
            guard let position = record.position else { return [endHole(at, &figures)].compactMap { $0 } }
            let findings = turn(record, position, at, &figures)
            let apart = (record.drift ?? unheardDrift(record)).map(withoutStalls)
            let drifting = drift.receive(record, apart, &figures)
            return findings + [drifting].compactMap { $0 }
        }
    }

    /// Handles a frame's turn: it is drawn, or the previous picture stays for its period.
    private mutating func turn(
        _ record: FrameRecord, _ position: FramePosition, _ at: Instant, _ figures: inout AuditFigures
    ) -> [AuditFinding] {
        let stays = record.isHole || (record.lacksClip && hasPicture)
        let goesOn = stays && hole?.record.generation == record.generation
        let stood = goesOn ? nil : endHole(at, &figures)
        if stays { hole = Hole(record: hole?.record ?? record, begin: hole?.begin ?? at, last: at) }
        let findings = [stood, between(record, position, at, &figures)]
        if drawn?.chunk != position.chunk || drawn?.generation != record.generation { stoodStill = .zero }
        drawn = Drawn(generation: record.generation, chunk: position.chunk, at: at, lacksClip: record.lacksClip)
        return findings.compactMap { $0 }
    }

    mutating func endHold(_ at: Instant, _ figures: inout AuditFigures) {
        if let since = heldSince { figures.holds.add(max(at - since, .zero)) }
        heldSince = nil
    }

    /// Handles a chunk that has been played; one without frames takes time, too.
    mutating func receiveReport(_ report: ChunkReport, _ figures: inout AuditFigures) -> AuditFinding? {
        let ended = playing(report.ended)
        if report.turns == 0, report.started != nil {
            drawn = Drawn(generation: report.generation, chunk: report.chunk, at: ended, ended: ended)
        }
        return endHole(ended, &figures)
    }

    /// The time from the previous frame to this one: a freeze within a chunk, a gap between two.
    private func between(
        _ record: FrameRecord, _ position: FramePosition, _ at: Instant, _ figures: inout AuditFigures
    ) -> AuditFinding? {
        guard let drawn, drawn.generation == record.generation else { return nil }
        return drawn.chunk == position.chunk
            ? freeze(record, since: drawn, at, &figures) : gap(record, since: drawn, at, &figures)
    }

    private func gap(
        _ record: FrameRecord, since drawn: Drawn, _ at: Instant, _ figures: inout AuditFigures
    ) -> AuditFinding? {
        gap(after: drawn, until: at, &figures).map { gap, limit in
            AuditFinding(
                .gap, record, expected: "at most \(limit.words)",
                found: "\(gap.words) between chunk \(drawn.chunk) and the next", amount: gap)
        }
    }

    /// How long nothing followed a chunk, if that is beyond its limit; and the limit.
    private func gap(
        after drawn: Drawn, until at: Instant, _ figures: inout AuditFigures
    ) -> (gap: TimeSpan, limit: TimeSpan)? {
        // What is held already is not told of again: of a frame without its clip only the period tells the end.
        let isByPeriod = clock != .sound || drawn.lacksClip
        let end = drawn.ended ?? (isByPeriod ? drawn.at + period : drawn.heldSince ?? at)
        let gap = at - end
        guard gap >= Self.shortestGap else { return nil }
        figures.gaps.add(gap)
        let limit = thresholds.gap ?? period.inWholeMilliseconds
        guard gap > limit else { return nil }
        figures.gapBeyond = .further(figures.gapBeyond, gap, limit)
        return (gap, limit)
    }

    // MARK: Sound

    /// The drift if the sound's position is unknown: the sound continues evenly from where it started.
    private func unheardDrift(_ record: FrameRecord) -> TimeSpan? {
        guard let sounding, let position = record.position, sounding.chunk == position.chunk,
            sounding.generation == record.generation
        else { return nil }
        let audible = sounding.position + (playing(record.shown) - soundedAt)
        return record.period * Int64(position.frame) - audible
    }

    /// The drift without the stalls of the host, during which its sound may have continued.
    private func withoutStalls(_ drift: TimeSpan) -> TimeSpan { drift < .zero ? min(.zero, drift + stoodStill) : drift }

    /// A shorter gap comes from rounding periods and ticks.
    private static let shortestGap = TimeSpan.milliseconds(1)
}

extension TimeSpan {
    /// Rounded up: what is lost in rounding periods and ticks is no fault.
    var inWholeMilliseconds: TimeSpan { .milliseconds((microseconds + 999) / 1_000) }
}
