import BookAPI
import BookFolders

extension ServedBook: PlaceServer {
    package nonisolated var placeServer: (any PlaceServer)? { self }

    package func places() async throws -> ServerPlaces? {
        try await server.begin()
        guard await server.user != nil else { return nil }
        var resume = try await server.resume(job)
        let bookmarks = try await server.bookmarks(job)
        if let updated = resume?.updated { resume?.updated = updated - server.clockSkew }
        return ServerPlaces(resume, bookmarks)
    }

    package func keep(_ entry: ResumeEntry, left: Double) async throws {
        var entry = entry
        entry.job = job
        try await server.save(entry, left: left)
    }

    package func add(_ bookmark: ServerBookmark) async throws -> ServerBookmark {
        try await server.add(bookmark, to: job)
    }

    package func deleteBookmark(_ id: String) async throws { try await server.deleteBookmark(id, of: job) }
}
