/// What stands higher or lower than its line. A raised number may be a power, half of a fraction, or the number of a note.
struct RaisedText {
    /// In the bytes of its paragraph.
    var range: Range<Int>
    var isLowered: Bool
    /// It is a link, or has one in it.
    var isLink: Bool

    /// The paragraph as it is read: `10²⁶`, `1½`, `19th`, and nothing of a note's number.
    /// - Parameter moved: is told each place of which the text gets longer or shorter, and how much so far.
    static func read(_ text: [UInt8], _ raised: [RaisedText], moved: (_ place: Int, _ by: Int) -> Void) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(text.count + 16)
        var place = 0
        var number = 0
        while number < raised.count {
            let one = raised[number]
            number += 1
            guard one.range.lowerBound >= place, one.range.upperBound <= text.count else { continue }
            kept += text[place..<one.range.lowerBound]
            place = one.range.upperBound
            let content = trimmed(text[one.range])
            if let fraction = fraction(content, one, number < raised.count ? raised[number] : nil, text) {
                if fraction.text.count > 1, isDigit(kept.last) { kept.append(0x20) }
                kept += fraction.text.utf8
                place = fraction.end
            } else {
                let neighbours = Neighbours(kept, text[place...])
                if let read = one.isLowered
                    ? lowered(content, neighbours) : read(content, neighbours, isLink: one.isLink)
                {
                    kept += read.utf8
                } else if kept.last == 0x20, neighbours.next.map({ ",.;:!?)".unicodeScalars.contains($0) }) ?? true {
                    kept.removeLast()
                }
            }
            moved(place, kept.count - place)
        }
        return kept + text[place...]
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        FoldedText.line(String(decoding: bytes.prefix(400), as: UTF8.self)) + (bytes.count > 400 ? "…" : "")
    }

    // MARK: Fractions

    /// `<sup>1</sup>/<sub>2</sub>`, also with plain digits below.
    private static func fraction(_ content: String, _ one: RaisedText, _ next: RaisedText?, _ text: [UInt8]) -> (
        text: String, end: Int
    )? {
        guard !one.isLowered else { return nil }
        if let slash = content.firstIndex(where: { $0 == "/" || $0 == "⁄" }) {
            let (upper, lower) = (content[..<slash], content[content.index(after: slash)...])
            guard isNumber(upper), isNumber(lower) else { return nil }
            return (fraction(upper, lower), one.range.upperBound)
        }
        guard isNumber(content) else { return nil }
        var rest = text[one.range.upperBound...]
        guard let slash = ["/", "⁄", "∕"].first(where: { rest.starts(with: $0.utf8) }) else { return nil }
        rest = rest.dropFirst(slash.utf8.count)
        if let next, next.isLowered, next.range.lowerBound == rest.startIndex {
            let lower = trimmed(text[next.range])
            return isNumber(lower) ? (fraction(content[...], lower[...]), next.range.upperBound) : nil
        }
        let lower = rest.prefix { isDigit($0) }
        guard (1...3).contains(lower.count) else { return nil }
        return (fraction(content[...], String(decoding: lower, as: UTF8.self)[...]), lower.endIndex)
    }

    static func fraction(_ upper: Substring, _ lower: Substring) -> String {
        fractions["\(upper)/\(lower)"].map { String($0) } ?? "\(upper)/\(lower)"
    }

    private static let fractions: [String: Character] = [
        "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/5": "⅕", "2/5": "⅖", "3/5": "⅗", "4/5": "⅘",
        "1/6": "⅙",
        "5/6": "⅚", "1/7": "⅐", "1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞", "1/9": "⅑", "1/10": "⅒",
    ]

    private static func isNumber(_ text: some StringProtocol) -> Bool {
        (1...3).contains(text.utf8.count) && text.utf8.allSatisfy { isDigit($0) }
    }
    private static func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }

    // MARK: Numbers

    private static func lowered(_ content: String, _ neighbours: Neighbours) -> String? {
        if NoteMark.isBracketed(content) { return nil }
        // The base of a number is not its last digits.
        let isBase = neighbours.isBehindDigit && content.utf8.first.map { isDigit($0) } == true
        return isBase ? mapped(content, to: lowSigns) ?? " " + content : content
    }

    /// `nil` for the mark of a note.
    private static func read(_ content: String, _ neighbours: Neighbours, isLink: Bool) -> String? {
        if content.isEmpty { return "" }
        if isLink, NoteMark.isMark(content, touches: true) { return nil }
        if NoteMark.isBracketed(content, isRaised: true) || NoteMark.isSymbols(content) { return nil }
        if content.utf8.allSatisfy({ isDigit($0) }) { return number(content, neighbours) }
        let isList = content.utf8.allSatisfy { isDigit($0) || $0 == 0x2C || $0 == 0x20 }
        if isList, NoteMark.isMark(content, touches: true) { return nil }
        if content == "TM" { return "™" }
        if content == "SM" { return "℠" }
        if content.unicodeScalars.count == 1, let letter = content.unicodeScalars.first, letter.properties.isLowercase {
            if neighbours.isBehindMark || "abc".unicodeScalars.contains(letter) && neighbours.word.count > 2 {
                return nil
            }
            let isPower = neighbours.isBehindDigit || neighbours.word.count == 1 || neighbours.last == ")"
            return isPower && "nxyk".unicodeScalars.contains(letter)
                ? mapped(content, to: highSigns) ?? content : content
        }
        if let power = mapped(content, to: highSigns), neighbours.last != nil, neighbours.last != " " { return power }
        return neighbours.isBehindDigit && isDigit(content.utf8.first) ? " " + content : content
    }

    private static func number(_ content: String, _ neighbours: Neighbours) -> String? {
        let power = mapped(content, to: highSigns) ?? content
        guard let last = neighbours.last else { return neighbours.isBeforeSymbol ? content : nil }
        switch last {
        case " ":
            if neighbours.numberBeforeSpace == "10" { return power }
            // ¹⁴C, but not the number of a verse.
            return neighbours.isBeforeSymbol ? content : nil
        case ")", "]": return neighbours.closesFormula ? power : nil
        case "-", "–", "−", "(", "[": return neighbours.isBeforeSymbol ? content : nil
        case "|", "‖": return power
        default: break
        }
        if neighbours.isBehindDigit {
            // A year has notes, and no powers.
            let year = Int(neighbours.number) ?? 0
            return neighbours.number.count == 4 && (1_001..<2_100).contains(year) && year != 1_024 ? nil : power
        }
        guard last.properties.isAlphabetic else { return nil }
        return neighbours.isPowerOfWord ? power : nil
    }

    /// As small signs; `nil` when there is one that has none.
    static func mapped(_ content: String, to signs: [Character: Character]) -> String? {
        var small = ""
        for sign in content where sign != " " {
            guard let one = signs[sign] else { return nil }
            small.append(one)
        }
        return small.isEmpty ? nil : small
    }

    static let highSigns: [Character: Character] = [
        "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹", "+": "⁺",
        "-": "⁻",
        "−": "⁻", "–": "⁻", "=": "⁼", "(": "⁽", ")": "⁾", "n": "ⁿ", "x": "ˣ", "y": "ʸ", "k": "ᵏ",
    ]
    private static let lowSigns: [Character: Character] = [
        "0": "₀", "1": "₁", "2": "₂", "3": "₃", "4": "₄", "5": "₅", "6": "₆", "7": "₇", "8": "₈", "9": "₉",
    ]

    // MARK: What stands around it

    private struct Neighbours {
        /// The last scalars before it.
        private let before: [Unicode.Scalar]
        private let after: [Unicode.Scalar]

        init(_ before: [UInt8], _ after: ArraySlice<UInt8>) {
            self.before = String(decoding: before.suffix(64), as: UTF8.self).unicodeScalars.map {
                $0 == "\u{A0}" ? " " : $0
            }
            self.after = Array(String(decoding: after.prefix(16), as: UTF8.self).unicodeScalars)
        }

        var last: Unicode.Scalar? { before.last }
        var next: Unicode.Scalar? { after.first }
        var isBehindDigit: Bool { last.map { $0.properties.numericType == .decimal } ?? false }
        var isBehindMark: Bool { last.map { ".,;:!?…\"'”’»)]。，、；：！？」』".unicodeScalars.contains($0) } ?? false }
        var word: [Unicode.Scalar] {
            before.reversed().prefix { $0.properties.isAlphabetic || TextScalar.continues($0) }.reversed()
        }

        var number: String { String(String.UnicodeScalarView(before.reversed().prefix { isDigit($0) }.reversed())) }
        var numberBeforeSpace: String {
            String(String.UnicodeScalarView(before.reversed().drop { $0 == " " }.prefix { isDigit($0) }.reversed()))
        }

        private func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) || scalar == "." }

        /// A chemical symbol follows: one capital letter, and at most one small one.
        var isBeforeSymbol: Bool {
            guard let first = after.first, first.isASCII, first.properties.isUppercase else { return false }
            let letters = after.prefix { $0.properties.isAlphabetic }
            return letters.count == 1
                || letters.count == 2 && letters[1].properties.isLowercase
                    && !["In", "At", "He", "As", "No", "I"].contains(String(String.UnicodeScalarView(letters)))
        }

        /// What the bracket at the end closes has no words: `(a + b)`.
        var closesFormula: Bool {
            guard let open = before.lastIndex(where: { $0 == "(" || $0 == "[" }) else { return false }
            var letters = 0
            for scalar in before[open...] {
                letters = scalar.properties.isAlphabetic ? letters + 1 : 0
                if letters > 2 { return false }
            }
            return true
        }

        /// `m`, `km`, `x`, `sin`: what may have a power, other than a word with a note.
        var isPowerOfWord: Bool {
            let word = word
            let text = String(String.UnicodeScalarView(word))
            guard let first = word.first, first.properties.isLowercase || first.properties.isUppercase else {
                return false
            }
            let rest = before.dropLast(word.count)
            let isMeasured =
                (rest.last == " " ? rest.dropLast() : rest).last.map { $0.properties.numericType == .decimal } ?? false
            switch word.count {
            case 1: return true
            case 2: return isMeasured || !smallWords.contains(text.lowercased())
            default: return functions.contains(text.lowercased())
            }
        }
    }

    private static let smallWords: Set<String> = [
        "am", "an", "as", "at", "be", "by", "do", "go", "he", "if", "in", "is", "it", "me", "my", "no", "of", "oh",
        "on", "or",
        "so", "to", "up", "us", "we", "er", "es", "du", "ja", "ob", "um", "zu", "da", "wo", "il", "la", "le", "un",
        "ce", "et",
        "je", "tu", "on", "ou", "se", "el", "yo", "lo", "de", "te", "di", "io", "не", "он", "мы", "вы", "да", "но",
    ]
    private static let functions: Set<String> = [
        "sin", "cos", "tan", "cot", "sec", "csc", "log", "exp", "sinh", "cosh", "tanh", "min", "inch", "feet", "foot",
        "yard",
        "mile", "miles", "meter", "metre", "meters", "metres", "mol", "dyn", "bar", "rad", "кв",
    ]
}
