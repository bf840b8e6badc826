import Events
import JSON

/// A chunk's file as a value, and what was strange about it: every schema and spelling that there is, cleaned and numbered
/// (reader 1.8, 1.9, 2.9). What it gives is read as the same value once it has been written.
package struct BookChunkReading {
    private var odd = Oddities()
    private let fields: BookFields
    private let listed: ListedChunk

    /// - Parameter listed: what a list says of the chunk, which counts where its file says nothing.
    package static func chunk(_ bytes: [UInt8], _ listed: ListedChunk = ListedChunk()) throws(BookError)
        -> (chunk: BookChunk, oddities: [String])
    {
        try chunk(try BookJSON.parse(bytes), listed)
    }

    package static func chunk(_ json: JSON, _ listed: ListedChunk = ListedChunk()) throws(BookError)
        -> (chunk: BookChunk, oddities: [String])
    {
        let received = try received(json, listed)
        return (received.chunk, received.oddities)
    }

    /// The same, with what its file says before it is cleaned.
    package static func received(_ bytes: [UInt8], _ listed: ListedChunk = ListedChunk()) throws(BookError)
        -> ReceivedChunk
    {
        try received(try BookJSON.parse(bytes), listed)
    }

    package static func received(_ json: JSON, _ listed: ListedChunk = ListedChunk()) throws(BookError) -> ReceivedChunk
    {
        var reading = BookChunkReading(fields: try fields(json, listed), listed: listed)
        var received = reading.received()
        received.oddities = reading.odd.all
        return received
    }

    private init(fields: BookFields, listed: ListedChunk) { (self.fields, self.listed) = (fields, listed) }

    /// Old files are a list of sentences alone.
    private static func fields(_ json: JSON, _ listed: ListedChunk) throws(BookError) -> BookFields {
        if json.array != nil { return BookFields(["sentences": json], outer: listed.object) }
        guard let object = json.object else {
            throw .unexpected(
                place: "", expected: "a chunk of a book or its sentences", found: Oddities.shown(json))
        }
        let fields = BookFields(object, outer: listed.object)
        let sentences = BookFields(object).value(.sentences)
        if let sentences, sentences.array == nil {
            throw .unexpected(place: "/sentences", expected: "a list", found: Oddities.shown(sentences))
        }
        guard sentences != nil || [.audioTracks, .files].contains(where: { fields.value($0) != nil }) else {
            throw .unexpected(place: "", expected: "a chunk of a book with sentences", found: "an object without them")
        }
        return fields
    }

    private mutating func received() -> ReceivedChunk {
        if let version = fields.value("version")?.lenientInt, version > 3 {
            odd.note("version is \(version); this version of Cameo supports up to 3")
        }
        let original = BookWordReading(fields, track: .original, &odd)
        let translation = BookWordReading(fields, track: .translation, &odd)
        var rows = rows()
        let lost = [
            BookTrack.original: place(original, \.originalWords, .original, in: &rows),
            .translation: place(translation, \.translationWords, .translation, in: &rows),
        ]
        rows.sort { $0.sentence.number < $1.sentence.number }
        let sounds = BookSoundReading.sounds(fields, &odd)
        // In a book of one language nothing has a translation, and no sentence stands there twice.
        let isOfOneLanguage =
            translation.isEmpty && !rows.contains { $0.lanes.hasTranslation }
            && !sounds.contains { [.translation, .combined].contains($0.kind) }
        if isOfOneLanguage { for row in rows.indices { rows[row].sentence.lanes.translation = nil } }
        Self.dropUnspoken(&rows)
        let sentences = rows.map(\.sentence)
        let isExact = !original.isEmpty || !translation.isEmpty || fields.value(.timingVersion)?.lenientInt == 2
        let chunk = BookChunk(id(sentences), sentences: sentences, sounds: sounds, isExact: isExact)
        return ReceivedChunk(
            chunk: chunk, sentences: rows.map(\.receivedSentence), lostWords: lost.filter { $0.value > 0 }, oddities: []
        )
    }

    private func id(_ sentences: [BookSentence]) -> String {
        fields.name(.chunkID) ?? fields.name(.rangeFragment) ?? listed.entry.id
    }

    // MARK: Sentences

    private struct Row {
        var sentence: BookSentence
        /// In the list.
        let place: Int
        let declared: Int?
        let lanes: BookLaneReading
        /// By lane of the track, in the order in which they are told.
        var words: [Lane: [ReceivedWord]] = [:]

        var receivedSentence: ReceivedSentence {
            var received = ReceivedSentence(number: declared)
            (received.originalWords, received.translationWords) = (words[.original] ?? [], words[.translation] ?? [])
            return received
        }
    }

    /// Where a language says when its sentences sound, one without text and place there is not spoken in it: what
    /// several sentences are together stands with one of them. The other language does not stand for it.
    private static func dropUnspoken(_ rows: inout [Row]) {
        let isPlaced = (
            original: rows.contains { $0.lanes.hasOriginal && $0.sentence.originalGate.start != nil },
            translation: rows.contains { $0.lanes.hasTranslation && $0.sentence.translationGate.start != nil }
        )
        for row in rows.indices {
            let (lanes, sentence) = (rows[row].lanes, rows[row].sentence)
            if isPlaced.original, !lanes.hasOriginal, !sentence.hasPlace(on: .original) {
                rows[row].sentence.lanes.original = nil
            }
            if isPlaced.translation, !lanes.hasTranslation, !sentence.hasPlace(on: .translation) {
                rows[row].sentence.lanes.translation = nil
            }
        }
    }

    private mutating func rows() -> [Row] {
        let list = fields.list(.sentences, &odd)
        if list.count > BookLimits.sentences {
            odd.note("the chunk has \(list.count) sentences; only the first \(BookLimits.sentences) are used")
        }
        let objects = list.prefix(BookLimits.sentences).map { $0.object.map { BookFields($0) } }
        let declared = objects.enumerated().map { row, fields in number(of: row, fields) }
        let numbers = numbers(declared)
        var rows: [Row] = []
        for (place, object) in objects.enumerated() {
            odd.sentence = place
            guard let object, BookLimits.numbers.contains(numbers[place]) else {
                odd.note("expected a sentence, found \(Oddities.shown(list[place]))")
                continue
            }
            let lanes = BookLaneReading(object, &odd)
            let sentence = BookSentenceReading.sentence(numbers[place], object, lanes, &odd)
            rows.append(Row(sentence: sentence, place: place, declared: declared[place], lanes: lanes))
        }
        odd.sentence = nil
        return rows
    }

    private mutating func number(of row: Int, _ fields: BookFields?) -> Int? {
        odd.sentence = row
        defer { odd.sentence = nil }
        return fields?.int(.sentenceNumber, &odd)
    }

    private mutating func numbers(_ declared: [Int?]) -> [Int] {
        let range = ListedChunk.range(fields, &odd)
        let numbers = SentenceNumbers.numbers(
            declared, start: range.start, end: range.end, runningStart: listed.runningStart)
        let isOther = zip(declared, numbers).contains { declared, number in declared.map { $0 != number } ?? false }
        if isOther, let first = numbers.first {
            odd.note("sentence_number does not match the book's numbering; this chunk starts with sentence \(first)")
        }
        return numbers
    }

    // MARK: Words

    /// - Returns: how many words belong to no sentence.
    private mutating func place(
        _ words: BookWordReading, _ track: WritableKeyPath<BookSentence, [WordTime]>, _ lane: Lane,
        in rows: inout [Row]
    ) -> Int {
        guard !words.entries.isEmpty else { return 0 }
        let places = BookWordRows(
            count: min(fields.list(.sentences, &odd).count, BookLimits.sentences), places: rows.map(\.place),
            numbers: rows.map(\.sentence.number), declared: rows.map(\.declared))
        var found = [[ReceivedWord]](repeating: [], count: rows.count)
        var lost = 0
        for (entry, row) in zip(words.entries, places.rows(of: words.entries.map(\.sentence))) {
            guard let row, let word = word(entry.word, rows[row].lanes.lanes[lane]) else {
                lost += 1
                continue
            }
            found[row].append(word)
        }
        if lost > 0 { odd.note("\(lost) words of the \(lane.rawValue) belong to no sentence") }
        for row in rows.indices {
            let count = rows[row].sentence.lanes[lane]?.tokens.count ?? 0
            rows[row].sentence[keyPath: track] = WordCleaning.cleaned(found[row].map(\.time), tokenCount: count)
            rows[row].words[lane] = found[row]
        }
        return lost
    }

    /// `nil` for one of a token that nobody sees.
    private func word(_ word: ReceivedWord, _ lane: BookLaneReading.Lane?) -> ReceivedWord? {
        guard let index = word.time.index, let lane, let place = lane.place(of: index) else {
            return word.time.index == nil || lane == nil ? word : nil
        }
        var word = word
        word.time.index = place
        return word
    }
}
