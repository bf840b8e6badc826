import BookAPI
import BookFolders
import Events
import Files
import JSON
import Platform
import SocketIO
import Synchronization
import Transport

/// The read side of a server with books (reader, section 1) over folders of jobs. What readers keep there, their places and marks, and
/// their logins are in memory and go with the program: it stands in for a server, and leaves the folders as they are.
final class ServedLibrary: LibraryBackend {
    private struct State {
        var accounts: ReaderAccounts
        var places = SavedPlaces()
    }

    private let shelf: Shelf
    /// Guards who is logged in and what they keep.
    private let state: Mutex<State>
    /// The dictionary that was asked last, since most words that are asked for are of one book.
    private let lookups = Mutex<(job: String, change: Int64, lookups: ShelfLookups)?>(nil)

    /// - Parameter owner: who may read; `nil` for all.
    /// - Throws: `CommandError.unusable` where the folder cannot be looked into.
    init(_ folder: String, owner: (name: String, password: Secret)?, staysJobs: Bool) throws(CommandError) {
        shelf = try Shelf(folder, staysJobs: staysJobs)
        state = Mutex(State(accounts: ReaderAccounts(owner: owner)))
    }

    /// Books of the library, and jobs.
    var counts: (books: Int, jobs: Int) {
        let books = shelf.books
        let count = books.count { $0.origin == .library }
        return (count, books.count - count)
    }

    func forgetLogins() { state.withLock { $0.accounts.forgetAll() } }

    func answer(_ request: LibraryRequest, token: String) -> LibraryReply {
        do throws(HTTPAnswer) {
            guard let route = LibraryRoute(request.target.path) else { throw .detail(404, "Not Found") }
            guard route.methods.contains(request.method) else {
                var answer = HTTPAnswer.detail(405, "Method Not Allowed")
                answer.headers = [.init("Allow", route.methods.joined(separator: ", "))]
                throw answer
            }
            state.withLock { $0.accounts.passTime(to: WallClock.seconds) }
            return try reply(route, request, token)
        } catch {
            return .answer(error)
        }
    }

    private func reply(_ route: LibraryRoute, _ request: LibraryRequest, _ token: String) throws(HTTPAnswer)
        -> LibraryReply
    {
        switch route {
        case .health: .answer(.json(["status": "ok"]))
        case .login, .session, .logout: .answer(try account(route, request, token))
        case .items: .answer(.json(try ShelfList.items(request, visible(request))))
        case .jobs: .answer(.json(try ShelfList.jobs(request, visible(request))))
        case .job(let job): .answer(.json(try opened(job, request, .job).book.record(isDetail: true)))
        case .libraryMedia(let job): .answer(try manifest(job, .library(isSummary: request.isSummary), request))
        case .jobMedia(let job, let isLive): .answer(try manifest(job, .job(isLive: isLive), request))
        case .jobChunk(let job, let chunk): .answer(try self.chunk(chunk, of: job, request))
        case .libraryFile(let job, let path): try file(path, of: try book(job, request, .library), request)
        case .storageFile(let job, let path): try file(path, of: try book(job, request, .job), request)
        case .cover(let job): try cover(job, request)
        case .timing(let job):
            // Words have their times in the chunks; a list of those of a whole book is of an older form, which nobody writes any more.
            throw try known(job, request, .detail(404, "No timing track available"))
        case .events(let job):
            // Of events nothing is stored.
            .answer(try known(job, request, HTTPAnswer(200, type: "text/event-stream", body: [])))
        case .search: .answer(try search(request))
        case .lookups(let job): .answer(try ShelfLookups.all(lookups(job, request)))
        case .lookupSummary(let job): .answer(ShelfLookups.summary(lookups(job, request)))
        case .lookup(let job, let word): .answer(ShelfLookups.answer(word, lookups(job, request)))
        case .lookupMany(let job): .answer(try ShelfLookups.many(request, lookups(job, request)))
        case .resumes, .resume, .bookmarks, .bookmark: .answer(try kept(route, request))
        }
    }

    // MARK: Who

    private func account(
        _ route: LibraryRoute, _ request: LibraryRequest, _ token: String
    ) throws(HTTPAnswer) -> HTTPAnswer {
        try state.withLock { state throws(HTTPAnswer) in
            switch route {
            case .login: try state.accounts.login(request, token: token)
            case .session: try state.accounts.session(request)
            default: try state.accounts.logout(request)
            }
        }
    }

