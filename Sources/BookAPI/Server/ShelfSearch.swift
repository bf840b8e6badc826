import Events
import JSON
import SocketIO

/// A text looked for in one book, chunk by chunk, then in the names of the others (reader 1.4).
package struct ShelfSearch {
    package let job: String
    private let query: String
    private let limit: Int
    private var results: [JSON] = []

    private static let longestQuery = 200
    /// Characters of the text on each side of what was found.
    private static let around = 60

    /// - Throws: 422 without a text or a book.
    package init(_ request: LibraryRequest) throws(HTTPAnswer) {
        guard let text = request.target["query"] else { throw .invalid("query", "query", "Field required") }
        guard let job = request.target["job_id"] else { throw .invalid("query", "job_id", "Field required") }
        limit = try request.number("limit", in: 1...100) ?? 20
        (query, self.job) = (text.trimmed.lowercased().cut(to: Self.longestQuery), job)
    }

    package var isFull: Bool { query.isEmpty || results.count >= limit }

    /// - Parameters:
    ///   - count: chunks of the book.
    ///   - chunk: with its text.
    package mutating func look(
        in book: ShelfBook, _ chunk: BookChunk, listed: ListedChunk, at place: Int, of count: Int
    ) {
        guard !isFull else { return }
        // A sentence in one language alone has the same text in both.
        let lines = chunk.sentences.flatMap { sentence in
            let texts = [Lane.original, .translation, .transliteration].compactMap { sentence.lanes[$0]?.text }
            return texts.enumerated().filter { !texts[..<$0.offset].contains($0.element) }.map(\.element)
        }
        let text = lines.joined(separator: " ")
        let small = text.lowercased()
        guard let first = small.firstRange(of: query) else { return }
        let start = small.distance(from: small.startIndex, to: first.lowerBound)
        let (length, count) = (small.count, count)
        // As it is spelled, where small letters are as many.
        let shown = Array(text.count == length ? text : small)
        let (from, to) = (max(0, start - Self.around), min(length, start + query.count + Self.around))
        let snippet = (from > 0 ? "…" : "") + String(shown[from..<to]) + (to < length ? "…" : "")
        let media = chunk.sounds.map { sound -> JSON in
            // Without the folder, as the real one has it (reader 1.16).
            ["type": "audio", "relative_path": .string(BookPath.lastPart(sound.path))]
        }
        results.append(
            .object(
                Self.hit(
                    book, snippet, chunk: listed.entry.id, index: place, total: count,
                    range: ShelfChunk(book, listed, at: place, own: nil).range, start: listed.entry.start,
                    end: listed.entry.end,
                    [
                        "occurrence_count": .number(small.ranges(of: query).count), "match_start": .number(start),
                        "match_end": .number(start + query.count), "text_length": .number(length),
                        "offset_ratio": .double(length > 0 ? Double(start) / Double(length) : 0),
                    ], media)))
    }

    /// Fills the list with other titles that have the words.
    package mutating func look(atTitles books: [ShelfBook]) {
        let wanted = ShelfList.words(query)
        guard !wanted.isEmpty else { return }
        for book in books where book.job != job && !isFull {
            let found = ShelfList.words([book.title, book.author ?? ""].joined(separator: " "))
            guard wanted.allSatisfy({ start in found.contains { $0.hasPrefix(start) } }) else { continue }
            results.append(.object(Self.hit(book, book.title)))
        }
    }

    private static func hit(
        _ book: ShelfBook, _ snippet: String, chunk: String? = nil, index: Int? = nil, total: Int? = nil,
        range: String? = nil, start: Int? = nil, end: Int? = nil, _ match: JSONObject = JSONObject(),
        _ media: [JSON] = []
    ) -> JSONObject {
        var hit: JSONObject = [
            "job_id": .string(book.job), "job_label": .string(book.title), "base_id": nil, "chunk_id": .text(chunk),
            "chunk_index": .number(index), "chunk_total": .number(total), "range_fragment": .text(range),
            "start_sentence": .number(start), "end_sentence": .number(end), "snippet": .string(snippet),
        ]
        for name in ["occurrence_count", "match_start", "match_end", "text_length", "offset_ratio"] {
            hit.append(name, match[name] ?? .null)
        }
        for name in ["approximate_time_seconds", "cue_start_seconds", "cue_end_seconds"] { hit.append(name, nil) }
        hit.append("media", media.isEmpty ? [:] : ["audio": .array(media)])
        hit.append("source", .string(book.origin == .library ? "library" : "pipeline"))
        for name in ["libraryAuthor", "libraryGenre", "libraryLanguage", "coverPath", "libraryPath"] {
            hit.append(name, nil)
        }
        return hit
    }

    package var answer: HTTPAnswer {
        .json([
            "query": .string(query), "limit": .number(limit), "count": .number(results.count),
            "results": .array(results),
        ])
    }
}
