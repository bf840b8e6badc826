/// How far the current message is with being heard (specification 3.10).
enum MessagePhase: Hashable, Sendable {
    /// Nothing of this generation has been heard yet and nobody sent anything: events are filed as they come.
    case none
    /// Sent, and nothing of the answer has been heard yet.
    case awaiting
    case open
    /// Played as far as it came, and home again without an end signal: what comes goes on with it.
    case resting
    /// Played to its end; a further chunk opens it again.
    case ended

    /// Whether nothing of it is played or waited for any more.
    var isOver: Bool { self == .resting || self == .ended }
}

/// How a lost link ends a message for playing. It is no end signal: the message has been cut off.
enum LinkEnd: Hashable, Sendable {
    case atOnce
    /// Lost while something was waited for: that wait's limit applies.
    case limitsApply
}
