import Events
import JSON

/// One thing that a server has: a book, or what else it makes.
package struct LibraryItem: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case book, video, subtitle
        /// As the server calls it.
        case other(String)

        package var text: String {
            switch self {
            case .book: "book"
            case .video: "video"
            case .subtitle: "subtitle"
            case .other(let name): name
            }
        }

        package init(_ name: String?) {
            switch name {
            case "book", "pipeline", "audiobook": self = .book
            case "video", "youtube_dub": self = .video
            case "narrated_subtitle", "subtitle": self = .subtitle
            default: self = .other(name ?? "unknown")
            }
        }
    }

    package var job: String
    package var origin: LibraryOrigin
    package var title: String?
    package var author: String?
    package var kind: Kind
    package var genre: String?
    /// Of the translation, else of the original.
    package var language: String?
    /// Of the original, where there is a translation and this is known.
    package var originalLanguage: String?
    /// As the server says it; nobody else's is known.
    package var status: String?
    package var sentences: Int?
    package var updated: String?
    /// Below the job's folder, or what the server calls it.
    package var cover: String?

    package init(_ job: String, _ origin: LibraryOrigin, title: String? = nil, kind: Kind = .book) {
        (self.job, self.origin, self.title, self.kind) = (job, origin, title, kind)
    }

    /// Each once, the original's first.
    package var languages: [String] {
        [originalLanguage == language ? nil : originalLanguage, language].compactMap(\.self)
    }

    /// Whether more of it may come.
    package var isGrowing: Bool { ["pending", "running", "pausing", "paused"].contains(status) && origin == .job }
    /// Whether it has ended without being whole.
    package var hasFailed: Bool { ["failed", "cancelled"].contains(status) }

    /// `nil` for what is not named.
    init?(_ value: JSON, _ origin: LibraryOrigin) {
        guard let fields = value.object.map({ BookFields($0) }), let job = fields.name("job_id") else { return nil }
        let stored = fields.fields("metadata")
        let records = [fields, stored, stored?.fields("result"), fields.fields("result")].compactMap { $0 }
        let words = BookWords(records)
        self.init(job, origin, title: fields.name("book_title") ?? fields.name("job_label") ?? words.title)
        author = fields.name("author") ?? words.author
        kind = Kind(fields.name("item_type") ?? fields.name("job_type"))
        (genre, status) = (fields.name("genre") ?? words.genre, fields.name("status"))
        language = fields.name("language") ?? words.translationLanguage
        originalLanguage = words.translationLanguage == nil ? nil : words.language
        (sentences, cover) = (words.sentences, fields.name("cover_path"))
        updated = fields.name("updated_at") ?? fields.name("completed_at") ?? fields.name("created_at")
    }
}

/// A part of a list of what there is.
package struct LibraryPage: Hashable, Sendable {
    package var items: [LibraryItem]
    /// That it has, those that are none among them.
    package var count: Int
    /// Of all pages; `nil` where that is not told.
    package var total: Int?

    package static func items(_ body: [UInt8]) throws(BookError) -> LibraryPage {
        try page(body, "items", .library)
    }

    package static func jobs(_ body: [UInt8]) throws(BookError) -> LibraryPage { try page(body, "jobs", .job) }

    private static func page(_ body: [UInt8], _ key: BookKey, _ origin: LibraryOrigin) throws(BookError) -> LibraryPage
    {
        let json = try BookJSON.parse(body)
        guard let object = json.object, let list = BookFields(object).value(key)?.array else {
            throw .unexpected(place: "", expected: "an object with \(key.snake)", found: Oddities.shown(json))
        }
        var odd = Oddities()
        let total = BookFields(object).int("total", &odd).map { max(0, $0) }
        return LibraryPage(items: list.compactMap { LibraryItem($0, origin) }, count: list.count, total: total)
    }

    /// One job, as its own route tells of it.
    package static func job(_ body: [UInt8]) throws(BookError) -> LibraryItem {
        let json = try BookJSON.parse(body)
        guard let item = LibraryItem(json, .job) else {
            throw .unexpected(place: "", expected: "a job with its id", found: Oddities.shown(json))
        }
        return item
    }
}
