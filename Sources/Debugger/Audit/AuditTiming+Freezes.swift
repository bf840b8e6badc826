import Engine
import Events

/// Freezes: nothing moved where a tick was wanted, or the next picture of a chunk was due (specification 6.4).
extension AuditTiming {
    /// A tick that comes long after the engine wanted one: nothing moved meanwhile. Of a screen that plays it is a freeze. Of a recording
    /// it tells nothing of the stream: its host stood still.
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

    /// Ticks that are less late are no more so than a display's refresh would make them.
    private static let leastStall = Span.milliseconds(20)

    /// The recording host stood still, or was busy: that is no playing time. Told of where it would be a freeze.
    private mutating func stand(_ stall: Range<Instant>, _ figures: inout AuditFigures) {
        let span = stall.upperBound - stall.lowerBound
        (pauses, stoodStill) = (pauses + span, stoodStill + span)
        guard span > thresholds.freeze else { return }
        self.stall = stall
        figures.stalls.add(span)
    }

    /// The run is over. A recording in which the stream goes on and no tick comes any more stood still to its end.
    mutating func finish(generation: Generation, _ figures: inout AuditFigures) -> [AuditFinding] {
        let least = max(thresholds.freeze, Self.leastStandstill)
        if judgesTicks, hasPicture, let wanted, heardAt - wanted > least { stand(wanted..<heardAt, &figures) }
        endHold(playing(heardAt), &figures)
        return [endHole(playing(heardAt), &figures)].compactMap { $0 }
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
            expected: "a new picture every \(period.words)",
            found: "picture stood still \(late.words) too long: its frames "
                + (ended.record.isHole ? "never arrived" : "are of a missing clip"), amount: late)
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
        // A recording's host may have been too busy to decode what had come in time: that is nothing of the stream.
        let late = judgesTicks ? min(at, record.arrived.map { max(due, playing($0)) } ?? at) - due : at - due
        guard late > thresholds.freeze, lateTick.map({ $0 <= drawn.at || $0 > at }) ?? true else { return nil }
        figures.freezes.add(late)
        return AuditFinding(
            .freeze, record, expected: "a new picture every \(period.words)",
            found: "picture stood still for \((at - drawn.at).words)", amount: late)
    }
}
