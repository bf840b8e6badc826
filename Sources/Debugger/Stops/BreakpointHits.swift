import Events

/// Every place of a history at which an enabled breakpoint holds for the focused member, for panels that mark them. Grows with the
/// log; what was looked at once is looked at again only when the breakpoints are others, or the member is.
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
    /// How many places each breakpoint has, in the order in which they were given; 0 for one that is not enabled.
    package var counts: [Int] { places.map(\.count) }
    private var places: [[EventCount]] = []
    private var conditions: [Breakpoint.Condition?] = []
    /// Whose log was looked at.
    private var member = Member.main
    private var seen: EventCount = 0
    /// Of the faults in the log, when it was looked at.
    private var regroupings = 0

    package init() {}

    /// Looks at what has been heard since the last time, or at everything when the breakpoints or the focus have changed; at the most
    /// at so many events, and the next time at those after them.
    package mutating func update(with timeline: Timeline, _ breakpoints: [Breakpoint], atMost events: Int = .max) {
        let wanted = Self.conditions(breakpoints)
        if !isOf(wanted, in: timeline) {
            (conditions, member) = (wanted, timeline.focus)
            (hits, places, seen) = ([], Array(repeating: [], count: wanted.count), 0)
        }
        forgetRegrouped(in: timeline.log.faults)
        let hasAny = conditions.contains { $0 != nil }
        let end = hasAny ? seen + min(max(0, events), timeline.history.count - seen) : timeline.history.count
        defer { seen = end }
        guard hasAny else { return }
        BreakpointWalk(conditions).forward(from: seen, upTo: end, in: timeline) { step in
            for number in step.holding { places[number].append(step.heard) }
            hits.append(Hit(heard: step.heard, time: timeline.history.time(after: step.heard)))
            return true
        }
    }

    /// Faults may follow from one that was told later: then a run does not stop at each of them any more.
    private mutating func forgetRegrouped(in faults: FaultLog) {
        defer { regroupings = faults.regroupingCount }
        guard faults.regroupingCount > regroupings, let place = faults.place(regroupedSince: regroupings), place <= seen
        else { return }
        seen = max(0, place - 1)
        hits.removeLast(hits.count - hits.partitionPoint { $0.heard >= place })
        for number in places.indices {
            places[number].removeLast(places[number].count - places[number].partitionPoint { $0 >= place })
        }
    }

    /// Events of which it is not known yet whether any of these holds there.
    package func unseenCount(of timeline: Timeline, _ breakpoints: [Breakpoint]) -> Int {
        guard breakpoints.contains(where: \.isEnabled) else { return 0 }
        return timeline.history.count - (isOf(Self.conditions(breakpoints), in: timeline) ? seen : 0)
    }

    /// Whether what has been found so far is of these and of whom the timeline is about.
    private func isOf(_ wanted: [Breakpoint.Condition?], in timeline: Timeline) -> Bool {
        conditions == wanted && member == timeline.focus && seen <= timeline.history.count
    }

    private static func conditions(_ breakpoints: [Breakpoint]) -> [Breakpoint.Condition?] {
        breakpoints.map { $0.isEnabled ? $0.condition : nil }
    }

    /// Whether there is a hit after `earlier` and not after `heard`.
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

/// Goes from a place of a history to the next one at which any of some breakpoints hold, forward or backward. Places at which
/// nothing can hold are passed over. Faults with one cause are one place: the first of those that any of the breakpoints is about.
/// Consequences that begin long after their cause are another one.
struct BreakpointWalk {
    /// `nil` for one that is not enabled.
    private let matchers: [BreakpointMatcher?]
    private let looksEverywhere: Bool
    private let faultKinds: Set<AuditFinding.Kind>
    private let passedKinds: Set<AuditFinding.Kind>

    /// - Parameter passedKinds: of causes at which nothing holds.
    init(_ conditions: [Breakpoint.Condition?], passing passedKinds: Set<AuditFinding.Kind> = []) {
        matchers = conditions.map { $0.map(BreakpointMatcher.init) }
        faultKinds = matchers.reduce(into: []) { $0.formUnion($1?.faultKinds ?? []) }
        self.passedKinds = passedKinds
        looksEverywhere = matchers.contains { $0?.looksEverywhere ?? false }
    }

    /// What holds at a place, by its number among the breakpoints.
    typealias Step = (heard: EventCount, holding: [Int])

    /// Calls `body` for each place after `start` and up to `end`, until it returns `false`.
    /// - Returns: the last place that was looked at.
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

    /// Calls `body` for each place before `start`, until it returns `false`.
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
