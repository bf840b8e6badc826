import Events

/// Which books of a library are wanted, and in which order (reader 1.4).
package struct LibraryQuery: Hashable, Sendable {
    package enum Order: String, CaseIterable, Hashable, Sendable {
        case newest, oldest, title, author
    }

    /// Small letters: the server takes `OR`, `AND` and `NOT` for words of a language of its own.
    package private(set) var search: String?
    /// As the library spells them.
    package var author: String?
    package var language: String?
    package var genre: String?
    package var order = Order.newest

    package init() {}

    /// - Throws: `WireError.badField` for a text without any letter or digit, to which a server answers with all that it has.
    package mutating func look(for text: String) throws(WireError) {
        let text = text.lowercased().trimmed
        guard text.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil })
        else {
            throw .badField(name: "search", reason: "has no words")
        }
        search = text
    }

    /// Whether all of a library is wanted.
    package var isEverything: Bool { search == nil && author == nil && language == nil && genre == nil }

    var pairs: [(name: String, value: String)] {
        let named = [("q", search), ("author", author), ("language", language), ("genre", genre)]
        let order = order == .oldest ? "updated_at_asc" : "updated_at_desc"
        return named.compactMap { name, value in value.map { (name, $0) } } + [("sort", order)]
    }

    /// For what a server cannot select: its jobs, and what is kept on the disk.
    package func selects(_ item: LibraryItem) -> Bool {
        func isSame(_ wanted: String?, _ found: String?) -> Bool { wanted == nil || wanted == found }
        let words = search?.split(separator: " ").map(String.init) ?? []
        let text = ([item.title, item.author, item.genre].compactMap(\.self) + item.languages).map { $0.lowercased() }
            .joined(separator: " ")
        return isSame(author, item.author) && (language == nil || item.languages.contains { $0 == language })
            && isSame(genre, item.genre)
            && words.allSatisfy { text.contains($0) }
    }

    /// Orders that servers do not have; the others stay as they came.
    package func sorted(_ items: [LibraryItem]) -> [LibraryItem] {
        func key(_ item: LibraryItem) -> [String] {
            let (title, author) = (item.title?.lowercased() ?? "", item.author?.lowercased() ?? "")
            return order == .author ? [author, title] : [title, author]
        }
        guard order == .title || order == .author else { return items }
        return items.enumerated().sorted { a, b in
            let (first, second) = (key(a.element), key(b.element))
            return first == second ? a.offset < b.offset : first.lexicographicallyPrecedes(second)
        }.map(\.element)
    }
}
