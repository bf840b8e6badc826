import Events

/// What was said of a conversation that is heard again, by whom and when.
package struct SaidLine: Hashable, Sendable {
    /// How many events had been heard when it was there first.
    package let heard: EventCount
    package let time: Instant
    package let isAsked: Bool
    /// In one line.
    package let text: String

    package init(heard: EventCount, time: Instant, isAsked: Bool, text: String) {
        (self.heard, self.time, self.isAsked) = (heard, time, isAsked)
        self.text = text.replacing("\n", with: " ")
    }

    /// As a caption has it.
    package var caption: String { isAsked ? Self.asked(text) : text }

    package static func asked(_ text: String) -> String { "you: \(text)" }
}
