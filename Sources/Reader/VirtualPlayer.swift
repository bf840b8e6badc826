import Events

/// A player without a loudspeaker, on a clock that jumps. It loads and seeks at once, reports its position every 100
/// ms, and stops where it is told to.
package struct VirtualPlayer: Hashable, Sendable {
    private var wish: ReaderSound?
    /// Position at the last change, and the time of that change.
    private var position = Span.zero
    private var since = Instant.zero
    private var reports = 0
    private var hasStopped = false

    private static let period = Span.milliseconds(100)

    package init() {}

    /// Applies a changed request, and returns its result.
    package mutating func follow(_ next: ReaderSound?, at now: Instant) -> ReaderSoundEvent? {
        guard next != wish else { return nil }
        let before = wish
        wish = next
        guard let next else { return nil }
        if before?.generation != next.generation {
            (position, since, reports, hasStopped) = (next.start, now, 0, false)
            // It would never end.
            guard next.sound.duration != nil || next.stop != nil else { return .failed(reason: "no sound") }
            return .ready(duration: next.sound.duration)
        }
        if before?.isRunning != next.isRunning || before?.percent != next.percent {
            if let before, before.isRunning { position = position(at: now, of: before) }
            (since, reports) = (now, 0)
        }
        return nil
    }

    private func position(at now: Instant, of wish: ReaderSound) -> Span {
        guard wish.isRunning, !hasStopped else { return position }
        return min(position + (now - since).part(wish.percent, of: 100), end(of: wish) ?? Span(microseconds: .max))
    }

    private func end(of wish: ReaderSound) -> Span? {
        [wish.stop, wish.sound.duration].compactMap { $0 }.min()
    }

    /// When it reports next; `nil` while it is silent.
    package var nextTime: Instant? {
        guard let wish, wish.isRunning, !hasStopped else { return nil }
        let report = since + Self.period * Int64(reports + 1)
        return min(report, endTime(of: wish) ?? report)
    }

    private func endTime(of wish: ReaderSound) -> Instant? {
        guard let end = end(of: wish) else { return nil }
        // Rounded up: not before it is there.
        let left = max(.zero, end - position) * 100 + Span(microseconds: Int64(wish.percent) - 1)
        return since + left.part(1, of: wish.percent)
    }

    /// Its report at that time.
    package mutating func event(at now: Instant) -> ReaderSoundEvent? {
        guard let wish, let next = nextTime, next <= now else { return nil }
        if let end = endTime(of: wish), end <= now {
            position = self.end(of: wish) ?? position
            (since, hasStopped) = (now, true)
            return wish.stop.map { $0 <= position } == true ? .reached : .ended
        }
        reports += 1
        return .moved(position(at: now, of: wish))
    }
}
