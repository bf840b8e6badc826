import BookAPI
import BookFolders
import Engine
import Events
import Files
import JSON
import Platform

/// Keeps where books were left, a file for each below the user's folder of states. What cannot be read is as if nothing were there.
package struct BookShelf: Sendable {
    private let folder: String
    private let patience: Duration
    private static let largestFile = 1 << 20
    private static let ending = ".json"

    /// - Returns: `nil` where the user has no folder.
    package init?(_ environment: [String: String] = Environment.all) {
        guard let state = UserFolder.state.path(environment) else { return nil }
        self.init(in: state + "/books")
    }

    /// - Parameter patience: for another program that keeps something there.
    package init(in folder: String, patience: Duration = .seconds(1)) {
        (self.folder, self.patience) = (folder, patience)
    }

    /// - Parameter identity: of a `BookSource`.
    package func place(of identity: String) -> ReadingPlace? {
        guard let bytes = try? ChunkedFileReader.all(of: path(identity), atMost: Self.largestFile) else { return nil }
        return try? ReadingPlace(JSON.parse(bytes))
    }

    /// Of all books of which anything is kept, in no order.
    package func places() -> [ReadingPlace] {
        let names = (try? OpenFolder(following: folder).names()) ?? []
        let identities = names.filter { $0.hasSuffix(Self.ending) }.map { String($0.dropLast(Self.ending.count)) }
        return identities.compactMap { place(of: $0) }
    }

    /// Changes what is there at that moment: others who read the book lose nothing. What was there before stays until this
    /// is complete.
    /// - Parameter otherwise: what is changed where nothing is there.
    /// - Returns: what is there now.
    @discardableResult
    package func change(
        _ identity: String, else otherwise: ReadingPlace, _ change: (inout ReadingPlace) -> Void
    ) throws(CommandError) -> ReadingPlace {
        let locked = try lockedFolder()
        defer { withExtendedLifetime(locked) {} }
        var place = self.place(of: identity) ?? otherwise
        change(&place)
        try OutputFile.write(Array(place.json.text.utf8), to: path(identity))
        return place
    }

    /// Nobody else changes anything in it as long as this is there, unless the file system has no locks.
    private func lockedFolder() throws(CommandError) -> OpenFolder {
        do throws(DiskFailure) {
            try PrivateFolder.makeAll(folder)
            let open = try OpenFolder(following: folder)
            if open.lock(.exclusive, within: patience) != .held { return open }
        } catch {
            throw .failed(error.reason)
        }
        throw .failed("\(folder): in use by another program")
    }

    private func path(_ identity: String) -> String { "\(folder)/\(identity)\(Self.ending)" }
}

/// Where a book was left and what is marked in it, as it is kept here and, for somebody who is logged in, on the server that it comes
/// from. The later place counts.
package struct KnownPlace: Sendable {
    package var place: ReadingPlace
    /// What the server's bookmarks have changed here, to be done in what is kept; `nil` where it has not told any.
    package private(set) var change: ReadingPlace.Change?
    /// Hears of what changes; `nil` where nobody does.
    package private(set) var server: (any PlaceServer)?
    /// Why the server was not heard, in one line.
    package private(set) var oddity: String?

    package init(_ source: any BookSource, on shelf: BookShelf?) {
        place = shelf?.place(of: source.identity) ?? ReadingPlace(source.book.title)
    }

    /// - Parameter limit: nobody waits longer for a server; the book is there.
    package static func find(
        _ source: any BookSource, on shelf: BookShelf?, within limit: Duration = .seconds(3)
    ) async -> KnownPlace {
        var known = KnownPlace(source, on: shelf)
        guard let server = source.placeServer else { return known }
        switch await answer(of: server, within: limit) {
        case nil: known.oddity = "the server has no reading position for this book"
        case .failure(let error):
            known.oddity = "cannot load the reading position from the server: \(CommandError(error).reason)"
        case .success(nil): break
        case .success(let places?):
            known.server = server
            await known.merge(places, in: source)
        }
        return known
    }

    private static func answer(
        of server: any PlaceServer, within limit: Duration
    ) async -> Result<ServerPlaces?, any Error>? {
        let (answers, continuation) = AsyncStream.makeStream(of: Result<ServerPlaces?, any Error>?.self)
        let asking = Task {
            do { continuation.yield(.success(try await server.places())) } catch { continuation.yield(.failure(error)) }
        }
        let waiting = Task {
            try? await Task.sleep(for: limit)
            continuation.yield(nil)
        }
        defer {
            asking.cancel()
            waiting.cancel()
        }
        return await answers.first { _ in true } ?? nil
    }

    private mutating func merge(_ places: ServerPlaces, in source: any BookSource) async {
        let asked = place
        let change: ReadingPlace.Change = { $0.merge(places.bookmarks, askedWith: asked) }
        change(&place)
        self.change = change
        guard let entry = places.resume, let theirs = entry.updated, theirs > place.left + ServerPlaces.tolerance,
            let found = await Self.place(of: entry, in: source)
        else { return }
        (place.place, place.left) = (found, theirs)
    }

    /// The word that was heard, where its time says which one; else its sentence (reader 1.14).
    private static func place(of entry: ResumeEntry, in source: any BookSource) async -> BookPlace? {
        guard let sentence = entry.sentence else { return nil }
        let lane: Lane = entry.track == .translation ? .translation : .original
        var place = BookPlace(sentence: sentence, lane)
        let chunks = source.book.chunks
        guard let track = entry.track, let position = entry.position,
            let index = chunks.firstIndex(where: {
                ($0.start ?? .max)...max($0.start ?? .max, $0.end ?? .max) ~= sentence
            }),
            let chunk = try? await source.chunk(at: index).chunk
        else { return place }
        let loaded = LoadedChunk(chunk, for: chunks[index])
        if let lit = loaded.lit(on: track, at: position), loaded.sentences[lit.row].number == sentence {
            place.word = lit.lanes[lane]?.current ?? 0
        }
        return place
    }
}

extension ReadingPlace {
    /// Takes over where a reader is, where it is anywhere.
    /// - Returns: what is heard there, as a server keeps it; `nil` for nothing new.
    package mutating func note(_ reader: BookReader) -> ResumeEntry? {
        guard let place = reader.place else { return nil }
        // Who has come to the end begins anew, and not who waits for more.
        self.place = reader.isOver && !reader.hasMoreToCome ? nil : place
        percent = reader.percent
        let track: BookTrack? = if case .single(let track) = reader.switches.mode { track } else { nil }
        return ResumeEntry(
            "", sentence: place.sentence, position: reader.record.position, chunk: reader.chunk?.chunk.id, track: track)
    }
}
