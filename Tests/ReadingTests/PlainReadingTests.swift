import BookAPI
import BookFolders
import Events
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

        func sound(_ path: String) async throws -> sending SoundSource { throw NoFile() }

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
        #expect(said == ["without a translation, the original is read"] && lines.count == 3)
    }

    private struct Enough: Error {}

    /// The book of three sentences, as far as a line that cannot be printed any more.
    @MainActor private func read(
        upTo last: String? = nil, isAnew: Bool = false, on shelf: BookShelf
    ) async throws -> (lines: [String], words: String?) {
        let book = GrowingBook([3])
        let place = await PlainPlace.find(book, from: "b", isAnew: isAnew, on: shelf) { _ in }
        var lines: [String] = []
        let reading = PlainReading(book, ReaderSettings(mode: .single(.original)), sound: nil) { _ in
        } write: { line in
            if line == last { throw Enough() }
            lines.append(line)
        }
        do { try await reading.run(keeping: place) } catch is Enough {}
        #expect(await place.leave() == nil)
        return (lines, place.words)
    }

    @Test("it goes on where it was left, and says so; once read to its end, or where that is wanted, it begins anew")
    @MainActor func resumed() async throws {
        let folder = try Folder()
        let shelf = BookShelf(in: folder.file("books"))
        let first = try await read(upTo: "Sentence 2.", on: shelf)
        #expect(first.lines == ["Sentence 1."] && first.words == nil)
        #expect(shelf.places().map(\.source) == ["b"] && shelf.places().first?.place?.sentence == 2)
        let second = try await read(upTo: "Sentence 3.", on: shelf)
        #expect(second.lines == ["Sentence 2."])
        #expect(second.words == "resumed at sentence 2, where you stopped; to start over: --start-over")
        let third = try await read(on: shelf)
        #expect(third.lines == ["Sentence 3."] && shelf.places().map(\.place) == [nil])
        let fourth = try await read(upTo: "Sentence 3.", on: shelf)
        #expect(fourth.lines == ["Sentence 1.", "Sentence 2."] && fourth.words == nil)
        let anew = try await read(isAnew: true, on: shelf)
        #expect(anew.lines.count == 3 && anew.words == nil)
    }

    @Test("the speed of the screen holds, and stays; that a place cannot be kept is said at the end")
    func keptPlace() async throws {
        let folder = try Folder()
        let shelf = BookShelf(in: folder.file("books"))
        let book = GrowingBook([3])
        let left = ReadingPlace("T", place: BookPlace(sentence: 3), percent: 120)
        try shelf.change(book.identity, else: left) { _ in }
        let place = await PlainPlace.find(book, from: nil, on: shelf) { _ in }
        #expect(place.start == BookPlace(sentence: 3) && place.percent == 120)
        #expect(place.words?.hasPrefix("resumed at sentence 3 at 120 %, where") == true)
        #expect(await place.leave() == nil)
        #expect(shelf.place(of: book.identity)?.percent == 120)
        let none = BookShelf(in: try folder.write("no folder", to: "file"))
        let lost = await PlainPlace.find(book, from: nil, on: none) { _ in }
        #expect(await lost.leave()?.hasSuffix(": cannot save the reading position") == true)
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

        func sound(_ path: String) async throws -> sending SoundSource { throw NoFile() }
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
