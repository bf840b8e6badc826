import Events

/// What time it is in a stream that goes on by itself, whatever its viewer does: its source's time, less what it is played
/// behind it.
///
/// What comes from a recording comes in batches: played a little behind, each event is there when it is due.
struct LiveClock: Hashable, Sendable {
    private var offset: TimeSpan
    private let lag: TimeSpan
    /// Whether time stands at the source when nothing comes from it (a recorder that was paused, or has ended).
    private let canStand: Bool
    /// How long nobody looks whether a live feed has got something more.
    static let lookInterval = TimeSpan.milliseconds(100)
    private(set) var newest: Instant
    private var receivedAt: Instant

    /// - Parameters:
    ///   - newest: time of the last event that is known, which has just happened.
    ///   - lag: how far behind its source the stream is played.
    init(newest: Instant, lag: TimeSpan, canStand: Bool, at real: Instant) {
        (self.newest, self.lag, self.canStand) = (newest, lag, canStand)
        offset = newest - real - lag
        receivedAt = real
    }

    func now(at real: Instant) -> Instant { canStand ? min(real + offset, newest) : real + offset }
    func real(at time: Instant) -> Instant { time + (TimeSpan.zero - offset) }
    /// How long nothing has come.
    func silence(at real: Instant) -> TimeSpan { real - receivedAt }

    /// New events came, the last of them from `newest`: it cannot be earlier than that at the source, nor much later where
    /// its time can stand.
    mutating func receive(newest: Instant, at real: Instant) {
        let ahead = newest - (real + offset)
        // A stream that is not played behind has the clock it is played by: nothing of it is ahead of that for more than a moment.
        if (lag > .zero && ahead > lag + lag) || (canStand && ahead < .zero) {
            self = LiveClock(newest: newest, lag: lag, canStand: canStand, at: real)
        }
        (self.newest, receivedAt) = (newest, real)
    }
}
