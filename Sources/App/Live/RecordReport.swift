import Events
import Panels

/// How a recording without a screen came out.
struct RecordReport: Hashable, Sendable {
    var seconds = 0.0
    var messages = 0
    var frames = 0
    var unanswered: [String] = []
    /// Answered, as far as can be told without an end signal.
    var endless: [String] = []
    /// Why it ended before its time, or without a link, if it did.
    var trouble: String?
    /// The signal that ended it.
    var signal: Int32?

    /// - Parameter output: the tape.
    func line(_ output: String) -> String {
        let length = FrameLine.time(Instant(seconds: seconds))
        return "\(output): \(length) s, \(messages) message\(messages == 1 ? "" : "s"), \(frames) frames"
    }

    var ending: Ending { signal.map { .signal($0) } ?? .quit }
}
