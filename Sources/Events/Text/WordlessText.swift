/// Why there is nothing to say in a text.
package enum WordlessText: ReasonedError, Hashable {
    /// There is nothing in it, or nothing but blanks.
    case empty
    /// There are signs in it, none of which is said.
    case withoutWord

    package var reason: String {
        switch self {
        case .empty: "nothing to say: the text is empty"
        case .withoutWord: "nothing to say: the text has no words"
        }
    }

    package var isOfInput: Bool { true }
}

/// Looks for something to say in a text, which may come in pieces; behind the first word nothing is looked at.
package struct WordSearch: Hashable, Sendable {
    /// Why there is nothing to say in what has come; `nil` where there is something.
    package private(set) var wordless: WordlessText? = .empty

    package init() {}

    package init(_ text: String) { receive(text) }

    /// - Parameter piece: no character is cut in two.
    package mutating func receive(_ piece: String) {
        guard wordless != nil else { return }
        if piece.contains(where: { $0.isLetter || $0.isNumber }) {
            wordless = nil
        } else if piece.contains(where: { !$0.isWhitespace }) {
            wordless = .withoutWord
        }
    }
}
