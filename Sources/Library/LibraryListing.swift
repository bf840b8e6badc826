import BookAPI
import BookFolders
import Events
import Files
import JSON
import Platform
import Typesetting

/// `cameo library`: what there is to read, a line each.
package struct LibraryListing: Sendable {
    /// An item with what is known of it here.
    struct Row: Sendable {
        var item: LibraryItem
        /// Where it is; `nil` where all are of one server that the user has named, and where its id says it.
        var place: String?
        /// Bytes of it that are kept on the disk.
        var kept = 0
        /// The sentence that was read last.
        var sentence: Int?
        /// When it was read last, in s since 1970.
        var read: Double?
        /// Its cover, encoded, of a stranger; `nil` where none can be had.
        var cover: @Sendable () async -> [UInt8]? = { nil }
    }

    var rows: [Row] = []
    /// A line each, for standard error.
    package var oddities: [String] = []
    /// Said where there is no row.
    var nothing = Self.nothingToRead
    static let nothingToRead = "nothing to read"

    /// Said where there is something, and nothing of it is wanted.
    /// - Parameter count: of what was looked at; `nil` where a server has done that.
    static func noMatch(among count: Int?) -> String {
        "no match" + (count.map { " among \(plural($0, "book"))" } ?? "")
    }

    // MARK: Finding

    /// All that a server has: its library, and its jobs where there are any that may be seen.
    /// - Throws: `LibraryError`.
    package static func of(_ server: BookServer, _ query: LibraryQuery) async throws(LibraryError) -> LibraryListing {
        let library = try await server.items(query)
        var listing = LibraryListing(oddities: library.oddities)
        if !query.isEverything { listing.nothing = Self.noMatch(among: nil) }
        let known = Set(library.items.map(\.job))
        var items = library.items
        do throws(LibraryError) {
            let jobs = try await server.jobs()
            items += query.sorted(jobs.items.filter { !known.contains($0.job) && query.selects($0) })
            listing.oddities += jobs.oddities
        } catch {
            // Whoever is not logged in has no jobs.
            guard error.isOfConnection else { return await listing.with(items, server) }
            listing.oddities.append(error.reason)
        }
        return await listing.with(items, server)
    }

    private func with(_ items: [LibraryItem], _ server: BookServer) async -> LibraryListing {
        let options = server.options
        var listing = self
        let places: [String: ResumeEntry] =
            await server.user == nil ? [:] : (try? await server.resume(items.map(\.job))) ?? [:]
        listing.rows = items.map { item in
            let kept = options.cache?.book(options.server, item.job).byteCount ?? 0
            let sentence = places[item.job]?.sentence
            return Row(item: item, kept: kept, sentence: sentence) { await server.cover(of: item.job) }
        }
        return listing
    }

    /// What was read, the last first: books of servers that are kept, and all of which it is known where they were left.
    /// - Parameter places: as a shelf keeps them.
    package static func kept(
        _ cache: BookCache?, _ query: LibraryQuery, places: [ReadingPlace]
    ) -> LibraryListing {
        let books = cache?.books() ?? []
        let titles = Set(books.compactMap(\.about.item.title))
        let named = places.compactMap { place in place.source.map { ($0, place) } }
        var left = Dictionary(named) { $0.left > $1.left ? $0 : $1 }
        var rows = books.map { book, about, lastUse in
            let place = left.removeValue(forKey: LibraryAddress.text(of: about.item.job, on: about.server))
            let read = max(place?.left ?? 0, Double(lastUse))
            return Row(
                item: about.item, place: about.server, kept: book.byteCount, sentence: place?.place?.sentence,
                read: read
            ) { book.cover(of: about.item.job) }
        }
        // Of earlier programs, which did not say what opens a book: it may be one of those.
        let unnamed = places.filter { $0.source == nil && !titles.contains($0.title) }
        rows += (Array(left.values) + unnamed).map { Row($0) }
        let nothing = rows.isEmpty ? "no books read yet" : Self.noMatch(among: rows.count)
        rows = rows.filter { query.selects($0.item) }
            .sorted { ($1.read ?? 0, $0.item.job) < ($0.read ?? 0, $1.item.job) }
        if query.order == .oldest { rows.reverse() }
        let order = query.sorted(rows.map(\.item))
        if query.order == .title || query.order == .author {
            rows = order.compactMap { item in rows.first { $0.item == item } }
        }
        return LibraryListing(rows: rows, nothing: nothing)
    }

    // MARK: For people

    /// Longer than any title, or path.
    private static let titleCells = 1_000

    /// For a terminal: where a row is wider than that, several lines a book, its title first.
    package func lines(width: Int) -> [String] {
        let table = lines
        guard table.contains(where: { TerminalText.cellWidth(of: $0) > width }) else { return table }
        guard !rows.isEmpty else { return table.flatMap { TerminalText.wrapped($0, toCells: width) } }
        return rows.flatMap { row in
            let kind = ([row.item.kind.text] + row.item.languages).joined(separator: ", ")
            let about = [kind, row.marks == "-" ? nil : row.marks, row.place].compactMap(\.self).filter { !$0.isEmpty }
            let details = [about.joined(separator: "; "), row.name].flatMap {
                TerminalText.wrapped(shown($0, Self.titleCells), toCells: width - 2).map { "  " + $0 }
            }
            return TerminalText.wrapped(shown(row.title, Self.titleCells), toCells: width) + details
        }
    }

    package var lines: [String] {
        guard !rows.isEmpty else { return [nothing] }
        let hasPlaces = rows.contains { $0.place != nil }
        let table = rows.map { row in
            let place = hasPlaces ? [row.place.map { shown($0, 80) } ?? "-"] : []
            return [
                row.name, shown(row.item.kind.text, 12), shown(row.languages, 24), row.marks,
            ] + place + [shown(row.title, Self.titleCells)]
        }
        return TerminalText.aligned(table).map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
    }

    private func shown(_ text: String, _ cells: Int) -> String { OutsideText.shown(text, cells: cells) }

    // MARK: With covers

    /// More than that would be looked for longer than anybody waits.
    package static let mostCovers = 40
    private static let coversAtOnce = 4

    /// Each book with its cover, and what is known of it in lines, its title first; `nil` where there are too many, or none has a cover.
    package func cards() async -> [(cover: [UInt8]?, lines: [String])]? {
        guard (1...Self.mostCovers).contains(rows.count) else { return nil }
        let covers = await covers()
        guard covers.contains(where: { $0 != nil }) else { return nil }
        return zip(rows, covers).map { row, cover in
            let item = row.item
            let kind = ([item.kind.text] + item.languages).joined(separator: ", ")
            let lines = [
                item.title ?? "untitled", item.author, kind, row.marks == "-" ? nil : row.marks, row.place, row.name,
            ]
            return (cover, lines.compactMap(\.self).filter { !$0.isEmpty }.map { shown($0, Self.titleCells) })
        }
    }

    private func covers() async -> [[UInt8]?] {
        await withTaskGroup(of: (Int, [UInt8]?).self) { group in
            var covers = [[UInt8]?](repeating: nil, count: rows.count)
            for (place, row) in rows.enumerated() {
                if place >= Self.coversAtOnce, let (done, cover) = await group.next() { covers[done] = cover }
                group.addTask { (place, await row.cover()) }
            }
            for await (done, cover) in group { covers[done] = cover }
            return covers
        }
    }

    // MARK: For programs

    package var jsonLines: [String] { rows.map { $0.json.text } }
}

