import Engine
import Events

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
    private var lastShown: FindingPlace?
    /// Told already: each word once.
    private var ahead: FindingPlace?

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
        _ kind: BookFinding.Kind, word: Int? = nil, expected: String, found: String, amount: TimeSpan? = nil
    ) {
        let place = place(word)
        figures?.tally.addFinding(BookFinding(kind, place, expected: expected, found: found, amount: amount))
    }

    private func place(_ word: Int? = nil) -> FindingPlace {
        let record = reader.record
        return FindingPlace(
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
            figures?.tally.addMeasured(found, beyond: thresholds.dwell)
        }
    }

    private mutating func judgeSentence() {
        guard let transcript = reader.record.transcript else { return }
        let shown = FindingPlace(chunk: "\(transcript.chunk)", sentence: transcript.number)
        if shown != lastShown { figures?.sentences += 1 }
        lastShown = shown
    }

    private mutating func judgeWords() {
        let record = reader.record
        guard let transcript = record.transcript,
            let sentence = reader[transcript.chunk]?.sentences[safe: transcript.row],
            let word = WordAhead(record, sentence)
        else { return }
        let place = FindingPlace(
            chunk: "\(transcript.chunk)", sentence: transcript.number, record.track, word: word.index)
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

/// Whether a reader hears one segment after the other, as long as nobody commands anything.
struct SegmentOrder: Sendable {
    struct Found {
        var kind: BookFinding.Kind
        var expected: String
        var found: String
    }

    private struct Place: Hashable {
        var chunk: Int
        var row: Int
        var track: BookTrack
    }

    private var last: Place?

    /// Whatever comes next is right.
    mutating func forget() { last = nil }

    /// - Returns: what is wrong with what is heard now.
    mutating func follow(_ reader: BookReader) -> Found? {
        guard let place = Self.place(reader), place != last else { return nil }
        defer { last = place }
        guard let last, let passed = Self.passed(from: last, to: place, reader) else { return nil }
        let (before, now) = (Self.words(last, reader), Self.words(place, reader))
        if passed < 0 {
            return Found(kind: .segmentTwice, expected: "the segment after \(before)", found: "\(now) again")
        }
        guard passed > 0 else { return nil }
        return Found(
            kind: .segmentSkipped, expected: "the segment after \(before)",
            found: "\(now), \(plural(passed, "segment")) ahead")
    }

    /// What the sound says it is at; `nil` while it is sought, and where nothing is heard.
    private static func place(_ reader: BookReader) -> Place? {
        let record = reader.record
        guard let transcript = record.transcript, let track = record.track, !record.isPreparing else { return nil }
        switch transcript.rule {
        case .live, .settled, .dwell: return Place(chunk: transcript.chunk, row: transcript.row, track: track)
        default: return nil
        }
    }

    /// How many segments lie between two that are heard one after the other; below 0 where the later one comes first. `nil` where
    /// nobody can tell.
    private static func passed(from last: Place, to place: Place, _ reader: BookReader) -> Int? {
        guard place.chunk >= last.chunk else { return -1 }
        guard let (before, first) = segments(around: last, reader),
            let (after, second) = segments(around: place, reader)
        else { return nil }
        guard place.chunk == last.chunk else {
            return before[(first + 1)...].count { $0 } + after[..<second].count { $0 } + place.chunk - last.chunk - 1
        }
        return second <= first ? -1 : after[(first + 1)..<second].count { $0 }
    }

    /// Of a chunk's segments that are to be heard, whether each is long enough to be seen, and which one it is: its sentences, where
    /// one file is read straight through.
    private static func segments(around place: Place, _ reader: BookReader) -> (isSeen: [Bool], index: Int)? {
        guard let chunk = reader[place.chunk] else { return nil }
        guard reader.isSequence else {
            let windows = chunk.windows(on: place.track).windows
            return windows.indices.contains(place.row) ? (windows.map { $0.length > shortest }, place.row) : nil
        }
        let segments = chunk.plan.segments.filter { !reader.isHidden($0.track) }
        let index = segments.firstIndex { $0.row == place.row && $0.track == place.track }
        return index.map { (segments.map { _ in true }, $0) }
    }

    /// Reports come each 0.1 s, at up to one and a half times the speed.
    private static let shortest = TimeSpan.milliseconds(200)

    private static func words(_ place: Place, _ reader: BookReader) -> String {
        let sentences = reader[place.chunk]?.sentences ?? []
        let number = sentences.indices.contains(place.row) ? sentences[place.row].number : 0
        return "the \(place.track.rawValue) of sentence \(number)"
    }
}

/// A word that is lit before its own time: by the times of the words alone, and never by how the reader came to it.
struct WordAhead: Hashable {
    /// In its sentence.
    var index: Int
    var start: TimeSpan
    /// When it was lit, in the file.
    var lit: TimeSpan

    /// Times are rounded.
    private static let slack = TimeSpan.milliseconds(2)
}

extension WordAhead {
    /// The first one of a record; `nil` where there is none, and while what is shown does not go by the time.
    init?(_ record: ReaderRecord, _ sentence: BookSentence) {
        guard let transcript = record.transcript, transcript.rule == .live || transcript.rule == .settled,
            let track = record.track, let position = record.position
        else { return nil }
        let lane = transcript.lanes[track == .original ? .original : .translation]
        let early = sentence.words(on: track).first { word in
            word.index.map { $0 < lane?.lit ?? 0 } == true && word.start > position + Self.slack
        }
        guard let early, let index = early.index else { return nil }
        self.init(index: index, start: early.start, lit: position)
    }
}
