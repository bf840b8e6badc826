/// Lines such as `CHAPTER I`, `Capítulo primero`, `2. Kapitel`, `第三章`, which begin a chapter.
enum ChapterLine {
    /// - Parameter block: lines between empty ones.
    /// - Returns: the chapter's title; `nil` when it begins none.
    static func title(of block: some BidirectionalCollection<Substring>) -> String? {
        guard let first = block.first, (1...3).contains(block.count), block.allSatisfy({ $0.utf8.count <= 200 }),
            begins(first)
        else { return nil }
        return FoldedText.name(block.map(String.init).joined(separator: " "))
    }

    private static func begins(_ line: Substring) -> Bool {
        let text = FoldedText.line(line)
        if text.hasPrefix("第"), text.prefix(8).contains("章") { return true }
        let parts = text.lowercased().split(separator: " ").prefix(4)
        let bare = parts.map { $0.trimmingMarks }
        guard let first = bare.first else { return false }
        if alone.contains(first) { return parts.count == 1 || parts[0].last.map { ".:".contains($0) } == true }
        guard bare.count > 1 else { return false }
        if words.contains(first) {
            return isNumber(bare[1])
                || ["the", "la", "le", "il"].contains(bare[1]) && bare.count > 2 && isNumber(bare[2])
        }
        return words.contains(bare[1]) && isNumber(first) && bare.count < 4
    }

    private static func isNumber(_ word: Substring) -> Bool {
        if word.allSatisfy(\.isNumber) || numbers.contains(word) { return !word.isEmpty }
        return word.utf8.count <= 9 && word.allSatisfy { "ivxlcdm".contains($0) } && !word.isEmpty
    }

    private static let words: Set<Substring> = [
        "chapter", "book", "part", "volume", "letter", "canto", "act", "stave", "capítulo", "capitulo", "libro",
        "parte",
        "chapitre", "livre", "partie", "kapitel", "buch", "teil", "capitolo", "hoofdstuk", "deel", "kapitola",
        "rozdział", "глава", "часть", "книга",
    ]

    private static let alone: Set<Substring> = [
        "prologue", "epilogue", "preface", "introduction", "foreword", "afterword", "prólogo", "epílogo", "prefacio",
        "introducción", "prolog", "epilog", "vorwort", "nachwort", "einleitung", "préface", "avant-propos", "prologo",
        "epilogo", "prefazione", "introduzione", "пролог", "эпилог",
    ]

    private static let numbers: Set<Substring> = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
        "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty",
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "last",
        "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "primero", "primera",
        "segundo", "segunda", "tercero", "tercera", "cuarto", "cuarta", "quinto", "quinta", "sexto", "séptimo",
        "octavo", "noveno", "décimo", "último", "premier", "première", "deuxième", "troisième", "quatrième",
        "cinquième", "sixième", "septième", "huitième", "neuvième", "dixième", "un", "deux", "trois", "quatre", "cinq",
        "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "erstes", "zweites",
        "drittes", "viertes", "fünftes", "sechstes", "siebentes", "achtes", "neuntes", "zehntes", "erster", "zweiter",
        "dritter", "primo", "prima", "secondo", "seconda", "terzo", "terza", "quarto", "первая", "вторая", "третья",
    ]
}

extension Substring {
    /// Without marks at its ends, such as the stop of `I.`
    fileprivate var trimmingMarks: Substring {
        func isMark(_ character: Character) -> Bool { ".,:;—–-_*()[]".contains(character) }
        return String(drop(while: isMark).reversed().drop(while: isMark).reversed())[...]
    }
}
