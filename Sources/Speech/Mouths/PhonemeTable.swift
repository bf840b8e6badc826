/// From the International Phonetic Alphabet to what one sees of it (docs/inside/speech.md). No sound is without a mouth: what has
/// no row of its own goes by how and where it is made.
enum PhonemeTable {
    /// Scalars of a name that are read; no language needs half of them.
    private static let longestName = 16

    /// The visemes that a sound passes through, in equal parts; none for a pause.
    static func visemes(of name: String) -> [Viseme] {
        let letters = letters(of: name)
        var found: [Viseme] = []
        var place = 0
        while place < letters.count {
            if place + 1 < letters.count, let pair = pairs[[letters[place], letters[place + 1]]] {
                found += pair
                place += 2
            } else {
                found += visemes(of: letters[place])
                place += 1
            }
        }
        // One after the other the same is one.
        return found.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    /// Without length, stress, tone, nasality and whatever else is not seen; without `(en)`, a change of language.
    private static func letters(of name: String) -> [Unicode.Scalar] {
        var letters: [Unicode.Scalar] = []
        var depth = 0
        for scalar in name.unicodeScalars.prefix(longestName) {
            switch scalar {
            case "(": depth += 1
            case ")": depth = max(0, depth - 1)
            case "ʷ": letters.append("w")
            case _ where depth == 0 && isLetter(scalar): letters.append(scalar)
            default: break
            }
        }
        return letters
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        if IPALetter.all[scalar] != nil { return true }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .otherLetter: return true
        default: return false
        }
    }

    private static func visemes(of letter: Unicode.Scalar) -> [Viseme] {
        if let viseme = singles[letter] { return [viseme] }
        if let known = IPALetter.all[letter] { return [known.viseme] }
        // A letter with an accent, a capital, another alphabet: half open is wrong for none of them.
        let plain = String(letter).lowercased().unicodeScalars.first
        guard let plain, plain != letter, let known = IPALetter.all[plain] else { return [.uh] }
        return [known.viseme]
    }

    /// Two letters that are not simply one behind the other.
    private static let pairs: [[Unicode.Scalar]: [Viseme]] = [
        ["t", "ʃ"]: [.ch], ["d", "ʒ"]: [.j], ["t", "s"]: [.s], ["d", "z"]: [.z], ["t", "ɕ"]: [.ch], ["d", "ʑ"]: [.j],
        ["a", "ɪ"]: [.ah, .ih], ["a", "ʊ"]: [.ah, .uu], ["o", "ʊ"]: [.oh, .oo], ["ə", "ʊ"]: [.uh, .oo],
        ["e", "ɪ"]: [.eh, .ih], ["ɔ", "ɪ"]: [.oh, .ih], ["ɔ", "ø"]: [.oh, .ih], ["ə", "l"]: [.uh, .l],
    ]

    /// Letters whose mouth is named more exactly than their features would.
    private static let singles: [Unicode.Scalar: Viseme] = [
        "p": .p, "b": .b, "m": .m, "f": .f, "v": .v, "θ": .th, "ð": .dh, "t": .t, "d": .d, "s": .s, "z": .z, "n": .n,
        "ʃ": .sh, "ʒ": .zh, "k": .k, "ɡ": .g, "g": .g, "ŋ": .ng, "ɹ": .r, "r": .r, "l": .l, "ɫ": .l, "h": .h, "w": .w,
        "j": .y, "ɚ": .r, "ɝ": .r, "æ": .ae, "ɒ": .aw, "ɔ": .aw, "o": .oh,
    ]
}
