import Events
import JSON

/// What is kept of a book between two readings: where it was left, how fast it was read, and the bookmarks.
package struct ReadingPlace: Hashable, Sendable {
    package var title: String
    /// `nil` for one that is to begin anew.
    package var place: BookPlace?
    /// When it was left, in seconds since 1970; of whoever keeps it.
    package var left: Double
    package var percent: Int
    /// What opens it again, from any folder: the path of a file or a folder, or an address. `nil` where nobody has said it.
    package private(set) var source: String?
    package private(set) var author: String?
    /// Of the translation, else of the original.
    package private(set) var language: String?
    /// Of the original, where there is a translation.
    package private(set) var originalLanguage: String?
    package private(set) var sentences: Int?
    /// In the order of their places; at most one in a sentence.
    package internal(set) var bookmarks: [Bookmark] = []
    /// Names of those that a server keeps too, by their sentences.
    package internal(set) var serverNames: [Int: String] = [:]
    /// Names of what was removed here, until the server has heard of it.
    package internal(set) var removed: Set<String> = []

    /// As many as upstream keeps (reader 1.14).
    package static let mostBookmarks = 300

    /// What happens to one that somebody else may change as well: it is done in what is kept at that moment, and does no
    /// harm a second time.
    package typealias Change = @Sendable (inout ReadingPlace) -> Void

    package init(_ title: String, place: BookPlace? = nil, left: Double = 0, percent: Int = 100) {
        (self.title, self.place, self.left, self.percent) = (title, place, left, percent)
    }

    /// What a list of books says of it.
    /// - Parameter source: what opened it; `nil` where that does not open it again.
    package mutating func describe(_ book: Book, from source: String?) {
        self.source = source ?? self.source
        (author, language) = (book.author, book.translationLanguage ?? book.language)
        originalLanguage = book.translationLanguage == nil ? nil : book.language
        let count = book.chunks.reduce(0) { $0 + ($1.sentenceCount ?? 0) }
        sentences = count > 0 ? count : nil
    }

    /// This one, with the bookmarks of another reading of the same book.
    package func withBookmarks(of other: ReadingPlace) -> ReadingPlace {
        var both = self
        (both.bookmarks, both.serverNames, both.removed) = (other.bookmarks, other.serverNames, other.removed)
        both.source = source ?? other.source
        return both
    }

    /// In the place of another one in the same sentence.
    /// - Returns: whether there was room.
    @discardableResult
    package mutating func set(_ bookmark: Bookmark) -> Bool {
        remove(bookmark)
        guard bookmarks.count < Self.mostBookmarks else { return false }
        let place = bookmarks.firstIndex { $0.place.sentence > bookmark.place.sentence } ?? bookmarks.endIndex
        bookmarks.insert(bookmark, at: place)
        return true
    }

    package mutating func remove(_ bookmark: Bookmark) {
        bookmarks.removeAll { $0.place.sentence == bookmark.place.sentence }
        if let name = serverNames.removeValue(forKey: bookmark.place.sentence), removed.count < Self.mostBookmarks {
            removed.insert(name)
        }
    }
}

extension ReadingPlace {
    package init(_ value: JSON) throws(WireError) {
        guard let object = value.object else { throw .badField(name: "place", reason: "is not a JSON object") }
        self.init(
            object["title"]?.string ?? "", place: object["place"].flatMap(BookPlace.init),
            left: object["left"]?.lenientDouble ?? 0,
            percent: object["percent"]?.lenientInt.map(ReaderSettings.step) ?? 100)
        (source, author) = (object["source"]?.string, object["author"]?.string)
        (language, sentences) = (object["language"]?.string, object["sentences"]?.lenientInt)
        originalLanguage = object["original_language"]?.string
        for bookmark in (object["bookmarks"]?.array ?? []).prefix(Self.mostBookmarks) {
            guard let place = BookPlace(bookmark) else { continue }
            set(Bookmark(place, name: String((bookmark.object?["name"]?.string ?? "").prefix(200))))
            serverNames[place.sentence] = bookmark.object?["id"]?.string
        }
        removed = Set((object["removed"]?.array ?? []).prefix(Self.mostBookmarks).compactMap(\.string))
    }

