/// Where the word in a token begins and ends: the marks around it are not spoken, and not lit.
struct WordEdges {
    let before: Substring
    let word: Substring
    let after: Substring

    /// All of the token is before the word where it has none.
    init(_ token: String) {
        let start = token.firstIndex { !Self.isMark($0) } ?? token.endIndex
        let end = token[start...].lastIndex { !Self.isMark($0) }.map { token.index(after: $0) } ?? start
        (before, word, after) = (token[..<start], token[start..<end], token[end...])
    }

    /// Signs that are spoken, such as those of percent and money, belong to the word.
    private static func isMark(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        switch scalar.properties.generalCategory {
        case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .dashPunctuation: return true
        case .otherPunctuation: return !"%‰&@#*/\\§†‡".unicodeScalars.contains(scalar)
        default: return scalar == "`" || scalar == "´"
        }
    }
}
