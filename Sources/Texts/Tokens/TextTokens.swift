/// The words of a text, each with its place: what a reader lights one after the other.
///
/// Between blanks a word is all that stands there, its punctuation included. Where a script has no blanks between its words it is cut:
/// Han into its characters, or before each of them that has kana in front where the text is Japanese; Thai, Lao, Khmer and Burmese
/// into syllables as far as their letters show them. No list of words is asked. Nothing is lost but the blanks.
package struct TextTokens: Hashable, Sendable {
    package struct Token: Hashable, Sendable {
        package var text: String
        /// Its place, in Unicode scalars.
        package var scalars: Range<Int>
    }

    package private(set) var tokens: [Token] = []

    package init(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        let isJapanese = scalars.contains { WordScript($0) == .kana }
        var start: Int?
        func end(_ place: Int) {
            guard let first = start, first < place else { return }
            tokens.append(Token(text: Self.text(scalars[first..<place]), scalars: first..<place))
            start = nil
        }
        var before: WordScript?
        for (place, scalar) in scalars.enumerated() {
            guard !scalar.properties.isWhitespace else {
                end(place)
                before = nil
                continue
            }
            let script = WordScript(scalar)
            if let last = before, script.begins(scalar, after: last, scalars[place - 1], isJapanese: isJapanese) {
                end(place)
            }
            if start == nil { start = place }
            // Marks and punctuation go with what they stand at.
            if script != .mark { before = script }
        }
        end(scalars.count)
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}

/// What a scalar means for the borders of words in scripts without blanks.
private enum WordScript {
    case han, kana
    /// Of the south east of Asia.
    case syllabic
    /// Belongs to what stands before it, whatever that is.
    case mark
    /// Belongs to what follows.
    case opening
    case other

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x00..<0x300: self = scalar.properties.isAlphabetic || "0"..."9" ~= scalar ? .other : Self.sign(scalar)
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC...0x30FE, 0x31F0...0x31FF, 0xFF66...0xFF9D: self = .kana
        case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: self = .han
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0xA9E0...0xA9FF, 0xAA60...0xAA7F:
            self = Self.isSpelt(scalar) ? .mark : .syllabic
        default: self = Self.isLetter(scalar) ? .other : Self.sign(scalar)
        }
    }

    private static func sign(_ scalar: Unicode.Scalar) -> WordScript {
        switch scalar.properties.generalCategory {
        case .openPunctuation, .initialPunctuation: .opening
        default: .mark
        }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// Signs that are written above, below or behind a consonant, and never begin a syllable.
    private static func isSpelt(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        // Thai and Lao vowels behind their consonant, repetition and abbreviation.
        default:
            [0x0E2F, 0x0E30, 0x0E32, 0x0E33, 0x0E45, 0x0E46, 0x0EB0, 0x0EB2, 0x0EB3, 0x0EC6].contains(scalar.value)
        }
    }

    /// Thai and Lao vowels that are written before the consonant behind which they are spoken.
    private static func isLeadingVowel(_ scalar: Unicode.Scalar) -> Bool {
        (0x0E40...0x0E44).contains(scalar.value) || (0x0EC0...0x0EC4).contains(scalar.value)
    }

    /// Whether a word begins with a scalar of this kind.
    /// - Parameters:
    ///   - last: of the last scalar that is no mark.
    ///   - previous: right before it.
    func begins(_ scalar: Unicode.Scalar, after last: WordScript, _ previous: Unicode.Scalar, isJapanese: Bool) -> Bool
    {
        if last == .opening { return false }
        switch self {
        case .mark: return false
        case .han: return !isJapanese || last != .han
        case .kana: return last == .other || last == .syllabic
        case .syllabic: return last != .syllabic || !Self.isLeadingVowel(previous)
        case .other, .opening: return last == .han || last == .kana || last == .syllabic
        }
    }
}
