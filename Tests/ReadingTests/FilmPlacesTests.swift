import BookAPI
import BookFolders
import Events
import Support
import Synchronization
import Testing

@testable import Reading

/// A server keeps times of films, and a reader counts in sentences (reader 1.14).
@Suite struct FilmPlacesTests {
    private final class Server: PlaceServer {
        struct Heard: Hashable, Sendable {
            var entries: [ResumeEntry] = []
            var bookmarks: [ServerBookmark] = []
            var deleted: [String] = []
        }

        let heard = Mutex(Heard())
        let kept: ServerPlaces?

        init(_ kept: ServerPlaces? = nil) { self.kept = kept }

        func places() -> ServerPlaces? { kept }
        func keep(_ entry: ResumeEntry, left: Double) { heard.withLock { $0.entries.append(entry) } }
        func add(_ bookmark: ServerBookmark) -> ServerBookmark {
            heard.withLock { $0.bookmarks.append(bookmark) }
            var bookmark = bookmark
            bookmark.id = "b-1"
            return bookmark
        }
        func deleteBookmark(_ id: String) { heard.withLock { $0.deleted.append(id) } }
    }

    /// Sentences at 4, 10 and 20 s.
    private static let chunk = BookChunk(
        "c",
        sentences: [4, 10, 20].enumerated().map { place, start in
            BookSentence(
                number: place + 1, lanes: PerLane(original: nil, transliteration: nil, translation: nil),
                originalGate: SentenceGate(.seconds(start), .seconds(start + 3)))
        }, sounds: [], isExact: true)

    private func places(_ server: Server, isFilm: Bool = true) -> FilmPlaces {
        FilmPlaces(server, Self.chunk, isFilm: isFilm)
    }

    @Test("where it is is told as a time, once it is worth it")
    func keep() async throws {
        let server = Server()
        let places = places(server)
        try await places.keep(
            ResumeEntry("j", sentence: 2, position: .milliseconds(11_500), chunk: "c", track: .original), left: 7)
        try await places.keep(ResumeEntry("j", sentence: 3), left: 7)
        try await places.keep(ResumeEntry("j", sentence: 1), left: 7)
        try await places.keep(ResumeEntry("j", sentence: 9), left: 7)
        let told = server.heard.withLock(\.entries)
        #expect(told.map(\.position) == [.milliseconds(11_500), .seconds(20)])
        let json = try #require(told.first?.json.object)
        #expect(json["kind"] == "time" && json["media_type"] == "video" && json["sentence"] == nil)
        #expect(json["chunk_id"] == nil && json["playback_track"] == nil)
        let quiet = Server()
        try await self.places(quiet, isFilm: false).keep(ResumeEntry("j", sentence: 2), left: 7)
        #expect(quiet.heard.withLock(\.entries).first?.json.object?["media_type"] == "audio")
    }

    @Test(
        "a time is the sentence that has begun last",
        arguments: [(0, 1), (3_999, 1), (4_000, 1), (9_999, 1), (10_000, 2), (19_999, 2), (900_000, 3)])
    func time(milliseconds: Int64, sentence: Int) async throws {
        let kept = ServerPlaces(
            ResumeEntry("j", sentence: nil, position: .milliseconds(milliseconds), updated: 5),
            [ServerBookmark("m", sentence: nil, position: .milliseconds(milliseconds))])
        let found = try #require(try await places(Server(kept)).places())
        #expect(found.resume?.sentence == sentence && found.bookmarks.map(\.sentence) == [sentence])
        #expect(found.resume?.track == .original && found.resume?.updated == 5)
    }

    @Test("a place that somebody has kept as a sentence is one, and nobody's is nobody's")
    func sentence() async throws {
        let kept = ServerPlaces(ResumeEntry("j", sentence: 2), [ServerBookmark("m", sentence: 3)])
        #expect(try await places(Server(kept)).places() == kept)
        #expect(try await places(Server()).places() == nil)
    }

    @Test("a bookmark is told as a time, and is known by its sentence here")
    func bookmarks() async throws {
        let server = Server()
        let kept = try await places(server).add(ServerBookmark("m", sentence: 2))
        #expect(kept.id == "b-1" && kept.sentence == 2 && kept.position == .seconds(10))
        let json = try #require(server.heard.withLock(\.bookmarks).first?.json.object)
        #expect(json["kind"] == "time" && json["media_type"] == "video" && json["position"] == .double(10))
        try await places(server).deleteBookmark("b-1")
        #expect(server.heard.withLock(\.deleted) == ["b-1"])
    }
}
