/// What the language of a text says of its full stops.
struct SentenceLanguage {
    enum Kind: Int {
        case numbers, ends, both, names, inside

        /// What the full stop behind such a word makes of a text; `nil` where something always follows.
        func end(in language: SentenceLanguage) -> SentenceEnd? {
            switch self {
            case .numbers: .unless(language.isKnown ? [.small, .digit] : .digit)
            case .ends: .unless(.small)
            case .both: .unless([.small, .digit])
            case .names: .unlessBegun
            case .inside: nil
            }
        }
    }

    /// Whether it is known: what is written in a known one is a book or a page, where no sentence begins with a small letter.
    let isKnown: Bool
    /// `3. Mai`, `den 3. juni`: a number with a full stop is an ordinal.
    let hasOrdinals: Bool
    private let abbreviations: [String: Kind]
    private let begins: Set<String>

    /// - Parameter tag: BCP 47; `nil` where nobody says, and then the abbreviations of all languages hold, but for those that are words
    ///   elsewhere.
    static func named(_ tag: String?) -> SentenceLanguage {
        guard let code = tag?.split(whereSeparator: { $0 == "-" || $0 == "_" }).first?.lowercased(), !code.isEmpty
        else {
            return unknown
        }
        return known[code] ?? other
    }

    func kind(of word: String, written: [Unicode.Scalar]) -> Kind? {
        guard let kind = abbreviations[word] else { return nil }
        let isWord = !isKnown && AbbreviationList.words.contains(word) && written.allSatisfy { !$0.isCapital }
        guard isWord, kind.rawValue > Kind.both.rawValue else { return kind }
        return .both
    }

    /// Whether only a new sentence begins with this word behind an abbreviation: `in the U.S. He left.`
    func begins(_ word: String) -> Bool { begins.contains(word) }

    // MARK: All of them

    private static let known: [String: SentenceLanguage] = {
        var all: [String: SentenceLanguage] = [:]
        for (code, list) in AbbreviationList.all {
            all[code] = SentenceLanguage(
                isKnown: true, hasOrdinals: ordinals.contains(code), abbreviations: kinds(of: [list]),
                begins: Set(beginnings[code] ?? []))
        }
        return all
    }()

    /// One without a list: its small letters say the same.
    private static let other = SentenceLanguage(
        isKnown: true, hasOrdinals: true, abbreviations: kinds(of: Array(AbbreviationList.all.values)),
        begins: unknown.begins)

    private static let unknown = SentenceLanguage(
        isKnown: false, hasOrdinals: true, abbreviations: kinds(of: Array(AbbreviationList.all.values)),
        begins: Set(beginnings.values.flatMap { $0 }))

    /// Where two lists have the same word, something follows.
    private static func kinds(of lists: [AbbreviationList]) -> [String: Kind] {
        var kinds: [String: Kind] = [:]
        for list in lists {
            for (words, kind) in [
                (list.inside, Kind.inside), (list.names, .names), (list.ends, .ends), (list.numbers, .numbers),
                (list.both, .both),
            ] {
                for word in words.split(separator: " ") {
                    let isStronger = kinds[String(word)].map { $0.rawValue < kind.rawValue } ?? true
                    if isStronger { kinds[String(word)] = kind }
                }
            }
        }
        // `no` of one list is a word of another one.
        for list in lists { for word in list.numbers.split(separator: " ") { kinds[String(word)] = .numbers } }
        return kinds
    }

    private static let ordinals: Set<String> = [
        "de", "da", "nb", "no", "nn", "fi", "pl", "cs", "sk", "hr", "sr", "bs", "sl", "hu", "tr", "lv", "et", "lt",
    ]

    /// Never names, nor parts of them.
    private static let beginnings: [String: [String]] = [
        "en": words(
            "A And At As I But By Being Did Do Does For From He Her His How However If In It Its Let More My Nobody Not Now "
                + "On Our She Some Such That The Their Then There These They This Those To Was We Were What When Where "
                + "Which While Who Whose Why With You Your Many Most All Both Each Every Another Several Millions "
                + "Finally Later"),
        "de": words(
            "Er Es Sie Wir Ich Ihr Das Der Die Den Dem Ein Eine Einen Und Aber Oder Doch Dann Wenn Als Nun Jetzt Dies Diese "
                + "Dieser Dieses Was Wie Wo Warum Danach"),
        "fr": words("Il Elle Ils Elles On Nous Vous Je Tu Les Un Une Mais Et Ce Cette Ces Cela Quand Où Puis Dans"),
        "es": words("Él Ella Ellos Ellas Nosotros Yo El Los Las Un Una Pero En Cuando Qué Cómo Este Esta Esto Es"),
        "it": words("Egli Lei Lui Loro Noi Io Il Gli Un Una Ma Che Come Quando Questo Questa È"),
        "pt": words("Ele Ela Eles Elas Nós Eu Um Uma Mas Quando Este Esta Isto É"),
        "nl": words("Hij Zij Ze Het Ik Wij We Maar Een Dit Dat Wat Hoe Waar Toen"),
        "da": words("Han Hun De Det Den Vi Jeg Men Hvad Hvor Når Hvem Et"),
        "nb": words("Han Hun De Det Den Vi Jeg Men Hva Hvor Når Hvem Et"),
        "no": words("Han Hun De Det Den Vi Jeg Men Hva Hvor Når Hvem Et"),
        "sv": words("Han Hon De Det Den Vi Jag Men Vad Var När Vem Ett"),
        "ru": words("Он Она Оно Они Мы Вы Я Ты Это Но Когда Что Как Где Кто Почему Если Так Тогда"),
        "uk": words("Він Вона Воно Вони Ми Ви Це Але Коли Що Як Де Хто Чому Якщо Так Тоді"),
    ]

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
