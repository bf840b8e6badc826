/// What stands at the end of a text that is still coming, and when it makes the text a sentence.
enum SentenceEnd: Equatable {
    /// Whatever comes next, as after `。`.
    case atOnce
    /// White space has to follow.
    case atSpace
    /// White space has to follow, and then none of these: `"Stop!" he said.`, `at 5 p.m. to`, `No. 5`.
    case unless(Followers)
    /// White space has to follow, and a word that only begins sentences: `in the U.S. He left.`
    case unlessBegun
    /// Only when nothing follows: `1.`
    case atPause

    /// Dots: no end before a small letter, nor before what somebody says of himself.
    static let ellipsis = SentenceEnd.unless([.small, .pronoun])

    /// What stands behind the white space where the sentence goes on.
    struct Followers: OptionSet {
        let rawValue: Int
        static let small = Followers(rawValue: 1)
        static let digit = Followers(rawValue: 2)
        /// What `Ltd.` and `KG` begin with.
        static let legalForm = Followers(rawValue: 4)
        /// What `Jahrhundert` and `Jh.` begin with.
        static let century = Followers(rawValue: 8)
        /// The English word I.
        static let pronoun = Followers(rawValue: 16)

        func hold(_ scalar: Unicode.Scalar) -> Bool {
            contains(.small) && scalar.isSmall
                || contains(.digit) && scalar.properties.numericType == .decimal
                || contains(.legalForm) && (scalar == "L" || scalar == "K") || contains(.century) && scalar == "J"
        }
    }

    /// Marks and what closes a quotation or a bracket right behind them: also “, which opens one elsewhere, as in „Nein.“
    /// Raised numbers of notes, too.
    /// - Parameter text: what ends so.
    func takes(_ scalar: Unicode.Scalar, behind text: [Unicode.Scalar]) -> Bool {
        guard SentenceMarks.isMark(scalar, behind: text[...]) || scalar != "«" && SentenceMarks.isCloser(scalar) else {
            return SentenceMarks.isRaisedNumber(scalar)
        }
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

    /// - Parameter text: ends in a mark, and closers behind it.
    static func reading(_ text: [Unicode.Scalar], _ language: SentenceLanguage) -> SentenceEnd? {
        let closers = text.reversed().prefix { SentenceMarks.isCloser($0) || SentenceMarks.isRaisedNumber($0) }.count
        let body = text.dropLast(closers)
        guard let mark = body.last else { return nil }
        if mark == "．" { return .unless([.small, .digit]) }
        if mark == ";" || mark == "\u{37E}" { return .unless(.small) }
        if mark == ":" { return .atSpace }
        if SentenceMarks.isMarkAtOnce(mark) || mark == "፡" { return .atOnce }
        if mark == "…" || mark == "⋯" || mark == "." && isDots(body) {
            // "[...]" stands for something that was left out.
            let before = body.last { !SentenceMarks.isDot($0) }
            return closers > 0 && (before == "[" || before == "(") ? nil : .ellipsis
        }
        guard mark == "." else { return .unless(.small) }
        // A small pause of Armenian.
        if let letter = body.dropLast().last, SentenceMarks.isArmenian(letter) { return .unless(.small) }
        let word = word(before: body)
        let before = body.dropLast(word.count + 1)
        // `N°. 5`
        if word.isEmpty, body.dropLast().last == "°", let sign = body.dropLast(2).last, sign == "n" || sign == "N" {
            return .unless([.small, .digit])
        }
        // "33.8 °C."
        if before.last == "°" { return closers > 0 ? .unless(.small) : Abbreviations(language: language).plain }
        let isFirst = !before.contains(where: TextScalar.isSpeakable)
        let end = Abbreviations(language: language).end(behind: word, parts: parts(before, word), isFirst: isFirst)
        guard closers > 0 else { return end }
        return end == nil || end == .atPause || end == .unlessBegun ? end : .unless(.small)
    }

    /// Two or more, or one that stands apart: `. . .`
    private static func isDots(_ body: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let before = body.dropLast().last else { return false }
        return before == "." || before == "…" || before == " "
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
        guard word.count == 1, word[0].isSmall, let mark = rest.last, mark == "'" || mark == "’",
            let before = rest.dropLast().last, TextScalar.isSpeakable(before)
        else { return word }
        return [mark] + word
    }

    /// `z. B`, `i. d. R`, `Dr. med`: up to four short words, each with a full stop, or with a hyphen, `г-н`; the longest first.
    private static func parts(_ before: ArraySlice<Unicode.Scalar>, _ word: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
        guard word.count <= 5 else { return [] }
        var (parts, whole, rest) = ([[Unicode.Scalar]](), word, before)
        for _ in 0..<4 {
            let hyphenated = rest.last == "-"
            if !hyphenated {
                guard rest.last == " ", rest.dropLast().last == "." else { break }
                rest = rest.dropLast(2)
            } else {
                rest = rest.dropLast()
            }
            let piece = rest.suffix(6).reversed().prefix(while: TextScalar.isSpeakable)
            guard (1...5).contains(piece.count) else { break }
            whole = Array(piece.reversed()) + [hyphenated ? "-" : "."] + whole
            parts.append(whole)
            rest = rest.dropLast(piece.count)
        }
        return parts.reversed()
    }
}
