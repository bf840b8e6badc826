/// Words with a full stop that may be no end: known ones of the languages that Cameo is tried with, and those
/// whose letters say so.
enum Abbreviations {
    /// What the full stop behind a word makes of a text; `nil` where something always follows.
    /// - Parameter word: its inner stops included.
    static func end(behind word: [Unicode.Scalar]) -> SentenceEnd? {
        if word.isEmpty { return .atSpace }
        // "3. Mai", "1. Wash your hands": seldom the end of a sentence, and no harm if it was.
        if word.allSatisfy(isDigit) { return word.count <= 2 ? .atPause : .unless(.small) }
        let small = lowercased(word)
        if inside.contains(small) { return nil }
        if let followers = followers(behind: small) { return .unless(followers) }
        if isInitials(word) || isPlural(word) { return .atPause }
        if isContracted(word) { return .unless([.small, .digit]) }
        if isRomanNumeral(word) { return .unless([.small, .century]) }
        return hasInnerStop(word) ? .unless(.small) : .atSpace
    }

    private static func lowercased(_ word: [Unicode.Scalar]) -> String {
        var text = String.UnicodeScalarView()
        for scalar in word { text.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars) }
        return String(text)
    }

    // MARK: Known ones

    private static func followers(behind small: String) -> SentenceEnd.Followers? {
        if atEitherPlace.contains(small) { return .small }
        if beforeLegalForms.contains(small) { return [.small, .legalForm] }
        if beforeNumbers.contains(small) { return .digit }
        // "Bahnhofstr. 5"
        return beforeSmallOrNumbers.contains(small) || small.hasSuffix("str") ? [.small, .digit] : nil
    }

    /// In small letters and without the full stop, as all of these. Something always follows.
    private static let inside: Set<String> = [
        "dr", "dra", "mr", "mrs", "ms", "messrs", "prof", "st", "sr", "rev", "gen", "col", "lt", "capt", "sgt",
        "hon", "gov", "sen", "rep", "vs", "e.g", "i.e", "eg", "ie", "cf", "fig", "figs", "eq", "eqs", "vol", "pp",
        "approx", "dept", "viz", "mt", "ft",
        "z.b", "d.h", "u.a", "bzw", "ca", "nr", "hr", "fr", "abb", "bd", "evtl", "ggf", "inkl", "vgl", "frl", "dipl",
        "mme", "mlle", "mm", "mgr", "env", "p.ex", "sra", "srta", "sres", "dña", "ud", "uds", "pág", "págs",
        "núm", "núms", "ej", "sig", "sig.ra", "dott",
        "jan", "feb", "apr", "aug", "sept", "oct", "nov", "dec", "okt", "dez",
    ]
    /// A sentence may end with it.
    private static let atEitherPlace: Set<String> = [
        "p.m", "a.m", "etc", "jr", "inc", "ltd", "corp", "bros", "usw", "ecc", "ff", "aprox", "resp", "sog",
    ]
    /// `Co. Ltd.`, `& Co. KG`
    private static let beforeLegalForms: Set<String> = ["co", "pty", "pvt", "pte"]
    /// Elsewhere some of them are words.
    private static let beforeNumbers: Set<String> = ["no", "nos", "art", "cap", "abs", "tab", "mar"]
    private static let beforeSmallOrNumbers: Set<String> = [
        "al", "ex", "cit", "ibid", "ed", "eds", "op", "sec", "secs", "ch", "chap", "kap", "ziff", "anm", "tel", "jun",
        "jul",
    ]

    // MARK: By their letters

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

    /// `J`, `U.S`; but the word I.
    private static func isInitials(_ word: [Unicode.Scalar]) -> Bool {
        guard word != ["I"] else { return false }
        return word.enumerated().allSatisfy { place, scalar in
            place % 2 == 1 ? scalar == "." : scalar.properties.isAlphabetic
        } && (word.count > 1 || word[0].properties.isCased)
    }

    /// Spanish initials of what there are several of, `EE. UU.`; but `II`.
    private static func isPlural(_ word: [Unicode.Scalar]) -> Bool {
        word.count == 2 && word[0] == word[1] && word[0].properties.isUppercase && !["I", "X"].contains(word[0])
    }

    /// `Karl I`, `XIV`
    private static func isRomanNumeral(_ word: [Unicode.Scalar]) -> Bool {
        word.allSatisfy { "IVXLCDM".unicodeScalars.contains($0) }
    }

    /// `Ph.D`, `p.ej`, `3.5`; such are names of files and hosts, too.
    private static func hasInnerStop(_ word: [Unicode.Scalar]) -> Bool { word.split(separator: ".").count > 1 }

    /// Without a vowel, as `Thm` and `Hrsg`; in capitals alone it is a name, `TV`.
    private static func isContracted(_ word: [Unicode.Scalar]) -> Bool {
        word.allSatisfy { $0.isASCII && $0.properties.isAlphabetic && !"aeiouyAEIOUY".unicodeScalars.contains($0) }
            && word.contains { $0.properties.isLowercase }
    }
}
