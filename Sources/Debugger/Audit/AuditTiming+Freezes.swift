import Engine
import Events

/// Freezes: nothing moved where a tick was wanted, or the next picture of a chunk was due (specification 6.4).
extension AuditTiming {
    /// A tick that comes long after the engine wanted one: nothing moved meanwhile.
    ///
    /// The specification counts 50 ms between any two ticks; here the clock ticks only when there is something to do.
    mutating func lateTick(
        _ event: Event, _ engine: PlaybackEngine, isJudged: Bool, isRecorded: Bool, _ figures: inout AuditFigures
    ) -> AuditFinding? {
        var finding: AuditFinding?
        if case .local(.ticked) = event.body {
            if isJudged, hasPicture, let wanted, event.time - wanted > thresholds.freeze {
                lateTick = playing(event.time)
                let late = event.time - wanted
                stoodStill += late
                let whose = isRecorded ? ", on the machine that recorded it" : ""
                finding = Self.standstill(
                    since: wanted, late, engine.generation, found: "the player stood still for \(late.words)\(whose)",
                    &figures)
            }
            wanted = nil
        }
        // A deadline that has passed is always said to be now.
        let deadline = engine.nextDeadline
        wanted = deadline.map { deadline in deadline > event.time ? deadline : min(wanted ?? event.time, event.time) }
        return finding
    }

    /// The run is over. A recording in which the stream goes on and no tick comes any more stood still to its end.
    mutating func finish(generation: Generation, _ figures: inout AuditFigures) -> [AuditFinding] {
        endHold(playing(heardAt), &figures)
        let stood = [endHole(playing(heardAt), &figures)].compactMap { $0 }
        let least = max(thresholds.freeze, Self.leastStandstill)
        guard judgesTicks, hasPicture, let wanted, heardAt - wanted > least else { return stood }
        let late = heardAt - wanted
        let found = "the player stood still to the end, \(late.words) later"
        return stood + [Self.standstill(since: wanted, late, generation, found: found, &figures)]
    }

    /// Frames of which nothing can be drawn are over, and so is the time for which the picture before them stayed though others were due.
    /// It is told of the moment at which the first one was: how long it takes nobody knew then.
    mutating func endHole(_ at: Instant, _ figures: inout AuditFigures) -> AuditFinding? {
        guard let ended = hole else { return nil }
        hole = nil
        // What follows behind the last one's period is a gap, or a freeze by itself.
        let late = min(at, ended.last + period) - ended.begin
        guard late > thresholds.freeze else { return nil }
        figures.freezes.add(late)
        return AuditFinding(
            .freeze, at: ended.record.shown, generation: ended.record.generation, position: ended.record.position,
            expected: "the next picture after \(period.words)",
            found: "no other picture for \(late.words) more, for frames "
                + (ended.record.isHole ? "that never came" : "whose clip is not there"), amount: late)
    }

    private static func standstill(
        since wanted: Instant, _ late: Span, _ generation: Generation, found: String, _ figures: inout AuditFigures
    ) -> AuditFinding {
        figures.freezes.add(late)
        figures.standstills.add(late)
        return AuditFinding(
            .freeze, at: wanted, generation: generation, expected: "the player to go on at \((wanted - .zero).words)",
            found: found,
            amount: late)
    }

    /// What comes while a player leaves is heard, and moves nothing any more.
    private static let leastStandstill = Span.seconds(1)

    func freeze(
        _ record: FrameRecord, since drawn: Drawn, _ at: Instant, _ figures: inout AuditFigures
    ) -> AuditFinding? {
        // The sound may be longer than its frames: then each has more than a period, and nothing else is due.
        let due =
            clock == .sound
            ? drawn.heldSince ?? at - min(max(record.shown - record.due, .zero), at - drawn.at) : drawn.at + period
        let late = at - due
        guard late > thresholds.freeze, lateTick.map({ $0 <= drawn.at || $0 > at }) ?? true else { return nil }
        figures.freezes.add(late)
        return AuditFinding(
            .freeze, record, expected: "the next picture after \(period.words)",
            found: "no other picture for \((at - drawn.at).words)", amount: late)
    }
}
