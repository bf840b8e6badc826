import Books
import Events
import Files
import Wire

extension LibraryListing {
    /// Books of jobs in a folder, and in those below it.
    /// - Throws: `CommandError.unusable` where it cannot be looked into.
    package static func folder(_ path: String, _ query: LibraryQuery) throws(CommandError) -> LibraryListing {
        var listing = LibraryListing()
        do throws(DiskFailure) {
            let isWhole = try JobFolders.visit(below: path) { job, _ in listing.add(job, query) }
            if !isWhole {
                listing.oddities.append(
                    "more than \(JobFolders.most) directories, of which the first ones were looked into")
            }
        } catch {
            throw .unusable(error.reason)
        }
        let items = query.sorted(listing.rows.map(\.item))
        if query.order == .title || query.order == .author {
            listing.rows = items.compactMap { item in listing.rows.first { $0.item == item } }
        }
        return listing
    }

    private mutating func add(_ job: JobFolder, _ query: LibraryQuery) {
        var item = LibraryItem(job.path, .library, title: job.book.title)
        (item.author, item.language) = (job.book.author, job.book.translationLanguage ?? job.book.language)
        let sentences = job.book.chunks.reduce(0) { $0 + ($1.sentenceCount ?? 0) }
        item.sentences = sentences > 0 ? sentences : nil
        item.kind = job.player.kind ?? item.kind
        if case .nothing(let why) = job.player { oddities.append("\(job.path): \(why)") }
        if query.selects(item) { rows.append(Row(item: item) { await job.picture(.cover) }) }
    }
}
