import Events

/// Which encoding a text without a mark is in, by what it would say in each: the one whose letters are most probable in one of the languages
/// that it is used for. It takes some lines with letters beyond ASCII, and counts in bits, as a text that is more probable takes fewer.
enum EncodingGuess {
    /// - Parameter bytes: that are no UTF-8.
    static func encoding(of bytes: ArraySlice<UInt8>) -> TextEncoding {
        let sample = sample(of: bytes)
        var best = (encoding: TextEncoding.western, bits: Int.max)
        for candidate in candidates {
            guard let encoding = candidate.encoding else { continue }
            let reading = LetterReading(encoding.units(sample), isWide: candidate.isWide)
            guard reading.fixed < best.bits else { continue }
            for language in candidate.languages {
                let bits = candidate.prior + reading.bits(in: language, atMost: best.bits)
                if bits < best.bits { best = (encoding, bits) }
            }
        }
        return best.encoding
    }

    private static let sampleBytes = 6_000

    /// Lines that have something beyond ASCII; no encoding has the end of a line within a letter.
    private static func sample(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        var sample: [UInt8] = []
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where line.contains(where: { $0 >= 0x80 })
        {
            sample += line.prefix(sampleBytes - sample.count)
            if sample.count >= sampleBytes { break }
            sample.append(0x0A)
        }
        return sample
    }

    private struct Candidate {
        let encoding: TextEncoding?
        let languages: [LanguageLetters]
        /// How much rarer than others it is.
        let prior: Int
        /// Letters take two bytes.
        var isWide = false

        init(_ name: String, _ prior: Int, _ languages: String, isWide: Bool = false) {
            (encoding, self.prior, self.isWide) = (TextEncoding(name), prior, isWide)
            self.languages = languages.split(separator: " ").compactMap { EncodingGuess.letters[String($0)] }
        }
    }

    private static let western = "en fr de es pt it nl sv da nb fi is ca"
    private static let central = "pl cs sk hu ro sl sh de"
    private static let cyrillic = "ru uk bg mk"

    private static let letters: [String: LanguageLetters] = {
        let names = "\(western) \(central) \(cyrillic) tr lt lv el he ar fa th zh zh-Hant ja ko".split(separator: " ")
            .map(String.init)
        return Dictionary(names.map { ($0, LanguageLetters($0)) }) { first, _ in first }
    }()

    private static let candidates = [
        Candidate("Windows-1252", 0, western), Candidate("Windows-1251", 2, cyrillic), Candidate("KOI8-R", 3, "ru bg"),
        Candidate("KOI8-U", 5, "ru uk"), Candidate("GB18030", 2, "zh zh-Hant", isWide: true),
        Candidate("Big5", 2, "zh-Hant", isWide: true), Candidate("Shift_JIS", 2, "ja", isWide: true),
        Candidate("EUC-JP", 4, "ja", isWide: true), Candidate("EUC-KR", 2, "ko", isWide: true),
        Candidate("Windows-1250", 4, central), Candidate("ISO-8859-2", 6, central), Candidate("Windows-1253", 3, "el"),
        Candidate("ISO-8859-7", 5, "el"), Candidate("Windows-1254", 4, "tr"), Candidate("Windows-1255", 3, "he"),
        Candidate("Windows-1256", 3, "ar fa"), Candidate("ISO-8859-6", 6, "ar"), Candidate("Windows-1257", 5, "lt lv"),
        Candidate("Windows-874", 4, "th"), Candidate("IBM866", 7, cyrillic), Candidate("ISO-8859-15", 7, western),
        Candidate("ISO-8859-5", 9, cyrillic), Candidate("Mac Cyrillic", 10, cyrillic),
        Candidate("Macintosh", 9, western),
        Candidate("IBM850", 10, western), Candidate("IBM852", 10, central),
    ]
}

/// The letters of a language and of how many bits each is.
private struct LanguageLetters {
    private let bits: [Unicode.Scalar: Int]

    init(_ language: String) { bits = LetterFrequencies.bits(of: language) }

    func bits(of letter: Unicode.Scalar) -> Int { bits[letter] ?? Self.rare(letter) }

