import BookAPI
import BookFolders
import Events
import Files
import Support
import Synchronization
import Testing

@testable import Reading

/// Where a book was left, here and on its server.
@Suite struct KnownPlaceTests {
    /// A book in memory whose server is a test's.
    private struct Shelved: BookSource {
        let book = Book("b", chunks: [ChunkEntry("c", start: 11, end: 12, sentenceCount: 2)])
        let oddities: [String] = []
        let server: (any PlaceServer)?

        var placeServer: (any PlaceServer)? { server }

        func chunk(at index: Int) -> (chunk: BookChunk, oddities: [String]) {
            let text = LaneText("a b", tokens: ["a", "b"])
            let sentences = (0..<2).map { row in
                let start = TimeSpan.seconds(Int64(row))
                let words = [WordTime(0, start, start), WordTime(1, start + .milliseconds(500), start + .seconds(1))]
                let gate = SentenceGate(start, start + .seconds(1))
                return BookSentence(
                    number: 11 + row, lanes: PerLane(original: text, transliteration: nil, translation: text),
                    originalGate: gate, translationGate: gate, originalWords: words, translationWords: words)
            }
            let sounds = [BookSound(.original, path: "o"), BookSound(.translation, path: "t")]
            return (BookChunk("c", sentences: sentences, sounds: sounds, isExact: true), [])
        }

        func sound(_ path: String) -> sending SoundSource { .samples([], rate: 8_000) }
    }

    private struct Server: PlaceServer {
        let answer: @Sendable () async throws -> ServerPlaces?

        func places() async throws -> ServerPlaces? { try await answer() }
        func keep(_ entry: ResumeEntry, left: Double) {}
        func add(_ bookmark: ServerBookmark) -> ServerBookmark { bookmark }
        func deleteBookmark(_ id: String) {}
    }

    private let folder: Folder
    private let shelf: BookShelf

    init() throws {
        folder = try Folder()
        shelf = BookShelf(in: folder.file("books"))
    }

    private static let here = BookPlace(sentence: 11, .original, word: 1)

    private func find(_ resume: ResumeEntry?, marks: [ServerBookmark] = [], left: Double = 1_000) async throws
        -> KnownPlace
    {
        let source = Shelved(server: Server { ServerPlaces(resume, marks) })
        let kept = ReadingPlace("b", place: Self.here, left: left)
        try shelf.change(source.identity, else: kept) { $0 = kept }
        return await KnownPlace.find(source, on: shelf)
    }

    private static func entry(
        _ sentence: Int?, _ milliseconds: Int64? = nil, _ track: BookTrack? = nil, at updated: Double = 2_000
    ) -> ResumeEntry {
        ResumeEntry(
            "b", sentence: sentence, position: milliseconds.map { .milliseconds($0) }, track: track, updated: updated)
    }

    @Test("the later one counts; of the server's the word that its time is in, where it is in its sentence")
    func later() async throws {
        let found: [(ResumeEntry?, BookPlace)] = [
            (nil, Self.here), (Self.entry(12, at: 999), Self.here), (Self.entry(12, at: 1_001), Self.here),
            (Self.entry(12), BookPlace(sentence: 12)),
            (Self.entry(12, 1_700, .translation), BookPlace(sentence: 12, .translation, word: 1)),
            (Self.entry(12, 1_700, .original), BookPlace(sentence: 12, .original, word: 1)),
            // Of another sentence; and in sequence nobody knows which file it is of.
            (Self.entry(12, 700, .translation), BookPlace(sentence: 12, .translation)),
            (Self.entry(12, 1_700), BookPlace(sentence: 12)),
            (Self.entry(99, 1_700, .original), BookPlace(sentence: 99)), (Self.entry(nil, 1_700), Self.here),
        ]
        for (entry, place) in found {
            let known = try await find(entry)
            #expect(
                known.place.place == place && known.oddity == nil && known.server != nil,
                "\(entry.map { "\($0)" } ?? "-")")
        }
    }

    @Test("all that is kept is listed; what is no place is passed over")
    func all() throws {
        #expect(shelf.places().isEmpty)
        for title in ["a", "b"] { try shelf.change("id-" + title, else: ReadingPlace(title, left: 1)) { _ in } }
        try folder.write("no place", to: "books/bad.json")
        try folder.write("{}", to: "books/other.txt")
        #expect(shelf.places().map(\.title).sorted() == ["a", "b"])
    }

    @Test("what is changed is what is there at that moment, and nobody changes it while somebody else does")
    func changing() throws {
        for sentence in [2, 1] {
            try shelf.change("id", else: ReadingPlace("\(sentence)")) {
                $0.set(Bookmark(BookPlace(sentence: sentence), name: "m"))
            }
        }
        let both = shelf.place(of: "id")
        #expect(both?.title == "2" && both?.bookmarks.map(\.place.sentence) == [1, 2])
        let other = try OpenFolder(folder.file("books"))
        #expect(other.lock(.exclusive) == .taken)
        let hasty = BookShelf(in: folder.file("books"), patience: .zero)
        let reason = "\(folder.file("books")): in use by another program"
        #expect(throws: CommandError.failed(reason)) {
            try hasty.change("id", else: ReadingPlace("x")) { $0.title = "x" }
        }
        withExtendedLifetime(other) { #expect(shelf.place(of: "id") == both) }
    }

    @Test("who has read on here since then goes on here; the server's bookmarks are taken over")
    func marks() async throws {
        var mark = ServerBookmark("The lamp", sentence: 12)
        mark.id = "b1"
        let known = try await find(Self.entry(12), marks: [mark], left: 3_000)
        #expect(known.place.place == Self.here && known.place.bookmarks.map(\.name) == ["The lamp"])
    }

    @Test(
        "a server that does not answer in time, or refuses, keeps nobody from the book; nobody is told without a login")
    func silent() async throws {
        let never = Shelved(
            server: Server {
                try await Task.sleep(for: .seconds(86_400))
                return nil
            })
        let late = await KnownPlace.find(never, on: shelf, within: .milliseconds(1))
        #expect(late.server == nil && late.oddity == "the server has no reading position for this book")
        let refusing = Shelved(server: Server { throw CommandError.unusable("it is closed") })
        let refused = await KnownPlace.find(refusing, on: shelf, within: .seconds(86_400))
        #expect(refused.server == nil && refused.oddity?.hasSuffix("from the server: it is closed") == true)
        let anybody = Shelved(server: Server { nil })
        let known = await KnownPlace.find(anybody, on: nil, within: .seconds(86_400))
        #expect(known.server == nil && known.oddity == nil && known.place == ReadingPlace("b"))
    }
}
