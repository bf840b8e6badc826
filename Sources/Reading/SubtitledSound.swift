import Books
import Events
import Files
import Platform
import Texts
import Wire

/// A film or a recording with subtitles beside it: its sound is heard straight through, and its cues are read as they are shown
/// (reader 1.12).
package struct SubtitledSound: BookSource {
    package let book: Book
    package let oddities: [String]
    private let path: String
    private let chunk: BookChunk

    private static let endings: Set<String> = [
        "mp4", "m4a", "m4b", "m4v", "mov", "mkv", "mka", "webm", "avi", "aac", "mp3", "ogg", "oga", "opus", "flac",
        "wav",
    ]
    /// What tells most comes first.
    private static let subtitles = ["ass", "ssa", "vtt", "srt"]

    package var isAtHand: Bool { true }

    /// By the ending of its name.
    package static func isOne(_ path: String) -> Bool {
        guard let dot = path.lastIndex(of: "."), FileStatus(path)?.kind == .file else { return false }
        return endings.contains(path[path.index(after: dot)...].lowercased())
    }

    /// - Parameter path: of the film or the sound; subtitles have its name with another ending.
    /// - Throws: `CommandError.unusable`, when there are none, or nothing can be read of them.
    package static func open(_ path: String) throws(CommandError) -> SubtitledSound {
        let stem = path[..<(path.lastIndex(of: ".") ?? path.endIndex)]
        for ending in subtitles where FileNames.isThere("\(stem).\(ending)") {
            return try SubtitledSound(path, subtitles: "\(stem).\(ending)")
        }
        throw .unusable("\(path.kept): no subtitles beside it: none of .ass, .vtt and .srt with its name")
    }

    private init(_ path: String, subtitles: String) throws(CommandError) {
        let bytes = try ChunkedFileReader.all(of: subtitles, atMost: TextLimits.sourceBytes)
        let text: BookText
        do throws(TextError) {
            text = try BookText(bytes, as: TextFormat(fileName: subtitles) ?? TextFormat(beginning: bytes))
        } catch {
            throw .unusable("\(subtitles.kept): \(error.reason)")
        }
        guard !text.cues.isEmpty else { throw .unusable("\(subtitles.kept): no cues in it") }
        let isTwofold = text.cues.contains { $0.lanes.original != nil && $0.lanes.translation != nil }
        let sentences = text.cues.enumerated().map { Self.sentence($1, number: $0 + 1, isTwofold: isTwofold) }
        let id = contentHash(of: Array(text.cues.map(\.text).joined(separator: "\n").utf8)).hex
        let sound = BookSound(isTwofold ? .combined : .original, path: path)
        chunk = BookChunk(id, sentences: sentences, sounds: [sound], isExact: true)
        let name = FileNames.last(of: path)
        book = Book(
            String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)]), language: text.language,
            chunks: [ChunkEntry(id, start: 1, end: sentences.count, sentenceCount: sentences.count)])
        (oddities, self.path) = (text.oddities, path)
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

    package func chunk(at index: Int) -> (chunk: BookChunk, oddities: [String]) { (chunk, []) }

    package func file(_ path: String) throws -> sending OpenFile {
        guard let file = OpenFile(self.path) else {
            throw CommandError.unusable("\(self.path.kept): \(errorWords(errno))")
        }
        return file
    }
}
