import Events
import Sessions

/// A run until a breakpoint, forward or backward. Nothing is replayed: everything that a run would see is in the log
/// and the history. It remembers how far it has searched, so that it can continue when more events have arrived.
package struct Search: Hashable, Sendable {
    package enum Direction: Hashable, Sendable { case forward, backward }

    package let direction: Direction
    private var breakpoints: [Breakpoint]
    /// The event from which on nothing has been examined yet.
    private var place: EventCount
    /// Hits that are still to be skipped, for each breakpoint.
    private var left: [Int]
    /// Stops that are still to be skipped before the wanted one.
    private var stopsLeft: Int
    /// The last skipped stop, where the run ends if it finds no other.
    package private(set) var passed: EventCount?
    /// The breakpoints at which the run stopped or that it last skipped, in order.
    package private(set) var hits: [Breakpoint] = []

    /// Kinds of causes to skip.
    private var passedKinds: Set<AuditFinding.Kind> = []
    package private(set) var isToOtherFault = false

    /// A run forward to a fault whose cause is of another kind than the faults here.
    package init(otherFaultFrom place: EventCount, in log: SessionLog, times: Int = 1) {
        self.init(.forward, from: place, [Breakpoint(.fault)], times: times)
        (passedKinds, isToOtherFault) = (log.causeKinds(at: place), true)
    }

    /// - Parameter times: which stop to find, from 1.
    package init(_ direction: Direction, from place: EventCount, _ breakpoints: [Breakpoint], times: Int = 1) {
        stopsLeft = times - 1
        self.direction = direction
        self.place = place
        self.breakpoints = breakpoints.filter(\.isEnabled)
        left = self.breakpoints.map(\.ignoring)
    }

    /// Continues the search.
    /// - Parameter limit: largest number of events to search up to, if forward.
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
    /// Kinds of the stops, and of their causes, for faults found here or marking the frame here.
    fileprivate func causeKinds(at place: EventCount) -> Set<AuditFinding.Kind> {
        let marking = frame(after: place).map { faults(marking: $0) } ?? []
        return Set((faults(at: place) + marking).flatMap(faults.stopKinds))
    }
}
