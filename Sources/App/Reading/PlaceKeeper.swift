import Events
import Reading
import Synchronization
import Wire

/// Keeps where a book was left and what is marked in it, in what is there at that moment: another program may read the
/// same book.
final class PlaceKeeper: Sendable {
    private let file: File
    private let places: AsyncStream<ReadingPlace>.Continuation
    /// Ends with why the last place is not on the disk.
    private let writing: Task<CommandError?, Never>

    /// - Parameter first: what has changed already, and is not on the disk.
    init(_ shelf: BookShelf, _ identity: String, _ first: ReadingPlace.Change?) {
        let file = File(shelf, identity, first)
        let (stream, places) = AsyncStream.makeStream(of: ReadingPlace.self, bufferingPolicy: .bufferingNewest(1))
        (self.file, self.places) = (file, places)
        writing = Task.detached {
            var failure: CommandError?
            // A full disk keeps nobody from reading.
            for await place in stream {
                do throws(CommandError) {
                    _ = try file.write(place, withPlace: true)
                    failure = nil
                } catch {
                    failure = error
                }
            }
            return failure
        }
    }

    /// Writes where it is read, and leaves what is marked as it is there, beside everything else: a disk may take long.
    /// What was told last counts.
    func keep(_ place: ReadingPlace) { places.yield(place) }

    /// Changes what is marked, at once. What cannot be written now is tried again with whatever is kept next.
    /// - Parameter known: what is kept where nothing is there; it has the change already.
    /// - Returns: what is kept now, also by others.
    func change(_ known: ReadingPlace, _ change: @escaping ReadingPlace.Change) throws(CommandError) -> ReadingPlace {
        file.note(change)
        return try file.write(known, withPlace: false)
    }

    /// All that was told has been written.
    /// - Returns: why the last place is not kept.
    func finish() async -> CommandError? {
        places.finish()
        return await writing.value
    }
}

extension PlaceKeeper {
    /// What is kept, written by one at a time.
    private final class File: Sendable {
        private let shelf: BookShelf
        private let identity: String
        /// In the order in which they came about.
        private let unwritten: Mutex<[ReadingPlace.Change]>

        init(_ shelf: BookShelf, _ identity: String, _ first: ReadingPlace.Change?) {
            (self.shelf, self.identity) = (shelf, identity)
            unwritten = Mutex(first.map { [$0] } ?? [])
        }

        func note(_ change: @escaping ReadingPlace.Change) { unwritten.withLock { $0.append(change) } }

        /// - Parameters:
        ///   - known: what is kept where nothing is there.
        ///   - withPlace: all of it but what is marked.
        /// - Returns: what is kept now.
        func write(_ known: ReadingPlace, withPlace: Bool) throws(CommandError) -> ReadingPlace {
            try unwritten.withLock { unwritten throws(CommandError) -> ReadingPlace in
                let changes = unwritten
                let kept = try shelf.change(identity, else: known) { place in
                    for change in changes { change(&place) }
                    if withPlace { place = known.withBookmarks(of: place) }
                }
                unwritten = []
                return kept
            }
        }
    }
}
