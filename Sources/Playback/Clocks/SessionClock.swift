import Events

/// Monotonic time since the session began; setting the system's clock does not move it (N56).
package struct SessionClock: Sendable {
    private let start = ContinuousClock.now

    package init() {}

    package var now: Instant {
        instant(of: .now)
    }

    package func instant(of moment: ContinuousClock.Instant) -> Instant {
        .zero + TimeSpan(start.duration(to: moment))
    }
}
