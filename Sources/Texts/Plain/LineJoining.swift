/// Makes one text of lines that a program has wrapped.
struct LineJoining {
    /// Of words that are divided at a line's end: how often they stand elsewhere in the text, in one word and with their hyphen.
    private var seen: [Substring: Int] = [:]
    /// What is more frequent in this text where it can be told: a word that is divided only by its line, or a hyphen of its own.
    private var divides = true

    static let none = LineJoining([])

    init(_ lines: ArraySlice<Substring>) {
        var asked: Set<Substring> = []
        var pairs: [(first: Substring, second: Substring)] = []
        for (line, next) in zip(lines, lines.dropFirst()) {
            guard pairs.count < Self.limit, let pair = Self.divided(line, next) else { continue }
            pairs.append(pair)
            for word in [
                "\(pair.first)\(pair.second)", "\(pair.first)-\(pair.second)", "\(pair.first)", "\(pair.second)",
            ] {
                asked.insert(word.lowercased()[...])
            }
        }
        guard !pairs.isEmpty else { return }
        count(asked, in: lines)
        var (joined, kept) = (0, 0)
        for (first, second) in pairs {
            switch isSeen("\(first)\(second)") - isSeen("\(first)-\(second)") {
            case 1...: joined += 1
            case ..<0: kept += 1
            default: break
            }
        }
        divides = joined >= kept
        // A word or two say nothing of a text.
        isTold = abs(joined - kept) >= 3
    }

    /// `divides` says something.
    private var isTold = false
    private static let limit = 20_000

    private func isSeen(_ word: String) -> Int { seen[word.lowercased()[...]] ?? 0 }

    private mutating func count(_ asked: Set<Substring>, in lines: ArraySlice<Substring>) {
        // Most words are told apart by how they begin and how long they are, which is quick.
        var places = [Bool](repeating: false, count: 1 << 16)
        func place(_ bytes: Substring.UTF8View) -> Int {
            let first = Int(bytes.first ?? 0) | 0x20
            return (first << 8 | bytes.count & 0xFF) & 0xFFFF
        }
        for word in asked { places[place(word.utf8)] = true }
        for line in lines {
            let bytes = line.utf8
            var start = bytes.startIndex
            var end = start
            func look(_ last: Bool) {
                let word = line[start..<end]
                // What stands at the line's end is what is asked for.
                guard places[place(word.utf8)], !last || word.utf8.last != UInt8(ascii: "-") else { return }
                let small = word.lowercased()[...]
                if asked.contains(small) { seen[small, default: 0] += 1 }
            }
            while end < bytes.endIndex {
                let byte = bytes[end]
                if MarkdownInline.isLetter(byte) || byte == UInt8(ascii: "-") {
                    end = bytes.index(after: end)
                } else {
                    if start < end { look(false) }
                    end = bytes.index(after: end)
                    start = end
                }
            }
            if start < end { look(true) }
        }
    }

    // MARK: Joining

    /// UTF-8.
    func text(of lines: ArraySlice<Substring>) -> [UInt8] {
        var text: [UInt8] = []
        var last: Substring = ""
        for line in lines {
            let line = line.stripped
            if !text.isEmpty { join(&text, last, line) }
            text += line.utf8
            last = line
        }
        return text
    }

    /// Takes the hyphen away, or adds a blank.
    private func join(_ text: inout [UInt8], _ last: Substring, _ next: Substring) {
        guard let end = last.unicodeScalars.last, let start = next.unicodeScalars.first else {
            return text.append(0x20)
        }
        switch end {
        // A soft hyphen, and how it looks where it has been made visible.
        case "\u{AD}", "\u{AC}":
            if start.properties.isAlphabetic { text.removeLast(end.utf8.count) } else { text.append(0x20) }
        case "-", "\u{2010}":
            guard let pair = Self.divided(last, next) else {
                if !Self.isCompound(last, next) { text.append(0x20) }
                return
            }
            if !keepsHyphen(pair.first, pair.second) { text.removeLast(end.utf8.count) }
        default:
            if !UnspacedScript.joins(end, start) { text.append(0x20) }
        }
    }

    /// `nega-` and `tive`: the letters before a hyphen and behind it, where they may be one word.
    private static func divided(_ line: Substring, _ next: Substring) -> (first: Substring, second: Substring)? {
        guard let mark = line.utf8.last, mark == UInt8(ascii: "-") || mark == 0x90 || mark == 0x20 || mark == 0x09
        else { return nil }
        let line = line.stripped
        guard let end = line.unicodeScalars.last, end == "-" || end == "\u{2010}" else { return nil }
        let head = line.unicodeScalars.dropLast()
        let tail = Substring(head.suffix(60))
        let first = tail.lastIndex { $0 != "-" && !$0.isLetter }.map { tail[tail.index(after: $0)...] } ?? tail
        let second = MarkdownLine.unindented(next).prefix { $0.isLetter }
        guard let before = first.last, before.isLetter, let after = second.unicodeScalars.first, first.first != "-",
            second.utf8.count <= 120
        else { return nil }
        let isSmall =
            after.properties.isLowercase
            || first.suffix(2).allSatisfy(\.isUppercase) && second.count > 1 && second.allSatisfy(\.isUppercase)
        return isSmall && !conjunctions.contains(second) ? (first, second) : nil
    }

