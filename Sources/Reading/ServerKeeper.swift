import BookAPI
import Books
import Events

/// Tells a server where a book is read and what is marked in it, one thing after the other. What was told last counts.
package final class ServerKeeper: Sendable {
    /// What the server is to have.
    package struct Wish: Hashable, Sendable {
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
    package enum News: Hashable, Sendable {
        /// It has a bookmark that was made here.
        case kept(Bookmark, id: String)
        /// It does not have one any more that was removed here.
        case gone(id: String)
        /// That something is not kept there, and why, in one line.
        case failed(String)
    }

    private let wishes: AsyncStream<Wish>.Continuation
    private let telling: Task<Void, Never>

    package init(_ server: any PlaceServer, _ report: @escaping @Sendable (News) -> Void) {
        let (stream, wishes) = AsyncStream.makeStream(of: Wish.self, bufferingPolicy: .bufferingNewest(1))
        self.wishes = wishes
        telling = Task.detached {
            var last: ResumeEntry?
            var hasFailed = false
            for await wish in stream {
                do {
                    if let entry = wish.entry, entry != last { try await server.keep(entry, left: wish.left) }
                    last = wish.entry ?? last
                    for bookmark in wish.changes.added {
                        let label = bookmark.name.isEmpty ? "sentence \(bookmark.place.sentence)" : bookmark.name
                        let kept = try await server.add(ServerBookmark(label, sentence: bookmark.place.sentence))
                        if let id = kept.id { report(.kept(bookmark, id: id)) }
                    }
                    for id in wish.changes.removed {
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

    package func keep(_ wish: Wish) { wishes.yield(wish) }

    /// The server has heard all that was told, or does not answer.
    /// - Parameter limit: whoever leaves waits no longer.
    package func finish(within limit: Duration = .seconds(2)) async {
        wishes.finish()
        let waiting = Task { [telling] in
            try await Task.sleep(for: limit)
            telling.cancel()
        }
        await telling.value
        waiting.cancel()
    }
}
