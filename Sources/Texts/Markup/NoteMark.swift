/// Marks of notes and numbers of printed pages, by what they look like.
enum NoteMark {
    /// Whether what refers to a note is no more than a mark: `1`, `[a]`, `*`, `xiv`, `note 3`, `注1`. Else it is words of the text.
    /// - Parameter touches: it follows a word without a blank; then a number of any length is one, and not a year.
    static func isMark(_ text: String, touches: Bool) -> Bool {
        guard text.utf8.count <= longest else { return false }
        return tokens(text).allSatisfy { token in
            switch token {
            case .number(let digits): digits <= 3 || touches
            case .word(let word):
                isLetter(word) || isRoman(word) || noteWords.contains(word) || isOfNotes(word)
            }
        }
    }

    /// `12`, `[Pg 12]`, `{xii}`, `Seite 12`, or nothing: not a word that stands in the mark of a page break.
    static func isPageNumber(_ text: String) -> Bool {
        guard text.utf8.count <= longest else { return false }
        let found = tokens(text)
        var numbers = 0
        for token in found {
            switch token {
            case .number: numbers += 1
            case .word(let word):
                if pageWords.contains(word) { continue }
                // "But", and "I", are words; "i" and "xii" are pages in front of the text.
                guard isRoman(word), word != "i" || !text.contains("I") || found.count > 1 || text.contains("[") else {
                    return false
                }
                numbers += 1
            }
        }
        return numbers > 0 && found.count <= 4 || found.isEmpty
    }

    /// `[1]`, `[2, 3]`, `[a]`, `[note 4]`, `[citation needed]`: the brackets and what is in them.
    /// - Parameter isRaised: then they are a remark, whatever they say.
    static func isBracketed(_ text: String, isRaised: Bool = false) -> Bool {
        guard let first = text.first, let last = text.last, text.count > 2,
            (first == "[" && last == "]") || (first == "{" && last == "}") || (first == "［" && last == "］")
        else { return false }
        if isRaised { return text.utf8.count <= 120 }
        let inside = text.dropFirst().dropLast()
        return isMark(String(inside), touches: false) || remarks.contains(inside.lowercased())
    }

    /// Only signs such as `*` or `††`.
    static func isSymbols(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { "*†‡§¶#∗⁎⁑※⁂".unicodeScalars.contains($0) }
    }

    // MARK: In running text

    /// Without `[1]` and the like behind a word or a full stop, and without `[citation needed]`; `nil` where there are none.
    /// - Parameter behindWords: also behind a word. In code `list[1]` is something else.
    static func withoutBracketed(_ text: [UInt8], behindWords: Bool) -> [UInt8]? {
        guard text.contains(0x5B) else { return nil }
        var kept: [UInt8] = []
        var (start, place) = (0, 0)
        while let open = text[place...].firstIndex(of: 0x5B) {
            place = open + 1
            guard let close = text[place...].prefix(longest).firstIndex(of: 0x5D),
                isLeftOut(text[open...close], in: text, behindWords, keptEnd: start == open ? kept.last : nil)
            else { continue }
            kept += text[start..<open]
            (start, place) = (close + 1, close + 1)
            // "he said [citation needed]." is "he said."
            let next = start < text.count ? text[start] : 0x20
            if kept.last == 0x20, next == 0x20 || isStop(next) { kept.removeLast() }
        }
        return start == 0 ? nil : kept + text[start...]
    }

    private static func isLeftOut(
        _ mark: ArraySlice<UInt8>, in text: [UInt8], _ behindWords: Bool, keptEnd: UInt8?
    ) -> Bool {
        let inside = mark.dropFirst().dropLast()
        if inside.contains(0x20), remarks.contains(String(decoding: inside, as: UTF8.self).lowercased()) { return true }
        guard (1...8).contains(inside.count), inside.first != 0x30, inside.allSatisfy(isOfNumbers),
            let first = inside.first, (0x31...0x39).contains(first)
        else { return false }
        let end = mark.endIndex
        if end < text.count, isLetterOrDigit(text[end]) && !isStop(keptEnd ?? 0x20) { return false }
        guard let before = keptEnd ?? (mark.startIndex > 0 ? text[mark.startIndex - 1] : nil) else { return false }
        if isStop(before) || before == 0x22 || before == 0x27 || before == 0x29 { return true }
        // ” and ’ and » end in these, and so do letters of all scripts but ours.
        let word = text[..<mark.startIndex].reversed().prefix(4).prefix(while: isLetterOrDigit)
        guard behindWords || before >= 0x80 && !isLetter(text[..<mark.startIndex]) else { return false }
        return word.count > 2 && word.contains { !(0x30...0x39).contains($0) } || before >= 0x80
    }

