import Events
import Scripts
import Sound
import Texts

/// A chunk of a book with what is heard of it.
package struct MadeChunk: Sendable {
    package var chunk: BookChunk
    /// By the kind of their file.
    package var sounds: [BookSound.Kind: Samples]
    package var oddities: [String]

    package var byteCount: Int { sounds.values.reduce(0) { $0 + $1.byteCount } }

    /// - Parameters:
    ///   - text: the book.
    ///   - heard: on each track.
    init(_ id: String, _ work: ChunkWork, of text: NarratedText, _ heard: [BookTrack: TrackSound]) {
        let gates = heard.mapValues(\.gates)
        let sentences = work.sentences.enumerated().map { row, place in
            var lanes = text.sentences[place].lanes
            lanes.translation = lanes.translation ?? work.translations[place]
            let said = PerLane(
                original: work.words(of: place, on: .original), transliteration: [],
                translation: work.words(of: place, on: .translation))
            let tokens = PerLane { lane in lanes[lane].map { HeardTokens.tokens(of: $0, said[lane]) } ?? [] }
            var sentence = BookSentence(
                number: place + 1,
                lanes: PerLane { lane in
                    let words = tokens[lane].prefix(Self.tokens).map(\.text)
                    return lanes[lane].flatMap { words.isEmpty ? nil : LaneText($0, tokens: words) }
                }, block: text.sentences[place].block)
            if let gate = gates[.original]?[row], !gate.isEmpty {
                sentence.originalGate = SentenceGate(gate.lowerBound, gate.upperBound)
                sentence.phases.original = gate.upperBound - gate.lowerBound
                sentence.originalWords = TokenTimes.times(
                    of: Array(tokens.original.prefix(Self.tokens)), said.original, in: gate)
            }
            if let gate = gates[.translation]?[row], !gate.isEmpty {
                sentence.translationGate = SentenceGate(gate.lowerBound, gate.upperBound)
                sentence.phases.translation = gate.upperBound - gate.lowerBound
                sentence.totalDuration = sentence.phases.translation
                sentence.translationWords = TokenTimes.times(
                    of: Array(tokens.translation.prefix(Self.tokens)), said.translation, in: gate)
            }
            return sentence
        }
        let files = [(BookSound.Kind.original, BookTrack.original), (.translation, .translation)]
        (sounds, oddities) = ([:], work.oddities)
        chunk = BookChunk(id, sentences: sentences, sounds: [], isExact: true)
        for (kind, track) in files {
            guard let heard = heard[track], !heard.isSilent else { continue }
            sounds[kind] = heard.sound
            chunk.sounds.append(
                BookSound(kind, path: SoundPath.path(of: kind, in: id, "wav"), duration: heard.sound.duration))
        }
    }

    /// Of a lane, as many as readers take.
    private static let tokens = 2_000
}

/// What files of sound are called.
package enum SoundPath {
    /// `media/0011-0020_orig.wav`, as jobs have them (reader, section 10).
    package static func path(of kind: BookSound.Kind, in chunk: String, _ ending: String) -> String {
        "media/\(chunk)_\(kind == .translation ? "trans" : "orig").\(ending)"
    }

    /// Of which chunk a file of such a name is, and of what kind; `nil` for any other name.
    static func parts(of path: String) -> (chunk: String, kind: BookSound.Kind)? {
        guard path.hasPrefix("media/") else { return nil }
        let name = path.dropFirst("media/".count)
        for (ending, kind) in [("_orig.wav", BookSound.Kind.original), ("_trans.wav", .translation)] {
            if name.hasSuffix(ending) { return (String(name.dropLast(ending.count)), kind) }
        }
        return nil
    }
}
