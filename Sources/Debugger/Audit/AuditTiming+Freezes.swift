import Engine
import Events
import Sessions

/// Freezes: nothing moved although a tick was requested, or the next picture of a chunk was due (specification 6.4).
extension AuditTiming {
    /// Handles a tick long after the engine requested one: nothing moved meanwhile. On a screen that plays live it is
    /// a freeze. In a recording it says nothing about the stream: its host stalled.
    ///
    /// The specification counts 50 ms between any two ticks; here the clock ticks only when there is something to do.
    mutating func lateTick(
        _ event: Event, _ engine: PlaybackEngine, isJudged: Bool, isRecorded: Bool, _ figures: inout AuditFigures
    ) -> AuditFinding? {
        var finding: AuditFinding?
        if case .local(.ticked) = event.body {
            let late = isJudged && hasPicture ? wanted.map { event.time - $0 } ?? .zero : .zero
            if let wanted, late > min(thresholds.freeze, Self.leastStall) {
                if isRecorded {
                    stand(wanted..<event.time, &figures)
                } else if late > thresholds.freeze {
                    lateTick = playing(event.time)
                    figures.freezes.add(late)
                    finding = AuditFinding(
                        .freeze, at: wanted, generation: engine.generation,
                        expected: "a tick at \((wanted - .zero).words)",
                        found: "player stalled \(late.words) at \((wanted - .zero).words)", amount: late)
                }
            }
            wanted = nil
        }
        // A deadline that has passed is always said to be now.
        let deadline = engine.nextDeadline
        wanted = deadline.map { deadline in deadline > event.time ? deadline : min(wanted ?? event.time, event.time) }
        return finding
    }

    /// A tick that is late by less than this is within a display's refresh.
    private static let leastStall = TimeSpan.milliseconds(20)

    /// Subtracts a stall of the recording host from playing time. Reported where it would be a freeze.
    private mutating func stand(_ stall: Range<Instant>, _ figures: inout AuditFigures) {
        let span = stall.upperBound - stall.lowerBound
        (pauses, stoodStill) = (pauses + span, stoodStill + span)
        guard span > thresholds.freeze else { return }
        self.stall = stall
        figures.stalls.add(span)
    }

    /// Ends the run. A recording in which the stream continues without any further tick stalled until its end.
    mutating func finish(generation: Generation, _ figures: inout AuditFigures) -> [AuditFinding] {
        let least = max(thresholds.freeze, Self.leastStandstill)
        if judgesTicks, hasPicture, let wanted, heardAt - wanted > least { stand(wanted..<heardAt, &figures) }
        endHold(playing(heardAt), &figures)
        return [endHole(playing(heardAt), &figures)].compactMap { $0 }
    }

    /// Ends a run of frames of which nothing could be drawn, and reports how long the previous picture stayed
    /// although others were due. The finding belongs to the moment of the first frame, when its length was not known
    /// yet.
    mutating func endHole(_ at: Instant, _ figures: inout AuditFigures) -> AuditFinding? {
        guard let ended = hole else { return nil }
        hole = nil
        // What follows behind the last one's period is a gap, or a freeze by itself.
        let late = min(at, ended.last + period) - ended.begin
        guard late > thresholds.freeze else { return nil }
        figures.freezes.add(late)
        return AuditFinding(
            .freeze, at: ended.record.shown, generation: ended.record.generation, position: ended.record.position,
            expected: "a new picture every \(period.words)",
            found: "picture stood still \(late.words) too long: its frames "
                + (ended.record.isHole ? "never arrived" : "are of a missing clip"), amount: late)
    }

    /// Data that arrives while a player quits is still recorded, and moves nothing; only a longer time without ticks
    /// is a stall.
    private static let leastStandstill = TimeSpan.seconds(1)

    func freeze(
        _ record: FrameRecord, since drawn: Drawn, _ at: Instant, _ figures: inout AuditFigures
    ) -> AuditFinding? {
        // The sound may be longer than its frames: then each has more than a period, and nothing else is due.
        let due =
            clock == .sound
            ? drawn.heldSince ?? at - min(max(record.shown - record.due, .zero), at - drawn.at) : drawn.at + period
        // A recording's host may have been too busy to decode what had come in time: that is nothing of the stream.
        let late = judgesTicks ? min(at, record.arrived.map { max(due, playing($0)) } ?? at) - due : at - due
        guard late > thresholds.freeze, lateTick.map({ $0 <= drawn.at || $0 > at }) ?? true else { return nil }
        figures.freezes.add(late)
        return AuditFinding(
            .freeze, record, expected: "a new picture every \(period.words)",
            found: "picture stood still for \((at - drawn.at).words)", amount: late)
    }
}
