import Events

/// The rewritten stream as a list of references: which entry comes when, and what is changed in it.
package struct RewritePlan: Sendable {
    /// One entry of the new stream.
    package struct Step: Sendable {
        package internal(set) var time: Instant
        var origin: Origin
        /// 0 for what was on the stream, the number of the copy otherwise.
        var copy = 0
        /// Positions of the frames that are left of the event's own; `nil`: all.
        var kept: [Int32]?
        var edits: [Edit] = []
        /// A copy is emitted once more, so much later: its dates are shifted by it.
        package internal(set) var dateShift = TimeSpan.zero
    }

    enum Origin: Hashable, Sendable {
        /// By its place in the index.
        case entry(Int)
        /// By the rule that made it, and its number among those.
        case inserted(rule: Int, number: Int)
    }

    struct Edit: Sendable {
        enum Kind: Sendable {
            /// What the rule says.
            case rule
            /// The batch is one more than there were, or its chunk has one more.
            case renumber(batch: Int?)
        }

        var kind: Kind
        var rule: Int
        /// Positions of the frames that are meant; `nil`: the event as a whole.
        var frames: [Int32]?
    }

    package let index: RewriteIndex
    package private(set) var rules: [RewriteRule] = []
    package private(set) var steps: [Step]
    let seed: UInt64
    /// Batches that were made of parts of others, by message and chunk.
    private var extraBatches: [[Int]: Int] = [:]

    /// Events that a plan may hold.
    package static let limit = 5_000_000

    package init(_ index: RewriteIndex, seed: UInt64) {
        self.index = index
        self.seed = seed
        steps = index.entries.indices.map { Step(time: index.entries[$0].time, origin: .entry($0)) }
    }

    /// The caller's name of the entry that a step plays; `nil` for one that a rule has made.
    package func id(of step: Step) -> Int64? { entry(of: step)?.id }
    func isInput(_ step: Step) -> Bool { entry(of: step)?.isInput ?? false }
    /// Whether the entry goes on as it is.
    package func isUnchanged(_ step: Step) -> Bool { step.edits.isEmpty && step.kept == nil }

    func entry(of step: Step) -> RewriteIndex.Entry? {
        if case .entry(let place) = step.origin { index.entries[place] } else { nil }
    }

    /// What chance says about a step, and about a frame in it, in one rule.
    func chance(rule: Int, _ step: Step, frame: Int = -1) -> Chance {
        switch step.origin {
        case .entry(let place): Chance(seed: seed, rule, place, step.copy, frame)
        case .inserted(let maker, let number): Chance(seed: seed, rule, -1 - maker, number, step.copy, frame)
        }
    }

    // MARK: Rules

    /// - Throws: `RewriteError.matchesNothing` when no event is meant, unless chance decides; `.tooManyEvents`.
    package mutating func apply(_ rule: RewriteRule) throws(RewriteError) {
        let number = rules.count
        rules.append(rule)
        if case .insert(_, let after) = rule.action, rule.filter == nil {
            steps.append(Step(time: Self.moment(.zero, after), origin: .inserted(rule: number, number: 0)))
            return sort()
        }
        let chosen = choice(of: rule, number)
        guard !chosen.isEmpty || rule.filter?.chance != nil else {
            throw .matchesNothing(rule: rule.text, recipe: rule.recipe)
        }
        switch rule.action {
        case .drop: drop(chosen)
        case .delay(let span): move(chosen, rule: number) { Self.moment($0, span) }
        case .move(let moment): move(chosen, rule: number) { _ in moment }
        case .duplicate(let span, let times): try duplicate(chosen, span, times, rule)
        case .swap: exchange(chosen, chosen.indices.map { chosen.indices.contains($0 ^ 1) ? $0 ^ 1 : $0 })
        case .reverse: exchange(chosen, chosen.indices.reversed())
        case .shuffle: exchange(chosen, shuffled(chosen.count, rule: number))
        case .insert(_, let after): try insert(chosen, after, rule, number)
        case .corrupt, .form, .change, .rename, .edit:
            for one in chosen { steps[one.place].edits.append(Edit(kind: .rule, rule: number, frames: one.frames)) }
        }
        sort()
    }

    private static func moment(_ time: Instant, _ span: TimeSpan) -> Instant {
        Instant(microseconds: min(max((time + span).microseconds, 0), Int64(RewriteScanner.latest)))
    }

    /// By time; entries of the same time stay in their order.
    private mutating func sort() {
        let isSorted = zip(steps, steps.dropFirst()).allSatisfy { $0.time <= $1.time }
        guard !isSorted else { return }
        let order = steps.indices.sorted { (steps[$0].time, $0) < (steps[$1].time, $1) }
        steps = order.map { steps[$0] }
    }

    private mutating func drop(_ chosen: [Chosen]) {
        var gone: Set<Int> = []
        for one in chosen {
            guard let frames = one.frames else {
                gone.insert(one.place)
                continue
            }
            let left = presentFrames(steps[one.place]).filter { !frames.contains($0) }
            if left.isEmpty, isMadeOfFrames(steps[one.place]) { gone.insert(one.place) }
            steps[one.place].kept = left
        }
        steps = steps.indices.lazy.filter { !gone.contains($0) }.map { steps[$0] }
    }

    /// Events go to another moment; single frames of a batch go there in a batch of their own.
    private mutating func move(_ chosen: [Chosen], rule: Int, _ moment: (Instant) -> Instant) {
        var siblings: [[Int]: [Int]]?
        for one in chosen {
            let step = steps[one.place]
            let left = one.frames.map { frames in presentFrames(step).filter { !frames.contains($0) } }
            guard let left, !left.isEmpty, isMadeOfFrames(step) else {
                // A description of frames has no moment of its own for each of them.
                if one.frames == nil || isMadeOfFrames(step) { steps[one.place].time = moment(step.time) }
                continue
            }
            var part = step
            part.kept = one.frames
            part.time = moment(step.time)
            steps[one.place].kept = left
            if let key = batchKey(step), let total = entry(of: step)?.totalBatches {
                let groups = siblings ?? Dictionary(grouping: steps.indices) { batchKey(steps[$0]) ?? [] }
                siblings = groups
                for place in groups[key] ?? [] {
                    steps[place].edits.append(Edit(kind: .renumber(batch: nil), rule: rule))
                }
                part.edits.append(
                    Edit(kind: .renumber(batch: total &+ extraBatches[key, default: 0]), rule: rule))
                extraBatches[key, default: 0] += 1
                siblings?[key, default: []].append(steps.count)
            }
            steps.append(part)
        }
    }

    /// Equal for the batches of one chunk; `nil` for what does not say how many there are.
    private func batchKey(_ step: Step) -> [Int]? {
        guard let entry = entry(of: step), entry.totalBatches != nil, let chunk = entry.chunk else { return nil }
        return [entry.message ?? 0, chunk, step.copy]
    }

    private mutating func duplicate(
        _ chosen: [Chosen], _ span: TimeSpan, _ times: Int, _ rule: RewriteRule
    ) throws(RewriteError) {
        try checkRoom(chosen.count, times, rule)
        var longer: [Step] = []
        longer.reserveCapacity(steps.count + chosen.count * times)
        var next = chosen.makeIterator()
        var one = next.next()
        for place in steps.indices {
            longer.append(steps[place])
            guard let found = one, found.place == place else { continue }
            one = next.next()
            guard found.frames == nil || isMadeOfFrames(steps[place]) else { continue }
            for time in 1...times {
                var copy = steps[place]
                copy.copy += time
                copy.time = Self.moment(copy.time, span * Int64(time))
                copy.dateShift += span * Int64(time)
                if let frames = found.frames { copy.kept = frames }
                longer.append(copy)
            }
        }
        steps = longer
    }

    private mutating func insert(
        _ chosen: [Chosen], _ after: TimeSpan, _ rule: RewriteRule, _ number: Int
    ) throws(RewriteError) {
        try checkRoom(chosen.count, 1, rule)
        var longer: [Step] = []
        longer.reserveCapacity(steps.count + chosen.count)
        var places = Set(chosen.map(\.place))
        for place in steps.indices {
            longer.append(steps[place])
            guard places.remove(place) != nil else { continue }
            let origin = Origin.inserted(rule: number, number: longer.count)
            longer.append(Step(time: Self.moment(steps[place].time, after), origin: origin))
        }
        steps = longer
    }

    private func checkRoom(_ count: Int, _ times: Int, _ rule: RewriteRule) throws(RewriteError) {
        let (more, isTooMany) = count.multipliedReportingOverflow(by: times)
        guard !isTooMany, more <= Self.limit - min(steps.count, Self.limit) else {
            throw .tooManyEvents(rule: rule.text, limit: Self.limit)
        }
    }

    /// The events take each other's moments: the one that `order` names first comes first.
    private mutating func exchange(_ chosen: [Chosen], _ order: [Int]) {
        let before = chosen.map { steps[$0.place] }
        for (number, source) in zip(chosen.indices, order) {
            steps[chosen[number].place] = before[source]
            steps[chosen[number].place].time = before[number].time
        }
    }

    private func shuffled(_ count: Int, rule: Int) -> [Int] {
        var chance = Chance(seed: seed, rule)
        var order = Array(0..<count)
        for place in order.indices.dropFirst().reversed() { order.swapAt(place, chance.below(place + 1)) }
        return order
    }

    // MARK: Choosing

    struct Chosen {
        var place: Int
        var frames: [Int32]?
    }

    private func presentFrames(_ step: Step) -> [Int32] {
        step.kept ?? (0..<Int32(clamping: entry(of: step)?.frames?.count ?? 0)).map { $0 }
    }

    private func isMadeOfFrames(_ step: Step) -> Bool {
        entry(of: step)?.event?.bringsPictures == true
    }

    private func choice(of rule: RewriteRule, _ number: Int) -> [Chosen] {
        guard let filter = rule.filter else { return steps.indices.map { Chosen(place: $0) } }
        var found = steps.indices.compactMap { self.chosen($0, filter) }
        if let nth = filter.nth {
            found = found.indices.filter { place in nth.contains { $0.means(place + 1, of: found.count) } }
                .map { found[$0] }
        }
        guard let share = filter.chance else { return found }
        return found.compactMap { drawn($0, share, rule: number) }
    }

    private func chosen(_ place: Int, _ filter: RewriteFilter) -> Chosen? {
        let step = steps[place]
        guard filter.copies.allows(step.copy), filter.times.allows(Int(clamping: step.time.microseconds)) else {
            return nil
        }
        guard let entry = entry(of: step) else { return chosen(inserted: step, at: place, filter) }
        guard filter.names.allows(entry.name), filter.messages.allows(entry.message),
            filter.chunks.allows(entry.chunk), filter.batches.allows(entry.batch)
        else { return nil }
        guard filter.isAboutFrames else { return Chosen(place: place) }
        guard let frames = entry.frames else {
            let isMeant =
                filter.sections == nil && filter.sequences == nil && filter.clips.allows(entry.clip)
                && filter.indexes.allows(entry.index)
            return isMeant ? Chosen(place: place) : nil
        }
        let meant = presentFrames(step).filter { frames.indices.contains(Int($0)) && holds(filter, frames[Int($0)]) }
        return meant.isEmpty ? nil : Chosen(place: place, frames: meant)
    }

    /// What rules have made has a name and a time, and nothing else that could be asked for.
    private func chosen(inserted step: Step, at place: Int, _ filter: RewriteFilter) -> Chosen? {
        guard case .inserted(let rule, _) = step.origin, case .insert(let insertion, _) = rules[rule].action,
            filter.names.allows(insertion.name), filter.messages == nil, filter.chunks == nil, filter.batches == nil,
            !filter.isAboutFrames
        else { return nil }
        return Chosen(place: place)
    }

    private func holds(_ filter: RewriteFilter, _ frame: RewriteIndex.Frame) -> Bool {
        filter.sections.allows(frame.section) && filter.sequences.allows(frame.sequence)
            && filter.indexes.allows(frame.index)
            && filter.clips.allows(frame.clip < 0 ? "" : index.clips[frame.clip])
    }

    private func drawn(_ one: Chosen, _ share: Double, rule: Int) -> Chosen? {
        guard let frames = one.frames else {
            var chance = chance(rule: rule, steps[one.place])
            return chance.happens(share) ? one : nil
        }
        let left = frames.filter { frame in
            var chance = chance(rule: rule, steps[one.place], frame: Int(frame))
            return chance.happens(share)
        }
        return left.isEmpty ? nil : Chosen(place: one.place, frames: left)
    }
}
