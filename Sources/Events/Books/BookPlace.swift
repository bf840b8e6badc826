/// A word of a book: what a reader comes back to, and what a bookmark is at.
package struct BookPlace: Hashable, Sendable {
    /// By its number in the whole book.
    package var sentence: Int
    package var lane: Lane
    /// Which token of the lane, from 0 on.
    package var word: Int

    package init(sentence: Int, _ lane: Lane = .original, word: Int = 0) {
        (self.sentence, self.lane, self.word) = (sentence, lane, word)
    }
}

/// A place with a name.
package struct Bookmark: Hashable, Sendable {
    package var place: BookPlace
    package var name: String

    package init(_ place: BookPlace, name: String) { (self.place, self.name) = (place, name) }
}
