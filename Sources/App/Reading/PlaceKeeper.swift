import Reading
import Wire

/// Writes where a book was left, beside everything else: a disk may take long. What was told last counts.
final class PlaceKeeper: Sendable {
    private let places: AsyncStream<ReadingPlace>.Continuation
    private let writing: Task<Void, Never>

    init(_ shelf: BookShelf, _ identity: String) {
        let (stream, places) = AsyncStream.makeStream(of: ReadingPlace.self, bufferingPolicy: .bufferingNewest(1))
        self.places = places
        writing = Task.detached {
            // A full disk keeps nobody from reading.
            for await place in stream { try? shelf.keep(place, of: identity) }
        }
    }

    func keep(_ place: ReadingPlace) { places.yield(place) }

    /// All that was told is on the disk.
    func finish() async {
        places.finish()
        await writing.value
    }
}
