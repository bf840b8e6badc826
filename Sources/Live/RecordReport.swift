import Events

/// How a recording without a screen came out.
package struct RecordReport: Hashable, Sendable {
    /// Of the recording.
    package var end = Instant.zero
    /// Those that have finished.
    package var messages = 0
    package var frames = 0
    package var unanswered: [String] = []
    /// What was being answered when the time was over.
    package var unfinished: String?
    /// Why it ended before its time, or without a link, if it did.
    package var trouble: String?
    /// The signal that ended it.
    package var signal: Int32?

    package init() {}

    /// It failed before anything could be shown.
    package var saysNothing: Bool { trouble != nil && frames == 0 }

    /// - Parameter output: the tape.
    package func line(_ output: String) -> String {
        "\(output): \(end.inSeconds) s, \(plural(messages, "message")) finished, \(plural(frames, "overlay frame"))"
    }

    package var ending: Ending { signal.map { .signal($0) } ?? .quit }
}
