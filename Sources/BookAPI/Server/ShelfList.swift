import JSON
import SocketIO

/// Lists of books, as a server answers with them: a page of those that are wanted (reader 1.4, 1.5, 1.16).
package enum ShelfList {
    /// - Parameter books: those that whoever asks may see, in any order.
    /// - Throws: the answer that says what is wrong with the query.
    package static func items(_ request: LibraryRequest, _ books: [ShelfBook]) throws(HTTPAnswer) -> JSON {
        let page = try request.number("page", in: 1...1_000_000) ?? 1
        let limit = try request.number("limit", in: 1...100) ?? 25
        let order = try request.choice("sort", of: ["updated_at_desc", "updated_at_asc"])
        let status = try request.choice("status", of: ["finished", "paused"])
        // How groups look is told nowhere, so there are none.
        _ = try request.choice("view", of: ["flat"])
        var found = books.filter { $0.origin == .library && status != "paused" }
        found = try matching(request.target["q"] ?? "", found)
        found = found.filter { book in
            isSame(request.target["author"], book.author ?? "") && isSame(request.target["book"], book.title)
                && isSame(request.target["genre"], book.genre ?? "")
                && isSame(request.target["language"], book.translationLanguage ?? book.language ?? "")
        }
        found.sort { ($1.updated, $0.job) < ($0.updated, $1.job) }
        if order == "updated_at_asc" { found.reverse() }
        let items = found.dropFirst((page - 1) * limit).prefix(limit).map(\.item)
        return [
            "total": .number(found.count), "page": .number(page), "limit": .number(limit), "view": "flat",
            "items": .array(items), "groups": nil,
        ]
    }

    /// As they are spelled, with their case.
    private static func isSame(_ wanted: String?, _ found: String) -> Bool { wanted == nil || wanted == found }

    /// Those in which each of the words begins a word.
    private static func matching(_ query: String, _ books: [ShelfBook]) throws(HTTPAnswer) -> [ShelfBook] {
        // They are words of the language in which the real one asks its database.
        guard query.split(separator: " ").allSatisfy({ !["AND", "OR", "NOT"].contains($0) }) else {
            throw .detail(502, "Unable to query library.")
        }
        let wanted = words(query).prefix(mostWords)
        guard !wanted.isEmpty else { return books }
        return books.filter { book in
            let texts = [book.title, book.author, book.genre, book.language, book.translationLanguage]
            let found = texts.compactMap(\.self).flatMap(words)
            return wanted.allSatisfy { start in found.contains { $0.hasPrefix(start) } }
        }
    }

    private static let mostWords = 32

    static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    package static func jobs(_ request: LibraryRequest, _ books: [ShelfBook]) throws(HTTPAnswer) -> JSON {
        let offset = try request.number("offset", in: 0...1_000_000)
        let limit = try request.number("limit", in: 1...1_000)
        let found = books.filter { $0.origin == .job }.sorted { ($1.created, $0.job) < ($0.created, $1.job) }
        let jobs = found.dropFirst(offset ?? 0).prefix(limit ?? mostJobs).map { $0.record(isDetail: false) }
        // They are told only where paging is asked for.
        let isPaged = offset != nil || limit != nil
        return [
            "jobs": .array(Array(jobs)), "total": .number(isPaged ? found.count : nil),
            "offset": .number(isPaged ? offset ?? 0 : nil), "limit": .number(limit),
        ]
    }

    private static let mostJobs = 1_000
}
