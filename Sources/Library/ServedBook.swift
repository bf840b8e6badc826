import BookAPI
import BookFolders
import Events
import Files
import Platform
import SocketIO
import Synchronization

/// A book of a server, read chunk by chunk, with what comes next fetched ahead. What was read once is read from the disk.
///
/// The actor guards what is under way; the mutex what is strange, which may be asked for at any time.
package actor ServedBook: FilmSource {
    package nonisolated let book: Book
    package nonisolated let player: ItemPlayer
    private nonisolated let notes: Mutex<[String]>
    let server: BookServer
    let job: String
    private let fetching: BookFetching
    private let files: LibraryFiles
    private let preference: BookFetching.Preference
    /// As the server names it.
    private let cover: String?

    private var growth: BookGrowth
    private var rules = PrefetchRules()
    private var chunksUnderWay: [String: Task<Result<Loaded, LibraryError>, Never>] = [:]
    private var filesUnderWay: [String: Task<Result<[UInt8]?, LibraryError>, Never>] = [:]
    private var prefetching: Task<Void, Never>?
    private var waiting: Task<Void, Never>?
    private var isClosed = false
    private let texts: [String: String]
    /// Films are large: one that was fetched stays open, and whoever wants it meanwhile waits for it.
    private var film: (path: String, file: OpenFile)?
    private var filmUnderWay: Task<Result<Void, LibraryError>, Never>?

    private struct Loaded: Sendable {
        var chunk: BookChunk
        var oddities: [String]
    }

    /// Looks for the book in the server's library and among its jobs.
    package static func open(_ job: String, on server: BookServer) async throws(LibraryError) -> ServedBook {
        let options = server.options
        let kept = options.cache?.book(options.server, job)
        let found = try await BookLookup(server, job, kept).find()
        return ServedBook(server, job, BookFetching(server: server, kept: kept), found)
    }

    private init(_ server: BookServer, _ job: String, _ fetching: BookFetching, _ found: BookLookup.Found) {
        (self.server, self.job, self.fetching) = (server, job, fetching)
        (files, preference, cover) = (found.files, found.preference, found.item.cover)
        growth = BookGrowth(found.list)
        book = growth.book
        (player, texts) = (found.player, found.list.media.texts)
        notes = Mutex(found.oddities)
    }

    package nonisolated var oddities: [String] { notes.withLock { $0 } }

    // Async, or the protocol's own that does nothing would be taken where the type is known.
    package func close() async {
        isClosed = true
        prefetching?.cancel()
        waiting?.cancel()
        for task in chunksUnderWay.values { task.cancel() }
        for task in filesUnderWay.values { task.cancel() }
        filmUnderWay?.cancel()
        server.close()
    }

    // MARK: Chunks

    package func chunk(at index: Int) async throws -> (chunk: BookChunk, oddities: [String]) {
        precondition(growth.chunks.indices.contains(index), "a chunk that the book has")
        let loaded = try await load(growth.chunks[index]).get()
        prefetch(after: index)
        return (loaded.chunk, loaded.oddities)
    }

    /// Whoever wants what is under way waits for it.
    private func load(_ chunk: ListedChunk) async -> Result<Loaded, LibraryError> {
        let id = chunk.entry.id
        let task = chunksUnderWay[id] ?? Task { await self.fetch(chunk) }
        chunksUnderWay[id] = task
        let result = await task.value
        chunksUnderWay[id] = nil
        switch result {
        case .success: rules.succeeded(id)
        case .failure: rules.failed(id, at: server.options.clock.now)
        }
        return result
    }

    private nonisolated func fetch(_ listed: ListedChunk) async -> Result<Loaded, LibraryError> {
        do throws(LibraryError) {
            let received = try await text(of: listed)
            var chunk = received.chunk
            // The list knows its names apart.
            chunk.id = listed.entry.id
            return .success(Loaded(chunk: chunk, oddities: received.oddities))
        } catch {
            return .failure(error)
        }
    }

    private nonisolated func text(of listed: ListedChunk) async throws(LibraryError) -> ReceivedChunk {
        if listed.isInline, let chunk = try? listed.inlineChunk() { return chunk }
        let places = files.places(of: listed)
        guard !places.isEmpty else { return try await inlineText(of: listed) }
        let fetched = try await fetching.text(places, preference) { bytes throws(BookError) in
            try BookChunkReading.received(bytes, listed)
        }
        return fetched.value
    }

    /// The summary has left it out: all of the list is asked for (reader 1.6).
    private nonisolated func inlineText(of listed: ListedChunk) async throws(LibraryError) -> ReceivedChunk {
        let places = [LibraryPlace.own(BackendCall.libraryManifest(job, summary: false).path)]
        let job = job
        let whole = try await fetching.text(places, preference) { bytes throws(BookError) in
            try BookListReading.manifest(bytes, title: job)
        }
        let same = whole.value.chunks.first { $0.entry.id == listed.entry.id && $0.isInline }
        guard let found = same, let chunk = try? found.inlineChunk() else {
            throw .noText(chunk: listed.entry.id, job: job)
        }
        return chunk
    }

    package nonisolated func definition(of words: String) async -> [String]? {
        (try? await server.lookup(words, in: job))?.paragraphs
    }

    package nonisolated func explanation(
        of words: String, language: String?, other: String?
    ) async throws -> [String] {
        try await server.askModel(words, language: language, other: other)
    }

    // MARK: Files

    package func sound(_ path: String) async throws -> sending SoundSource { .file(try await file(path)) }

    package func file(_ path: String) async throws -> sending OpenFile {
        let places = files.places(of: path)
        guard !places.isEmpty else { throw LibraryError.noPlace(path: path) }
        if let file = fetching.kept(places) { return file }
        if case .film(path, _) = player { return try await film(path, places) }
        let bytes = try await download(path, places).get()
        if bytes == nil, let file = fetching.kept(places) { return file }
        return try OpenFile.temporary(bytes ?? [])
    }

    package func subtitles(_ path: String) async throws -> [UInt8] {
        if let text = texts[path] { return Array(text.utf8) }
        return try await fetching.text(files.places(of: path), preference) { bytes throws(BookError) in
            guard LibraryRefusal.isPage(bytes) else { return bytes }
            throw .unexpected(place: "", expected: "subtitles", found: "a web page")
        }.value
    }

    private func film(_ path: String, _ places: [LibraryPlace]) async throws -> sending OpenFile {
        if film?.path != path {
            let task = filmUnderWay ?? Task { await self.fetchFilm(path, places) }
            filmUnderWay = task
            let result = await task.value
            filmUnderWay = nil
            try result.get()
        }
        // Opened anew, so that whoever reads it has a place of their own in it.
        guard let film, let file = OpenFile("/dev/fd/\(film.file.descriptor)") else {
            throw LibraryError.unusable("\(path): \(errorWords())")
        }
        return file
    }

    private func fetchFilm(_ path: String, _ places: [LibraryPlace]) async -> Result<Void, LibraryError> {
        do throws(LibraryError) {
            film = (path, try await fetching.film(places))
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    package func music(named id: String?) async throws -> BookMusic? {
        guard let bed = try await server.bed(id) else { return nil }
        return BookMusic(bed.label, path: bed.place, isOwn: false)
    }

    // MARK: Pictures

    /// Sentences one after the other of which nobody names a picture, and of which none was found.
    private var unnamedPictures = 0
    /// After so many the book has none: each would be asked for.
    private static let mostUnnamedPictures = 5

    package func picture(_ picture: BookPicture) async -> [UInt8]? {
        switch picture {
        case .cover:
            let named = cover.map { files.places(of: $0) } ?? []
            return await bytes(of: named + [.own(BackendCall.cover(of: job).path)], "cover")
        case .file(let path): return await bytes(of: files.places(of: path), path)
        case .sentence(let number, _):
            guard unnamedPictures < Self.mostUnnamedPictures else { return nil }
            unnamedPictures += 1
            guard let path = try? await server.picturePath(of: number, in: job),
                let bytes = await bytes(of: files.places(of: path), path)
            else { return nil }
            unnamedPictures = 0
            return bytes
        }
    }

    private func bytes(of places: [LibraryPlace], _ name: String) async -> [UInt8]? {
        guard !places.isEmpty, !isClosed else { return nil }
        if let file = fetching.kept(places) { return try? file.bytes(atMost: BookLimits.pictureBytes, of: name) }
        guard case .success(let bytes) = await download(name, places, .picture) else { return nil }
        return bytes ?? (try? fetching.kept(places)?.bytes(atMost: BookLimits.pictureBytes, of: name))
    }

    private func download(
        _ path: String, _ places: [LibraryPlace], _ kind: BookFetching.Kind = .sound
    ) async -> Result<[UInt8]?, LibraryError> {
        let fetching = fetching
        let task =
            filesUnderWay[path]
            ?? Task { () async -> Result<[UInt8]?, LibraryError> in
                do throws(LibraryError) { return .success(try await fetching.download(places, kind)) } catch {
                    return .failure(error)
                }
            }
        filesUnderWay[path] = task
        let result = await task.value
        filesUnderWay[path] = nil
        return result
    }

    // MARK: Ahead

    private func prefetch(after place: Int) {
        guard server.options.prefetches, fetching.kept != nil, prefetching == nil, !isClosed else { return }
        let chunks = PrefetchPlan.places(after: place, in: growth.book.chunks).map { growth.chunks[$0] }
        guard !chunks.isEmpty else { return }
        prefetching = Task {
            for chunk in chunks where !Task.isCancelled { await self.fetchAhead(chunk) }
            self.prefetching = nil
        }
    }

    /// What goes wrong is told to whoever wants the chunk.
    private func fetchAhead(_ listed: ListedChunk) async {
        let id = listed.entry.id
        guard rules.mayFetch(id, at: server.options.clock.now), case .success(let loaded) = await load(listed) else {
            return
        }
        for sound in loaded.chunk.sounds where sound.kind != .other {
            let places = files.places(of: sound.path)
            guard !places.isEmpty, !fetching.isKept(places), !Task.isCancelled else { continue }
            if case .failure = await download(sound.path, places) { rules.failed(id, at: server.options.clock.now) }
        }
    }

    /// Waits until prefetching has ended.
    func settled() async { await prefetching?.value }

    // MARK: Growing

    private static let poll = TimeSpan.seconds(4)
    /// Polls without anything new, after which it is asked whether the job still runs.
    private static let quietPolls = 3
    private static let longestPoll = TimeSpan.seconds(32)

    package func grown() async -> Book? {
        var (quiet, wait) = (0, Self.poll)
        while !isClosed, !growth.book.isComplete {
            await pause(wait)
            guard !isClosed else { return nil }
            do throws(LibraryError) {
                let newer = try await newerList()
                if growth.receive(newer) { return growth.book }
                (quiet, wait) = (quiet + 1, Self.poll)
            } catch {
                // The network comes back, or the user goes.
                wait = min(wait + wait, Self.longestPoll)
                quiet += 1
            }
            if quiet >= Self.quietPolls {
                quiet = 0
                if await hasEnded() { return growth.book }
            }
        }
        return nil
    }

    private func pause(_ span: TimeSpan) async {
        let clock = server.options.clock
        let task = Task { () -> Void in try? await clock.sleep(span) }
        waiting = task
        await task.value
    }

    private func newerList() async throws(LibraryError) -> BookList {
        let moved = LibraryPlace.own(BackendCall.libraryManifest(job).path)
        let places = BookLookup.jobPlaces(job, isLive: true) + [moved]
        let title = growth.book.title
        let fetched = try await fetching.text(places, .server) { bytes throws(BookError) in
            try BookListReading.manifest(bytes, title: title)
        }
        // What is kept is not newer.
        if let failure = fetched.instead { throw failure }
        return fetched.value
    }

    /// Whether a job that has told nothing new for a while does not run any more.
    private func hasEnded() async -> Bool {
        guard let item = try? await server.ask(.libraryJob(job), LibraryPage.job), !item.isGrowing else { return false }
        if item.hasFailed {
            let status = item.status ?? ""
            notes.withLock { $0.append("the job ended with status \(status); the book is incomplete") }
        }
        growth.end()
        return true
    }
}
