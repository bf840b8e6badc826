import BookFolders
import Events
import Support
import Synchronization
import Testing

@testable import Reading

/// A book's texts, to be searched.
@Suite struct BookIndexTests {
    /// Each chunk has one sentence in two languages.
    private final class Chunks: BookSource {
        let book: Book
        let oddities: [String] = []
        let texts: [(String, String)]
        private let reads = Mutex<[Int]>([])

        init(_ texts: [(String, String)]) {
            self.texts = texts
            book = Book("b", chunks: texts.indices.map { ChunkEntry("\($0)", start: $0 + 1, end: $0 + 1) })
        }

        var read: [Int] { reads.withLock(\.self) }

        func chunk(at index: Int) throws -> (chunk: BookChunk, oddities: [String]) {
            reads.withLock { $0.append(index) }
            guard !texts[index].0.isEmpty else { throw CommandError.unusable("it is not there") }
            let (original, translation) = texts[index]
            let lanes = PerLane(
                original: LaneText(original, tokens: []), transliteration: nil,
                translation: LaneText(translation, tokens: []))
            return (
                BookChunk(
                    "\(index)", sentences: [BookSentence(number: index + 1, lanes: lanes)], sounds: [], isExact: true),
                []
            )
        }

        func sound(_ path: String) -> sending SoundSource { .samples([], rate: 8_000) }
    }

    private static let texts = [
        ("The lamp", "La lámpara"), ("A STONE", "Una piedra"), ("", ""), ("Nothing", "nada"), ("Lamps", "Lámparas"),
    ]

    private func found(_ text: String, in index: BookIndex, of count: Int = 5) async -> [Int] {
        let last = Mutex<(numbers: [Int], part: Double)>(([], 0))
        await index.search(text, chunks: count) { numbers, part in last.withLock { $0 = (numbers, part) } }
        #expect(last.withLock(\.part) == 1)
        return last.withLock(\.numbers)
    }

    @Test("a text is found in all lanes, whatever its case; in what the book has gained only once it is there")
    func search() async {
        let index = BookIndex(Chunks(Self.texts))
        let found: [(String, [Int])] = [
            ("lamp", [1, 5]), ("LÁMPARA", [1, 5]), ("stone", [2]), ("una pie", [2]), ("none", []),
        ]
        for (text, numbers) in found { #expect(await self.found(text, in: index) == numbers, "\(text)") }
        #expect(await self.found("lamp", in: index, of: 4) == [1])
    }

    @Test("it is looked from a place on, and none is told without the next match from there on, or from the beginning")
    func searchFromHere() async {
        let cases: [(text: String, chunk: Int, sentence: Int, told: [String])] = [
            ("lamp", 3, 4, ["[5] 0.4", "[1, 5] 0.6", "[1, 5] 1.0"]),
            ("stone", 4, 5, ["[2] 0.6", "[2] 1.0"]),
            // In the chunk of the place, but before it.
            ("lamp", 0, 2, ["[1, 5] 1.0", "[1, 5] 1.0"]),
            ("lamp", 99, 99, ["[1] 0.2", "[1, 5] 1.0", "[1, 5] 1.0"]),
        ]
        for (text, chunk, sentence, wanted) in cases {
            let told = Mutex<[String]>([])
            await BookIndex(Chunks(Self.texts)).search(text, chunks: 5, from: (chunk, sentence)) { numbers, part in
                told.withLock { $0.append("\(numbers) \(part)") }
            }
            #expect(told.withLock(\.self) == wanted, "\(text)")
        }
    }

    @Test("what was read ahead is not read again, but for what could not be read")
    func ahead() async {
        let source = Chunks(Self.texts)
        let index = BookIndex(source)
        await index.readAhead(chunks: 5)
        #expect(source.read == [0, 1, 2, 3, 4])
        #expect(await found("lamps", in: index) == [5])
        #expect(source.read == [0, 1, 2, 3, 4, 2])
    }
}
