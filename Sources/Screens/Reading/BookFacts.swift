import Engine
import Events

/// What the screen knows of a book beside what its reader does.
package struct BookFacts: Hashable, Sendable {
    /// It is read here and now: the reader hears what the user wants. On a tape it heard somebody else.
    package var isReadHere = false
    /// In the order of their places.
    package var bookmarks: [Bookmark] = []

    /// What is heard beneath it, for people; a stranger's text. `nil` for nothing.
    package var music: String?

    /// The picture of a film that is shown now, in the place of a face: another number is another picture.
    package var film: ShownFilm?

    /// Of a bookmark, in characters.
    static let longestName = 100

    package init() {}
}

/// A picture of a film.
package struct ShownFilm: Hashable, Sendable {
    package var number: Int
    /// Width by height.
    package var aspect: Double

    package init(number: Int, aspect: Double) { (self.number, self.aspect) = (number, aspect) }
}

/// Words that somebody wants explained, and in which languages, as the book calls them; a stranger's text.
package struct LookupQuery: Hashable, Sendable {
    package var words: String
    /// Of the words.
    package var language: String?
    /// The book's other one.
    package var otherLanguage: String?

    package init(_ words: String, language: String? = nil, otherLanguage: String? = nil) {
        (self.words, self.language, self.otherLanguage) = (words, language, otherLanguage)
    }
}

/// Words that were asked for, and what came of it.
package struct Lookup: Hashable, Sendable {
    package enum Answer: Hashable, Sendable {
        case awaited
        /// Paragraphs; a stranger's text.
        case found([String])
        /// Why there is none.
        case none(String)
    }

    package var words: String
    package var answer: Answer

    package init(_ words: String, _ answer: Answer = .awaited) { (self.words, self.answer) = (words, answer) }
}

/// Where a text was found in a book.
package struct BookMatches: Hashable, Sendable {
    /// Where one was reading when it was searched.
    package struct Start: Hashable, Sendable {
        /// Place in the book's list.
        package let chunk: Int
        /// Its number.
        package let sentence: Int

        package init(chunk: Int = 0, sentence: Int = 0) { (self.chunk, self.sentence) = (chunk, sentence) }

        /// - Parameter transcript: of the sentence that is read; without one it is the book's beginning.
        init(_ transcript: TranscriptRecord?) {
            self.init(chunk: transcript?.chunk ?? 0, sentence: transcript?.number ?? 0)
        }
    }

    package var text: String
    /// Numbers of sentences, in order. Once there are any, the one to go to is among them.
    package var sentences: [Int]
    /// How much of the book has been looked at, from 0 to 1.
    package var part: Double
    package let start: Start

    package init(_ text: String, sentences: [Int] = [], part: Double = 0, from start: Start = Start()) {
        (self.text, self.sentences, self.part, self.start) = (text, sentences, part, start)
    }
}

/// A match that was gone to.
struct CountedMatch: Hashable {
    /// Its number.
    var sentence: Int
    /// Beyond an end of the book.
    var isAround: Bool
}
