import Engine
import Events
import Typesetting

/// How a recording without a screen came out.
package struct RecordReport: Hashable, Sendable {
    /// Of the recording.
    package var end = Instant.zero
    /// Those that have finished, and those of which the rest did not come.
    package var messages = 0
    package var cutOff = 0
    package var frames = 0
    package var unanswered: [String] = []
    /// What was being answered when it ended.
    package var unfinished: String?
    /// Why it ended before its time, or without a link, if it did.
    package var trouble: String?
    /// The signal that ended it.
    package var signal: Int32?

    package init() {}

    /// Whether it is an overlay frame: one that was on screen, and not as another one's picture or without an overlay.
    static func counts(_ record: FrameRecord) -> Bool {
        record.position != nil && record.wasShown && record.status != .held && record.status != .noOverlay
    }

    /// It failed before anything could be shown.
    package var saysNothing: Bool { trouble != nil && frames == 0 }

    /// - Parameter output: the tape.
    package func line(_ output: String) -> String {
        let cut = cutOff > 0 ? ", \(cutOff) cut off" : ""
        return
            "\(output): \(end.inSeconds) s, \(plural(messages, "message")) finished\(cut), \(plural(frames, "overlay frame"))"
    }

    /// Which answer is not whole; `nil` where there is none.
    package var unfinishedWords: String? {
        unfinished.map {
            let end = trouble == nil ? "was not finished when the time was up" : "was cut off"
            return "the answer to \(OutsideText.shown($0, cells: 60)) \(end)"
        }
    }

    /// Which of the messages that were to be said nobody has answered; `nil` where there is none.
    package func unansweredWords(of count: Int) -> String? {
        guard !unanswered.isEmpty else { return nil }
        let more = unanswered.count - min(unanswered.count, Self.mostNamed)
        let named = unanswered.prefix(Self.mostNamed).map { OutsideText.shown($0, cells: 60) }
        return "\(unanswered.count) of \(count) unanswered: "
            + (named + (more > 0 ? ["\(more) more"] : [])).joined(separator: ", ")
    }

    private static let mostNamed = 5

    package var ending: Ending { signal.map { .signal($0) } ?? .quit }
}