    private func mayRead(_ request: LibraryRequest) -> Bool { state.withLock { $0.accounts.mayRead(request) } }

    private func visible(_ request: LibraryRequest) -> [ShelfBook] { mayRead(request) ? shelf.books : [] }

    private func kept(_ route: LibraryRoute, _ request: LibraryRequest) throws(HTTPAnswer) -> HTTPAnswer {
        let now = WallClock.seconds
        return try state.withLock { state throws(HTTPAnswer) in
            let user = try state.accounts.required(request)
            switch (route, request.method) {
            case (.resumes, _): return state.places.all(request, of: user)
            case (.resume(let job), "PUT"): return try state.places.keep(request, in: job, of: user, at: now)
            case (.resume(let job), "DELETE"): return state.places.forget(job, of: user)
            case (.resume(let job), _): return state.places.place(in: job, of: user)
            case (.bookmarks(let job), "POST"): return try state.places.mark(request, in: job, of: user, at: now)
            case (.bookmarks(let job), _): return state.places.marks(in: job, of: user)
            case (.bookmark(let job, let id), _): return state.places.unmark(id, in: job, of: user)
            default: throw .detail(404, "Not Found")
            }
        }
    }

    // MARK: Books

    /// - Parameter origin: `nil` for both.
    private func book(
        _ job: String, _ request: LibraryRequest, _ origin: LibraryOrigin?
    ) throws(HTTPAnswer) -> ShelfBook {
        guard var book = shelf.book(job) else { throw .detail(404, "Job not found") }
        guard mayRead(request) else { throw .detail(403, "Not authorized to access this job") }
        // What was a job may have come to its end since it was looked at.
        if let origin, book.origin != origin, !book.isComplete { book = shelf.open(job)?.book ?? book }
        guard origin == nil || book.origin == origin else { throw Self.isElsewhere(origin) }
        return book
    }

    private func opened(
        _ job: String, _ request: LibraryRequest, _ origin: LibraryOrigin?
    ) throws(HTTPAnswer) -> (book: ShelfBook, folder: JobFolder) {
        _ = try book(job, request, nil)
        guard let opened = shelf.open(job) else { throw .detail(404, "Job not found") }
        guard origin == nil || opened.book.origin == origin else { throw Self.isElsewhere(origin) }
        return opened
    }

    private static func isElsewhere(_ origin: LibraryOrigin?) -> HTTPAnswer {
        .detail(404, origin == .library ? "Library media not found." : "Job not found")
    }

    private func known(_ job: String, _ request: LibraryRequest, _ answer: HTTPAnswer) throws(HTTPAnswer) -> HTTPAnswer
    {
        _ = try book(job, request, nil)
        return answer
    }

    private func manifest(
        _ job: String, _ form: ShelfManifest.Form, _ request: LibraryRequest
    ) throws(HTTPAnswer) -> HTTPAnswer {
        let origin: LibraryOrigin = if case .library = form { .library } else { .job }
        let (book, folder) = try opened(job, request, origin)
        var manifest = ShelfManifest(book, form)
        for place in folder.book.chunks.indices {
            let listed = folder.listed(at: place)
            let own = manifest.wantsFiles ? folder.object(of: listed) : nil
            manifest.append(listed, at: place, own: own) { folder.facts(of: $0) }
            guard manifest.byteCount <= BookLimits.fileBytes else {
                throw .detail(502, "Unable to load library media.")
            }
        }
        manifest.append(folder.player.files.filter { folder.facts(of: $0) != nil }) { folder.facts(of: $0) }
        return HTTPAnswer(200, type: "application/json", body: manifest.finished())
    }

    private func chunk(_ name: String, of job: String, _ request: LibraryRequest) throws(HTTPAnswer) -> HTTPAnswer {
        let (book, folder) = try opened(job, request, .job)
        for place in folder.book.chunks.indices {
            let listed = folder.listed(at: place)
            guard ShelfChunk(book, listed, at: place, own: nil).isNamed(name) else { continue }
            let chunk = ShelfChunk(book, listed, at: place, own: folder.object(of: listed))
            guard chunk.hasRows else { throw .detail(404, "Chunk metadata unavailable") }
            return .json(chunk.json(isJob: true, hasRows: true))
        }
        throw .detail(404, "Chunk not found")
    }

