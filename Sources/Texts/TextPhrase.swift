/// Words of a paragraph that are of another language than the rest of it.
package struct TextPhrase: Hashable, Sendable {
    /// Counted in the paragraph.
    package var sentence: Int
    /// Unicode scalars of that sentence.
    package var scalars: Range<Int>
    /// BCP 47.
    package var language: String

    package init(sentence: Int, scalars: Range<Int>, language: String) {
        (self.sentence, self.scalars, self.language) = (sentence, scalars, language)
    }

    /// Scalars of a page that its sentences do not have, such as signs in a row.
    private static let lookahead = 1_000

    /// Where a page's text has another language, in the sentences that were made of it.
    /// - Parameters:
    ///   - text: UTF-8. What the sentences have of it, they have in its order.
    ///   - runs: a place of the text, and the language from there on; `nil` for the paragraph's.
    static func found(in sentences: [String], of text: [UInt8], _ runs: [(start: Int, language: String?)])
        -> [TextPhrase]
    {
        var phrases: [TextPhrase] = []
        let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
        var (place, bytes, run) = (0, 0, 0)
        for (number, sentence) in sentences.enumerated() {
            var open: (start: Int, end: Int, language: String)?
            func close() {
                if let open {
                    let range = open.start..<open.end
                    phrases.append(TextPhrase(sentence: number, scalars: range, language: open.language))
                }
                open = nil
            }
            for (offset, scalar) in sentence.unicodeScalars.enumerated() where scalar != " " && scalar != "\n" {
                guard let found = scalars[place...].prefix(lookahead).firstIndex(of: scalar) else { continue }
                for passed in scalars[place..<found] { bytes += UTF8.width(passed) }
                while run + 1 < runs.count, runs[run + 1].start <= bytes { run += 1 }
                (place, bytes) = (found + 1, bytes + UTF8.width(scalar))
                let language = runs.indices.contains(run) ? runs[run].language : nil
                if open?.language != language { close() }
                if let language { open = (open?.start ?? offset, offset + 1, language) }
            }
            close()
        }
        return phrases
    }
}

extension TextParagraph {
    /// Puts the number of a list's item in front of its first sentence.
    mutating func number(_ sign: String) {
        sentences[0] = sign + sentences[0]
        let count = sign.unicodeScalars.count
        for place in phrases.indices where phrases[place].sentence == 0 {
            let scalars = phrases[place].scalars
            phrases[place].scalars = scalars.lowerBound + count..<scalars.upperBound + count
        }
    }

    /// Of a sentence: of the phrase that is all of it, else of the paragraph; `nil` where the page tells none.
    package func language(ofSentence number: Int) -> String? {
        guard !phrases.isEmpty, sentences.indices.contains(number) else { return language }
        let scalars = sentences[number].unicodeScalars
        func words(_ place: some Sequence<Unicode.Scalar>) -> Int { place.count(where: TextScalar.isSpeakable) }
        let all = words(scalars)
        for phrase in phrases where phrase.sentence == number && phrase.scalars.count * 2 > scalars.count {
            let part = scalars.dropFirst(phrase.scalars.lowerBound).prefix(phrase.scalars.count)
            if words(part) == all { return phrase.language }
        }
        return language
    }
}
