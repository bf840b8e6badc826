import Events

/// What happened to a reader, and why.
package struct ReaderNote: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case book, failed, playing, paused, dwell, segment, sentence, track, mode, stale, settled, seek, speed, text,
            ended
    }

    package var kind: Kind
    package var text: String

    package init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }
}

/// A word of the sentence that is shown.
package struct WordCursor: Hashable, Sendable {
    package var lane: Lane
    package var index: Int

    package init(_ lane: Lane, _ index: Int) { (self.lane, self.index) = (lane, index) }
}
