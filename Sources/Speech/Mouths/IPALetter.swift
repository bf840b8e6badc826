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
