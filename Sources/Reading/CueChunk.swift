import Events
import Texts

/// Subtitles as the only chunk of a book: each group of cues is a sentence, which lights as it is shown (reader 1.12).
struct CueChunk {
    var chunk: BookChunk
    let language: String?
    /// Whether they are in two languages.
    let isTwofold: Bool
    let oddities: [String]

    /// - Parameter name: of their file, for its ending and for errors.
    /// - Throws: `CommandError.unusable`, when nothing can be read of them.
    init(_ bytes: [UInt8], _ name: String) throws(CommandError) {
        let text: BookText
        do throws(TextError) {
            text = try BookText(bytes, as: TextFormat(fileName: name) ?? TextFormat(beginning: bytes))
        } catch {
            throw .unusable("\(name.kept): \(error.reason)")
        }
        guard !text.cues.isEmpty else { throw .unusable("\(name.kept): no cues found") }
        let isTwofold = text.cues.contains { $0.lanes.original != nil && $0.lanes.translation != nil }
        let sentences = text.cues.enumerated().map { Self.sentence($1, number: $0 + 1, isTwofold: isTwofold) }
        let id = contentHash(of: Array(text.cues.map(\.text).joined(separator: "\n").utf8)).hex
        chunk = BookChunk(id, sentences: sentences, sounds: [], isExact: true)
        (language, self.isTwofold, oddities) = (text.language, isTwofold, text.oddities)
    }

    /// What is shown in one language is what is heard.
    private static func sentence(_ cue: CueGroup, number: Int, isTwofold: Bool) -> BookSentence {
        let gate = SentenceGate(cue.start, cue.end)
        if isTwofold {
            return BookSentence(
                number: number, lanes: cue.lanes, originalGate: gate, translationGate: gate,
                originalWords: cue.words.original, translationWords: cue.words.translation)
        }
        let lane: Lane =
            cue.lanes.original != nil ? .original : cue.lanes.translation != nil ? .translation : .transliteration
        return BookSentence(
            number: number, lanes: PerLane(original: cue.lanes[lane], transliteration: nil, translation: nil),
            originalGate: gate, originalWords: cue.words[lane])
    }

    /// Where the last of them ends.
    var end: Span { chunk.sentences.compactMap(\.originalGate.end).max() ?? .zero }

    /// Heard with all of them.
    mutating func add(soundAt path: String, duration: Span? = nil) {
        chunk.sounds = [BookSound(isTwofold ? .combined : .original, path: path, duration: duration)]
    }

    var entry: ChunkEntry {
        let count = chunk.sentences.count
        return ChunkEntry(chunk.id, start: 1, end: count, sentenceCount: count)
    }
}
