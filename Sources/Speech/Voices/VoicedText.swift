import Events
import Typesetting

/// What a voice is given of a text: letters as voices know them, and where each of them stands in the text.
///
/// Composed as Unicode does it (NFC). Letters that are there for their looks alone, such as ligatures, wide ones and those of
/// mathematics, are the plain ones (NFKC); raised and lowered numbers are numbers of their own. What has no sound, such as a soft hyphen,
/// is left out.
struct VoicedText: Hashable, Sendable {
    let text: String
    /// Of each scalar of `text`; `nil` where both texts are the same.
    private let places: [Range<Int>]?

    /// - Parameter limit: scalars; what would be longer is given as it is.
    init(_ original: String, limit: Int = VoiceLimits().textScalars) {
        let scalars = Array(original.unicodeScalars)
        let isPlain = scalars.allSatisfy { $0.value < 0x80 }
        let letters = isPlain ? [] : ComposedLetters.composed(PlainLetters.letters(of: scalars))
        let isSame = isPlain || letters.map(\.scalar) == scalars
        guard !isSame, letters.count <= limit, scalars.count <= limit else {
            (text, places) = (original, nil)
            return
        }
        (text, places) = (String(String.UnicodeScalarView(letters.map(\.scalar))), letters.map(\.place))
    }

    /// What a voice made of it, with its words where they stand in the text itself.
    func utterance(of original: String, _ said: Utterance) -> Utterance {
        guard let places else { return said }
        let tokens = TextTokens(original).tokens
        var words: [Utterance.Word] = []
        var lastToken: Int?
        for word in said.words {
            let own = places[word.scalars.clamped(to: places.indices)]
            guard let first = own.map(\.lowerBound).min(), let end = own.map(\.upperBound).max(), first < end else {
                continue
            }
            let placed = Utterance.Word(scalars: first..<end, span: word.span)
            let token = tokens.partitionPoint { $0.scalars.upperBound > first }
            // One word of the text may be several for the voice, as a number with its power.
            if token == lastToken, let last = words.last {
                words[words.count - 1] = last.joined(with: placed)
            } else {
                words.append(placed)
            }
            lastToken = token
        }
        return Utterance(text: original, sound: said.sound, phonemes: said.phonemes, words: words)
    }
}

/// Scalars of a text in place of which voices know others.
private enum PlainLetters {
    static func letters(of scalars: [Unicode.Scalar]) -> [ComposedLetters.Letter] {
        var letters: [ComposedLetters.Letter] = []
        letters.reserveCapacity(scalars.count)
        var place = 0
        while place < scalars.count {
            let end = RaisedNumbers.end(of: place, in: scalars)
            if end > place {
                letters += RaisedNumbers.letters(place..<end, in: scalars)
                place = end
                continue
            }
            defer { place += 1 }
            let scalar = scalars[place]
            guard scalar.value >= 0xA0 else {
                letters.append((scalar, place..<place + 1))
                continue
            }
            append(scalar, place, in: scalars, to: &letters)
        }
        return letters
    }

    private static func append(
        _ scalar: Unicode.Scalar, _ place: Int, in scalars: [Unicode.Scalar], to letters: inout [ComposedLetters.Letter]
    ) {
        func give(_ given: some Sequence<Unicode.Scalar>) { letters += given.map { ($0, place..<place + 1) } }
        func isWord(_ other: Int) -> Bool { scalars.indices.contains(other) && scalars[other].properties.isAlphabetic }
        func isNumber(_ other: Int) -> Bool {
            scalars.indices.contains(other) && scalars[other].properties.numericType != nil
        }
        switch PlainLetter(scalar) {
        case .itself: give([scalar])
        case .silent: break
        case .other(let other): give([other])
        case .plain: give(ComposedLetters.plain(scalar) ?? [scalar])
        case .sign where isWide(place - 1, scalars) && isWide(place + 1, scalars):
            give(ComposedLetters.plain(scalar) ?? [scalar])
        case .sign: give([scalar])
        case .apart:
            var plain = ComposedLetters.plain(scalar) ?? [scalar]
            // "7⁄8" is "7/8" to voices.
            plain = plain.map { $0 == "\u{2044}" ? "/" : $0 }
            if isWord(place - 1) || isNumber(place - 1) { give([" "]) }
            give(plain)
            if isWord(place + 1) || isNumber(place + 1) { give([" "]) }
        }
    }

    private static func isWide(_ place: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        guard scalars.indices.contains(place) else { return false }
        return switch scalars[place].value {
        case 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A: true
        default: false
        }
    }
}

