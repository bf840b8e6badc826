import BookAPI
import Events
import Files

/// Looks for the form that a job has.
struct JobFinding {
    private let folder: any JobFiles
    private let title: String
    private var oddities: [String]
    /// Of those, the ones about files of chunks that nobody else names.
    private var unread: [String] = []
    /// Of the folders in one that is no job.
    private static let mostLookedInto = 100

    private init(_ folder: any JobFiles) {
        self.folder = folder
        title = folder.title
        oddities = folder.oddities
    }

    /// The first form that works.
    static func job(in folder: any JobFiles) throws(JobError) -> JobFolder {
        var finding = JobFinding(folder)
        return try finding.job()
    }

    /// Of a file below a folder that was named.
    static func job(of name: String, in folder: any JobFiles) throws(JobError) -> JobFolder {
        var finding = JobFinding(folder)
        return try finding.job(of: name)
    }

    private mutating func job() throws(JobError) -> JobFolder {
        let record = record()
        if let record, !record.chunks.isEmpty { return job(.record, record) }
        if let list = chunkFiles(record) { return job(.chunks, list) }
        if folder.hasFile(JobFileNames.manifest) { return job(.export, try manifest(JobFileNames.manifest)) }
        if let list = films(record) { return job(record == nil ? .film : .record, list) }
        let names = folder.names(in: nil).prefix(Self.mostLookedInto)
        if record == nil, let example = names.first(where: { folder.hasFile("\($0)/\(JobFileNames.record)") }) {
            throw .manyJobs(path: folder.path, example: example)
        }
        // The record was there, and why it is of no use is worth more than that nothing else is.
        throw .noJob(path: folder.path, found: oddities.first ?? (record == nil ? "none of them" : "no chunks"))
    }

    private mutating func job(of name: String) throws(JobError) -> JobFolder {
        if FileNames.last(of: name) == JobFileNames.manifest { return job(.export, try manifest(name)) }
        let chunk = try read(name) { bytes throws(BookError) in
            let chunk = try BookListReading.chunk(bytes, path: name, at: 0)
            // What is no chunk is told now.
            _ = try BookChunkReading.chunk(bytes, chunk)
            return chunk
        }
        return job(.oneChunk, BookList(title: title, chunks: [chunk]))
    }

    private mutating func record() -> BookList? {
        guard folder.hasFile(JobFileNames.record) else { return nil }
        return optional(JobFileNames.record) { [title] bytes throws(BookError) in
            try BookListReading.job(bytes, title: title)
        }
    }

    private func manifest(_ name: String) throws(JobError) -> BookList {
        try read(name) { bytes throws(BookError) in try BookListReading.manifest(bytes, title: title) }
    }

    /// In `metadata`, or else beside the sounds.
    private mutating func chunkFiles(_ record: BookList?) -> BookList? {
        let inFolder = folder.chunkFiles(in: "metadata")
        let names = inFolder.isEmpty ? folder.chunkFiles(in: nil) : inFolder
        var chunks: [ListedChunk] = []
        for (place, name) in names.prefix(BookLimits.chunks).enumerated() {
            let chunk = optional(name) { bytes throws(BookError) in
                try BookListReading.chunk(bytes, path: name, at: place)
            }
            if let chunk { chunks.append(chunk) } else { unread += oddities.suffix(1) }
        }
        guard !chunks.isEmpty else { return nil }
        var list = BookList(title: title, chunks: chunks, isComplete: record?.book.isComplete ?? true)
        guard var book = record?.book else { return list }
        book.chunks = list.book.chunks
        list.book = book
        (list.contentIndexPath, list.coverPath) = (record?.contentIndexPath, record?.coverPath)
        return list
    }

    /// What lies there where no list tells of it: subtitles alone only of what is known to be a job.
    private func films(_ record: BookList?) -> BookList? {
        var list = record ?? BookList(title: title, chunks: [])
        if list.media.isEmpty { list.media = ListedMedia(paths: mediaFiles) }
        return list.media.films.isEmpty && (record == nil || list.media.subtitles.isEmpty) ? nil : list
    }

    private var mediaFiles: [String] {
        ([nil] + JobFileNames.mediaFolders).flatMap { inner in
            // What hides is of some system.
            folder.names(in: inner).filter { !$0.hasPrefix(".") }.sorted().map { name in
                inner.map { "\($0)/\(name)" } ?? name
            }
        }
    }

    private func read<Value>(_ name: String, _ read: ([UInt8]) throws(BookError) -> Value) throws(JobError) -> Value {
        let bytes = try folder.jobFile(name)
        do throws(BookError) {
            return try read(bytes)
        } catch {
            throw .badFile(path: "\(folder.path)/\(name)", error)
        }
    }

    /// `nil`, with a note, for a file that is not as it should be: the others may be of use.
    private mutating func optional<Value>(_ name: String, _ body: ([UInt8]) throws(BookError) -> Value) -> Value? {
        do throws(JobError) {
            return try read(name, body)
        } catch {
            oddities.append(error.reason)
            return nil
        }
    }

    /// With what other files say of the book.
    private mutating func job(_ form: JobFolder.Form, _ found: BookList) -> JobFolder {
        var list = found
        if list.media.isEmpty, !list.mayHaveText { list.media = ListedMedia(paths: mediaFiles) }
        describe(&list)
        chapters(&list)
        // Those of the last form were all read.
        for chunk in list.chunks where form != .chunks {
            if let path = chunk.path, !chunk.isInline, !folder.hasFile(path) { oddities.append("\(path) is missing") }
        }
        return JobFolder(form, folder, list, oddities: oddities, unread: unread)
    }

    private mutating func describe(_ list: inout BookList) {
        let name = "metadata/book.json"
        guard folder.hasFile(name) else { return }
        let book = list.book
        let described = optional(name) { bytes throws(BookError) in try BookListReading.described(book, bytes) }
        list.book = described ?? book
    }

    private mutating func chapters(_ list: inout BookList) {
        guard list.book.chapters.isEmpty else { return }
        let names = (list.contentIndexPath.map { [$0] } ?? []) + ["metadata/content_index.json"]
        guard let name = names.first(where: { folder.hasFile($0) }) else { return }
        let read = optional(name) { bytes throws(BookError) in try BookChapterReading.chapters(bytes) }
        guard let read else { return }
        list.book.chapters = read.chapters
        oddities += read.oddities
    }
}
