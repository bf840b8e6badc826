import Typesetting

/// Where a sentence is cut that is too long to be spoken in one go.
enum SentencePieces {
    /// At the end of a line of verse, else behind a comma, else at a blank, else between two words, else before a scalar that does not
    /// belong to the one before it.
    /// - Parameters:
    ///   - shortest: scalars that the piece has at least.
    ///   - lineEnds: places of blanks that stand for line breaks of verse.
    /// - Returns: the end of the first piece.
    static func end(of text: [Unicode.Scalar], from shortest: Int, lineEnds: [Int]) -> Int {
        let choices = text.indices.dropFirst(shortest)
        return lineEnds.last { $0 >= shortest } ?? choices.last { isBehindClause(text, $0) }
            ?? choices.last { text[$0] == " " } ?? wordEnd(text, from: shortest)
            ?? choices.last { !TextScalar.continues(text[$0]) && !isInWord(text, $0) }
            ?? choices.last { !TextScalar.continues(text[$0]) } ?? text.endIndex
    }

    private static func isBehindClause(_ text: [Unicode.Scalar], _ place: Int) -> Bool {
        let mark = text[place - 1]
        if text[place] == " " {
            return TextScalar.isClauseMark(mark) || SentenceMarks.isCloser(mark) && isClosed(text, place)
        }
        // Quotes and brackets go with what they close.
        return TextScalar.isWideClauseMark(mark) && !SentenceMarks.isCloser(text[place])
            && !TextScalar.isWideClauseMark(text[place])
    }

    /// `,”`
    private static func isClosed(_ text: [Unicode.Scalar], _ place: Int) -> Bool {
        place >= 2 && TextScalar.isClauseMark(text[place - 2])
    }

    /// Where dictionaries know the words.
    private static func wordEnd(_ text: [Unicode.Scalar], from shortest: Int) -> Int? {
        guard text.contains(where: { $0.value >= 0x0E00 }) else { return nil }
        // The last word may go on.
        let starts = TextTokens(String(String.UnicodeScalarView(text))).tokens.map(\.scalars.lowerBound)
        return starts.last { $0 >= shortest && !isInWord(text, $0) && !TextScalar.continues(text[$0]) }
    }

    /// Between two letters or digits of a script with blanks.
    private static func isInWord(_ text: [Unicode.Scalar], _ place: Int) -> Bool {
        isSpaced(text[place]) && isSpaced(text[place - 1])
    }

    private static func isSpaced(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x0E00 && TextScalar.isSpeakable(scalar)
    }
}

/// Items of a list in a line: `1) bread 2) salt`.
enum InlineList {
    /// - Parameter text: a sentence that has begun; ends in what may be the sign of an item.
    /// - Returns: where the next item begins; `nil` where the sentence does not begin with the one before it.
    static func itemPlace(_ text: [Unicode.Scalar]) -> Int? {
        guard text.count > 4, let first = sign(text[...]), first.end < text.count else { return nil }
        let sign = text.reversed().prefix { ".)".unicodeScalars.contains($0) }.count
        let number = text.dropLast(sign).suffix(3).reversed().prefix { Abbreviations.isDigit($0) || isLetter($0) }
        let start = text.count - sign - number.count
        guard (1...2).contains(number.count), start > first.end, text[start - 1] == " " else { return nil }
        guard let next = Self.sign(text[start...]), next.value == first.value + 1, next.isLetter == first.isLetter,
            text[(text.count - sign)...].elementsEqual(text[first.number.upperBound..<first.end])
        else { return nil }
        // "1. Set x to 2." may go on in any way: what ends there is not cut.
        return start
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { (0x61...0x7A).contains(scalar.value) }

    private static func sign(_ text: ArraySlice<Unicode.Scalar>) -> (
        value: UInt32, isLetter: Bool, number: Range<Int>, end: Int
    )? {
        let digits = text.prefix(3).prefix(while: Abbreviations.isDigit)
        let letters = digits.isEmpty ? text.prefix(2).prefix(while: isLetter) : digits
        guard (1...2).contains(letters.count), digits.count > 0 || letters.count == 1 else { return nil }
        let marks = text.dropFirst(letters.count).prefix { ".)".unicodeScalars.contains($0) }
        guard (1...2).contains(marks.count) else { return nil }
        let value = digits.isEmpty ? letters.first!.value : digits.reduce(0) { $0 * 10 + $1.value - 0x30 }
        return (value, digits.isEmpty, letters.startIndex..<letters.endIndex, marks.endIndex)
    }
}
