import Events

/// What one part of an answer is: backends send it by sentences, and a heading or an item of a list as one more of them, without
/// the signs that told it apart.
enum AnswerPart {
    /// Whether two parts, one behind the other, belong to different rows: sentences follow each other in one.
    static func areApart(_ first: String, _ second: String) -> Bool {
        !isSentence(first) || !isSentence(second) || isNumbered(second)
    }

    /// Whether it ends as sentences do, or as the pieces of a long one: what has no such end is a heading, an item or code, or leads
    /// to some with a colon.
    private static func isSentence(_ text: String) -> Bool {
        guard let last = text.unicodeScalars.last(where: { !isBehindEnd($0) }) else { return true }
        return last.properties.isSentenceTerminal || ends.contains(last)
    }

    /// Ends that Unicode does not count among those of sentences: three dots, and marks behind which a long sentence is cut.
    private static let ends: Set<Unicode.Scalar> = ["…", ",", ";", "،", "؛", "、", "，", "；"]

    /// What closes around the mark that ends a sentence.
    private static func isBehindEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .closePunctuation, .finalPunctuation, .initialPunctuation: true
        default: scalar == "\"" || scalar == "'" || scalar.properties.isWhitespace
        }
    }

    /// `1. first`, `2) second`: the number of an item is said, and so is there.
    private static func isNumbered(_ text: String) -> Bool {
        let number = text.prefix { $0.isASCII && $0.isNumber }
        let behind = text.dropFirst(number.count)
        return (1...3).contains(number.count) && (behind.hasPrefix(". ") || behind.hasPrefix(") "))
    }
}
