import Events

@testable import Engine

/// The chunk of two sentences of reader 1.8, and others like it.
enum Example {
    static func seconds(_ value: Double) -> TimeSpan { TimeSpan(seconds: value) }

    static func lane(_ words: String) -> LaneText? {
        words.isEmpty ? nil : LaneText(words, tokens: words.split(separator: " ").map(String.init))
    }

    static func lanes(_ original: String, _ transliteration: String, _ translation: String) -> PerLane<LaneText?> {
        PerLane(original: lane(original), transliteration: lane(transliteration), translation: lane(translation))
    }

    static func gate(_ start: Double?, _ end: Double?) -> SentenceGate {
        SentenceGate(start.map(seconds), end.map(seconds))
    }

    /// Words that follow each other: the times at which they begin, and the end of the last one.
    static func words(_ times: Double...) -> [WordTime] {
        zip(times, times.dropFirst()).enumerated().map { WordTime($0, seconds($1.0), seconds($1.1)) }
    }

    static let eleven = BookSentence(
        number: 11, lanes: lanes("The lamp was lit.", "Lampa gorela.", "Лампа горела."), originalGate: gate(0, 1.6),
        translationGate: gate(0, 1.2), phases: SentencePhases(original: seconds(1.6), translation: seconds(1.2)),
        totalDuration: seconds(1.2), originalWords: words(0, 0.369, 0.861, 1.23, 1.599),
        translationWords: words(0, 0.546, 1.2))

    static let twelve = BookSentence(
        number: 12, lanes: lanes("Nobody came.", "Nikto ne prishyol.", "Никто не пришёл."),
        originalGate: gate(1.6, 2.6), translationGate: gate(1.2, 2.7),
        phases: SentencePhases(original: seconds(1), translation: seconds(1.5)), totalDuration: seconds(1.5),
        originalWords: words(1.599, 2.199, 2.598), translationWords: words(1.2, 1.776, 2.007, 2.7))

    /// Six sentences of a second, of which the second translates the first two, the fifth the two up to it, and nothing
    /// the last one.
    static let merged: [BookSentence] = {
        let translated = [gate(nil, nil), gate(0, 2), gate(2, 3), gate(nil, nil), gate(3, 5), gate(nil, nil)]
        return translated.enumerated().map { place, gate in
            BookSentence(
                number: place + 1, lanes: lanes("a b", "", gate.start == nil ? "" : "c d e f"),
                originalGate: Example.gate(Double(place), Double(place) + 1), translationGate: gate)
        }
    }()

    static func sounds(_ original: Double? = 2.6, _ translation: Double? = 2.7) -> [BookSound] {
        [
            BookSound(.original, path: "orig.mp3", duration: original.map(seconds)),
            BookSound(.translation, path: "trans.mp3", duration: translation.map(seconds)),
        ]
    }

    static let chunk = BookChunk("0011-0012", sentences: [eleven, twelve], sounds: sounds(), isExact: true)
    static let entry = ChunkEntry("0011-0012", start: 11, end: 12, sentenceCount: 2)
    static let book = Book("Winter Lamp", chunks: [entry])
    static let loaded = LoadedChunk(chunk, for: entry)

    static func loaded(
        _ sentences: [BookSentence], _ sounds: [BookSound] = sounds(), isExact: Bool = false
    ) -> LoadedChunk {
        LoadedChunk(
            BookChunk("c", sentences: sentences, sounds: sounds, isExact: isExact),
            for: ChunkEntry("c", start: sentences.first?.number))
    }
}

extension PerLane where Value == LaneRecord? {
    /// `2/4@1`, `0/4@-`, or `-` for a lane without text.
    func text(_ lane: Lane) -> String { self[lane]?.text ?? "-" }
}

extension LaneRecord {
    var text: String { "\(lit)/\(tokens)@\(current.map(String.init) ?? "-")" }
}
