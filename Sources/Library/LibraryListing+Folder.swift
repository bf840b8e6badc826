import BookAPI
import Books
import Events
import Files
import Scripts

extension LibraryListing {
    /// Books of jobs in a folder, and in those below it.
    /// - Parameter isText: whether a file of that name is a text that can be read aloud.
    /// - Throws: `CommandError.unusable` where it cannot be looked into.
    package static func folder(
        _ path: String, _ query: LibraryQuery, isText: (String) -> Bool
    ) throws(CommandError) -> LibraryListing {
        var listing = LibraryListing()
        listing.nothing = nothing(in: path, isText)
        do throws(DiskFailure) {
            var count = 0
            let isWhole = try JobFolders.visit(below: path) { job, _ in
                count += 1
                listing.add(job, query)
            }
            if count > 0 { listing.nothing = noMatch(among: count) }
            if !isWhole {
                listing.oddities.append(
                    "only the first \(JobFolders.most) directories were searched")
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

    private static func nothing(in path: String, _ isText: (String) -> Bool) -> String {
        let names = (try? OpenFolder(following: path).names()) ?? []
        let hint = names.contains(where: isText) ? "; to read a text, use `cameo read FILE`" : ""
        return "no narrated books in \(OutsideText.shown(path, cells: 200))\(hint)"
    }

    private mutating func add(_ job: JobFolder, _ query: LibraryQuery) {
        var item = LibraryItem(job.path, .library, title: job.book.title)
        (item.author, item.language) = (job.book.author, job.book.translationLanguage ?? job.book.language)
        item.originalLanguage = job.book.translationLanguage == nil ? nil : job.book.language
        let sentences = job.book.chunks.reduce(0) { $0 + ($1.sentenceCount ?? 0) }
        item.sentences = sentences > 0 ? sentences : nil
        if !job.book.isComplete { item.status = "unfinished" }
        item.kind = job.player.kind ?? item.kind
        if case .nothing(let why) = job.player { oddities.append("\(job.path): \(why)") }
        if query.selects(item) { rows.append(Row(item: item) { await job.picture(.cover) }) }
    }
}
