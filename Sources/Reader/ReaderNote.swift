import Events

/// What happened to a reader, and why.
package struct ReaderNote: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case book, failed, playing, paused, dwell, segment, sentence, track, mode, stale, settled, seek, speed, text,
            order, ended
    }

    package var kind: Kind
    package var text: String

    package init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }
}

/// A word of the shown sentence.
package struct WordCursor: Hashable, Sendable {
    package var lane: Lane
    package var index: Int

    /// The other end of the selection; equal to the index if one word is selected.
    package var anchor: Int

    package init(_ lane: Lane, _ index: Int, anchor: Int? = nil) {
        (self.lane, self.index, self.anchor) = (lane, index, anchor ?? index)
    }

    package var range: ClosedRange<Int> { min(index, anchor)...max(index, anchor) }
}
