import Events
import JSON

/// Where somebody has come to in a book, as a server keeps it (reader 1.14).
package struct ResumeEntry: Hashable, Sendable {
    package var job: String
    /// In the whole book; `nil` in what has no sentences.
    package var sentence: Int?
    /// In the file that was heard.
    package var position: TimeSpan?
    package var chunk: String?
    /// `nil` while both languages are heard in turn.
    package var track: BookTrack?
    /// s since 1970 by the clock of whoever kept it last.
    package var updated: Double?
    /// Of what has no sentences: whether it has pictures.
    package var isOfFilm = false

    package init(
        _ job: String, sentence: Int?, position: TimeSpan? = nil, chunk: String? = nil, track: BookTrack? = nil,
        updated: Double? = nil
    ) {
        (self.job, self.sentence, self.position) = (job, sentence, position)
        (self.chunk, self.track, self.updated) = (chunk, track, updated)
    }

    /// The beginning of a book is no place to come back to.
    package var isWorthKeeping: Bool { (sentence ?? 0) > 1 || (position ?? .zero) > .seconds(1) }

    /// Of two places the one that was kept last: a server takes any that comes, so that an old one must not be sent (reader 1.16).
    package static func newer(_ a: ResumeEntry?, _ b: ResumeEntry?) -> ResumeEntry? {
        guard let a, let b else { return a ?? b }
        return (b.updated ?? 0) > (a.updated ?? 0) ? b : a
    }

    package var json: JSON {
        [
            "kind": sentence == nil ? "time" : "sentence", "position": position.map { .double($0.seconds) } ?? .null,
            "sentence": .number(sentence), "chunk_id": .text(chunk),
            "media_type": sentence == nil ? isOfFilm ? "video" : "audio" : "text",
            "base_id": nil, "playback_track": .text(track.flatMap { $0 == .mix ? nil : $0.rawValue }),
        ]
    }

    init?(_ value: JSON, job known: String? = nil) {
        guard let fields = value.object.map({ BookFields($0) }), let job = fields.name("job_id") ?? known else {
            return nil
        }
        var odd = Oddities()
        self.init(
            job, sentence: fields.sentenceNumber("sentence", &odd), position: fields.time("position", &odd),
            chunk: fields.name("chunk_id"), track: fields.name("playback_track").flatMap { BookTrack(rawValue: $0) },
            updated: fields.value("updated_at")?.lenientDouble)
        guard sentence != nil || position != nil else { return nil }
    }

    /// Of `{"entries": […]}`, by their books.
    package static func entries(_ body: [UInt8]) throws(BookError) -> [String: ResumeEntry] {
        let list = try LibraryAnswer.object(body).list("entries")
        return list.compactMap { ResumeEntry($0) }.reduce(into: [:]) { $0[$1.job] = newer($0[$1.job], $1) }
    }

    /// Of `{"entry": …}`; `nil` where nothing is kept.
    package static func entry(_ body: [UInt8], job: String) throws(BookError) -> ResumeEntry? {
        try LibraryAnswer.object(body).fields.value("entry").flatMap { ResumeEntry($0, job: job) }
    }
}

/// A place in a book that somebody has marked.
package struct ServerBookmark: Hashable, Sendable {
    /// The server's; `nil` before it has one.
    package var id: String?
    package var label: String
    package var sentence: Int?
    package var position: TimeSpan?
    package var chunk: String?
    /// s since 1970.
    package var created: Double?
    /// Of what has no sentences: whether it has pictures.
    package var isOfFilm = false

    package init(_ label: String, sentence: Int?, position: TimeSpan? = nil, chunk: String? = nil) {
        (self.label, self.sentence, self.position, self.chunk) = (label, sentence, position, chunk)
    }

    package var json: JSON {
        [
            "label": .string(label), "kind": sentence == nil ? "time" : "sentence", "sentence": .number(sentence),
            "position": position.map { .double($0.seconds) } ?? .null,
            "media_type": sentence == nil ? isOfFilm ? "video" : "audio" : "text", "chunk_id": .text(chunk),
        ]
    }

    init?(_ value: JSON) {
        guard let fields = value.object.map({ BookFields($0) }), let id = fields.name("id") else { return nil }
        var odd = Oddities()
        self.init(
            fields.name("label") ?? "", sentence: fields.sentenceNumber("sentence", &odd),
            position: fields.time("position", &odd), chunk: fields.name("chunk_id"))
        (self.id, created) = (id, fields.value("created_at")?.lenientDouble)
    }

    private static let most = 300

    /// The newest first.
    package static func list(_ body: [UInt8]) throws(BookError) -> [ServerBookmark] {
        let list = try LibraryAnswer.object(body).list("bookmarks")
        return Array(list.lazy.compactMap { ServerBookmark($0) }.prefix(most))
    }

    /// One that was added, in itself or as `bookmark`.
    package static func added(_ body: [UInt8]) throws(BookError) -> ServerBookmark {
        let object = try LibraryAnswer.object(body)
        let value = object.fields.value("bookmark") ?? .object(object.fields.object)
        guard let bookmark = ServerBookmark(value) else {
            throw .unexpected(place: "", expected: "a bookmark with its id", found: Oddities.shown(value))
        }
        return bookmark
    }
}
