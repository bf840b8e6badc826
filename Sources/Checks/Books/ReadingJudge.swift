import Events
import Reader

/// Judges a book that was read, by all that its reader heard: the same reader hears it once more.
struct ReadingJudge: Sendable {
    private var reader = BookReader()
    /// `nil` until a reading begins.
    private var figures: ReadingFigures?
    private let empty: ReadingFigures
    private let thresholds: BookThresholds
    private var now = Instant.zero
    private var dwell = Dwell.none
    private var order = SegmentOrder()
    private var lastShown: BookPlace?
    /// Told already: each word once.
    private var ahead: BookPlace?

    private enum Dwell: Sendable {
        case none
        /// Nobody has commanded anything.
        case since(Instant)
        /// How long it is is another's wish.
        case disturbed
    }

    init(_ options: CheckOptions) {
        empty = ReadingFigures(BookTally(keeping: options.findingsKept))
        thresholds = options.limits.bookThresholds
    }

    /// `nil` where nothing is read.
    var result: ReadingFigures? { figures }

    mutating func receive(_ event: Event) {
        now = max(now, event.time)
        switch event.body {
        case .local(.reading(let input)):
            figures = figures ?? empty
            hear(input)
        case .local(.ticked) where figures != nil && event.member.isMain: follow(reader.tick(at: now))
        default: break
        }
    }

    private mutating func hear(_ input: ReaderInput) {
        switch input {
        case .command, .began, .bookOpened:
            // What comes next is what was wanted.
            if case .since = dwell { dwell = .disturbed }
            lastShown = nil
            order.forget()
            if case .command = input { figures?.commands += 1 }
        case .sound(let generation, _) where generation != reader.generation: figures?.lateSounds += 1
        case .sound, .chunkLoaded, .chunkFailed: break
        }
        follow(reader.handle(input, at: now))
    }

    // MARK: What came of it

    private mutating func follow(_ notes: [ReaderNote]) {
        for note in notes { judge(note) }
        judgeDwell()
        judgeSentence()
        judgeWords()
        guard let found = order.follow(reader) else { return }
        add(found.kind, expected: found.expected, found: found.found)
    }

    private mutating func add(
        _ kind: BookFinding.Kind, word: Int? = nil, expected: String, found: String, amount: Span? = nil
    ) {
        let place = place(word)
        figures?.tally.add(BookFinding(kind, place, expected: expected, found: found, amount: amount))
    }

    private func place(_ word: Int? = nil) -> BookPlace {
        let record = reader.record
        return BookPlace(
            at: now, chunk: reader.book?.chunks[safe: reader.selected]?.id, sentence: record.transcript?.number,
            record.track, word: word, position: record.position)
    }

    private mutating func judge(_ note: ReaderNote) {
        switch note.kind {
        case .stale:
            add(.stalePosition, expected: "the requested position", found: note.text)
        case .seek: add(.seekAgain, expected: "the requested position", found: note.text)
        case .failed: add(.failed, expected: "text and sound", found: note.text)
        default: break
        }
    }

    private mutating func judgeDwell() {
        let isDwelling = reader.record.phase == "dwelling"
        if isDwelling, case .none = dwell {
            dwell = .since(now)
            figures?.dwells += 1
        } else if !isDwelling {
            defer { dwell = .none }
            guard case .since(let since) = dwell else { return }
            let length = now - since
            let found = BookFinding(
                .dwell, place(), expected: "\(ReaderRules.dwell.inSeconds) s",
                found: "last word lit for \(length.inSeconds) s", amount: (length - ReaderRules.dwell).magnitude)
            figures?.tally.add(found, beyond: thresholds.dwell)
        }
    }

    private mutating func judgeSentence() {
        guard let transcript = reader.record.transcript else { return }
        let shown = BookPlace(chunk: "\(transcript.chunk)", sentence: transcript.number)
        if shown != lastShown { figures?.sentences += 1 }
        lastShown = shown
    }

    private mutating func judgeWords() {
        let record = reader.record
        guard let transcript = record.transcript,
            let sentence = reader[transcript.chunk]?.sentences[safe: transcript.row],
            let word = WordAhead(record, sentence)
        else { return }
        let place = BookPlace(chunk: "\(transcript.chunk)", sentence: transcript.number, record.track, word: word.index)
        guard place != ahead else { return }
        ahead = place
        add(
            .wordAhead, word: word.index + 1, expected: "\(word.start.inSeconds) s",
            found: "lit at \(word.lit.inSeconds) s", amount: word.start - word.lit)
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