extension LibraryListing.Row {
    /// Of a book that lies elsewhere than on a server that is listed, or of which only this is known.
    fileprivate init(_ place: ReadingPlace) {
        var item = LibraryItem(place.source ?? "", .library, title: place.title)
        (item.author, item.language, item.sentences) = (place.author, place.language, place.sentences)
        item.originalLanguage = place.originalLanguage
        self.init(item: item, sentence: place.place?.sentence, read: place.left)
    }

    /// What opens it again. A path has to be whole for that.
    fileprivate var name: String {
        item.job.isEmpty ? "-" : OutsideText.shown(item.job, cells: item.job.contains("/") ? 1_000 : 48)
    }

    fileprivate var languages: String { item.languages.isEmpty ? "-" : item.languages.joined(separator: ", ") }

    fileprivate var title: String {
        (item.title ?? "untitled") + (item.author.map { $0.isEmpty ? "" : ", \($0)" } ?? "")
    }

    /// What is known of it in a few words.
    fileprivate var marks: String {
        let count = item.sentences.map { plural($0, "sentence") }
        let place = sentence.map { "at \($0)" }
        let unusual = ["finished", "completed", nil].contains(item.status) ? nil : item.status
        let day = read.flatMap { WallClock.text($0) }.map { "read \($0.prefix(10))" }
        let disk = kept > 0 ? "cached \(ByteText.size(kept))" : nil
        let marks = [count, place, unusual, day, disk].compactMap { $0 }.joined(separator: ", ")
        return marks.isEmpty ? "-" : OutsideText.shown(marks, cells: 70)
    }

    fileprivate var json: JSON {
        [
            "job": .string(item.job), "origin": .string(item.origin.rawValue), "kind": .string(item.kind.text),
            "title": .text(item.title), "author": .text(item.author), "language": .text(item.language),
            "original_language": .text(item.originalLanguage), "genre": .text(item.genre), "status": .text(item.status),
            "sentences": .number(item.sentences),
            "updated": .text(item.updated), "sentence": .number(sentence), "kept_bytes": .number(kept),
            "place": .text(place), "read": .text(read.flatMap { WallClock.text($0) }),
        ]
    }
}

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
