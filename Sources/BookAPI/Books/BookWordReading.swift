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
