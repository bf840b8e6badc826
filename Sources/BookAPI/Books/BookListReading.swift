import Events
import JSON

/// Reads lists of chunks, and what they tell of their book.
package enum BookListReading {
    /// The record of a job, `metadata/job.json`.
    /// - Parameter title: where none is told.
    package static func job(_ bytes: [UInt8], title: String) throws(BookError) -> BookList {
        let json = try BookJSON.parse(bytes)
        guard let object = json.object else {
            throw .unexpected(place: "", expected: "the record of a job", found: Oddities.shown(json))
        }
        let job = BookFields(object)
        let result = job.fields("result")
        let files = [job, result].compactMap { $0?.fields("generated_files") }.first
        return list(files ?? BookFields(JSONObject()), [job] + (result.map { [$0] } ?? []), title)
    }

    /// The manifest of an export or of a server.
    /// - Throws: `BookError` for another version, and where there are no chunks.
    package static func manifest(_ bytes: [UInt8], title: String) throws(BookError) -> BookList {
        let json = try BookJSON.parse(bytes)
        guard let object = json.object else {
            throw .unexpected(place: "", expected: "a manifest with chunks", found: Oddities.shown(json))
        }
        let manifest = BookFields(object)
        if let version = manifest.value("schema_version"), version.lenientInt != 1 {
            throw .unexpected(place: "/schema_version", expected: "1", found: Oddities.shown(version))
        }
        guard let chunks = manifest.value("chunks") else {
            throw .unexpected(place: "/chunks", expected: "a list", found: "nothing")
        }
        guard chunks.array != nil else {
            throw .unexpected(place: "/chunks", expected: "a list", found: Oddities.shown(chunks))
        }
        return list(manifest, [manifest] + (manifest.fields("source").map { [$0] } ?? []), title)
    }

    /// Of the members of a sentence below its chunk, which may tell its number; a list needs nothing that is deeper.
    private static let sentenceDepth = 3

    /// A chunk's own file, as a list would have told of it.
    package static func chunk(_ bytes: [UInt8], path: String, at place: Int) throws(BookError) -> ListedChunk {
        let json = try BookJSON.parse(bytes, depth: sentenceDepth)
        var odd = Oddities()
        var chunk = ListedChunk(json.object ?? ["sentences": json], at: place, &odd)
        chunk.path = path
        // All of it will be read from there.
        chunk.object = JSONObject()
        return chunk
    }

    /// What `metadata/book.json` says of a book: its title counts, and of the rest what nobody else has told.
    package static func described(_ book: Book, _ bytes: [UInt8]) throws(BookError) -> Book {
        let json = try BookJSON.parse(bytes)
        guard let object = json.object else {
            throw .unexpected(place: "", expected: "the description of a book", found: Oddities.shown(json))
        }
        let words = BookWords([BookFields(object)])
        var book = book
        book.title = words.title ?? book.title
        book.author = book.author ?? words.author
        book.language = book.language ?? words.language
        book.translationLanguage = book.translationLanguage ?? words.translationLanguage
        return book
    }

    /// - Parameters:
    ///   - list: has the chunks.
    ///   - records: what may tell of the book, or hold what does.
    private static func list(_ list: BookFields, _ records: [BookFields], _ title: String) -> BookList {
        var odd = Oddities()
        let values = list.list("chunks", &odd)
        if values.count > BookLimits.chunks {
            odd.note("there are \(values.count) chunks; only the first \(BookLimits.chunks) are used")
        }
        var chunks: [ListedChunk] = []
        for (place, value) in values.prefix(BookLimits.chunks).enumerated() {
            guard let object = value.object else {
                odd.note("chunk \(place) is \(Oddities.shown(value)), not a chunk")
                continue
            }
            chunks.append(ListedChunk(object, at: place, &odd))
        }
        let words = BookWords(records)
        var book = Book(words.title ?? title, author: words.author, chunks: [])
        (book.language, book.translationLanguage) = (words.language, words.translationLanguage)
        book.isComplete = isComplete([list] + records)
        book.chapters = words.contentIndex.flatMap { BookChapterReading.chapters($0, &odd) } ?? []
        var result = BookList(book, chunks, &odd)
        (result.contentIndexPath, result.coverPath) = (words.contentIndexPath, words.coverPath)
        result.bed = list.fields("reading_bed").flatMap { ReadingBed($0) }
        result.media = ListedMedia(list, records)
        result.oddities = odd.all
        return result
    }

    private static func isComplete(_ records: [BookFields]) -> Bool {
        for record in records {
            if case .bool(let isComplete) = record.value(["complete", "media_completed"]) { return isComplete }
        }
        let status = records.lazy.compactMap { $0.value("status")?.string }.first
        return !["pending", "running", "pausing", "paused"].contains(status)
    }
}
