import Events
import Sessions

/// Every event at which an enabled breakpoint holds for the focused member, for panels that mark them. It grows with
/// the log, and starts over only if the breakpoints or the member change.
package struct BreakpointHits: Hashable, Sendable {
    package struct Hit: Hashable, Sendable {
        package var heard: EventCount
        package var time: Instant

        package init(heard: EventCount, time: Instant) {
            self.heard = heard
            self.time = time
        }
    }

    /// Sorted, each event once.
    package private(set) var hits: [Hit] = []
    /// Number of hits of each breakpoint, in the order of the breakpoints; 0 for a disabled one.
    package var counts: [Int] { places.map(\.count) }
    private var places: [[EventCount]] = []
    private var conditions: [Breakpoint.Condition?] = []
    /// The member whose log was examined.
    private var member = Member.main
    private var seen: EventCount = 0
    /// Number of regroupings in the fault log when it was examined.
    private var regroupings = 0

    package init() {}

    /// Examines new events, or all of them if the breakpoints or the focus have changed. Stops after a given number
    /// of events, and continues there the next time.
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

    /// Drops hits at faults that turned out to be consequences of a later one: a run no longer stops at each of them.
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

    /// Number of events that have not been examined for these breakpoints yet.
    package func unseenCount(of timeline: Timeline, _ breakpoints: [Breakpoint]) -> Int {
        guard breakpoints.contains(where: \.isEnabled) else { return 0 }
        return timeline.history.count - (isOf(Self.conditions(breakpoints), in: timeline) ? seen : 0)
    }

    /// Whether the results belong to these breakpoints and to the timeline's member.
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
