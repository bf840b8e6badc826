/// What stands at the end of a text that is still coming, and when it makes the text a sentence.
enum SentenceEnd {
    /// Whatever comes next, as after `。`.
    case atOnce
    /// White space has to follow.
    case atSpace
    /// White space has to follow, and then no small letter: `"Stop!" he said.`, `at 5 p.m. to`.
    case unlessSmall
    /// White space has to follow, and then no digit: `No. 5`.
    case unlessDigit
    /// Only when nothing follows: `J.`, `3.`
    case atPause

    /// - Parameter next: the first scalar behind the white space.
    func isEnd(before next: Unicode.Scalar) -> Bool {
        switch self {
        case .atOnce, .atSpace: true
        case .unlessSmall: !next.properties.isLowercase
        case .unlessDigit: next.properties.numericType != .decimal
        case .atPause: false
        }
    }

    /// - Parameter next: follows without white space.
    func isEnd(touching next: Unicode.Scalar, behind text: [Unicode.Scalar]) -> Bool {
        switch self {
        case .atOnce: return true
        case .atPause: return false
        case .atSpace, .unlessSmall, .unlessDigit: break
        }
        guard next.properties.isAlphabetic, !next.properties.isLowercase else { return false }
        guard text.last == "." else { return true }
        // "end.Next", but neither "U.S" nor "3.A"; names of files and hosts are seldom written with capitals.
        return next.properties.isUppercase && text.dropLast().suffix(2).allSatisfy { $0.properties.isLowercase }
    }

    // MARK: Reading

    static func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar == "." || isStrongMark(scalar) }

    private static func isStrongMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "!", "?", "…", "‽", "‼", "⁇", "⁈", "⁉": true
        default: isMarkAtOnce(scalar)
        }
    }

    private static func isMarkAtOnce(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "。", "｡", "！", "？", "؟", "۔", "।", "॥", "።": true
        default: false
        }
    }

    /// Marks and what closes a quotation or a bracket right behind them: also “, which opens one elsewhere, as in „Nein.“
    static func belongsToEnd(_ scalar: Unicode.Scalar) -> Bool { isMark(scalar) || scalar != "«" && isCloser(scalar) }

    private static func isCloser(_ scalar: Unicode.Scalar) -> Bool {
        "\"'”“’‘»«›)]}」』）】〉》".unicodeScalars.contains(scalar)
    }

    static func beginsListItem(_ scalar: Unicode.Scalar) -> Bool { "-*•+#>–—|".unicodeScalars.contains(scalar) }

    /// - Parameter text: ends in a mark, and closers behind it.
    static func reading(_ text: [Unicode.Scalar]) -> SentenceEnd? {
        let closers = text.reversed().prefix { isCloser($0) }.count
        let body = text.dropLast(closers)
        guard let mark = body.last else { return nil }
        if isMarkAtOnce(mark) { return .atOnce }
        if mark != "." || body.dropLast().last == "." { return closers > 0 ? .unlessSmall : .atSpace }
        let kind = fullStop(behind: word(before: body))
        return closers > 0 && (kind == .atSpace || kind == .unlessDigit) ? .unlessSmall : kind
    }

    /// The word that the full stop at the end belongs to, its inner stops included.
    private static func word(before body: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        let letters = body.dropLast().suffix(16).reversed().prefix {
            $0 == "." || TextScalar.isSpeakable($0) || TextScalar.continues($0)
        }
        return letters.reversed()
    }

    private static func fullStop(behind word: [Unicode.Scalar]) -> SentenceEnd? {
        if word.isEmpty { return .atSpace }
        // "3. Mai", "1. Wash your hands": seldom the end of a sentence, and no harm if it was.
        if word.count <= 2, word.allSatisfy({ (0x30...0x39).contains($0.value) }) { return .atPause }
        var text = String.UnicodeScalarView()
        for scalar in word { text.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars) }
        let small = String(text)
        if Abbreviations.inside.contains(small) { return nil }
        if Abbreviations.atEitherPlace.contains(small) { return .unlessSmall }
        if Abbreviations.beforeNumbers.contains(small) { return .unlessDigit }
        return isInitials(word) ? .atPause : .atSpace
    }

    /// `J`, `U.S`; but the word I.
    private static func isInitials(_ word: [Unicode.Scalar]) -> Bool {
        guard word != ["I"] else { return false }
        return word.enumerated().allSatisfy { place, scalar in
            place % 2 == 1 ? scalar == "." : scalar.properties.isAlphabetic
        } && (word.count > 1 || word[0].properties.isCased)
    }
}

/// Words with a full stop that is no end, in small letters and without it; of the languages that Cameo is tried with.
enum Abbreviations {
    /// Something always follows.
    static let inside: Set<String> = [
        "dr", "mr", "mrs", "ms", "prof", "st", "sr", "rev", "gen", "col", "lt", "capt", "sgt", "hon", "gov", "sen",
        "rep",
        "vs", "e.g", "i.e", "eg", "ie", "cf", "fig", "figs", "vol", "pp", "approx", "dept", "viz", "mt", "ft",
        "z.b", "d.h", "u.a", "bzw", "ca", "nr", "hr", "fr", "abb", "bd", "evtl", "ggf", "inkl", "vgl", "frl", "dipl",
        "mme", "mlle", "mm", "mgr", "env", "p.ex", "sra", "srta", "ud", "uds", "pág", "núm", "sig", "sig.ra", "dott",
        "jan", "feb", "apr", "aug", "sept", "oct", "nov", "dec", "okt", "dez",
    ]
    /// A sentence may end with it.
    static let atEitherPlace: Set<String> = [
        "p.m", "a.m", "etc", "jr", "inc", "ltd", "co", "corp", "bros", "usw", "ecc", "al", "str", "ff",
    ]
    /// Before a number; elsewhere some of them are words.
    static let beforeNumbers: Set<String> = [
        "no", "nos", "op", "art", "sec", "ch", "chap", "kap", "cap", "ziff", "abs", "tab",
    ]
}
