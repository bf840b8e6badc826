import BookFolders
import Events
import Files
import JSON
import Platform
import Sound

/// A folder that becomes a job's: each file appears when it is complete, so that whatever ends the work leaves one that goes on.
///
/// Owner: one narration. Others that would write into it are kept out as long as it is there.
final class JobFolderWriter {
    let path: String
    private let folder: OpenFolder

    /// - Parameter id: of the job; a folder that holds something else is left alone.
    /// - Throws: `NarrationError`; `CommandError.failed` for one that cannot be made.
    init(_ path: String, id: String) throws {
        try JobFolderWriter.make(path)
        self.path = path
        do { folder = try OpenFolder(following: path) } catch { throw CommandError.failed(error.reason) }
        guard folder.lock(.exclusive) != .held else { throw NarrationError.locked(folder: path) }
        if let found = bytes(of: JobNames.record) {
            guard JobRecord.id(in: found) == id else {
                throw NarrationError.notThisJob(folder: path, found: "another book, or other voices")
            }
        } else if let name = try folder.names().first(where: { !Self.folders.contains($0) }) {
            throw NarrationError.notThisJob(folder: path, found: "\"\(name.kept)\"")
        }
        for name in Self.folders { try Self.make("\(path)/\(name)") }
    }

    private static func make(_ path: String) throws(CommandError) {
        guard !path.isEmpty else { throw .unusable(FileNames.nameless) }
        do { try NewFolder.make(path) } catch {
            throw .failed("\(error.path): cannot be made: \(FileNames.obstacle(error.path, error.code))")
        }
    }

    private static let folders = ["metadata", "media"]

    /// - Returns: `nil` where there is no such file below the folder.
    func bytes(of name: String) -> [UInt8]? { try? folder.bytes(below: name, atMost: Self.fileBytes) }

    func byteCount(of name: String) -> Int {
        guard let file = try? folder.file(below: name) else { return 0 }
        return FileStatus(descriptor: file.descriptor)?.byteCount ?? 0
    }

    private static let fileBytes = 64 << 20

    /// - Throws: `CommandError` with one line, also for a full disk.
    func write(_ bytes: [UInt8], to name: String) throws(CommandError) {
        let path = "\(path)/\(name)"
        // The name of what a run left that was killed is used again.
        let partial = path + ".tmp"
        let temporary = TemporaryFiles([partial])
        defer { temporary.keep() }
        let file = try OutputFile(path, partial: partial)
        try file.write(bytes)
        try file.finish()
    }
}

/// What a job's record says of a book (reader, section 10).
struct JobRecord {
    /// Of the text, its translation and its voices: the same job again has the same one.
    let id: String
    let book: Book
    /// `nil` where there is none.
    let cover: String?
    let names: JobNames

    /// - Parameter chunks: all of them, once they are there; none while they come.
    func json(_ chunks: [BookChunk]) -> JSON {
        let isComplete = chunks.count == book.chunks.count
        var media = description
        media.append("total_sentences", .number(book.chunks.last?.end ?? 0))
        media.append("content_index_path", .string(JobNames.contentIndex))
        if let cover { media.append("book_cover_file", .string(cover)) }
        let entries = zip(book.chunks, chunks).enumerated().map { place, both in chunk(place, both.0, both.1) }
        let files: JSONObject = ["chunks": .array(entries), "files": .array([]), "complete": .bool(isComplete)]
        return [
            "job_id": .string(id), "job_type": "book", "item_type": "book",
            "status": isComplete ? "completed" : "running", "book_title": .string(book.title),
            "author": .text(book.author), "language": .text(book.translationLanguage ?? book.language),
            "media_completed": .bool(isComplete), "request": .object(languages),
            "result": ["media_metadata": .object(media)], "generated_files": .object(files),
        ]
    }

    /// The book in words, as `metadata/book.json` has it.
    var description: JSONObject {
        var object: JSONObject = ["book_title": .string(book.title)]
        if let author = book.author { object.append("book_author", .string(author)) }
        for member in languages.members { object.append(member.key, member.value) }
        return object
    }

