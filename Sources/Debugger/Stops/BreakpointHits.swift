import Events

/// Every place of a history at which an enabled breakpoint holds, for panels that mark them. Grows with the log; what was
/// looked at once is looked at again only when the breakpoints are others.
package struct BreakpointHits: Hashable, Sendable {
    package struct Hit: Hashable, Sendable {
        package var heard: EventCount
        package var time: Instant

        package init(heard: EventCount, time: Instant) {
            self.heard = heard
            self.time = time
        }
    }

    /// In order, each place once.
    package private(set) var hits: [Hit] = []
    /// Places of each breakpoint, in the order in which they were given; 0 for one that is not enabled.
    package private(set) var counts: [Int] = []
    private var conditions: [Breakpoint.Condition?] = []
    private var seen: EventCount = 0

    package init() {}

    /// Looks at what has been heard since the last time, or at everything when the breakpoints have changed.
    package mutating func update(with timeline: Timeline, _ breakpoints: [Breakpoint]) {
        let wanted = breakpoints.map { $0.isEnabled ? $0.condition : nil }
        if wanted != conditions || seen > timeline.history.count {
            conditions = wanted
            (hits, counts, seen) = ([], [Int](repeating: 0, count: wanted.count), 0)
        }
        defer { seen = timeline.history.count }
        guard conditions.contains(where: { $0 != nil }) else { return }
        BreakpointWalk(conditions).forward(from: seen, upTo: timeline.history.count, in: timeline) { step in
            for number in step.holding { counts[number] += 1 }
            hits.append(Hit(heard: step.heard, time: timeline.history.time(after: step.heard)))
            return true
        }
    }

    /// Whether there is a hit behind `earlier` and not behind `heard`.
    package func isHit(after earlier: EventCount, upTo heard: EventCount) -> Bool {
        let first = hits.partitionPoint { $0.heard > earlier }
        return hits.indices.contains(first) && hits[first].heard <= heard
    }

    /// Whether there is a hit from `start` on and before `end`.
    package func isHit(from start: Instant, before end: Instant) -> Bool {
        let first = hits.partitionPoint { $0.time >= start }
        return hits.indices.contains(first) && hits[first].time < end
    }
}
