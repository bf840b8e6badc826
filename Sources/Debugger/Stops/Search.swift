import Events

/// A run until a breakpoint, forward or backward from a place. Nothing is run for it: all that a run would see is in the
/// log and the history. Keeps how far it has looked, so that it can go on when more has been heard.
package struct Search: Hashable, Sendable {
    package enum Direction: Hashable, Sendable { case forward, backward }

    package let direction: Direction
    private var breakpoints: [Breakpoint]
    /// Events after which nothing has been looked at yet.
    private var place: EventCount
    /// Hits that are still to be passed over, of each breakpoint.
    private var left: [Int]
    /// Stops that are still to be passed over before the one that is looked for.
    private var stopsLeft: Int
    /// The last of those, where the run would have to end that finds no other.
    package private(set) var passed: EventCount?
    /// All that the run stopped at, or passed last, in their order.
    package private(set) var hits: [Breakpoint] = []

    /// Of causes that are passed over.
    private var passedKinds: Set<AuditFinding.Kind> = []
    package private(set) var isToOtherFault = false

    /// A run forward to a fault whose cause is of another kind than what is to be seen at the place.
    package init(otherFaultFrom place: EventCount, in log: SessionLog, times: Int = 1) {
        self.init(.forward, from: place, [Breakpoint(.fault)], times: times)
        (passedKinds, isToOtherFault) = (log.causeKinds(at: place), true)
    }

    /// - Parameter times: which stop is looked for, from 1.
    package init(_ direction: Direction, from place: EventCount, _ breakpoints: [Breakpoint], times: Int = 1) {
        stopsLeft = times - 1
        self.direction = direction
        self.place = place
        self.breakpoints = breakpoints.filter(\.isEnabled)
        left = self.breakpoints.map(\.ignoring)
    }

    /// Looks on from where it stopped looking.
    /// - Parameter limit: forward no further than to where this many events had been heard.
    package mutating func next(in timeline: Timeline, upTo limit: EventCount = .max) -> Found {
        let walk = BreakpointWalk(breakpoints.map(\.condition), passing: passedKinds)
        var stop: EventCount?
        switch direction {
        case .forward:
            place = walk.forward(from: place, upTo: min(limit, timeline.history.count), in: timeline) { step in
                if stops(at: step) { stop = step.heard }
                return stop == nil
            }
        case .backward:
            walk.backward(from: place, in: timeline) { step in
                if stops(at: step) { stop = step.heard }
                return stop == nil
            }
            place = stop ?? place
        }
        return stop.map(Found.at) ?? (direction == .forward ? .notYet : .nowhere)
    }

    private mutating func stops(at step: BreakpointWalk.Step) -> Bool {
        let ignored = step.holding.filter { left[$0] > 0 }
        for number in ignored { left[number] -= 1 }
        guard ignored.count < step.holding.count else { return false }
        hits = step.holding.filter { !ignored.contains($0) }.map { breakpoints[$0] }
        guard stopsLeft > 0 else { return true }
        (stopsLeft, passed) = (stopsLeft - 1, step.heard)
        return false
    }
}

extension SessionLog {
    /// Kinds of the stops to which the faults belong that show at a place, or mark the frame there, and of the causes.
    fileprivate func causeKinds(at place: EventCount) -> Set<AuditFinding.Kind> {
        let marking = frame(after: place).map { faults(marking: $0) } ?? []
        return Set((faults(at: place) + marking).flatMap(faults.stopKinds))
    }
}
