import BookAPI
import BookFolders
import Engine
import Events
import Platform
import Synchronization

/// Where a book is left that is read without a screen: kept now and then and when it ends, also where a signal ends it.
///
/// From any thread. Whoever has it kept waits for the disk.
package final class PlainPlace: Sendable {
    private struct State {
        var kept: ReadingPlace
        /// What the server's bookmarks have changed here, until that is written.
        var change: ReadingPlace.Change?
        var entry: ResumeEntry?
        /// As it was written last.
        var written: (sentence: Int?, at: Instant)
    }

    /// Where it goes on; `nil` for its beginning.
    package let start: BookPlace?
    package let percent: Int
    private let identity: String
    private let sentences: Int?
    private let shelf: BookShelf?
    private let server: ServerKeeper?
    private let state: Mutex<State>

    /// A disk is not asked at every word.
    private static let period = TimeSpan.seconds(5)

    private init(
        _ known: KnownPlace, of book: any BookSource, from path: String?, isAnew: Bool, on shelf: BookShelf?,
        warn: @escaping @Sendable (String) -> Void
    ) {
        var kept = known.place
        kept.describe(book.book, from: path)
        if isAnew || kept.place == BookPlace(sentence: book.book.chunks.first?.start ?? 1) { kept.place = nil }
        (start, percent, sentences) = (kept.place, kept.percent, kept.sentences)
        (identity, self.shelf) = (book.identity, shelf)
        server = known.server.map { server in
            ServerKeeper(server) { event in if case .failed(let words) = event { warn(words) } }
        }
        let written = (sentence: kept.place?.sentence, at: Instant.zero)
        state = Mutex(State(kept: kept, change: known.change, written: written))
    }

    /// - Parameters:
    ///   - path: what opens the book again.
    ///   - isAnew: it begins at its beginning, wherever it was left.
    ///   - shelf: `nil` for nothing kept here.
    ///   - warn: takes what the server does not tell or keep, and why, a line each.
    package static func find(
        _ book: any BookSource, from path: String?, isAnew: Bool = false, on shelf: BookShelf? = BookShelf(),
        warn: @escaping @Sendable (String) -> Void
    ) async -> PlainPlace {
        let known = await KnownPlace.find(book, on: shelf)
        if let oddity = known.oddity { warn(oddity) }
        return PlainPlace(known, of: book, from: path, isAnew: isAnew, on: shelf, warn: warn)
    }

    /// What the user is told where it goes on in the middle.
    package var words: String? {
        guard let start else { return nil }
        let count = sentences.map { " of \($0)" } ?? ""
        let speed = percent == 100 ? "" : " at \(percent) %"
        return "resumed at sentence \(start.sentence)\(count)\(speed), where you stopped; to start over: --start-over"
    }

    // MARK: Keeping

    /// Where the reader is now.
    func note(_ reader: BookReader, at now: Instant) {
        let isDue = state.withLock { state in
            state.entry = state.kept.note(reader) ?? state.entry
            let sentence = state.kept.place?.sentence
            guard now >= state.written.at + Self.period, sentence != state.written.sentence else { return false }
            state.written = (sentence, now)
            return true
        }
        // What cannot be kept is said at the end.
        if isDue { _ = keep() }
    }

    /// It is kept, here and on the server.
    /// - Returns: what is not kept here, and why.
    package func leave() async -> String? {
        let failure = keep()
        await server?.finish()
        return failure.map { "\($0.reason): cannot save the reading position" }
    }

    private func keep() -> CommandError? {
        let (kept, change, entry) = state.withLock { state in
            state.kept.left = WallClock.seconds
            return (state.kept, state.change, state.entry)
        }
        let noChanges = BookmarkChanges(added: [], removed: [])
        server?.keep(ServerKeeper.Request(entry: entry, left: kept.left, changes: noChanges))
        do throws(CommandError) {
            try shelf?.change(identity, else: kept) { place in
                change?(&place)
                place = kept.withBookmarks(of: place)
            }
        } catch {
            return error
        }
        state.withLock { $0.change = nil }
        return nil
    }
}

/// Tells a server where a book is read and what is marked in it, one thing after the other. What was told last counts.
package final class ServerKeeper: Sendable {
    /// What the server is to have.
    package struct Request: Hashable, Sendable {
        /// `nil` where nothing has been heard yet.
        var entry: ResumeEntry?
        /// When that was read, in seconds since 1970.
        var left: Double
        var changes: BookmarkChanges

        package init(entry: ResumeEntry?, left: Double, changes: BookmarkChanges) {
            (self.entry, self.left, self.changes) = (entry, left, changes)
        }
    }

    /// What came of what it was told.
    package enum Event: Hashable, Sendable {
        /// It has a bookmark that was made here.
        case kept(Bookmark, id: String)
        /// It does not have one any more that was removed here.
        case gone(id: String)
        /// That something is not kept there, and why, in one line.
        case failed(String)
    }

    private let requests: AsyncStream<Request>.Continuation
    private let telling: Task<Void, Never>

    package init(_ server: any PlaceServer, _ report: @escaping @Sendable (Event) -> Void) {
        let (stream, requests) = AsyncStream.makeStream(of: Request.self, bufferingPolicy: .bufferingNewest(1))
        self.requests = requests
        telling = Task.detached {
            var last: ResumeEntry?
            var hasFailed = false
            for await request in stream {
                do {
                    if let entry = request.entry, entry != last { try await server.keep(entry, left: request.left) }
                    last = request.entry ?? last
                    for bookmark in request.changes.added {
                        let label = bookmark.name.isEmpty ? "sentence \(bookmark.place.sentence)" : bookmark.name
                        let kept = try await server.add(ServerBookmark(label, sentence: bookmark.place.sentence))
                        if let id = kept.id { report(.kept(bookmark, id: id)) }
                    }
                    for id in request.changes.removed {
                        try await server.deleteBookmark(id)
                        report(.gone(id: id))
                    }
                } catch {
                    // It is tried again with the next sentence, and told once.
                    if !hasFailed, !Task.isCancelled {
                        report(.failed("not saved on the server: \(CommandError(error).reason)"))
                    }
                    hasFailed = true
                }
            }
        }
    }

    package func keep(_ request: Request) { requests.yield(request) }

    /// The server has heard all that was told, or does not answer.
    /// - Parameter limit: whoever leaves waits no longer.
    package func finish(within limit: Duration = .seconds(2)) async {
        requests.finish()
        let waiting = Task { [telling] in
            try await Task.sleep(for: limit)
            telling.cancel()
        }
        await telling.value
        waiting.cancel()
    }
}
