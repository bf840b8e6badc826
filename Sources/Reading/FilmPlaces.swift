import BookAPI
import Books
import Events

/// Tells a server times of a film where a reader tells sentences, and the other way round: it keeps those of films by their times
/// (reader 1.14).
struct FilmPlaces: PlaceServer {
    private let server: any PlaceServer
    private let starts: [Span]
    private let isFilm: Bool

    /// - Parameter chunk: of the film; its sentences are counted from 1.
    init(_ server: any PlaceServer, _ chunk: BookChunk, isFilm: Bool) {
        (self.server, self.isFilm) = (server, isFilm)
        starts = chunk.sentences.map { $0.originalGate.start ?? .zero }
    }

    /// The last one that has begun; before all of them the first.
    private func sentence(at time: Span) -> Int { max(1, starts.lastIndex { $0 <= time }.map { $0 + 1 } ?? 1) }

    private func time(of sentence: Int) -> Span? {
        starts.indices.contains(sentence - 1) ? starts[sentence - 1] : nil
    }

    func places() async throws -> ServerPlaces? {
        guard var places = try await server.places() else { return nil }
        if var entry = places.resume, let position = entry.position {
            // The word is looked for by the time, on whichever track: there is one sound.
            (entry.sentence, entry.track) = (sentence(at: position), .original)
            places.resume = entry
        }
        for place in places.bookmarks.indices {
            guard let position = places.bookmarks[place].position else { continue }
            places.bookmarks[place].sentence = sentence(at: position)
        }
        return places
    }

    /// What is at the very beginning of a film is no place to come back to.
    private static let leastTime = Span.seconds(5)

    func keep(_ entry: ResumeEntry, left: Double) async throws {
        guard let position = entry.position ?? entry.sentence.flatMap(time), position > Self.leastTime else { return }
        var told = entry
        (told.sentence, told.position, told.chunk, told.track) = (nil, position, nil, nil)
        told.isOfFilm = isFilm
        try await server.keep(told, left: left)
    }

    func add(_ bookmark: ServerBookmark) async throws -> ServerBookmark {
        guard let sentence = bookmark.sentence, let time = time(of: sentence) else {
            return try await server.add(bookmark)
        }
        var told = bookmark
        (told.sentence, told.position, told.isOfFilm) = (nil, time, isFilm)
        var kept = try await server.add(told)
        kept.sentence = sentence
        return kept
    }

    func deleteBookmark(_ id: String) async throws { try await server.deleteBookmark(id) }
}
