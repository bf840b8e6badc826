import Events

/// A line of a conversation on a tape: what was said, by whom and when.
package struct SaidLine: Hashable, Sendable {
    /// Number of events handled when it first appeared.
    package let heard: EventCount
    package let time: Instant
    package let isAsked: Bool
    /// As one line.
    package let text: String

    package init(heard: EventCount, time: Instant, isAsked: Bool, text: String) {
        (self.heard, self.time, self.isAsked) = (heard, time, isAsked)
        self.text = text.replacing("\n", with: " ")
    }

    /// As shown in a caption.
    package var caption: String { isAsked ? Self.asked(text) : text }

    package static func asked(_ text: String) -> String { "you: \(text)" }
}
