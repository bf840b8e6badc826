/// Words with a full stop that may be no end: known ones of the text's language, and those whose letters say so.
struct Abbreviations {
    let language: SentenceLanguage

    /// What the full stop behind a word makes of a text; `nil` where something always follows.
    /// - Parameters:
    ///   - word: its inner stops included.
    ///   - parts: the word with those before it that are abbreviations, too, as `z. B`; the longest ones first.
    ///   - isFirst: whether the sentence begins with it.
    func end(behind word: [Unicode.Scalar], parts: [[Unicode.Scalar]], isFirst: Bool) -> SentenceEnd? {
        if word.isEmpty { return plain }
        if word.allSatisfy(Self.isDigit) { return end(behindNumber: word, isFirst: isFirst) }
        for part in parts {
            if let kind = language.kind(of: Self.lowercased(part), written: part) { return kind.end(in: language) }
        }
        let small = Self.lowercased(word)
        // "a. The first item"
        if isFirst, word.count == 1, !["I"].contains(word[0]), word[0].properties.isCased { return .atPause }
        if let kind = language.kind(of: small, written: word) {
            return Self.beforeLegalForms.contains(small) ? .unless([.small, .legalForm]) : kind.end(in: language)
        }
        if Self.beforeLegalForms.contains(small) { return .unless([.small, .legalForm]) }
        // "Bahnhofstr. 5"
        if small.hasSuffix("str"), word.count > 3 { return .unless([.small, .digit]) }
        if Self.isInitials(word) || Self.isPlural(word) { return .unlessBegun }
        if Self.isContracted(word) { return .unless([.small, .digit]) }
        if Self.isRomanNumeral(word) {
            let isOrdinal = language.isKnown && language.hasOrdinals && word.count > 1
            return isOrdinal ? .unlessBegun : .unless([.small, .century])
        }
        return Self.hasInnerStop(word) ? .unless(.small) : plain
    }

    /// Behind any other word: whoever types in small letters alone still has sentences, but no book is written so.
    var plain: SentenceEnd { language.isKnown ? .unless(.small) : .atSpace }

    /// "3. Mai", "1. Wash your hands": seldom the end of a sentence, and no harm if it was.
    private func end(behindNumber word: [Unicode.Scalar], isFirst: Bool) -> SentenceEnd {
        guard word.count <= 2 else { return .unless(.small) }
        if isFirst { return .atPause }
        return language.hasOrdinals ? .unlessBegun : .unless(.small)
    }

    private static func lowercased(_ word: [Unicode.Scalar]) -> String {
        var text = String.UnicodeScalarView()
        for scalar in word { text.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars) }
        return String(text)
    }

    /// `Co. Ltd.`, `& Co. KG`
    private static let beforeLegalForms: Set<String> = ["co", "pty", "pvt", "pte"]

    // MARK: By their letters

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

    /// `J`, `U.S`; but the word I.
    private static func isInitials(_ word: [Unicode.Scalar]) -> Bool {
        guard word != ["I"] else { return false }
        return word.enumerated().allSatisfy { place, scalar in
            place % 2 == 1 ? scalar == "." : scalar.isLetter
        } && (word.count > 1 || word[0].properties.isCased)
    }

    /// Spanish initials of what there are several of, `EE. UU.`; but `II`.
    private static func isPlural(_ word: [Unicode.Scalar]) -> Bool {
        word.count == 2 && word[0] == word[1] && word[0].isCapital && !["I", "X"].contains(word[0])
    }

    /// `Karl I`, `XIV`
    private static func isRomanNumeral(_ word: [Unicode.Scalar]) -> Bool {
        word.allSatisfy { "IVXLCDM".unicodeScalars.contains($0) }
    }

    /// `Ph.D`, `p.ej`, `3.5`; such are names of files and hosts, too.
    private static func hasInnerStop(_ word: [Unicode.Scalar]) -> Bool { word.split(separator: ".").count > 1 }

    /// Without a vowel, as `Thm` and `Hrsg`; in capitals alone it is a name, `TV`.
    private static func isContracted(_ word: [Unicode.Scalar]) -> Bool {
        word.allSatisfy { $0.isASCII && $0.isLetter && !"aeiouyAEIOUY".unicodeScalars.contains($0) }
            && word.contains { $0.isSmall }
    }
}
