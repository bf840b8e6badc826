import Events

/// What was found out about a book that was checked.
package struct BookFigures: Sendable {
    package var chunks = 0
    package var sentences = 0
    /// With times of their own.
    package var words = 0
    /// Files of sound that could be decoded, and how long they are together.
    package var sounds = 0
    package var sound = Span.zero
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
    package var wordOutside: Span? = .milliseconds(100)
    /// How long a word may be lit before anything is heard of it.
    package var earlyWord: Span? = .milliseconds(300)
    /// How long something may be heard without a word that is lit.
    package var unlitSpeech: Span? = .milliseconds(500)
    /// How far a file may be from the length that it is said to have.
    package var declaredLength: Span? = .milliseconds(100)
    /// How far a dwell may be from 0.25 s.
    package var dwell: Span? = .milliseconds(50)

    package init() {}
}
