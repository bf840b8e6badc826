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

/// A letter of the International Phonetic Alphabet by what it says of the mouth.
enum IPALetter: Hashable, Sendable {
    case vowel(Height, isFront: Bool, isRounded: Bool)
    case consonant(Place, Manner)

    enum Height: Hashable, Sendable { case close, nearClose, mid, openMid, open }
    enum Place: Hashable, Sendable {
        case bilabial, labiodental, dental, alveolar, postalveolar, retroflex, palatal, velar, uvular, glottal,
            labialVelar
    }
    /// `tight`: the way of the air is shut, also of nasals and clicks.
    enum Manner: Hashable, Sendable { case tight, fricative, glide, lateral }

    /// The rule by which a letter without a row of its own in `PhonemeTable` is shown.
    var viseme: Viseme {
        switch self {
        case .vowel(let height, let isFront, let isRounded): Self.vowel(height, isFront, isRounded)
        case .consonant(let place, let manner): Self.consonant(place, manner)
        }
    }

    private static func vowel(_ height: Height, _ isFront: Bool, _ isRounded: Bool) -> Viseme {
        switch (height, isRounded) {
        case (.close, true): .oo
        case (.nearClose, true): .uu
        case (.mid, true): isFront ? .uu : .oh
        case (.openMid, true), (.open, true): .oh
        case (.close, false): isFront ? .ee : .ih
        case (.nearClose, false): .ih
        case (.mid, false), (.openMid, false): isFront ? .eh : .uh
        case (.open, false): .ah
        }
    }

    private static func consonant(_ place: Place, _ manner: Manner) -> Viseme {
        switch (place, manner) {
        case (_, .lateral): .l
        case (.bilabial, .tight): .p
        case (.bilabial, _), (.labiodental, _): .v
        case (.dental, _): .th
        case (.alveolar, .glide), (.retroflex, .glide): .r
        case (.alveolar, _), (.retroflex, .tight): .t
        case (.postalveolar, _), (.retroflex, _): .sh
        case (.palatal, .tight): .y
        case (.palatal, .fricative): .ih
        case (.palatal, _): .y
        case (.velar, _), (.uvular, _): .k
        case (.labialVelar, _): .w
        case (.glottal, _): .h
        }
    }

    static let all: [Unicode.Scalar: IPALetter] = {
        let rows: [(String, IPALetter)] = [
            ("iíìîï", .vowel(.close, isFront: true, isRounded: false)),
            ("yüÿ", .vowel(.close, isFront: true, isRounded: true)),
            ("ɨɯ", .vowel(.close, isFront: false, isRounded: false)),
            ("uʉúùûũ", .vowel(.close, isFront: false, isRounded: true)),
            ("ɪᵻĩ", .vowel(.nearClose, isFront: true, isRounded: false)),
            ("ʏ", .vowel(.nearClose, isFront: true, isRounded: true)),
            ("ʊᵿ", .vowel(.nearClose, isFront: false, isRounded: true)),
            ("eéèêëẽ", .vowel(.mid, isFront: true, isRounded: false)),
            ("øö", .vowel(.mid, isFront: true, isRounded: true)),
            ("əɘɤɜ", .vowel(.mid, isFront: false, isRounded: false)),
            ("oɵóòôõ", .vowel(.mid, isFront: false, isRounded: true)),
            ("ɛæ", .vowel(.openMid, isFront: true, isRounded: false)),
            ("œ", .vowel(.openMid, isFront: true, isRounded: true)),
            ("ʌɐɚɝ", .vowel(.openMid, isFront: false, isRounded: false)),
            ("ɔɞ", .vowel(.openMid, isFront: false, isRounded: true)),
            ("aɑáàâãäå", .vowel(.open, isFront: false, isRounded: false)),
            ("ɶɒ", .vowel(.open, isFront: false, isRounded: true)),
            ("pbɓmʙʘ", .consonant(.bilabial, .tight)),
            ("ɸβ", .consonant(.bilabial, .fricative)),
            ("fvɱⱱ", .consonant(.labiodental, .fricative)),
            ("ʋ", .consonant(.labiodental, .glide)),
            ("θð", .consonant(.dental, .fricative)),
            ("tdɗnñɾǀǃǂ", .consonant(.alveolar, .tight)),
            ("szßšž", .consonant(.alveolar, .fricative)),
            ("ɹr", .consonant(.alveolar, .glide)),
            ("lɫɬɮɺǁ", .consonant(.alveolar, .lateral)),
            ("ʃʒɕʑɧ", .consonant(.postalveolar, .fricative)),
            ("ʈɖɳᶑ", .consonant(.retroflex, .tight)),
            ("ʂʐ", .consonant(.retroflex, .fricative)),
            ("ɻɽ", .consonant(.retroflex, .glide)),
            ("ɭ", .consonant(.retroflex, .lateral)),
            ("cɟɲʄ", .consonant(.palatal, .tight)),
            ("çʝ", .consonant(.palatal, .fricative)),
            ("j", .consonant(.palatal, .glide)),
            ("ʎ", .consonant(.palatal, .lateral)),
            ("kɡgŋɠ", .consonant(.velar, .tight)),
            ("xɣ", .consonant(.velar, .fricative)),
            ("ɰ", .consonant(.velar, .glide)),
            ("ʟ", .consonant(.velar, .lateral)),
            ("qɢɴʛ", .consonant(.uvular, .tight)),
            ("χʁ", .consonant(.uvular, .fricative)),
            ("ʀ", .consonant(.uvular, .glide)),
            ("hɦʔħʕʜʢʡ", .consonant(.glottal, .glide)),
            ("wʍɥ", .consonant(.labialVelar, .glide)),
        ]
        var letters: [Unicode.Scalar: IPALetter] = [:]
        for (row, letter) in rows { for scalar in row.unicodeScalars { letters[scalar] = letter } }
        return letters
    }()
}
