import Events
import JSON

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