/// What a voice is given for a scalar.
private enum PlainLetter {
    case itself, silent
    case other(Unicode.Scalar)
    /// What is left of it without its looks (NFKC).
    case plain
    /// The same, between wide letters and digits alone: else it is one of Chinese or Japanese, whose voices know it.
    case sign
    /// The same, as a word of its own.
    case apart

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        // A soft hyphen, a joiner of graphemes, marks of writing direction, a joiner of words, the line of an Arabic word.
        case 0xAD, 0x34F, 0x61C, 0x640, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF: self = .silent
        case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: self = .other(" ")
        case 0x2010...0x2012: self = .other("-")
        case 0x2044: self = .other("/")
        // Two letters in one of Dutch, Catalan, Afrikaans, Croatian; the long s.
        case 0x132, 0x133, 0x13F, 0x140, 0x149, 0x17F, 0x1C4...0x1CC, 0x1F1...0x1F3: self = .plain
        // Raised letters, as in French ordinals; degrees of Celsius and Fahrenheit; letters of mathematics; Roman numbers.
        case 0x2B0...0x2B8, 0x2E0...0x2E3, 0x1D2C...0x1D6A, 0x2071, 0x207F, 0x2090...0x209C: self = .plain
        case 0x2103, 0x2109, 0x2160...0x217F, 0x1D400...0x1D7FF: self = .plain
        case 0x2100...0x214F: self = scalar.properties.isAlphabetic ? .plain : .itself
        // Radicals, as some programs write whole characters.
        case 0x2E9F, 0x2EF3, 0x2F00...0x2FD5: self = .plain
        // Ligatures of Latin, Armenian and Hebrew; forms of Arabic letters.
        case 0xFB00...0xFB06, 0xFB13...0xFB17, 0xFB1D...0xFB4F, 0xFB50...0xFDFB, 0xFE80...0xFEFC: self = .plain
        // Wide letters, digits, and signs that are read out; narrow kana; wide signs of money.
        case 0xFF04...0xFF06, 0xFF0B, 0xFF10...0xFF19, 0xFF1D, 0xFF20...0xFF3A, 0xFF41...0xFF5A: self = .plain
        case 0xFF66...0xFF9F, 0xFFE0, 0xFFE1, 0xFFE5, 0xFFE6: self = .plain
        case 0xFF01...0xFF5E: self = .sign
        // Fractions that few voices know, numbers and letters in circles, units in one square.
        case 0x2150...0x2152, 0x2155...0x215F, 0x2189, 0x2460...0x24EA, 0x3200...0x33FF, 0x1F100...0x1F12B:
            self = .apart
        default: self = .itself
        }
    }
}

/// Numbers that are raised or lowered: 10²⁶ is said with all its digits, and not as 1026.
private enum RaisedNumbers {
    /// Behind the last digit and sign of those that begin here; the same place where none does.
    static func end(of place: Int, in scalars: [Unicode.Scalar]) -> Int {
        guard let first = Form(scalars[place]) else { return place }
        let end = scalars[place...].firstIndex { Form($0) != first } ?? scalars.count
        // The n of a raised ending, as in "2ⁿᵈ".
        let isEnding = end < scalars.count && scalars[end].properties.generalCategory == .modifierLetter
        if isEnding, scalars[place..<end].allSatisfy({ $0.properties.numericType == nil }) { return place }
        // A lonely square or cube has a name of its own in many languages.
        let isPower = end == place + 1 && first == .raised && scalars[place].value < 0x100
        return isPower && !isDigit(end, scalars) ? place : end
    }

    static func letters(_ number: Range<Int>, in scalars: [Unicode.Scalar]) -> [ComposedLetters.Letter] {
        let isRaised = Form(scalars[number.lowerBound]) == .raised
        func joins(_ place: Int) -> Bool {
            isDigit(place, scalars) || isRaised && scalars.indices.contains(place) && isLetter(scalars[place])
        }
        var letters: [ComposedLetters.Letter] = []
        if joins(number.lowerBound - 1) { letters.append((" ", number.lowerBound..<number.lowerBound + 1)) }
        for place in number {
            let plain = ComposedLetters.plain(scalars[place]) ?? [scalars[place]]
            letters += plain.map { ($0, place..<place + 1) }
        }
        if joins(number.upperBound) { letters.append((" ", number.upperBound - 1..<number.upperBound)) }
        return letters
    }

    private enum Form {
        case raised, lowered

        init?(_ scalar: Unicode.Scalar) {
            switch scalar.value {
            case 0xB2, 0xB3, 0xB9, 0x2070, 0x2071, 0x2074...0x207C, 0x207F: self = .raised
            case 0x2080...0x208C: self = .lowered
            default: return nil
            }
        }
    }

    private static func isDigit(_ place: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        scalars.indices.contains(place) && scalars[place].properties.numericType == .decimal
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic }
}
