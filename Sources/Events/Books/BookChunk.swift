/// A run of sentences that were made together: one file of text and times, one of sound for each track (reader 1.8).
package struct BookChunk: Hashable, Sendable {
    package var id: String
    /// Their numbers go on one by one or have gaps; sorted.
    package var sentences: [BookSentence]
    package var sounds: [BookSound]
    /// Times match the sound and are never scaled: timing version "2".
    package var isExact: Bool

    package init(_ id: String, sentences: [BookSentence], sounds: [BookSound], isExact: Bool) {
        (self.id, self.sentences, self.sounds, self.isExact) = (id, sentences, sounds, isExact)
    }

    package func sound(of kind: BookSound.Kind) -> BookSound? { sounds.first { $0.kind == kind } }
}

/// A file of sound of a chunk.
package struct BookSound: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Hashable, Sendable { case combined, translation, original, other }

    package var kind: Kind
    /// Below the job's folder, or what its server calls it.
    package var path: String
    /// As it is told, which may be wrong.
    package var duration: TimeSpan?

    package init(_ kind: Kind, path: String, duration: TimeSpan? = nil) {
        (self.kind, self.path, self.duration) = (kind, path, duration)
    }
}

/// What there is of a book before any of its text has been read: chunks in the order of their sentences.
package struct Book: Hashable, Sendable {
    package var title: String
    package var author: String?
    /// Names or codes, as they are told.
    package var language: String?
    package var translationLanguage: String?
    package var chunks: [ChunkEntry]
    package var chapters: [BookChapter]
    /// More may come.
    package var isComplete: Bool

    package init(
        _ title: String, author: String? = nil, language: String? = nil, translationLanguage: String? = nil,
        chunks: [ChunkEntry], chapters: [BookChapter] = [], isComplete: Bool = true
    ) {
        (self.title, self.author, self.language) = (title, author, language)
        (self.translationLanguage, self.chunks, self.chapters) = (translationLanguage, chunks, chapters)
        self.isComplete = isComplete
    }
}

/// What a list of chunks says of one of them.
package struct ChunkEntry: Hashable, Sendable {
    package var id: String
    /// The first and the last sentence, as they are told: whether the last one counts is not (reader 2.9).
    package var start: Int?
    package var end: Int?
    package var sentenceCount: Int?

    package init(_ id: String, start: Int? = nil, end: Int? = nil, sentenceCount: Int? = nil) {
        (self.id, self.start, self.end, self.sentenceCount) = (id, start, end, sentenceCount)
    }
}

package struct BookChapter: Hashable, Sendable {
    package var title: String
    package var start: Int
    /// The last of its sentences; `nil` where that is not told.
    package var end: Int?

    package init(_ title: String, start: Int, end: Int? = nil) {
        (self.title, self.start, self.end) = (title, start, end)
    }
}

extension Book {
    /// Place of the chapter that a sentence is in; `nil` before the first one.
    package func chapter(of sentence: Int) -> Int? { chapters.lastIndex { $0.start <= sentence } }
}