    private var languages: JSONObject {
        var object = JSONObject()
        if let language = book.language { object.append("input_language", .string(language)) }
        if let language = book.translationLanguage { object.append("target_languages", [.string(language)]) }
        return object
    }

    private func chunk(_ place: Int, _ entry: ChunkEntry, _ chunk: BookChunk) -> JSON {
        let files = chunk.sounds.map { sound -> JSON in
            [
                "relative_path": .string(sound.path), "path": .string(sound.path), "chunk_id": .string(chunk.id),
                "type": sound.kind == .original ? "audio_orig" : "audio",
            ]
        }
        return [
            "chunk_id": .string(chunk.id), "range_fragment": .string(entry.id), "start_sentence": .number(entry.start),
            "end_sentence": .number(entry.end), "sentence_count": .number(entry.sentenceCount),
            "metadata_path": .string(JobNames.chunk(place)), "files": .array(files),
        ]
    }

    /// The chapters, as `metadata/content_index.json` has them (reader 1.11).
    var contentIndex: JSON {
        let chapters = book.chapters.enumerated().map { place, chapter -> JSON in
            [
                "id": .string("ch\(place + 1)"), "title": .string(chapter.title),
                "start_sentence": .number(chapter.start), "end_sentence": .number(chapter.end),
                "sentence_count": .number(chapter.end.map { $0 - chapter.start + 1 }),
            ]
        }
        return [
            "version": 1, "total_sentences": .number(book.chunks.last?.end ?? 0), "chapters": .array(chapters),
            "alignment": ["status": "exact"],
        ]
    }

    /// Of a record that was written before.
    static func id(in bytes: [UInt8]) -> String? { (try? JSON.parse(bytes))?.object?["job_id"]?.string }
}

/// What the files of a job are called (reader, section 10).
package struct JobNames: Hashable, Sendable {
    static let record = "metadata/job.json"
    static let contentIndex = "metadata/content_index.json"
    static let description = "metadata/book.json"

    /// Of the book in the names of its chunks.
    let base: String
    private let format: SoundFormat

    init(_ book: Book, format: SoundFormat) {
        let words = [book.author, book.title, book.language?.uppercased(), book.translationLanguage?.uppercased()]
        let name = words.compactMap(\.self).map(Self.part).filter { !$0.isEmpty }.joined(separator: "_")
        (base, self.format) = (name.isEmpty ? "book" : name, format)
    }

    private static let partScalars = 20

    /// Letters and digits that need no quoting anywhere; all else is one underscore.
    private static func part(_ text: String) -> String {
        var part = ""
        for scalar in text.unicodeScalars {
            let isKept = scalar.isASCII && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar)
            if isKept { part.unicodeScalars.append(scalar) } else if !part.isEmpty, part.last != "_" { part += "_" }
            if part.unicodeScalars.count == partScalars { break }
        }
        return part.last == "_" ? String(part.dropLast()) : part
    }

    /// In the order of the book, from 0 on.
    static func chunk(_ place: Int) -> String { "metadata/chunk_\(Int64(place).padded(toDigits: 4)).json" }

    func id(of entry: ChunkEntry) -> String { "\(entry.id)_\(base)" }

    func sound(of kind: BookSound.Kind, in entry: ChunkEntry) -> String {
        SoundPath.path(of: kind, in: id(of: entry), format.rawValue)
    }

    /// By the picture's first bytes; `nil` for what is none of those that readers know.
    static func cover(_ bytes: [UInt8]) -> String? {
        let kinds: [(start: [UInt8], ending: String)] = [
            ([0x89, 0x50, 0x4E, 0x47], "png"), ([0xFF, 0xD8, 0xFF], "jpg"), (Array("GIF8".utf8), "gif"),
            (Array("RIFF".utf8), "webp"),
        ]
        return kinds.first { bytes.starts(with: $0.start) }.map { "metadata/cover.\($0.ending)" }
    }
}
