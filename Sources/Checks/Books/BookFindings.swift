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
    package var place: FindingPlace
    /// `nil` where `found` is a sentence that says it all.
    package var expected: String?
    package var found: String
    /// How long or how far, where that can be said.
    package var amount: TimeSpan?

    package init(_ kind: Kind, _ place: FindingPlace, expected: String?, found: String, amount: TimeSpan? = nil) {
        (self.kind, self.place, self.expected, self.found, self.amount) = (kind, place, expected, found, amount)
    }
}

/// Where in a book something is, as far as that is known.
package struct FindingPlace: Hashable, Sendable {
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
    package var position: TimeSpan?

    package init(
        at time: Instant? = nil, chunk: String? = nil, sentence: Int? = nil, _ track: BookTrack? = nil,
        word: Int? = nil, position: TimeSpan? = nil
    ) {
        (self.time, self.chunk, self.sentence) = (time, chunk, sentence)
        (self.track, self.word, self.position) = (track, word, position)
    }
}

/// Findings of a book by their kinds: the first of each, how many there were, and the longest.
package struct BookTally: Hashable, Sendable {
    private let most: Int
    package private(set) var findings: [BookFinding] = []
    package private(set) var counts: [BookFinding.Kind: Int] = [:]
    /// What was measured, whether or not it is beyond its limit; `nil` where nothing was.
    package private(set) var longest: [BookFinding.Kind: TimeSpan] = [:]

    /// - Parameter most: findings of a kind that are kept.
    package init(keeping most: Int) { self.most = most }

    package mutating func addFindings(_ found: [BookFinding]) { for finding in found { addFinding(finding) } }

    package mutating func addFinding(_ finding: BookFinding) {
        let count = counts[finding.kind] ?? 0
        counts[finding.kind] = count + 1
        if count < most { findings.append(finding) }
    }

    package mutating func measure(_ kind: BookFinding.Kind, _ span: TimeSpan) {
        longest[kind] = max(longest[kind] ?? span, span)
    }

    /// Findings that are only made beyond a limit.
    /// - Parameter limit: `nil` for none.
    package mutating func addMeasured(_ finding: BookFinding, beyond limit: TimeSpan?) {
        guard let amount = finding.amount else { return addFinding(finding) }
        measure(finding.kind, amount)
        if let limit, amount > limit { addFinding(finding) }
    }

    package func count(_ kind: BookFinding.Kind) -> Int { counts[kind] ?? 0 }
    package var dropped: [BookFinding.Kind: Int] { counts.mapValues { $0 - most }.filter { $0.value > 0 } }
}

/// What was found out about a book that was checked.
package struct BookFigures: Sendable {
    package var chunks = 0
    package var sentences = 0
    /// With times of their own.
    package var words = 0
    /// Files of sound that could be decoded, and how long they are together.
    package var sounds = 0
    package var sound = TimeSpan.zero
    /// All of it was looked at.
    package var isSoundJudged = false
    package var tally: BookTally
    /// What was not looked at, in words.
    package var notJudged: [String] = []

    package init(_ tally: BookTally) { self.tally = tally }
}

/// What was found out about a book that was read, as a tape tells of it.
package struct ReadingFigures: Sendable {
    /// Sentences that had the light, each time one got it.
    package var sentences = 0
    /// Segments whose end was heard.
    package var dwells = 0
    package var commands = 0
    /// What the sound said of an earlier wish, and nobody heard.
    package var lateSounds = 0
    package var tally: BookTally
    package var notJudged = ["words on the sound"]

    package init(_ tally: BookTally) { self.tally = tally }
}

/// Beyond what something becomes a finding; `nil` where nothing does.
package struct BookThresholds: Hashable, Sendable {
    /// How far a word may lie outside of its sentence's gate.
    package var wordOutside: TimeSpan? = .milliseconds(100)
    /// How long a word may be lit before anything is heard of it.
    package var earlyWord: TimeSpan? = .milliseconds(300)
    /// How long something may be heard without a word that is lit.
    package var unlitSpeech: TimeSpan? = .milliseconds(500)
    /// How far a file may be from the length that it is said to have.
    package var declaredLength: TimeSpan? = .milliseconds(100)
    /// How far a dwell may be from 0.25 s.
    package var dwell: TimeSpan? = .milliseconds(50)

    package init() {}
}
