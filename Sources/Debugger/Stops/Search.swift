import Events

/// A run until a breakpoint, forward or backward from a place. Nothing is run for it: all that a run would see is in the
/// log and the history. Keeps how far it has looked, so that it can go on when more has been heard.
package struct Search: Hashable, Sendable {
    package enum Direction: Hashable, Sendable { case forward, backward }

    package let direction: Direction
    private var breakpoints: [Breakpoint]
    /// Events behind which nothing has been looked at yet.
    private var place: EventCount
    /// Hits that are still to be passed over, of each breakpoint.
    private var left: [Int]
    /// What the run stopped at.
    package private(set) var hit: Breakpoint?

    package init(_ direction: Direction, from place: EventCount, _ breakpoints: [Breakpoint]) {
        self.direction = direction
        self.place = place
        self.breakpoints = breakpoints.filter(\.isEnabled)
        left = self.breakpoints.map(\.ignoring)
    }

    /// Looks on from where it stopped looking.
    /// - Parameter limit: forward no further than to where this many events had been heard.
    package mutating func next(in timeline: Timeline, upTo limit: EventCount = .max) -> Found {
        let found = direction == .forward ? forward(timeline, limit) : backward(timeline)
        if case .at(let heard) = found { place = heard }
        return found
    }

    private mutating func forward(_ timeline: Timeline, _ limit: EventCount) -> Found {
        let entries = timeline.log.entries
        var entry = timeline.log.said(after: place)
        let end = min(limit, timeline.history.count)
        while place < end {
            place += 1
            let first = entry
            while entry < entries.count, entries[entry].heard <= place { entry += 1 }
            if stops(at: place, timeline, first..<entry) { return .at(place) }
        }
        return .notYet
    }

    private mutating func backward(_ timeline: Timeline) -> Found {
        let entries = timeline.log.entries
        var entry = timeline.log.said(after: place - 1)
        while place > 1 {
            place -= 1
            let last = entry
            while entry > 0, entries[entry - 1].heard >= place { entry -= 1 }
            if stops(at: place, timeline, entry..<last) { return .at(place) }
        }
        return .nowhere
    }

    private mutating func stops(at heard: EventCount, _ timeline: Timeline, _ said: Range<Int>) -> Bool {
        var stops = false
        for number in breakpoints.indices where breakpoints[number].condition.holds(at: heard, said, in: timeline) {
            if left[number] > 0 {
                left[number] -= 1
            } else if !stops {
                stops = true
                hit = breakpoints[number]
            }
        }
        return stops
    }
}
