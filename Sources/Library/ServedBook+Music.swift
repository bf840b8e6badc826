import Books

extension ServedBook {
    package func music(named id: String?) async throws -> BookMusic? {
        guard let bed = try await server.bed(id) else { return nil }
        return BookMusic(bed.label, path: bed.place, isOwn: false)
    }
}
