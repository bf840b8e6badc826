/// An utterance of any client, as the tile's owner knows it.
package struct UtteranceID: Hashable, Sendable {
    package let number: Int

    package init(_ number: Int) { self.number = number }
}

/// What happens to utterances.
package enum UtteranceEvent: Hashable, Sendable {
    // Of the socket.

    case opened(UtteranceID, interrupts: Bool)
    /// More of its text.
    case text(UtteranceID, String)
    /// All of its text has come.
    case ended(UtteranceID)
    /// Its client has gone before that: no more comes.
    case abandoned(UtteranceID)
    /// Its client could go on and has not for a while (`TileLimits.patience`); it may still.
    case stalled(UtteranceID)

    // Of whoever speaks.

    /// What was begun and finished has been heard to its end.
    case said(UtteranceID)
    /// What was begun cannot be said; one sentence for people.
    case failed(UtteranceID, reason: String)
    /// The user wants none of it.
    case silenced
    /// From now on nothing can be said, and why; or it can again, where that is `nil`.
    case speakerChanged(refusal: String?)
}

/// What the owner of the tile has to do.
package enum UtteranceEffect: Hashable, Sendable {
    /// Nothing else is being spoken.
    case begin(UtteranceID)
    /// More text of the one that was begun.
    case append(UtteranceID, String)
    /// No more text of the one that was begun comes; `UtteranceEvent.said` is waited for.
    case finish(UtteranceID)
    /// Silence at once; nothing more of it is waited for.
    case stop(UtteranceID)
    /// For `TileServer.tell`.
    case tell(UtteranceID, UtteranceAnswer)
}
