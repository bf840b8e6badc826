import BookAPI

/// Where in an archive a job is: in the folder nearest to the top that has its files, or a film.
enum JobRoot {
    /// - Parameter names: of all files in the archive.
    /// - Returns: with its slash; empty for the archive's own folder.
    static func find(in names: some Sequence<String>) throws(ArchiveFault) -> String {
        var (roots, beside, films): (Set<String>, Set<String>, Set<String>) = ([], [], [])
        for name in names {
            let parts = name.split(separator: "/")
            guard let last = parts.last else { continue }
            let isInMetadata = parts.dropLast().last == "metadata"
            let isChunk = JobFileNames.isChunk(String(last))
            let folder = parts.dropLast(isInMetadata ? 2 : 1).map { $0 + "/" }.joined()
            if isInMetadata ? last == "job.json" || isChunk : last == JobFileNames.manifest {
                roots.insert(folder)
            } else if isChunk {
                beside.insert(folder)
            } else if !last.hasPrefix("."), ListedMedia.isFilm(name) {
                let isInMedia = JobFileNames.mediaFolders.contains { $0 == parts.dropLast().last ?? "" }
                films.insert(parts.dropLast(isInMedia ? 2 : 1).map { $0 + "/" }.joined())
            }
        }
        let found = [roots, beside, films].first { !$0.isEmpty } ?? []
        func depth(_ root: String) -> Int { root.utf8.count { $0 == UInt8(ascii: "/") } }
        guard let least = found.map(depth).min() else { throw .noJob }
        let nearest = found.filter { depth($0) == least }.sorted()
        guard nearest.count == 1 else { throw .severalJobs(nearest) }
        return nearest[0]
    }
}
