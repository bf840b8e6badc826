import Events

/// A chunk as its file tells of it: the value that is read from it, and what that value does not say any more because it was cleaned
/// and numbered.
package struct ReceivedChunk: Hashable, Sendable {
    package var chunk: BookChunk
    /// For each of its sentences.
    package var sentences: [ReceivedSentence]
    /// Words of each track that belong to no sentence.
    package var lostWords: [BookTrack: Int] = [:]
    package var oddities: [String]
}

/// What a chunk's file tells of a sentence, before it is cleaned (reader 1.9) and numbered (reader 2.9).
package struct ReceivedSentence: Hashable, Sendable {
    package var number: Int?
    /// In the order in which they are told.
    package var originalWords: [ReceivedWord] = []
    package var translationWords: [ReceivedWord] = []

    package init(number: Int?) { self.number = number }

    package func words(on track: BookTrack) -> [ReceivedWord] {
        switch track {
        case .original: originalWords
        case .translation: translationWords
        case .mix: []
        }
    }
}

package struct ReceivedWord: Hashable, Sendable {
    package var time: WordTime
    /// Its end is told before its start; `time` has them in order.
    package var isBackwards: Bool

    package init(_ time: WordTime, isBackwards: Bool = false) { (self.time, self.isBackwards) = (time, isBackwards) }
}
