import BookAPI
import Engine
import Events
import Platform
import Reading
import Screens

/// Where a book was left and what is marked in it, as far as that has been noted, and as it goes to the disk and to the server.
struct ReadingProgress {
    private var kept: ReadingPlace
    private let keeper: PlaceKeeper?
    private let serverKeeper: ServerKeeper?
    /// What was heard when that was noted, as a server keeps it.
    private var entry: ResumeEntry?
    private var keptAt = Instant.zero

    init(_ book: ReadBook, _ report: @escaping @Sendable (BookEvent) -> Void) {
        kept = book.known.place
        kept.describe(book.source.book, from: book.path)
        keeper = book.shelf.map { PlaceKeeper($0, book.source.identity, book.known.change, report) }
        serverKeeper = book.known.server.map { server in ServerKeeper(server) { report(BookEvent($0)) } }
    }

    var bookmarks: [Bookmark] { kept.bookmarks }
    var place: BookPlace? { kept.place }
    /// Of the usual speed.
    var percent: Int { kept.percent }

    // MARK: The place

    /// A disk is not asked at every word.
    private static let keepPeriod = TimeSpan.seconds(5)

    mutating func follow(_ reader: BookReader, at now: Instant) {
        guard now >= keptAt + Self.keepPeriod, reader.place?.sentence != kept.place?.sentence else { return }
        keptAt = now
        save(reader)
    }

    mutating func save(_ reader: BookReader) {
        entry = kept.note(reader) ?? entry
        kept.left = WallClock.seconds
        keeper?.keep(kept)
        tellServer()
    }

    private func tellServer() {
        serverKeeper?.keep(ServerKeeper.Request(entry: entry, left: kept.left, changes: kept.changes))
    }

    func finishServer() async { await serverKeeper?.finish() }

    /// - Returns: what of the place and the bookmarks is not kept, and why.
    func finish() async -> String? {
        guard let failure = await keeper?.finish() else { return nil }
        let marks = keeper?.hasUnwrittenMarks == true ? " or the last bookmark" : ""
        return "\(failure.reason): cannot save the reading position\(marks)"
    }

    // MARK: Bookmarks

    mutating func set(_ bookmark: Bookmark) -> [ScreenInput] {
        var changed = kept
        guard changed.set(bookmark) else {
            return [.answered("limit of \(ReadingPlace.mostBookmarks) bookmarks reached")]
        }
        return change(notice: "bookmark: \(bookmark.name)") { $0.set(bookmark) }
    }

    mutating func remove(_ bookmark: Bookmark) -> [ScreenInput] {
        change(notice: "bookmark removed: \(bookmark.name)") { $0.remove(bookmark) }
    }

    /// Tells what is on the disk, also of what another program has kept meanwhile.
    func lookForBookmarks() { keeper?.look(kept) }

    /// As the user wants it.
    /// - Parameter notice: told once it is kept, or cannot be.
    private mutating func change(notice: String, _ change: @escaping ReadingPlace.Change) -> [ScreenInput] {
        self.change(telling: notice, change)
        tellServer()
        return [.answered(nil)] + (keeper == nil ? [.notice(notice)] : [])
    }

    /// Changes what is marked, also in what another program has kept meanwhile.
    mutating func change(telling notice: String? = nil, _ change: @escaping ReadingPlace.Change) {
        kept.left = WallClock.seconds
        change(&kept)
        keeper?.change(kept, notice: notice, change)
    }

    /// What is on the disk after so many changes.
    mutating func saved(_ known: ReadingPlace, changes: Int) {
        // What was changed since then is written, and told, soon.
        guard changes == keeper?.changeCount else { return }
        kept = kept.withBookmarks(of: known)
    }
}
