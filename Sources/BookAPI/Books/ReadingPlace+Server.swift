import Events

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
