import Files

/// Jobs in a folder and in those below it, as libraries have them: author, title, language, job (reader, section 10).
package enum JobFolders {
    private static let depth = 4
    /// Folders that are looked into.
    package static let most = 20_000

    /// - Parameter visit: gets each, in the order of their paths, with its path below the folder, which has a slash before each name. What
    ///   hides (`.name`), a link, and a job that cannot be read is passed over.
    /// - Returns: whether all were looked into.
    package static func visit(
        below path: String, _ visit: (JobFolder, String) -> Void
    ) throws(DiskFailure) -> Bool {
        var left = most
        look(into: try OpenFolder(following: path), "", depth, &left, visit)
        return left > 0
    }

    private static func look(
        into folder: OpenFolder, _ place: String, _ depth: Int, _ left: inout Int, _ visit: (JobFolder, String) -> Void
    ) {
        guard left > 0 else { return }
        left -= 1
        if isJob(folder), let job = try? JobFolder.open(in: folder) { return visit(job, place) }
        guard depth > 0 else { return }
        for name in ((try? folder.names()) ?? []).sorted() where !name.hasPrefix(".") {
            guard let inner = try? folder.folder(named: Array(name.utf8CString)) else { continue }
            look(into: inner, "\(place)/\(name)", depth - 1, &left, visit)
        }
    }

    /// Opens one again that was found there; no part of its path is a link.
    package static func folder(_ place: String, below path: String) -> OpenFolder? {
        var folder = try? OpenFolder(following: path)
        for name in place.split(separator: "/").map(String.init) {
            folder = try? folder?.folder(named: Array(name.utf8CString))
        }
        return folder
    }

    package static func open(_ place: String, below path: String) -> JobFolder? {
        folder(place, below: path).flatMap { try? JobFolder.open(in: $0) }
    }

    private static func isJob(_ folder: OpenFolder) -> Bool {
        ["metadata/job.json", "metadata/chunk_0000.json", "manifest.json", "chunk_0000.json"].contains { path in
            folder.hasFile(path)
        }
    }
}
