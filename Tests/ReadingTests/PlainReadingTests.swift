import Books
import Events
import Platform
import Support
import Synchronization
import Testing

@testable import Reading

@Suite("Reading aloud") struct PlainReadingTests {
    /// A book without sound, of which more comes each time that somebody waits for it.
    private final class GrowingBook: BookSource {
        struct NoFile: Error {}

        private let parts: Mutex<[Book]>
        let book: Book
        let oddities: [String] = []

        init(_ counts: [Int]) {
            let books = counts.enumerated().map { place, count in
                Book(
                    "T", chunks: (0..<count).map { ChunkEntry("c\($0)", start: $0 + 1, end: $0 + 1) },
                    isComplete: place == counts.count - 1)
            }
            book = books[0]
            parts = Mutex(Array(books.dropFirst()))
        }

        func chunk(at index: Int) async throws -> (chunk: BookChunk, oddities: [String]) {
            let lanes = PerLane<LaneText?>(
                original: LaneText("Sentence \(index + 1).", tokens: ["Sentence"]), transliteration: nil,
                translation: nil)
            let gate = SentenceGate(.zero, .milliseconds(10))
            let sentence = BookSentence(number: index + 1, lanes: lanes, originalGate: gate)
            let sound = BookSound(.original, path: "media/a.wav", duration: .milliseconds(10))
            return (BookChunk("c\(index)", sentences: [sentence], sounds: [sound], isExact: true), [])
        }

        func file(_ path: String) async throws -> sending OpenFile { throw NoFile() }

        func grown() async -> Book? { parts.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    }

    @Test("RN14 what comes of a book while it is read is read behind it, to its end")
    @MainActor func growing() async throws {
        var lines: [String] = []
        try await PlainReading(GrowingBook([1, 2, 2, 3, 3]), ReaderSettings(mode: .single(.original)), sound: nil) {
            _ in
        } write: {
            lines.append($0)
        }
        .run()
        #expect(lines == ["Sentence 1.", "Sentence 2.", "Sentence 3."])
    }

    @Test("that the only language that is wanted is not there is said once, and the other one is read")
    @MainActor func otherLanguage() async throws {
        var (said, lines): ([String], [String]) = ([], [])
        try await PlainReading(GrowingBook([3]), ReaderSettings(mode: .single(.translation)), sound: nil) {
            said.append($0)
        } write: {
            lines.append($0)
        }
        .run()
        #expect(said == ["where there is no translation the original is read"] && lines.count == 3)
    }

    /// Two sentences that are one in the other language, behind the last of them.
    private struct MergedBook: BookSource {
        struct NoFile: Error {}

        let book = Book("T", chunks: [ChunkEntry("c", start: 1, end: 2)])
        let oddities: [String] = []

        func chunk(at index: Int) async throws -> (chunk: BookChunk, oddities: [String]) {
            func lane(_ text: String) -> LaneText { LaneText(text, tokens: [text]) }
            let first = BookSentence(
                number: 1, lanes: PerLane(original: lane("One."), transliteration: nil, translation: nil),
                originalGate: SentenceGate(.zero, .milliseconds(10)))
            let second = BookSentence(
                number: 2, lanes: PerLane(original: lane("Two."), transliteration: nil, translation: lane("Beide.")),
                originalGate: SentenceGate(.milliseconds(10), .milliseconds(20)),
                translationGate: SentenceGate(.zero, .milliseconds(10)))
            let sounds = [
                BookSound(.original, path: "o.wav", duration: .milliseconds(20)),
                BookSound(.translation, path: "t.wav", duration: .milliseconds(10)),
            ]
            return (BookChunk("c", sentences: [first, second], sounds: sounds, isExact: true), [])
        }

        func file(_ path: String) async throws -> sending OpenFile { throw NoFile() }
    }

    @Test("in the translation alone what two sentences are together is printed, once, in its language")
    @MainActor func merged() async throws {
        var lines: [String] = []
        try await PlainReading(MergedBook(), ReaderSettings(mode: .single(.translation)), sound: nil) { _ in
        } write: {
            lines.append($0)
        }
        .run()
        #expect(lines == ["Beide."])
    }
}
