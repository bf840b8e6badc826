import Books
import Events
import Files
import Wire

extension LibraryListing {
    /// Folders below the library's root: author, title, language, job (reader, section 10).
    private static let depth = 4
    /// Folders that are looked into.
    private static let most = 20_000

    /// Books of jobs in a folder, and in those below it.
    /// - Throws: `CommandError.unusable` where it cannot be looked into.
    package static func folder(_ path: String, _ query: LibraryQuery) throws(CommandError) -> LibraryListing {
        var (listing, left) = (LibraryListing(), most)
        do throws(DiskFailure) {
            listing.look(into: try OpenFolder(following: path), depth, query, &left)
        } catch {
            throw .unusable(error.reason)
        }
        if left == 0 {
            listing.oddities.append("more than \(most) directories, of which the first ones were looked into")
        }
        let items = query.sorted(listing.rows.map(\.item))
        if query.order == .title || query.order == .author {
            listing.rows = items.map { Row(item: $0, place: $0.job) }
        }
        return listing
    }

    private mutating func look(into folder: OpenFolder, _ depth: Int, _ query: LibraryQuery, _ left: inout Int) {
        guard left > 0 else { return }
        left -= 1
        if Self.isJob(folder), let job = try? JobFolder.open(folder.path) {
            var item = LibraryItem(folder.path, .library, title: job.book.title)
            (item.author, item.language) = (job.book.author, job.book.translationLanguage ?? job.book.language)
            let sentences = job.book.chunks.reduce(0) { $0 + ($1.sentenceCount ?? 0) }
            item.sentences = sentences > 0 ? sentences : nil
            if query.selects(item) { rows.append(Row(item: item)) }
            return
        }
        guard depth > 0 else { return }
        for name in ((try? folder.names()) ?? []).sorted() where !name.hasPrefix(".") {
            guard let inner = try? folder.folder(named: Array(name.utf8CString)) else { continue }
            look(into: inner, depth - 1, query, &left)
        }
    }

    private static func isJob(_ folder: OpenFolder) -> Bool {
        ["metadata/job.json", "metadata/chunk_0000.json", "manifest.json", "chunk_0000.json"].contains { path in
            (try? folder.file(below: path)) != nil
        }
    }
}
