/// The script that a text is written in, as far as that tells in which language it is to be spoken.
package enum WritingSystem {
    /// Languages to look for a voice in, the likeliest first, as BCP 47 names them; empty for what any voice may say: letters of
    /// Latin, which many languages share, and no letters.
    ///
    /// That of most of its letters decides. Kana make Han Japanese; letters that one language alone has make Cyrillic Ukrainian or
    /// Belarusian, and Arabic Persian or Urdu.
    package static func languages(of text: some StringProtocol) -> [String] {
        var counts: [Script: Int] = [:]
        var signs: Set<Unicode.Scalar> = []
        for scalar in text.unicodeScalars {
            guard let script = Script(scalar) else { continue }
            counts[script, default: 0] += 1
            if telling.contains(scalar) { signs.insert(scalar) }
        }
        // A character of Han or a kana is as much as two letters.
        let (han, kana) = (counts[.han] ?? 0, counts[.kana] ?? 0)
        counts[.han] = han > 0 || kana > 0 ? 2 * (han + kana) : nil
        counts[.kana] = nil
        guard let most = counts.max(by: { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) })?.key else {
            return []
        }
        return switch most {
        case .han where kana > 0: ["ja"]
        case .cyrillic where !signs.isDisjoint(with: ukrainian): ["uk", "ru"]
        case .cyrillic where !signs.isDisjoint(with: belarusian): ["be", "ru"]
        case .arabic where !signs.isDisjoint(with: urdu): ["ur", "fa", "ar"]
        case .arabic where !signs.isDisjoint(with: persian): ["fa", "ar"]
        default: most.languages
        }
    }

    private static let ukrainian: Set<Unicode.Scalar> = ["ї", "є", "ґ", "Ї", "Є", "Ґ"]
    private static let belarusian: Set<Unicode.Scalar> = ["ў", "Ў"]
    private static let urdu: Set<Unicode.Scalar> = ["ٹ", "ڈ", "ڑ", "ے", "ں", "ہ"]
    private static let persian: Set<Unicode.Scalar> = ["پ", "چ", "ژ", "گ", "ک", "ی"]
    private static let telling = ukrainian.union(belarusian).union(urdu).union(persian)
}

private enum Script: String {
    case latin, greek, cyrillic, armenian, hebrew, arabic, devanagari, bengali, gurmukhi, gujarati, oriya, tamil, telugu
    case kannada, malayalam, sinhala, thai, lao, burmese, georgian, hangul, ethiopic, cherokee, khmer, kana, han

    /// - Returns: `nil` for what all scripts share, and for scripts that no voice is known for.
    init?(_ scalar: Unicode.Scalar) {
        guard scalar.properties.isAlphabetic else { return nil }
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xAA...0x24F, 0x1E00...0x1EFF, 0xFF21...0xFF5A: self = .latin
        case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
        case 0x400...0x52F: self = .cyrillic
        case 0x531...0x587: self = .armenian
        case 0x5D0...0x5F2, 0xFB1D...0xFB4F: self = .hebrew
        case 0x620...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC: self = .arabic
        case 0x900...0x97F: self = .devanagari
        case 0x980...0x9FF: self = .bengali
        case 0xA00...0xA7F: self = .gurmukhi
        case 0xA80...0xAFF: self = .gujarati
        case 0xB00...0xB7F: self = .oriya
        case 0xB80...0xBFF: self = .tamil
        case 0xC00...0xC7F: self = .telugu
        case 0xC80...0xCFF: self = .kannada
        case 0xD00...0xD7F: self = .malayalam
        case 0xD80...0xDFF: self = .sinhala
        case 0xE00...0xE7F: self = .thai
        case 0xE80...0xEFF: self = .lao
        case 0x1000...0x109F: self = .burmese
        case 0x10A0...0x10FF, 0x1C90...0x1CBF: self = .georgian
        case 0x1100...0x11FF, 0x3131...0x318E, 0xAC00...0xD7A3: self = .hangul
        case 0x1200...0x137F: self = .ethiopic
        case 0x13A0...0x13FD: self = .cherokee
        case 0x1780...0x17FF: self = .khmer
        case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D: self = .kana
        case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: self = .han
        default: return nil
        }
    }

    var languages: [String] {
        switch self {
        case .latin: []
        case .greek: ["el"]
        case .cyrillic: ["ru"]
        case .armenian: ["hy"]
        case .hebrew: ["he"]
        case .arabic: ["ar"]
        case .devanagari: ["hi", "mr", "ne"]
        case .bengali: ["bn"]
        case .gurmukhi: ["pa"]
        case .gujarati: ["gu"]
        case .oriya: ["or"]
        case .tamil: ["ta"]
        case .telugu: ["te"]
        case .kannada: ["kn"]
        case .malayalam: ["ml"]
        case .sinhala: ["si"]
        case .thai: ["th"]
        case .lao: ["lo"]
        case .burmese: ["my"]
        case .georgian: ["ka"]
        case .hangul: ["ko"]
        case .ethiopic: ["am"]
        case .cherokee: ["chr"]
        case .khmer: ["km"]
        case .kana: ["ja"]
        case .han: ["zh"]
        }
    }
}
