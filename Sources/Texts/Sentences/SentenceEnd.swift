/// What stands at the end of a text that is still coming, and when it makes the text a sentence.
enum SentenceEnd: Equatable {
    /// Whatever comes next, as after `。`.
    case atOnce
    /// White space has to follow.
    case atSpace
    /// White space has to follow, and then none of these: `"Stop!" he said.`, `at 5 p.m. to`, `No. 5`.
    case unless(Followers)
    /// Only when nothing follows: `J.`, `3.`
    case atPause

    /// Scalars behind the white space with which the sentence goes on.
    struct Followers: OptionSet {
        let rawValue: Int
        static let small = Followers(rawValue: 1)
        static let digit = Followers(rawValue: 2)
        /// What `Ltd.` and `KG` begin with.
        static let legalForm = Followers(rawValue: 4)
        /// What `Jahrhundert` and `Jh.` begin with.
        static let century = Followers(rawValue: 8)

        func hold(_ scalar: Unicode.Scalar) -> Bool {
            contains(.small) && scalar.properties.isLowercase
                || contains(.digit) && scalar.properties.numericType == .decimal
                || contains(.legalForm) && (scalar == "L" || scalar == "K") || contains(.century) && scalar == "J"
        }
    }

    /// - Parameter next: the first scalar behind the white space.
    func isEnd(before next: Unicode.Scalar) -> Bool {
        switch self {
        case .atOnce, .atSpace: true
        case .unless(let followers): !followers.hold(next)
        case .atPause: false
        }
    }

    /// - Parameter next: follows without white space.
    func isEnd(touching next: Unicode.Scalar, behind text: [Unicode.Scalar]) -> Bool {
        switch self {
        case .atOnce: return true
        case .atPause: return false
        case .atSpace, .unless: break
        }
        guard next.properties.isAlphabetic, !next.properties.isLowercase else { return false }
        guard text.last == "." else { return true }
        // "end.Next", but neither "U.S" nor "3.A"; names of files and hosts are seldom written with capitals.
        return next.properties.isUppercase && text.dropLast().suffix(2).allSatisfy { $0.properties.isLowercase }
    }

    /// Marks and what closes a quotation or a bracket right behind them: also “, which opens one elsewhere, as in „Nein.“
    /// - Parameter text: what ends so.
    func takes(_ scalar: Unicode.Scalar, behind text: [Unicode.Scalar]) -> Bool {
        guard Self.isMark(scalar) || scalar != "«" && Self.isCloser(scalar) else { return false }
        return self != .atOnce || !Self.opens(scalar, behind: text)
    }

    /// Where no white space parts sentences “ and ‘ begin the next one, as in 他走了。“你好。” But they close what „ or ‚ has
    /// opened, and in Urdu ” or ’ before a word.
    private static func opens(_ scalar: Unicode.Scalar, behind text: [Unicode.Scalar]) -> Bool {
        let partners: (low: Unicode.Scalar, high: Unicode.Scalar)
        switch scalar {
        case "“": partners = ("„", "”")
        case "‘": partners = ("‚", "’")
        default: return false
        }
        let last = text.lastIndex { $0 == scalar || $0 == partners.low || $0 == partners.high }
        guard let last, text[last] != scalar else { return true }
        return text[last] == partners.high && last > 0 && text[last - 1] != " "
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
        if mark != "." || body.dropLast().last == "." { return closers > 0 ? .unless(.small) : .atSpace }
        let end = Abbreviations.end(behind: word(before: body))
        guard closers > 0 else { return end }
        return end == nil || end == .atPause ? end : .unless(.small)
    }

    /// The word that the full stop at the end belongs to, its inner stops included.
    private static func word(before body: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        let stem = body.dropLast()
        let letters = stem.suffix(16).reversed().prefix {
            $0 == "." || TextScalar.isSpeakable($0) || TextScalar.continues($0)
        }
        let word = Array(letters.reversed())
        // "I can't.", "It is John's.": such a letter is no initial.
        let rest = stem.dropLast(word.count)
        guard word.count == 1, word[0].properties.isLowercase, let mark = rest.last, mark == "'" || mark == "’",
            let before = rest.dropLast().last, TextScalar.isSpeakable(before)
        else { return word }
        return [mark] + word
    }
}
