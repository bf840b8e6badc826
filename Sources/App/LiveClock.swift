import Events

/// What time it is in a stream that goes on by itself, whatever its viewer does: its source's time, less what it is played
/// behind it.
///
/// What comes from a recording comes in batches: played a little behind, each event is there when it is due.
struct LiveClock: Hashable, Sendable {
    private var offset: Span
    private let lag: Span

    /// - Parameters:
    ///   - newest: time of the last event that is known, which has just happened.
    ///   - lag: how far behind its source the stream is played.
    init(newest: Instant, lag: Span, at real: Instant) {
        self.lag = lag
        offset = newest - real - lag
    }

    func now(at real: Instant) -> Instant { real + offset }
    func real(at time: Instant) -> Instant { time + (Span.zero - offset) }

    /// New events came, the last of them from `newest`: it cannot be earlier than that at the source. Where the source may
    /// stand still (a recorder that was paused), it cannot be much later either.
    mutating func hear(newest: Instant, canStand: Bool, at real: Instant) {
        let ahead = newest - now(at: real)
        if ahead > lag + lag || (canStand && ahead < .zero) { self = LiveClock(newest: newest, lag: lag, at: real) }
    }
}
