import Events
import Texts
import Typesetting

extension SpokenWord {
    /// The words of the text that a voice says in it, with the index of each: they share its time by their lengths.
    /// Of signs that stand beside letters nothing is heard; alone they are what the voice says of them ("plus").
    /// - Parameter tokens: of the text, in their order.
    /// - Returns: in their order, without the punctuation at their ends; a word that is said in several parts is there
    ///   with what of it is in this one.
    package func shares(of tokens: [TextTokens.Token]) -> [(index: Int, word: SpokenWord)] {
        let parts = spokenParts(of: tokens)
        let total = parts.reduce(0) { $0 + $1.scalars.count }
        let length = span.upperBound - span.lowerBound
        func time(_ done: Int) -> TimeSpan {
            span.lowerBound + TimeSpan(microseconds: (length * Int64(done)).microseconds / Int64(total))
        }
        var done = 0
        return parts.map { index, scalars in
            defer { done += scalars.count }
            return (
                index: index, word: SpokenWord(scalars: scalars, span: time(done)..<time(done + scalars.count))
            )
        }
    }

    /// Both, which are parts of one word, from the first to the last letter and moment.
    func joined(with next: SpokenWord) -> SpokenWord {
        let first = min(scalars.lowerBound, next.scalars.lowerBound)
        let start = min(span.lowerBound, next.span.lowerBound)
        return SpokenWord(
            scalars: first..<max(scalars.upperBound, next.scalars.upperBound),
            span: start..<max(span.upperBound, next.span.upperBound))
    }

    private func spokenParts(of tokens: [TextTokens.Token]) -> [(index: Int, scalars: Range<Int>)] {
        var words: [(index: Int, scalars: Range<Int>)] = []
        var signs: [(index: Int, scalars: Range<Int>)] = []
        let first = tokens.partitionPoint { $0.scalars.upperBound > scalars.lowerBound }
        for index in tokens.indices[first...] {
            let common = tokens[index].scalars.clamped(to: scalars)
            guard !common.isEmpty else { break }
            let part = tokens[index].part(in: common)
            if part.hasWord {
                words.append((index, part.scalars))
            } else {
                signs.append((index, part.scalars))
            }
        }
        return words.isEmpty ? signs : words
    }
}

extension TextTokens.Token {
    /// It has a letter or a digit.
    package var hasWord: Bool { text.unicodeScalars.contains(where: TextScalar.isSpeakable) }

    /// A part of it, of the text's scalars, without the punctuation at its ends; all of it where nothing else is there.
    /// Also whether it has a letter or a digit.
    fileprivate func part(in part: Range<Int>) -> (scalars: Range<Int>, hasWord: Bool) {
        let start = scalars.lowerBound
        let letters = text.unicodeScalars.dropFirst(part.lowerBound - start).prefix(part.count)
        let before = letters.prefix { !Self.isSpoken($0) }.count
        guard before < letters.count else { return (part, false) }
        let behind = letters.reversed().prefix { !Self.isSpoken($0) }.count
        let spoken = part.lowerBound + before..<part.upperBound - behind
        return (spoken, letters.contains(where: TextScalar.isSpeakable))
    }

    /// A letter, a digit, what belongs to one, or a sign that is read out with them, as in `$5`.
    private static func isSpoken(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .currencySymbol, .mathSymbol, .otherSymbol: true
        // The color of a hand.
        case .modifierSymbol: scalar.properties.isEmojiModifier
        default: TextScalar.isSpeakable(scalar)
        }
    }
}
