import Events

/// One thing of a book, or of a reading of one, that is not as it should be.
package struct BookFinding: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A chunk that is missing or cannot be read.
        case chunkUnread = "CHUNK_UNREAD"
        /// A sound that is missing or cannot be decoded.
        case soundFailed = "SOUND_FAILED"
        /// A number that another sentence has, too.
        case numberTwice = "NUMBER_TWICE"
        /// Numbers of sentences that nobody has.
        case numberHole = "NUMBER_HOLE"
        /// A sentence that begins before the one before it is over.
        case gateOverlap = "GATE_OVERLAP"
        /// A gate that ends before it begins, or begins before the one before it does.
        case gateBackwards = "GATE_BACKWARDS"
        /// A gate that leaves its file.
        case gateOutside = "GATE_OUTSIDE"
        /// Words that are not the tokens of their sentence, one by one.
        case wordCount = "WORD_COUNT"
        /// A word that begins before the one before it is over.
        case wordOrder = "WORD_ORDER"
        /// A word that lies outside of its sentence's gate.
        case wordOutside = "WORD_OUTSIDE"
        /// A word that is lit in silence, before anything is heard of it.
        case earlyWord = "EARLY_WORD"
        /// Sound of which no word is lit.
        case unlitSpeech = "UNLIT_SPEECH"
        /// A file that is longer or shorter than it is said to be.
        case declaredLength = "DECLARED_LENGTH"
        /// What was strange when it was read.
        case odd = "ODD"

        // Of a reading on a tape.
        /// A place that the sound said it was at, and cannot have been.
        case stalePosition = "STALE_POSITION"
        /// The sound had to be sent to its place once more.
        case seekAgain = "SEEK_AGAIN"
        /// Behind a segment the last word stayed lit for too long, or not long enough.
        case dwell = "DWELL"
        /// A word that was lit before its own time.
        case wordAhead = "WORD_AHEAD"
        case segmentSkipped = "SEGMENT_SKIPPED"
        case segmentTwice = "SEGMENT_TWICE"
        /// Text or sound that was to be read or heard, and could not be.
        case failed = "READING_FAILED"
    }

    package var kind: Kind
    package var place: BookPlace
    /// `nil` where `found` is a sentence that says it all.
    package var expected: String?
    package var found: String
    /// How long or how far, where that can be said.
    package var amount: Span?

    package init(_ kind: Kind, _ place: BookPlace, expected: String?, found: String, amount: Span? = nil) {
        (self.kind, self.place, self.expected, self.found, self.amount) = (kind, place, expected, found, amount)
    }
}

/// Where in a book something is, as far as that is known.
package struct BookPlace: Hashable, Sendable {
    /// On the tape of a reading.
    package var time: Instant?
    /// As the book calls it.
    package var chunk: String?
    /// Its number in the book.
    package var sentence: Int?
    package var track: BookTrack?
    /// Counted from 1, as people count words.
    package var word: Int?
    /// In the track's file.
    package var position: Span?

    package init(
        at time: Instant? = nil, chunk: String? = nil, sentence: Int? = nil, _ track: BookTrack? = nil,
        word: Int? = nil, position: Span? = nil
    ) {
        (self.time, self.chunk, self.sentence) = (time, chunk, sentence)
        (self.track, self.word, self.position) = (track, word, position)
    }
}
