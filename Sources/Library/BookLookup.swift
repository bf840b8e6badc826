import BookAPI
import Events
import SocketIO

/// Looks for a book on a server, and for what is told of it: in the library, and among its jobs.
struct BookLookup: Sendable {
    let server: BookServer
    let job: String
    let fetching: BookFetching

    struct Found: Sendable {
        var list: BookList
        var files: LibraryFiles
        var item: LibraryItem
        var oddities: [String]
        /// Whether it is as it was when it was kept, so that what was kept of it counts.
        var preference: BookFetching.Preference

        var player: ItemPlayer { list.player { !files.places(of: $0).isEmpty } }
    }

    private typealias Manifest = (list: BookFetching.Fetched<BookList>, item: LibraryItem)

    init(_ server: BookServer, _ job: String, _ kept: CachedBook?) {
        (self.server, self.job) = (server, job)
        fetching = BookFetching(server: server, kept: kept)
    }

    /// In the library, then among the jobs; on the disk where the server cannot be asked.
    func find() async throws(LibraryError) -> Found {
        do throws(LibraryError) {
            try await server.begin()
            return try await found(.server)
        } catch {
            guard error.isOfConnection, fetching.kept != nil else { throw error }
            // Where it is not there, why the server does not answer is worth more.
            guard var found = try? await found(.diskAlone) else { throw error }
            found.oddities.insert(Self.notice(error), at: 0)
            return found
        }
    }

    private static func notice(_ error: LibraryError) -> String {
        "\(error.reason); using the cached copy"
    }

    private func found(_ preference: BookFetching.Preference) async throws(LibraryError) -> Found {
        let before = preference == .server ? keptManifests() : []
        let (list, item) = try await manifest(preference)
        let isSame = before.isEmpty || before.contains(list.bytes)
        if !isSame, list.value.book.isComplete, !list.value.chunks.isEmpty { renewKept(list.bytes, item.origin) }
        var found = Found(
            list: list.value, files: LibraryFiles(server.options.server, item.origin, job: job), item: item,
            oddities: list.instead.map { [Self.notice($0)] } ?? [],
            preference: list.value.book.isComplete ? .disk : .server)
        // A server that did not answer once is not waited for again.
        await describe(&found, list.instead == nil && preference == .server ? found.preference : .diskAlone)
        return found
    }

    // MARK: The list of chunks

    private static func places(_ calls: BackendCall...) -> [LibraryPlace] { calls.map { .own($0.path) } }
    private var libraryPlaces: [LibraryPlace] { Self.places(.libraryManifest(job)) }
    /// Of a job, growing or ended; the last is for one that has been moved to the library meanwhile.
    static func jobPlaces(_ job: String, isLive: Bool) -> [LibraryPlace] {
        let (live, whole) = (BackendCall.jobManifest(job, isLive: true), BackendCall.jobManifest(job, isLive: false))
        return isLive ? places(live, whole) : places(whole, live)
    }

    private func keptManifests() -> [[UInt8]] {
        let places = libraryPlaces + Self.jobPlaces(job, isLive: false)
        return places.compactMap { fetching.kept?.bytes(of: $0, atMost: BookLimits.fileBytes) }
    }

    /// What was kept is of a book that has been made again.
    private func renewKept(_ manifest: [UInt8], _ origin: LibraryOrigin) {
        fetching.kept?.forget()
        let places = origin == .library ? libraryPlaces : Self.jobPlaces(job, isLive: false)
        places.first.map { place in _ = fetching.kept?.storeBytes(manifest, of: place) }
    }

    private func list(_ bytes: [UInt8]) throws(BookError) -> BookList {
        try BookListReading.manifest(bytes, title: job)
    }

    private func manifest(_ preference: BookFetching.Preference) async throws(LibraryError) -> Manifest {
        do throws(LibraryError) {
            let found = try await fetching.text(libraryPlaces, preference, list)
            return (found, LibraryItem(job, .library))
        } catch {
            guard error.isMissing || preference == .diskAlone else { throw error }
            return try await jobManifest(preference)
        }
    }

    private func jobManifest(_ preference: BookFetching.Preference) async throws(LibraryError) -> Manifest {
        do throws(LibraryError) {
            let call = BackendCall.libraryJob(job)
            let item = try await fetching.text(Self.places(call), preference, LibraryPage.job).value
            let list = try await fetching.text(
                Self.jobPlaces(job, isLive: item.isGrowing), preference, self.list)
            return (list, item)
        } catch {
            throw error.isMissing ? .noJob(server: server.options.name, job: job) : error
        }
    }

    // MARK: What is told of it

    private func describe(_ found: inout Found, _ preference: BookFetching.Preference) async {
        await describeByRecord(&found, preference)
        await chapters(&found, preference)
        // A film's chunks are none, and what is strange about them is of no account.
        if found.player == .reader { found.oddities += found.list.oddities }
        var item = found.item
        (item.title, item.author) = (found.list.book.title, found.list.book.author)
        item.language = found.list.book.translationLanguage ?? item.language
        item.kind = found.player.kind ?? item.kind
        found.item = item
        fetching.kept?.storeAbout(CachedAbout(server.options.name, item))
    }

    private func describeByRecord(_ found: inout Found, _ preference: BookFetching.Preference) async {
        let places =
            found.item.origin == .library
            ? found.files.places(of: "metadata/job.json") : Self.places(.libraryJob(job))
        let title = found.list.book.title
        let record = try? await fetching.text(places, preference) { bytes throws(BookError) in
            (try BookListReading.job(bytes, title: title), try? LibraryPage.job(bytes))
        }
        guard let (list, item) = record?.value else { return await describeByList(&found, preference) }
        let (book, known) = (list.book, found.list.book)
        if known.title == job { found.list.book.title = book.title }
        found.list.book.author = known.author ?? book.author
        found.list.book.language = known.language ?? book.language
        found.list.book.translationLanguage = known.translationLanguage ?? book.translationLanguage
        found.list.contentIndexPath = found.list.contentIndexPath ?? list.contentIndexPath
        if known.chapters.isEmpty { found.list.book.chapters = book.chapters }
        found.item.sentences = item?.sentences
        found.list.media.isFilm = found.list.media.isFilm || list.media.isFilm
    }

    /// A server need not give away the record of a job.
    private func describeByList(_ found: inout Found, _ preference: BookFetching.Preference) async {
        guard found.item.origin == .library, preference != .diskAlone, let item = try? await server.item(job)
        else {
            return
        }
        let known = found.list.book
        if known.title == job, let title = item.title { found.list.book.title = title }
        found.list.book.author = known.author ?? item.author
        found.list.book.translationLanguage = known.translationLanguage ?? item.language
        found.item.sentences = item.sentences
        found.list.media.isFilm = found.list.media.isFilm || item.kind == .video
    }

    private func chapters(_ found: inout Found, _ preference: BookFetching.Preference) async {
        guard found.list.book.chapters.isEmpty else { return }
        let path = found.list.contentIndexPath ?? "metadata/content_index.json"
        do throws(LibraryError) {
            let read = try await fetching.text(
                found.files.places(of: path), preference, BookChapterReading.chapters)
            found.list.book.chapters = read.value.chapters
            found.oddities += read.value.oddities
        } catch {
            // Most books have none.
            if case .badAnswer = error { found.oddities.append(error.reason) }
        }
    }
}
