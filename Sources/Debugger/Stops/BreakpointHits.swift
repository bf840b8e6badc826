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
        let log = timeline.log
        let hearsEvents = conditions.contains { if case .event = $0 { true } else { false } }
        var entry = log.said(after: seen)
        defer { seen = timeline.history.count }
        guard conditions.contains(where: { $0 != nil }) else { return }
        while hearsEvents ? seen < timeline.history.count : entry < log.entries.count {
            // Without patterns for events, those that left nothing in the log are passed over.
            seen = hearsEvents ? seen + 1 : log.entries[entry].heard
            let first = entry
            while entry < log.entries.count, log.entries[entry].heard <= seen { entry += 1 }
            look(at: first..<entry, in: timeline)
        }
    }

    private mutating func look(at said: Range<Int>, in timeline: Timeline) {
        var isHit = false
        for (number, condition) in conditions.enumerated() {
            guard let condition, condition.holds(at: seen, said, in: timeline) else { continue }
            counts[number] += 1
            isHit = true
        }
        if isHit { hits.append(Hit(heard: seen, time: timeline.history.time(after: seen))) }
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
