import Events

/// Text without any marks: paragraphs with empty lines between them, wrapped or not.
struct PlainReader {
    private let lines: [Substring]
    private var builder: BookBuilder
    /// By title: a list of contents names each chapter once before it comes.
    private var chapters: [(title: String, place: Int)] = []

    static func read(_ bytes: [UInt8], in language: SaidLanguage) throws(TextError) -> BookText {
        var reader = PlainReader(TextDecoding(bytes), language)
        return try reader.read()
    }

    private init(_ decoded: TextDecoding, _ language: SaidLanguage) {
        builder = BookBuilder(language)
        lines = TextLines(decoded.text).lines
        builder.oddities.note(decoded.oddities)
    }

    private mutating func read() throws(TextError) -> BookText {
        readHeader()
        let isWrapped = isWrapped
        for block in lines.split(whereSeparator: \.isBlank) {
            if addList(block) { continue }
            if isWrapped || isMark(block) || ChapterLine.title(of: block) != nil {
                add(block)
            } else {
                for line in block.indices { add(block[line...line]) }
            }
        }
        var last: [String: Int] = [:]
        for chapter in chapters { last[chapter.title] = chapter.place }
        for chapter in chapters where last[chapter.title] == chapter.place {
            builder.beginChapter(chapter.title, at: chapter.place)
        }
        return try builder.finish()
    }

    private func isMark(_ block: ArraySlice<Substring>) -> Bool { block.first?.hasPrefix("***") == true }

    /// Whether a line is only as long as lines are: else each is a paragraph.
    private var isWrapped: Bool {
        var (long, all) = (0, 0)
        for line in lines where !line.isBlank {
            all += 1
            if line.utf8.count > Self.lineBytes { long += 1 }
        }
        return long * 10 <= all
    }

    /// Lines of letters that take two or three bytes each are no longer than others.
    private static let lineBytes = 240

    private mutating func add(_ block: ArraySlice<Substring>) {
        let title = ChapterLine.title(of: block)
        let place = builder.place
        let text = block.map { $0.stripped.utf8 }.joined(separator: " ".utf8)
        let kind = title == nil ? TextBlock.Kind.paragraph : .heading(level: 2)
        let isAdded = builder.addParagraph(Emphasis.dropped(Array(text)), kind)
        if isAdded, let title, chapters.count < TextLimits.chapters { chapters.append((title, place)) }
    }

    /// A list without marks of its own: several lines that each begin with a sign, and lines that go on with them.
    /// - Returns: whether it is one.
    private mutating func addList(_ block: ArraySlice<Substring>) -> Bool {
        let starts = block.indices.filter { MarkdownLine.listParts(MarkdownLine.unindented(block[$0])) != nil }
        guard starts.count >= 2, starts.first == block.startIndex else { return false }
        for (start, end) in zip(starts, starts.dropFirst() + [block.endIndex]) {
            let first = MarkdownLine.unindented(block[start])
            guard let item = MarkdownLine.listParts(first) else { continue }
            let isInner = first.utf8.count < block[start].utf8.count
            let lines = [item.text] + block[(start + 1)..<end]
            builder.addParagraph(
                Emphasis.dropped(Array(lines.map { $0.stripped.utf8 }.joined(separator: " ".utf8))),
                .item(sign: item.sign, depth: isInner ? 1 : 0))
        }
        return true
    }

    /// What Project Gutenberg says of a text before its mark.
    private mutating func readHeader() {
        let start = lines.prefix(400).firstIndex { GutenbergMark($0.utf8) == .start }
        for line in lines[..<(start ?? 0)] {
            if let title = value(of: "Title:", in: line) { builder.book.title = builder.book.title ?? title }
            if let author = value(of: "Author:", in: line) { builder.book.author = builder.book.author ?? author }
            if let language = value(of: "Language:", in: line) {
                builder.book.language = builder.book.language ?? LanguageTag.reading(language)
            }
        }
    }

    private func value(of name: String, in line: Substring) -> String? {
        line.hasPrefix(name) ? FoldedText.name(line.dropFirst(name.count)) : nil
    }
}

/// `_So_ it was`, as texts without marks write what was slanted in print.
enum Emphasis {
    static func dropped(_ text: [UInt8]) -> [UInt8] {
        let sign = UInt8(ascii: "_")
        guard text.contains(sign) else { return text }
        let isLetter = MarkdownInline.isLetter
        return text.indices.filter { place in
            guard text[place] == sign else { return true }
            let before = place > 0 ? text[place - 1] : 0x20
            let after = place + 1 < text.count ? text[place + 1] : 0x20
            // `a_name` and `____` are something else, and a sign that stands alone is nothing of the kind.
            return before == sign || after == sign || (isLetter(before) && isLetter(after))
                || (before == 0x20 && after == 0x20)
        }
        .map { text[$0] }
    }
}

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

/// Between these two lines lies a text of Project Gutenberg; its own words stand around it.
enum GutenbergMark {
    case start, end

    /// `*** START OF THE PROJECT GUTENBERG EBOOK …`, `***END OF THIS PROJECT GUTENBERG …`
    init?(_ text: some Collection<UInt8>) {
        let begin = text.drop { $0 == 0x20 || $0 == 0x0A }
        guard begin.starts(with: "***".utf8) else { return nil }
        let words = FoldedText.line(String(decoding: begin.prefix(60), as: UTF8.self).drop { $0 == "*" || $0 == " " })
            .uppercased()
        guard words.contains("PROJECT GUTENBERG") else { return nil }
        if words.hasPrefix("START OF TH") {
            self = .start
        } else if words.hasPrefix("END OF TH") {
            self = .end
        } else {
            return nil
        }
    }
}