    /// Of a letter that the language does not have, or has not among its frequent signs.
    private static func rare(_ letter: Unicode.Scalar) -> Int {
        switch letter.value {
        case 0xAC00...0xD7A3, 0x3040...0x30FF: 12
        case 0xFF61...0xFF9F: 10
        case 0x3400...0x4DBF, 0x20000...: 20
        default: letter.value >= 0x4E00 ? 15 : 17
        }
    }
}

/// What a text would be in an encoding: its letters, and what everything else costs in any language.
private struct LetterReading {
    private(set) var fixed = 0
    private var letters: [Unicode.Scalar: Int] = [:]
    private let isWide: Bool
    private var hasCapitalWords = false

    init(_ units: [UInt16], isWide: Bool) {
        self.isWide = isWide
        let scalars = Array(String(decoding: units, as: UTF16.self).unicodeScalars)
        let kinds = scalars.map(Kind.init)
        for place in scalars.indices {
            let before = place > 0 ? kinds[place - 1] : .blank
            let after = place + 1 < kinds.count ? kinds[place + 1] : .blank
            take(scalars[place], kinds[place], before, after)
        }
    }

    func bits(in language: LanguageLetters, atMost limit: Int) -> Int {
        var bits = fixed
        for (letter, count) in letters {
            bits += count * language.bits(of: letter)
            if bits >= limit { break }
        }
        return bits
    }

    private enum Kind {
        case blank, asciiSmall, asciiCapital, small, capital, sign, mark, dash, symbol, nothing

        var isLetter: Bool {
            switch self {
            case .asciiSmall, .asciiCapital, .small, .capital, .sign: true
            default: false
            }
        }
        var isASCIILetter: Bool { self == .asciiSmall || self == .asciiCapital }
        var isSmall: Bool { self == .small || self == .asciiSmall }
        var isCapital: Bool { self == .capital || self == .asciiCapital }

        init(_ scalar: Unicode.Scalar) {
            switch scalar.value {
            case 0x41...0x5A: self = .asciiCapital
            case 0x61...0x7A: self = .asciiSmall
            case 0x1A: self = .nothing
            case 0..<0x80: self = .blank
            case 0x80..<0xA0, 0xFFFD: self = .nothing
            case 0x2019, 0x2013, 0x2014, 0x2026, 0xB7: self = .dash
            case 0xAB, 0xBB, 0xA0, 0xA1, 0xBF, 0x2018...0x201E, 0x2039, 0x203A, 0x3000...0x3011, 0xFF01...0xFF20:
                self = .mark
            case 0xAA, 0xBA: self = .symbol
            default:
                switch scalar.properties.generalCategory {
                case .uppercaseLetter, .titlecaseLetter: self = .capital
                case .lowercaseLetter: self = .small
                case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark: self = .sign
                case .privateUse, .unassigned, .control, .surrogate: self = .nothing
                default: self = .symbol
                }
            }
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar, _ kind: Kind, _ before: Kind, _ after: Kind) {
        switch kind {
        case .blank, .asciiSmall: break
        case .asciiCapital:
            if before == .small { fixed += 9 }
        case .nothing: fixed += 30
        case .mark: fixed += before.isLetter && after.isLetter && !isWide ? 14 : 6
        case .dash: fixed += 7
        case .symbol: fixed += before.isLetter || after.isLetter ? 15 : 10
        case .small, .capital, .sign:
            let isLatin = scalar.value < 0x250
            if kind == .capital { takeCapital(before, after) }
            if kind == .small, before == .capital, after.isCapital { fixed += 4 }
            if !isLatin, before.isASCIILetter { fixed += 8 }
            if !isLatin, after.isASCIILetter { fixed += 8 }
            if kind == .sign, before != .sign, after != .sign { fixed += 8 }
            if isLatin, before == .small || before == .capital { fixed += 3 }
            letters[kind == .capital ? Self.small(scalar) : scalar, default: 0] += 1
        }
    }

    /// A word that is all capitals costs nothing more; that there are such words costs something once.
    private mutating func takeCapital(_ before: Kind, _ after: Kind) {
        if before.isSmall {
            fixed += 9
        } else if before.isCapital || after.isCapital {
            if !hasCapitalWords { fixed += 12 }
            hasCapitalWords = true
        } else {
            fixed += 3
        }
    }

    private static func small(_ capital: Unicode.Scalar) -> Unicode.Scalar {
        let small = capital.properties.lowercaseMapping.unicodeScalars
        return small.first ?? capital
    }
}
