import Events

/// Walks from one event of a history to the next at which any of some breakpoints holds, forward or backward. Events
/// at which nothing can hold are skipped. Faults with one cause are one stop: the first of them that any breakpoint
/// is about. Consequences that begin long after their cause are another stop.
struct BreakpointWalk {
    /// `nil` for a disabled breakpoint.
    private let matchers: [BreakpointMatcher?]
    private let looksEverywhere: Bool
    private let faultKinds: Set<AuditFinding.Kind>
    private let passedKinds: Set<AuditFinding.Kind>

    /// - Parameter passedKinds: kinds of causes to skip.
    init(_ conditions: [Breakpoint.Condition?], passing passedKinds: Set<AuditFinding.Kind> = []) {
        matchers = conditions.map { $0.map(BreakpointMatcher.init) }
        faultKinds = matchers.reduce(into: []) { $0.formUnion($1?.faultKinds ?? []) }
        self.passedKinds = passedKinds
        looksEverywhere = matchers.contains { $0?.looksEverywhere ?? false }
    }

    /// The breakpoints that hold at an event, by index.
    typealias Step = (heard: EventCount, holding: [Int])

    /// Calls `body` for each event after `start` and up to `end`, until it returns `false`.
    /// - Returns: the last event that was examined.
    @discardableResult
    func forward(
        from start: EventCount, upTo end: EventCount, in timeline: Timeline, _ body: (Step) -> Bool
    ) -> EventCount {
        let (log, entries) = (timeline.log, timeline.log.entries)
        var (place, entry) = (start, log.entryCount(upTo: start))
        while place < end {
            let said = entry < entries.count ? entries[entry].heard : .max
            let next = looksEverywhere ? place + 1 : min(said, log.faults.place(after: place) ?? .max)
            guard next <= end else { return end }
            place = next
            let first = entry
            while entry < entries.count, entries[entry].heard <= place { entry += 1 }
            guard goesOn(at: place, first..<entry, timeline, body) else { break }
        }
        return place
    }

    /// Calls `body` for each event before `start`, until it returns `false`.
    func backward(from start: EventCount, in timeline: Timeline, _ body: (Step) -> Bool) {
        let (log, entries) = (timeline.log, timeline.log.entries)
        var (place, entry) = (start, log.entryCount(upTo: start - 1))
        while place > 1 {
            let said = entry > 0 ? entries[entry - 1].heard : 0
            place = looksEverywhere ? place - 1 : max(said, log.faults.place(before: place) ?? 0)
            guard place > 0 else { return }
            let last = entry
            while entry > 0, entries[entry - 1].heard >= place { entry -= 1 }
            guard goesOn(at: place, entry..<last, timeline, body) else { return }
        }
    }

    private func goesOn(at place: EventCount, _ said: Range<Int>, _ timeline: Timeline, _ body: (Step) -> Bool) -> Bool
    {
        let stops =
            faultKinds.isEmpty
            ? [] : timeline.log.faults.stops(at: place, of: faultKinds).filter { !passedKinds.contains($0.kind) }
        let holding = matchers.indices.filter { matchers[$0]?.holds(at: place, said, stops, in: timeline) ?? false }
        return holding.isEmpty || body((place, holding))
    }
}