    package var json: JSON {
        var object: JSONObject = ["title": .string(title), "left": .double(left), "percent": .number(percent)]
        if let place { object.append("place", .object(place.members)) }
        let texts = [
            ("source", source), ("author", author), ("language", language), ("original_language", originalLanguage),
        ]
        for (name, text) in texts {
            if let text { object.append(name, .string(text)) }
        }
        if let sentences { object.append("sentences", .number(sentences)) }
        object.append(
            "bookmarks",
            .array(
                bookmarks.map { bookmark in
                    var members = bookmark.place.members
                    members.append("name", .string(bookmark.name))
                    if let id = serverNames[bookmark.place.sentence] { members.append("id", .string(id)) }
                    return .object(members)
                }))
        if !removed.isEmpty { object.append("removed", .array(removed.sorted().map(JSON.string))) }
        return .object(object)
    }
}

extension BookPlace {
    fileprivate init?(_ value: JSON) {
        guard let object = value.object, let sentence = object["sentence"]?.lenientInt,
            let lane = object["lane"]?.string.flatMap(Lane.init), let word = object["word"]?.lenientInt,
            (0...Limits.index).contains(sentence), (0...Limits.index).contains(word)
        else { return nil }
        self.init(sentence: sentence, lane, word: word)
    }

    fileprivate var members: JSONObject {
        ["sentence": .number(sentence), "lane": .string(lane.rawValue), "word": .number(word)]
    }
}

/// What a server is to hear, so that it has the bookmarks that are here.
package struct BookmarkChanges: Hashable, Sendable {
    package var added: [Bookmark]
    /// By the server's names.
    package var removed: [String]

    package init(added: [Bookmark], removed: [String]) { (self.added, self.removed) = (added, removed) }

    package var isEmpty: Bool { added.isEmpty && removed.isEmpty }
}

extension ReadingPlace {
    /// What is here and not there, as far as is known.
    package var changes: BookmarkChanges {
        BookmarkChanges(
            added: bookmarks.filter { serverNames[$0.place.sentence] == nil }, removed: removed.sorted())
    }

    /// Takes over the bookmarks of a server: what was added there or removed elsewhere since it was last asked. What was marked here and
    /// is not there yet stays.
    /// - Parameters:
    ///   - theirs: all that it has, the newest first.
    ///   - asked: what was here when it was asked; what it has been told since then is not missing there.
    package mutating func merge(_ theirs: [ServerBookmark], askedWith asked: ReadingPlace? = nil) {
        let asked = asked ?? self
        let missing = asked.removed.union(asked.serverNames.values).subtracting(theirs.compactMap(\.id))
        removed.subtract(missing)
        // Of a full list nobody knows what is missing.
        if theirs.count < Self.mostBookmarks {
            for (sentence, id) in serverNames where missing.contains(id) {
                serverNames[sentence] = nil
                bookmarks.removeAll { $0.place.sentence == sentence }
            }
        }
        for bookmark in theirs {
            guard let id = bookmark.id, let sentence = bookmark.sentence, !removed.contains(id),
                serverNames[sentence] == nil
            else { continue }
            let isHere = bookmarks.contains { $0.place.sentence == sentence }
            // The word that was marked here is known better than the server can keep it.
            if isHere || set(Bookmark(BookPlace(sentence: sentence), name: String(bookmark.label.prefix(200)))) {
                serverNames[sentence] = id
            }
        }
    }

    /// The server has one that was marked here; unless it was marked anew meanwhile.
    package mutating func hasAdded(_ bookmark: Bookmark, as id: String) {
        guard serverNames[bookmark.place.sentence] != id else { return }
        if bookmarks.contains(bookmark), serverNames[bookmark.place.sentence] == nil {
            serverNames[bookmark.place.sentence] = id
            removed.remove(id)
        } else {
            removed.insert(id)
        }
    }

    /// The server does not have it any more.
    package mutating func hasRemoved(_ id: String) { removed.remove(id) }
}