    private static func isLetter(_ text: ArraySlice<UInt8>) -> Bool {
        String(decoding: text.suffix(4), as: UTF8.self).unicodeScalars.last?.properties.isAlphabetic ?? false
    }

    private static func isStop(_ byte: UInt8) -> Bool { [0x2E, 0x2C, 0x21, 0x3F, 0x3A, 0x3B].contains(byte) }
    private static func isOfNumbers(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || byte == 0x2C || byte == 0x20 || byte == 0x2D
    }
    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte >= 0x80
    }

    // MARK: Words and numbers

    private enum Token {
        /// Of so many digits.
        case number(Int)
        /// In small letters.
        case word(String)
    }

    private static let longest = 48

    private static func tokens(_ text: String) -> [Token] {
        var found: [Token] = []
        var (word, digits) = ("", 0)
        func end() {
            if digits > 0 { found.append(.number(digits)) }
            if !word.isEmpty { found.append(.word(word.lowercased())) }
            (word, digits) = ("", 0)
        }
        for scalar in text.unicodeScalars {
            let isDigit = scalar.properties.numericType == .decimal || scalar.properties.numericType == .digit
            if isDigit {
                if !word.isEmpty { end() }
                digits += 1
            } else if TextScalar.isSpeakable(scalar) || TextScalar.continues(scalar) {
                if digits > 0 { end() }
                word.unicodeScalars.append(scalar)
            } else if TextScalar(scalar) != .dropped {
                end()
            }
        }
        end()
        return found
    }

    /// One, of a script whose words are of several letters.
    private static func isLetter(_ word: String) -> Bool {
        word.unicodeScalars.count == 1 && word.unicodeScalars.allSatisfy(\.properties.isCased)
    }

    /// Up to 89, in small letters.
    private static func isRoman(_ word: String) -> Bool {
        guard word.utf8.count <= 8, word.utf8.allSatisfy({ "ivxl".utf8.contains($0) }) else { return false }
        var rest = word[...]
        func take(_ parts: [String]) {
            if let part = parts.first(where: { rest.hasPrefix($0) }) { rest.removeFirst(part.count) }
        }
        take(["lxxx", "lxx", "lx", "xl", "l", "xxx", "xx"])
        if !rest.hasPrefix("ix"), rest.hasPrefix("x") { rest.removeFirst() }
        take(["ix", "iv", "viii", "vii", "vi", "v", "iii", "ii", "i"])
        return rest.isEmpty
    }

    /// Chinese and Japanese numbers and what notes are called there.
    private static func isOfNotes(_ word: String) -> Bool {
        word.unicodeScalars.allSatisfy { "〇零一二三四五六七八九十百注註訳译譯脚腳尾释釋主각주".unicodeScalars.contains($0) }
    }

    private static let noteWords: Set<String> = [
        "note", "notes", "nota", "noot", "fn", "nb", "ref", "anm", "anmerkung", "footnote", "endnote", "fußnote",
        "fussnote", "прим", "сноска", "przypis", "pozn", "not",
    ]

    private static let pageWords: Set<String> = [
        "p", "pg", "pp", "page", "pag", "pág", "pagina", "página", "pàgina", "s", "seite", "str", "strona", "strana",
        "с", "стр", "страница", "sida", "sid", "side", "sivu", "σελ", "頁", "页", "쪽", "第", "ページ",
    ]

    private static let remarks: Set<String> = [
        "citation needed", "clarification needed", "verification needed", "page needed", "better source needed",
        "dubious – discuss", "original research?", "by whom?", "according to whom?", "beleg fehlt", "cita requerida",
        "réf. nécessaire", "référence nécessaire", "senza fonte", "bron?", "источник не указан", "edit source",
    ]
}
