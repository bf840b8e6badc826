import BookAPI
import BookFolders
import Events
import Files
import Platform
import Synchronization

/// The books of a folder that is served. What comes into it is found, what goes is gone: the folder is looked through again when
/// somebody asks for a list, or for a book that is not there.
final class Shelf: Sendable {
    private struct Entry {
        var book: ShelfBook
        /// Below the folder; empty where that is the job itself.
        let place: String
    }

    private struct State {
        var books: [String: Entry] = [:]
        /// On a clock that only goes forward; `nil` before the first time.
        var lookedThrough: Int64?
    }

    private let folder: String
    /// Whether finished books stay jobs, as before somebody moves them to the library.
    private let staysJobs: Bool
    /// Guards what was found.
    private let state = Mutex(State())
    /// Between two looks, however often somebody asks.
    private static let pauseMilliseconds: Int64 = 2_000

    /// - Throws: `CommandError.unusable` where it cannot be looked into.
    init(_ folder: String, staysJobs: Bool) throws(CommandError) {
        (self.folder, self.staysJobs) = (folder, staysJobs)
        do throws(DiskFailure) {
            try state.withLock { state throws(DiskFailure) in try look(&state) }
        } catch {
            throw .unusable(error.reason)
        }
    }

    private func look(_ state: inout State) throws(DiskFailure) {
        var books: [String: Entry] = [:]
        _ = try JobFolders.visit(below: folder) { job, place in
            var book = self.book(job, place)
            let name = book.job
            // Two folders may be of one job; the first keeps its name.
            var number = 2
            while books[book.job] != nil {
                book.job = "\(name)-\(number)"
                number += 1
            }
            books[book.job] = Entry(book: book, place: place)
        }
        (state.books, state.lookedThrough) = (books, Descriptor.now)
    }

    private func book(_ job: JobFolder, _ place: String) -> ShelfBook {
        ShelfBook(
            ShelfBook.Found(
                job.book, record: try? job.bytes(of: "metadata/job.json"),
                place: place.isEmpty ? "/" + FileNames.last(of: OpenFolder.realPath(of: folder)) : place,
                cover: job.coverPath, contentIndex: job.contentIndexPath, lastChange: job.lastChange,
                staysJob: staysJobs, kind: job.player.kind))
    }

    private func lookAgain(_ state: inout State) {
        if let last = state.lookedThrough, Descriptor.now - last < Self.pauseMilliseconds { return }
        // One that cannot be looked into any more has what it had.
        try? look(&state)
    }

    /// All that there are, in no order.
    var books: [ShelfBook] {
        state.withLock { state in
            lookAgain(&state)
            return state.books.values.map(\.book)
        }
    }

    /// One of that name, as it was when it was looked at last.
    func book(_ job: String) -> ShelfBook? { entry(job)?.book }

    private func entry(_ job: String) -> Entry? {
        state.withLock { state in
            if state.books[job] == nil { lookAgain(&state) }
            return state.books[job]
        }
    }

    /// The same as it is now, opened.
    func open(_ job: String) -> (book: ShelfBook, folder: JobFolder)? {
        guard var entry = entry(job), let opened = JobFolders.open(entry.place, below: folder) else { return nil }
        entry.book = book(opened, entry.place)
        entry.book.job = job
        let now = entry
        state.withLock { $0.books[job] = now }
        return (now.book, opened)
    }

    /// Opens the folder of a book alone.
    func files(of job: String) -> OpenFolder? {
        entry(job).flatMap { JobFolders.folder($0.place, below: folder) }
    }
}
