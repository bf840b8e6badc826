import Events

/// Marks are places between events. Where the events on both sides of one have gone the same way, it has gone with them;
/// otherwise, and where rules have only moved single events past it, it stays at its time.
extension RewritePlan {
    /// The marks where they belong in the rewritten stream, by time. None is lost: two that come to have the same moment
    /// and name are put a microsecond apart.
    package func moved(_ marks: [Mark]) -> [Mark] {
        guard !marks.isEmpty else { return [] }
        let left = survivors()
        var taken: Set<[String]> = []
        return marks.map { mark in
            var mark = mark
            mark.time = Instant(microseconds: max(0, (mark.time + shift(at: mark.time, left)).microseconds))
            while !taken.insert(["\(mark.time.microseconds)", mark.name]).inserted {
                mark.time = Instant(microseconds: mark.time.microseconds + 1)
            }
            return mark
        }.sorted { ($0.time, $0.name) < ($1.time, $1.name) }
    }

    /// Events of the old stream that are in the new one, in their old order: when they came, and how much later they come.
    private func survivors() -> [(time: Instant, shift: TimeSpan)] {
        var shifts = [TimeSpan?](repeating: nil, count: index.entries.count)
        for step in steps where step.copy == 0 {
            guard case .entry(let place) = step.origin else { continue }
            let shift = step.time - index.entries[place].time
            // Of an event that was taken apart the part that stayed counts.
            if let known = shifts[place], known.magnitude <= shift.magnitude { continue }
            shifts[place] = shift
        }
        return zip(index.entries, shifts).compactMap { entry, shift in shift.map { (entry.time, $0) } }
    }

    private func shift(at time: Instant, _ left: [(time: Instant, shift: TimeSpan)]) -> TimeSpan {
        let next = left.partitionPoint { $0.time > time }
        let before = next > 0 ? left[next - 1].shift : nil
        let behind = next < left.count ? left[next].shift : nil
        guard let shift = before ?? behind, (behind ?? shift) == shift else { return .zero }
        return shift
    }
}
