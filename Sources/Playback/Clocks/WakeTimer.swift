import Dispatch
import Events

/// One timer for the run loop. It may go off early, never late: whoever is woken looks at the clock and asks again.
///
/// On the main queue, where the loop runs as well, so that a wake is one change of threads and not three.
@MainActor
package final class WakeTimer {
    private let timer: any DispatchSourceTimer
    /// Session time for which it is set; `nil` once it has gone off.
    private var due: Instant?

    /// A wake at once, again and again, would be a busy loop; for one years ahead the system's clock has no number.
    private static let nearest = TimeSpan.milliseconds(1)
    private static let farthest = TimeSpan.seconds(3_600)
    /// What is not worth setting the timer anew.
    private static let grain = TimeSpan(microseconds: 500)

    package init(_ onWake: @escaping @Sendable () -> Void) {
        timer = DispatchSource.makeTimerSource(queue: .main)
        timer.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.due = nil }
            onWake()
        }
        timer.resume()
    }

    package func cancel() { timer.cancel() }

    /// Sets it for `time` unless it goes off before that anyway.
    package func wake(at time: Instant, now: Instant) {
        let next = min(max(time, now + Self.nearest), now + Self.farthest)
        if let due, due <= next + Self.grain { return }
        due = next
        timer.schedule(deadline: .now() + .microseconds(Int((next - now).microseconds)), leeway: .nanoseconds(0))
    }
}
