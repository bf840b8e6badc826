import Books
import Events
import Scripts

/// `cameo read --plain --no-wait`: the text of a book, a line for each lane of a sentence, as fast as it can be had.
package enum PrintedBook {
    /// - Parameter write: takes one line of output, without its end.
    /// - Throws: why there is no more text.
    @MainActor
    package static func write(
        _ book: any BookSource, _ mode: AudioMode, warn: (String) -> Void, write: (String) throws -> Void
    ) async throws {
        for oddity in book.oddities { warn(oddity) }
        var isLackSaid = false
        var blocks = PlainBlocks()
        for index in book.book.chunks.indices {
            let (sentences, oddities) = try await book.translatedSentences(at: index)
            for oddity in oddities { warn(oddity) }
            for sentence in sentences {
                let wanted = texts(sentence, lanes(mode))
                // As when it is heard.
                let texts = wanted.isEmpty ? texts(sentence, Lane.allCases) : wanted
                if wanted.isEmpty, !texts.isEmpty, !isLackSaid {
                    warn("sentences missing in the chosen language are printed in the other")
                    isLackSaid = true
                }
                for line in blocks.lines(texts, of: sentence.block) { try write(line) }
            }
        }
    }

    private static func texts(_ sentence: BookSentence, _ lanes: [Lane]) -> [String] {
        lanes.compactMap { lane in sentence.lanes[lane].map { TerminalText.visible($0.text) } }
    }

    /// In the order in which they are heard.
    private static func lanes(_ mode: AudioMode) -> [Lane] {
        switch mode {
        case .sequence, .single(.mix): Lane.allCases
        case .single(.original): [.original]
        case .single(.translation): [.transliteration, .translation]
        }
    }
}
