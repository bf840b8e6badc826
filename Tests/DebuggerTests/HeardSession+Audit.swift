import Debugger
import Events
import Sessions
import Support

/// Judged as on a screen that plays.
extension HeardSession {
    init(_ heard: [Event], interval: Int = 40) { self.init(heard, judge: Audit(ticks: .live), interval: interval) }

    static func empty(_ events: [Event], interval: Int = 40) -> Timeline {
        empty(events, judge: Audit(ticks: .live), interval: interval)
    }
}
