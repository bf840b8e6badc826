import BookFolders
import Engine
import Events
import Files
import Frames
import Support
import Synchronization
import Testing

@testable import App

/// The picture that is drawn beside a text.
@Suite @MainActor struct BookPicturesTests {
    /// Of two chunks of three sentences; the first two of the first share a picture, the last of it names a file that is not there.
    private final class PicturedBook: BookSource {
        let book = Book(
            "b", chunks: [ChunkEntry("c", start: 1, end: 3), ChunkEntry("d", start: 4, end: 6)])
        let oddities: [String] = []
        let pictures: [BookPicture: [UInt8]]
        let asked = Mutex<[BookPicture]>([])

        init(_ pictures: [BookPicture: [UInt8]]) { self.pictures = pictures }

        func chunk(at index: Int) async -> (chunk: BookChunk, oddities: [String]) {
            let paths = index == 0 ? ["a.png", "a.png", "none.png"] : [nil, nil, "broken.png"]
            let text = LaneText("a", tokens: ["a"])
            let sentences = paths.enumerated().map { row, path in
                let gate = SentenceGate(.seconds(Int64(row)), .seconds(Int64(row) + 1))
                return BookSentence(
                    number: 3 * index + row + 1,
                    lanes: PerLane(original: text, transliteration: nil, translation: nil), originalGate: gate,
                    picture: path)
            }
            return (
                BookChunk("c\(index)", sentences: sentences, sounds: [BookSound(.original, path: "o")], isExact: true),
                []
            )
        }

        func sound(_ path: String) -> sending SoundSource { .samples([], rate: 8_000) }

        func picture(_ picture: BookPicture) async -> [UInt8]? {
            asked.withLock { $0.append(picture) }
            return pictures[picture]
        }
    }

    private static func picture(_ value: UInt8, _ width: Int = 8, _ height: Int = 4) -> [UInt8] {
        let size = PixelSize(width: width, height: height)
        let bytes = [UInt8](repeating: value, count: size.count * 4)
        return (try? encodePNG(Picture(size: size, bytes: bytes))) ?? []
    }

    private final class Run {
        let book: PicturedBook
        let pictures: BookPictures
        private let come: Mutex<[(BookPicture, Picture?)]>
        var reader = BookReader()

        @MainActor init(_ pictures: [BookPicture: [UInt8]]) async {
            book = PicturedBook(pictures)
            let come = Box()
            self.pictures = BookPictures(book) { come.add($0, $1) }
            self.box = come
            self.come = Mutex([])
            _ = reader.handle(.began(ReaderSettings()), at: .zero)
            _ = reader.handle(.bookOpened(book.book), at: .zero)
            for index in 0..<2 { _ = reader.handle(.chunkLoaded(index, await book.chunk(at: index).chunk), at: .zero) }
        }

        private let box: Box

        @MainActor func go(to sentence: Int) async {
            _ = reader.handle(.command(.pause), at: .zero)
            _ = reader.handle(.command(.jump(sentence: sentence)), at: .zero)
            _ = reader.handle(.sound(reader.generation, .ready(duration: .seconds(3))), at: .zero)
            await settle()
        }

        /// Until nothing is wanted any more.
        @MainActor func settle() async {
            for _ in 0..<20 {
                let before = book.asked.withLock(\.count)
                pictures.follow(reader)
                guard book.asked.withLock(\.count) > before || pictures.isLoading else { return }
                #expect(await eventually { !box.isEmpty })
                for (picture, pixels) in box.take() { pictures.receive(picture, pixels) }
            }
        }

        var asked: [BookPicture] { book.asked.withLock(\.self) }
    }

    private final class Box: Sendable {
        private let come = Mutex<[(BookPicture, Picture?)]>([])
        var isEmpty: Bool { come.withLock(\.isEmpty) }
        func add(_ picture: BookPicture, _ pixels: Picture?) { come.withLock { $0.append((picture, pixels)) } }
        func take() -> [(BookPicture, Picture?)] {
            come.withLock { come in
                defer { come = [] }
                return come
            }
        }
    }

    @Test(
        "a picture of several sentences is loaded once; where a sentence has none the cover is shown, and nothing is asked for twice"
    )
    func pictures() async {
        let run = await Run([
            .file("a.png"): Self.picture(1), .cover: Self.picture(2), .sentence(5, chunk: 1): Self.picture(3),
            .file("broken.png"): [1, 2, 3],
        ])
        let expected: [(Int, BookPicture)] = [
            (1, .file("a.png")), (2, .file("a.png")), (3, .cover), (4, .cover), (5, .sentence(5, chunk: 1)),
            (6, .cover), (2, .file("a.png")), (6, .cover), (3, .cover),
        ]
        for (sentence, picture) in expected {
            await run.go(to: sentence)
            #expect(run.reader.record.transcript?.number == sentence && run.pictures.shown?.picture == picture)
        }
        #expect(Set(run.asked).count == run.asked.count && run.asked.count == 6, "\(run.asked)")
        #expect(run.pictures.shown?.pixels.bytes.first == 2)
    }

    @Test("a book without pictures has none, and is asked once for each")
    func none() async {
        let run = await Run([:])
        for sentence in [1, 2, 3, 2, 1, 3] { await run.go(to: sentence) }
        #expect(run.pictures.shown == nil)
        #expect(run.asked.count == 3 && Set(run.asked).count == 3, "\(run.asked)")
    }

    @Test("what is shown stays until the next one is there")
    func stays() async {
        let run = await Run([.file("a.png"): Self.picture(1), .sentence(4, chunk: 1): Self.picture(2)])
        await run.go(to: 1)
        _ = run.reader.handle(.command(.jump(sentence: 4)), at: .zero)
        run.pictures.follow(run.reader)
        #expect(run.pictures.shown?.picture == .file("a.png"))
        await run.settle()
        #expect(run.pictures.shown?.picture == .sentence(4, chunk: 1))
    }

    @Test("a large picture is kept as small as it is drawn")
    func large() async {
        let run = await Run([.file("a.png"): Self.picture(1, 4_096, 1_024)])
        await run.go(to: 1)
        #expect(run.pictures.shown?.pixels.size == PixelSize(width: 512, height: 128))
        let larger = await Run([.file("a.png"): Self.picture(1, 4_097, 1)])
        await larger.go(to: 1)
        #expect(larger.pictures.shown == nil)
    }
}