    /// `Jean-` and `Paul`, `1914-` and `1918`, but neither `waited--` nor `Haupt-` and `und`.
    private static func isCompound(_ last: Substring, _ next: Substring) -> Bool {
        guard let before = last.dropLast().last, before.isLetter || before.isNumber, let after = next.first else {
            return false
        }
        return after.isUppercase || after.isNumber
    }

    private static let conjunctions: Set<Substring> = [
        "und", "oder", "bzw", "sowie", "and", "or", "to", "et", "ou", "y", "o", "u", "en", "of", "och", "og", "eller",
        "i", "lub", "e", "и", "или",
    ]

    private func keepsHyphen(_ first: Substring, _ second: Substring) -> Bool {
        let (joined, kept) = (isSeen("\(first)\(second)"), isSeen("\(first)-\(second)"))
        if joined != kept { return kept > joined }
        if first.contains("-") { return true }
        let small = first.lowercased()[...]
        if Self.compounds.contains(small) || Self.tens.contains(small) && Self.ones.contains(second) { return true }
        if isTold { return !divides }
        // Two words of their own, of which the first is not as short as a syllable.
        return first.count >= 4 && second.count >= 3 && isSeen(String(first)) > 0 && isSeen(String(second)) > 0
    }

    private static let compounds: Set<Substring> = [
        "well", "self", "ill", "half", "ex", "vice", "quasi", "deux", "demi", "mi", "grand", "arc", "peut", "celui",
        "vingt", "quelques", "кое",
        "по", "из", "какой", "что", "кто",
    ]
    private static let tens: Set<Substring> = [
        "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ]
    private static let ones: Set<Substring> = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "first", "second", "third", "fourth",
        "fifth", "sixth",
        "seventh", "eighth", "ninth",
    ]
}

/// Scripts that are written without blanks between words: the end of a line is none either (CSS Text 4, 4.1.3). Korean has blanks.
enum UnspacedScript {
    static func joins(_ end: Unicode.Scalar, _ start: Unicode.Scalar) -> Bool {
        if end.value < 0x0E00 || start.value < 0x0E00 { return false }
        return isUnspaced(end) && isUnspaced(start)
    }

    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Thai, Lao, Tibetan; Burmese; Khmer.
        case 0x0E00...0x0FFF, 0x1000...0x109F, 0x1780...0x17FF: true
        case 0x2014, 0x2026, 0x2018...0x201F: true
        // Signs of Chinese and Japanese, and their kana.
        case 0x2E80...0x312F, 0x3190...0x9FFF, 0xA000...0xA4CF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF01...0xFF9F,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }
}

/// Whether lines are only as long as lines are, or each is a paragraph.
enum WrappedLines {
    /// Lines of letters that take two or three bytes each are no longer than others.
    private static let lineBytes = 240

    static func are(_ lines: ArraySlice<Substring>) -> Bool {
        var (long, ended, all) = (0, 0, 0)
        for line in lines where !line.isBlank {
            all += 1
            if line.utf8.count > lineBytes { long += 1 }
            if endsSentence(line) { ended += 1 }
        }
        // Where a program wraps them, most lines end within a sentence.
        return long * 10 <= all && (all < 6 || ended * 4 < all * 3)
    }

    /// Whether a line begins a paragraph: it is moved in, and the one before it is not or ends a sentence.
    static func begins(_ line: Substring, behind last: Substring) -> Bool {
        let (indent, before) = (indent(line), indent(last))
        return indent >= 2 && (indent > before || endsSentence(last))
    }

    /// A blank of an eastern text is as wide as two.
    private static func indent(_ line: Substring) -> Int {
        var width = 0
        for scalar in line.unicodeScalars {
            switch scalar {
            case " ": width += 1
            case "\t": width += 4
            case "\u{3000}": width += 2
            default: return width
            }
        }
        return width
    }

    static func endsSentence(_ line: Substring) -> Bool {
        let end = line.unicodeScalars.reversed().first { !closers.contains($0) }
        return end.map(ends.contains) == true
    }

    private static let closers = Set(" \t\u{3000}\"'”’»«)]」』）】*_".unicodeScalars)
    private static let ends = Set(".!?…:。！？．।؟".unicodeScalars)
}
