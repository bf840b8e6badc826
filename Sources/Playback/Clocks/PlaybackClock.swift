import Events

/// The time of what is played: goes on with real time while playing, at some speed, stands while paused, and is set to
/// wherever somebody goes.
package struct PlaybackClock: Hashable, Sendable {
    private var position = Instant.zero
    /// Real time at which `position` was the time; `nil` while it stands.
    private var since: Instant?
    /// Percent of real time.
    private(set) var speed = 100

    /// Percent.
    package static let speeds = 10...400

    init(at real: Instant = .zero) { since = real }

    var isStanding: Bool { since == nil }

    func now(at real: Instant) -> Instant {
        guard let since else { return position }
        return position + TimeSpan(microseconds: scaled((real - since).microseconds, speed, 100))
    }

    /// Real time at which the clock will show `time`; `nil` while it stands.
    func real(at time: Instant) -> Instant? {
        since.map { $0 + TimeSpan(microseconds: scaled((time - position).microseconds, 100, speed)) }
    }

    private func scaled(_ span: Int64, _ factor: Int, _ divisor: Int) -> Int64 {
        let (product, overflow) = max(0, span).multipliedReportingOverflow(by: Int64(factor))
        return overflow ? span : (product + Int64(divisor) - 1) / Int64(divisor)
    }

    mutating func stand(at real: Instant) {
        position = now(at: real)
        since = nil
    }

    mutating func run(from real: Instant) {
        position = now(at: real)
        since = real
    }

    mutating func set(to time: Instant, at real: Instant) {
        position = time
        if since != nil { since = real }
    }

    mutating func setSpeed(_ percent: Int, at real: Instant) {
        set(to: now(at: real), at: real)
        speed = percent.clamped(to: Self.speeds)
    }
}