    private func search(_ request: LibraryRequest) throws(HTTPAnswer) -> HTTPAnswer {
        var search = try ShelfSearch(request)
        let (book, folder) = try opened(search.job, request, nil)
        for place in folder.book.chunks.indices where !search.isFull {
            // A chunk that cannot be read has nothing that is looked for.
            guard let chunk = try? folder.chunk(at: place).chunk else { continue }
            search.look(
                in: book, chunk, listed: folder.listed(at: place), at: place, of: folder.book.chunks.count)
        }
        search.look(atTitles: shelf.books.sorted { $0.job < $1.job })
        return search.answer
    }

    private func lookups(_ job: String, _ request: LibraryRequest) -> ShelfLookups? {
        guard mayRead(request), let files = shelf.files(of: job),
            let file = try? files.file(below: "metadata/lookup_cache.json"),
            let change = FileStatus(descriptor: file.descriptor)?.lastChange
        else { return nil }
        return lookups.withLock { kept in
            if let kept, kept.job == job, kept.change == change { return kept.lookups }
            guard let bytes = try? file.bytes(atMost: BookLimits.fileBytes, of: "lookup_cache.json"),
                let read = ShelfLookups(bytes)
            else { return nil }
            kept = (job, change, read)
            return read
        }
    }

    // MARK: Files

    private func file(_ path: String, of book: ShelfBook, _ request: LibraryRequest) throws(HTTPAnswer) -> LibraryReply
    {
        let candidates = try LibraryFilePath.candidates(path, book.origin)
        guard let folder = shelf.files(of: book.job) else { throw LibraryFilePath.missing }
        for path in candidates {
            // Nothing outside of the job's folder is opened, and no link is followed.
            guard let file = ServedFile(path, below: folder) else { continue }
            let answer = FileAnswer(path, size: file.byteCount, range: request.range)
            guard let bytes = answer.bytes else { return .answer(answer.head) }
            return .file(answer.head, file.body(bytes))
        }
        throw LibraryFilePath.missing
    }

    /// Anybody may have it, also that of a book which they may not read (reader 1.16).
    private func cover(_ job: String, _ request: LibraryRequest) throws(HTTPAnswer) -> LibraryReply {
        guard let book = shelf.book(job), let cover = book.cover else { throw .detail(404, "Cover not found") }
        return try file(cover, of: book, request)
    }
}

extension LibraryRequest {
    fileprivate var isSummary: Bool { ["true", "1", "yes", "on"].contains(target["summary"]?.lowercased()) }
}

extension JobFolder {
    /// A chunk's own file as it is; `nil` where there is none, or it cannot be read.
    fileprivate func object(of chunk: ListedChunk) -> JSONObject? {
        guard let path = chunk.path, let bytes = try? bytes(of: path) else { return nil }
        return try? ShelfChunk.object(bytes)
    }

    fileprivate func facts(of path: String) -> ShelfManifest.FileFacts? {
        guard let file = try? file(path), let status = FileStatus(descriptor: file.descriptor) else { return nil }
        return ShelfManifest.FileFacts(byteCount: status.byteCount, lastChange: status.lastChange)
    }
}

/// An open file that is sent: read from any thread, one piece at a time. The mutex guards its descriptor.
final class ServedFile: Sendable {
    private let file: Mutex<OpenFile>
    /// As it was when it was opened.
    let byteCount: Int

    /// `nil` where there is none that may be opened.
    init?(_ path: String, below folder: OpenFolder) {
        do throws(RefusedPath) {
            file = Mutex(try folder.file(below: path))
        } catch {
            return nil
        }
        guard let status = file.withLock({ FileStatus(descriptor: $0.descriptor) }) else { return nil }
        byteCount = status.byteCount
    }

    func body(_ bytes: Range<Int>) -> AnswerBody {
        AnswerBody(byteCount: bytes.count) { offset, count in
            self.file.withLock { Descriptor.read($0.descriptor, at: bytes.lowerBound + offset, count: count) }
        }
    }
}
