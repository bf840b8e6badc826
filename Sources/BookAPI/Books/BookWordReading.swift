import Events
import JSON

/// When the words of a chunk's sentences sound, of one track (reader 1.8, 1.9).
struct BookWordReading {
    /// A word as it came.
    struct Entry: Equatable {
        /// In the chunk, from 0 on, or in the book: `BookWordRows` decides.
        var sentence: Int?
        var word: ReceivedWord
    }

    private(set) var entries: [Entry] = []
    /// Whether anything was told at all.
    private(set) var isEmpty = true

    /// - Parameter track: `original` or `translation`; of a list without names each entry says which one it is of.
    init(_ fields: BookFields, track: BookSound.Kind, _ odd: inout Oddities) {
        switch fields.value(.timingTracks) {
        case .object(let tracks):
            let named = tracks.members.filter { BookSoundReading.kind(of: $0.key) == track && $0.value.array != nil }
            // Of two names for one track the one that says more.
            let list = named.max { ($0.value.array?.count ?? 0) < ($1.value.array?.count ?? 0) }
            read(list?.value.array ?? [], track, &odd)
        case .array(let list):
            read(list.filter { Self.kind(ofEntry: $0) == track }, track, &odd)
        default: break
        }
    }

    private static func kind(ofEntry entry: JSON) -> BookSound.Kind {
        entry.object?["lane"]?.string.flatMap { BookSoundReading.kind(of: $0) } ?? .translation
    }

    private mutating func read(_ list: [JSON], _ track: BookSound.Kind, _ odd: inout Oddities) {
        isEmpty = list.isEmpty
        if list.count > BookLimits.words {
            odd.note("the \(track.rawValue) has \(list.count) words; only the first \(BookLimits.words) are used")
        }
        for (place, value) in list.prefix(BookLimits.words).enumerated() {
            if let entry = value.object.flatMap({ Self.entry(BookFields($0)) }) {
                entries.append(entry)
            } else {
                odd.note("word \(place) of the \(track.rawValue) has no valid time")
            }
        }
    }

    /// With its ends in order; it may have no length.
    private static func entry(_ fields: BookFields) -> Entry? {
        guard let start = seconds(starts, fields), let end = seconds(ends, fields) else { return nil }
        let word = WordTime(index(wordIndexes, fields), min(start, end), max(start, end))
        guard word.end >= .zero, word.start > .zero - BookLimits.times.upperBound,
            word.end <= BookLimits.times.upperBound
        else { return nil }
        return Entry(
            sentence: index(sentenceIndexes, fields), word: ReceivedWord(word, isBackwards: end < start))
    }

    private static func seconds(_ keys: [BookKey], _ fields: BookFields) -> TimeSpan? {
        for key in keys {
            if let seconds = fields.value(key)?.lenientDouble { return TimeSpan(seconds: seconds) }
        }
        return nil
    }

    private static func index(_ keys: [BookKey], _ fields: BookFields) -> Int? {
        for key in keys {
            if let index = fields.value(key)?.lenientInt, (0...BookLimits.numbers.upperBound).contains(index) {
                return index
            }
        }
        return nil
    }

    private static let starts: [BookKey] = ["t0", "start", "begin", "time"]
    private static let ends: [BookKey] = ["t1", "end", "stop", "time"]
    private static let wordIndexes: [BookKey] = ["word_idx", "word_index"]
    private static let sentenceIndexes: [BookKey] = ["sentence_idx", "sentence_index", "sentence_id"]
}

/// Which row of a chunk the words of a track belong to: their sentences are counted from 0 in the chunk, or as in the book, and
/// which it is is decided once for a track (reader 1.9, RI3).
struct BookWordRows {
    /// Rows by their place in the list, by their numbers, and by the numbers that the list gave them.
    private let ways: [[Int: Int]]

    /// - Parameters:
    ///   - count: of the list, with what of it was no sentence.
    ///   - places: where in the list each row was.
    ///   - numbers: of each row, and `declared` those that the list gave them.
    init(count: Int, places: [Int], numbers: [Int], declared: [Int?]) {
        let rows = places.indices
        let local = Dictionary(rows.map { (places[$0], $0) }) { first, _ in first }
        let global = Dictionary(rows.map { (numbers[$0], $0) }) { first, _ in first }
        let original = Dictionary(rows.compactMap { row in declared[row].map { ($0, row) } }) { first, _ in first }
        ways = [local, global, original]
        positions = count
    }

    private let positions: Int

    /// The row of each entry, `nil` for one that belongs to none.
    func rows(of sentences: [Int?]) -> [Int?] {
        // Where there is but one sentence, nobody needs to say which.
        let isTold = sentences.contains { $0 != nil }
        if positions == 1, !isTold { return sentences.map { _ in ways[0].values.first } }
        let known = Set(sentences.compactMap(\.self))
        if known.allSatisfy({ $0 < positions }) { return rows(of: sentences, ways[0]) }
        for way in ways.dropFirst() where known.allSatisfy({ way[$0] != nil }) { return rows(of: sentences, way) }
        return sentences.map { sentence in sentence.flatMap { ways[0][$0] ?? ways[1][$0] } }
    }

    private func rows(of sentences: [Int?], _ way: [Int: Int]) -> [Int?] { sentences.map { $0.flatMap { way[$0] } } }
}

/// Words of a sentence in one file, so that each begins where the one before it has ended, or later (reader 1.9). What is clean
/// stays as it is.
enum WordCleaning {
    /// The least that a word lasts.
    static let shortest = TimeSpan.milliseconds(1)

    /// - Parameter tokenCount: of the lane that is spoken.
    static func cleaned(_ words: [WordTime], tokenCount: Int) -> [WordTime] {
        var words = words.sorted(by: isBefore)
        nameAll(&words, tokenCount)
        var cleaned: [WordTime] = []
        var last: WordTime?
        var end = TimeSpan.zero
        for word in words where word.end > word.start && word.end > .zero && word != last {
            last = word
            let start = max(word.start, end)
            end = max(word.end, start + shortest)
            // Those pushed on may leave what a file can have.
            guard end <= BookLimits.times.upperBound else { break }
            cleaned.append(WordTime(word.index, start, end))
        }
        return cleaned
    }

    private static func isBefore(_ a: WordTime, _ b: WordTime) -> Bool {
        if a.start != b.start { return a.start < b.start }
        if a.end != b.end { return a.end < b.end }
        return (a.index ?? .max) < (b.index ?? .max)
    }

    /// Where one of as many words as there are tokens is left out, the others are to keep their tokens (RT7).
    private static func nameAll(_ words: inout [WordTime], _ tokenCount: Int) {
        let isComplete = words.count == tokenCount && words.allSatisfy { $0.index == nil }
        guard isComplete, words.contains(where: { $0.end <= $0.start }) else { return }
        for place in words.indices { words[place].index = place }
    }
}
