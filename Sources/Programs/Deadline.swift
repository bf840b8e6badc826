import Events

/// A moment that is waited for at most.
package struct Deadline: Sendable {
    private let end: ContinuousClock.Instant

    package init(in span: Span) { end = .now + .microseconds(span.microseconds) }

    package func isBefore(_ other: Deadline) -> Bool { end < other.end }

    package var hasPassed: Bool { .now >= end }

    /// For `poll(2)`: rounded up, at most a minute, after which one looks again.
    package var milliseconds: Int32 {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { return 0 }
        guard left < .seconds(60) else { return 60_000 }
        return Int32(left / .milliseconds(1)) + 1
    }
}
