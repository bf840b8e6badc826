import Events
import JSON

/// What a server knows of a book before anybody reads it.
package struct ShelfBook: Hashable, Sendable {
    /// How it is asked for.
    package var job: String
    package let origin: LibraryOrigin
    package let title: String
    package let author: String?
    package let language: String?
    package let translationLanguage: String?
    let genre: String?
    let kind: LibraryItem.Kind
    let status: String
    package let isComplete: Bool
    let sentences: Int?
    let firstSentence: Int?
    let lastSentence: Int?
    /// In UTC, without a zone.
    let created: String
    let updated: String
    /// Below the folder of the library, with a slash before it.
    package let place: String
    /// Below the job's folder.
    package let cover: String?
    let contentIndex: String?

    /// What is known of it from its folder.
    package struct Found: Sendable {
        package var book: Book
        /// Of `metadata/job.json`.
        package var record: [UInt8]?
        package var place: String
        package var cover: String?
        package var contentIndex: String?
        /// When something was last written there: s since 1970.
        package var lastChange: Int64
        /// Whether it is served as a job although it is finished.
        package var staysJob: Bool
        /// By what there is of it; `nil` for what is read.
        package var kind: LibraryItem.Kind?

        package init(
            _ book: Book, record: [UInt8]?, place: String, cover: String?, contentIndex: String?, lastChange: Int64,
            staysJob: Bool = false, kind: LibraryItem.Kind? = nil
        ) {
            self.kind = kind
            (self.book, self.record, self.place, self.cover) = (book, record, place, cover)
            (self.contentIndex, self.lastChange, self.staysJob) = (contentIndex, lastChange, staysJob)
        }
    }

    package init(_ found: Found) {
        let json = found.record.flatMap { try? BookJSON.parse($0) }
        let fields = BookFields(json?.object ?? JSONObject())
        let name = BookPath.lastPart(found.place)
        job = fields.name("job_id").flatMap { Self.isName($0) ? $0 : nil } ?? (Self.isName(name) ? name : "job")
        let origin: LibraryOrigin = found.book.isComplete && !found.staysJob ? .library : .job
        self.origin = origin
        (title, author) = (found.book.title, found.book.author)
        (language, translationLanguage) = (found.book.language, found.book.translationLanguage)
        let item = json.flatMap { LibraryItem($0, origin) }
        let declared = item.flatMap { $0.kind == LibraryItem.Kind(nil) ? nil : $0.kind }
        (genre, kind) = (item?.genre, declared ?? found.kind ?? .book)
        isComplete = found.book.isComplete
        let toldStatus = fields.name("status").flatMap { Self.statuses.contains($0) ? $0 : nil }
        status = toldStatus ?? (found.book.isComplete ? "completed" : "running")
        let chunks = found.book.chunks
        let counted = chunks.reduce(0) { $0 + ($1.sentenceCount ?? 0) }
        sentences = item?.sentences ?? (counted > 0 ? counted : nil)
        (firstSentence, lastSentence) = (chunks.first?.start, chunks.last?.end)
        let change = String(CalendarTime.text(seconds: found.lastChange).dropLast())
        let names: [BookKey] = ["updated_at", "completed_at", "created_at"]
        let times = names.map { Self.stated(fields.name($0)) }
        updated = times.lazy.compactMap(\.self).first ?? change
        created = times[2] ?? updated
        (place, cover, contentIndex) = (found.place, found.cover, found.contentIndex)
    }

    private static let statuses = ["pending", "running", "pausing", "paused", "completed", "failed", "cancelled"]

    /// What can be one part of a path.
    private static func isName(_ text: String) -> Bool { LibraryAddress.isJob(text) }

    /// `2026-02-01T21:14:05`, perhaps with a fraction, of a record that says it in UTC; `nil` for all else.
    private static func stated(_ text: String?) -> String? {
        guard var text, text.utf8.count <= 40 else { return nil }
        for zone in ["Z", "+00:00"] where text.hasSuffix(zone) { text.removeLast(zone.count) }
        let form = Array("dddd-dd-ddTdd:dd:dd".utf8)
        let bytes = Array(text.utf8)
        guard bytes.count >= form.count else { return nil }
        let isForm = zip(bytes, form).allSatisfy { byte, wanted in
            wanted == UInt8(ascii: "d") ? (0x30...0x39).contains(byte) : byte == wanted
        }
        let rest = bytes.dropFirst(form.count)
        let isFraction =
            rest.isEmpty
            || rest.first == UInt8(ascii: ".") && rest.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
        return isForm && isFraction ? text : nil
    }

    // MARK: As the library has it: camelCase, dates with an offset

    package var item: JSON {
        [
            "jobId": .string(job), "author": .string(author ?? ""), "bookTitle": .string(title),
            "itemType": .string(itemType), "genre": .text(genre),
            "language": .string(translationLanguage ?? language ?? ""), "status": "finished", "mediaCompleted": true,
            "createdAt": .string(created + "+00:00"), "updatedAt": .string(updated + "+00:00"),
            "libraryPath": .string(place), "coverPath": .text(cover), "isbn": nil, "sourcePath": nil, "ownerId": nil,
            "metadata": ["item_type": .string(itemType), "media_metadata": .object(mediaMetadata)],
        ]
    }

    private var itemType: String {
        switch kind {
        case .video: "video"
        case .subtitle: "narrated_subtitle"
        case .book, .other: "book"
        }
    }

    var mediaMetadata: JSONObject {
        var object: JSONObject = ["book_title": .string(title)]
        if let author { object.append("book_author", .string(author)) }
        if let language { object.append("input_language", .string(language)) }
        if let translationLanguage { object.append("target_languages", [.string(translationLanguage)]) }
        if let sentences { object.append("total_sentences", .number(sentences)) }
        if let cover { object.append("book_cover_file", .string(cover)) }
        if let contentIndex { object.append("content_index_path", .string(contentIndex)) }
        return object
    }

    // MARK: As a job: snake_case, dates with a Z

    /// - Parameter isDetail: as its own route has it, which tells less (reader 1.16).
    package func record(isDetail: Bool) -> JSON {
        var parameters: JSONObject = [
            "input_language": .text(language),
            "target_languages": .array(translationLanguage.map { [.string($0)] } ?? []),
            "start_sentence": .number(firstSentence), "end_sentence": .number(lastSentence),
        ]
        parameters.members.removeAll { $0.value == .null }
        let words = JSON.object(mediaMetadata)
        return [
            "job_id": .string(job), "job_type": .string(jobType), "status": .string(status),
            "created_at": .string(created + "Z"), "started_at": .string(created + "Z"),
            "completed_at": isComplete ? .string(updated + "Z") : nil, "job_label": isDetail ? nil : .string(title),
            "media_completed": .bool(isComplete), "latest_event": nil, "error": nil,
            "parameters": .object(parameters),
            "result": isDetail ? ["book_metadata": words] : ["media_metadata": words, "book_metadata": words],
        ]
    }

    private var jobType: String {
        switch kind {
        case .video: "youtube_dub"
        case .subtitle: "subtitle"
        case .book: "book"
        case .other(let name): name
        }
    }
}
