import Events

/// Lines such as `CHAPTER I`, `Capítulo primero`, `2. Kapitel`, `第三章`, `제1장`, which begin a chapter.
enum ChapterLine {
    /// - Parameter block: lines between empty ones.
    /// - Returns: the chapter's title; `nil` when it begins none, or when more than its title stands there.
    static func title(of block: ArraySlice<Substring>) -> String? {
        guard let first = block.first, (1...3).contains(block.count), block.allSatisfy({ $0.utf8.count <= 200 }),
            begins(first), block.dropFirst().allSatisfy(isTitle)
        else { return nil }
        return FoldedText.name(block.map(String.init).joined(separator: " "))
    }

    /// A chapter that begins among lines without empty ones around it.
    static func heading(in block: ArraySlice<Substring>, at place: Int) -> (title: String, lines: Range<Int>)? {
        let line = block[place]
        // Most lines of a paragraph begin small, and no chapter does.
        if MarkdownLine.unindented(line).unicodeScalars.first?.properties.isLowercase == true { return nil }
        guard line.utf8.count <= 120, begins(line), isTitle(line) || isShort(line) else { return nil }
        if place > block.startIndex {
            let before = block[place - 1]
            guard WrappedLines.endsSentence(before) || isCapital(line) || begins(before) else { return nil }
        }
        if ChapterNames.isLatin(line), !hasTitleCase(line) { return nil }
        let next = place + 1
        if next < block.endIndex, let letter = MarkdownLine.unindented(block[next]).unicodeScalars.first,
            letter.properties.isLowercase
        {
            return nil
        }
        let isLong = next < block.endIndex && isCapital(block[next]) && isTitle(block[next]) && !begins(block[next])
        let lines = place..<(isLong ? next + 1 : next)
        guard let title = FoldedText.name(block[lines].map(String.init).joined(separator: " ")) else { return nil }
        return (title, lines)
    }

    /// No sentence, which would end.
    private static func isTitle(_ line: Substring) -> Bool {
        isShort(line) && (!WrappedLines.endsSentence(line) || isCapital(line))
    }

    private static func isShort(_ line: Substring) -> Bool { line.stripped.unicodeScalars.prefix(81).count <= 80 }

    /// Letters of two cases, all of them capitals.
    private static func isCapital(_ line: Substring) -> Bool {
        var hasCapital = false
        for scalar in line.unicodeScalars {
            if scalar.properties.isLowercase { return false }
            hasCapital = hasCapital || scalar.properties.isUppercase
        }
        return hasCapital
    }

    /// `Chapter Two: the end`, but not `chapter two was long` or `Part two of it`.
    private static func hasTitleCase(_ line: Substring) -> Bool {
        let words = FoldedText.line(line).split(separator: " ")
        guard let first = words.first?.unicodeScalars.first, !first.properties.isLowercase else { return false }
        // Of the words behind the number the first one tells, unless a mark parts them.
        for (word, next) in zip(words.dropFirst(), words.dropFirst(2)) {
            if ".:—–-".contains(word.last ?? " ") { return true }
            guard ChapterNumber.isOne(word.trimmingMarks.lowercased()[...]) else { continue }
            return next.unicodeScalars.first?.properties.isLowercase != true || ChapterNumber.isOne(next.trimmingMarks)
                || ChapterNames.words.contains(next.trimmingMarks)
        }
        return true
    }

    static func begins(_ line: Substring) -> Bool {
        guard line.utf8.count <= 200 else { return false }
        let text = FoldedText.line(line)
        if EasternChapter.begins(text[...]) { return true }
        let parts = text.lowercased().split(separator: " ").prefix(5)
        let bare = parts.map { $0.trimmingMarks }
        guard let first = bare.first else { return false }
        if ChapterNames.alone.contains(first) {
            return parts.count == 1 || parts[0].last.map { ".:".contains($0) } == true
        }
        guard bare.count > 1 else { return false }
        if ChapterNames.words.contains(first) {
            return ChapterNumber.isOne(bare[1])
                || ChapterNames.articles.contains(bare[1]) && bare.count > 2 && ChapterNumber.isOne(bare[2])
        }
        if ChapterNames.words.contains(bare[1]) {
            return ChapterNumber.isOne(first) && (bare.count < 4 || isMarked(parts[1]))
        }
        // `The First Chapter`, `Двадцать первая глава`
        guard bare.count == 3, ChapterNames.words.contains(bare[2]) else { return false }
        return ChapterNumber.isOne(bare[1]) && (ChapterNames.articles.contains(first) || ChapterNumber.isOne(first))
    }

    private static func isMarked(_ word: Substring) -> Bool { word.last.map { ".:".contains($0) } == true }
}

/// What chapters are called.
enum ChapterNames {
    static let articles: Set<Substring> = ["the", "la", "le", "il", "el", "o", "a", "das", "der", "het", "de"]

    static let words: Set<Substring> = [
        "chapter", "book", "part", "volume", "letter", "canto", "act", "stave", "section", "capítulo", "capitulo",
        "libro",
        "parte", "volumen", "carta", "sección", "chapitre", "livre", "partie", "tome", "lettre", "kapitel", "buch",
        "teil", "band",
        "abschnitt", "brief", "capitolo", "volume", "lettera", "hoofdstuk", "boek", "deel", "kapitola", "část", "kniha",
        "díl",
        "rozdział", "rozdzial", "część", "księga", "tom", "глава", "часть", "книга", "том", "письмо", "раздел",
        "розділ",
        "частина", "част", "kapittel", "del", "bok", "bog", "afsnit", "luku", "osa", "kirja", "fejezet", "rész",
        "könyv",
        "capitolul", "partea", "cartea", "capítol", "llibre", "livro", "poglavlje", "dio", "knjiga", "поглавље",
        "bölüm",
        "kısım", "kitap", "κεφάλαιο", "κεφαλαιο", "μέρος", "βιβλίο", "chương", "phần", "bab", "bagian", "peatükk",
        "osa",
        "nodaļa", "skyrius", "kafli", "ĉapitro", "פרק", "חלק", "الفصل", "الباب", "الجزء", "فصل", "بخش", "अध्याय", "บทที่",
        "caput", "liber", "pennod", "caibidil",
    ]

    static let alone: Set<Substring> = [
        "prologue", "epilogue", "preface", "introduction", "foreword", "afterword", "prólogo", "epílogo", "prefacio",
        "introducción", "prolog", "epilog", "vorwort", "nachwort", "einleitung", "préface", "avant-propos", "prologo",
        "epilogo", "prefazione", "introduzione", "пролог", "эпилог", "предисловие", "послесловие", "введение",
        "передмова",
        "епілог", "wstęp", "předmluva", "doslov", "úvod", "előszó", "utószó", "prológ", "voorwoord", "nawoord",
        "proloog",
        "epiloog", "förord", "efterord", "forord", "efterskrift", "etterord", "esipuhe", "prefácio", "introdução",
        "önsöz", "sonsöz", "πρόλογος", "επίλογος", "序", "序章", "終章", "终章", "楔子", "尾声", "尾聲", "番外", "前言", "序言", "引子",
        "後記", "后记", "あとがき", "はじめに", "プロローグ", "エピローグ", "프롤로그", "에필로그", "서장", "종장", "머리말", "후기",
    ]

    /// Whether capitals say anything.
    static func isLatin(_ line: Substring) -> Bool {
        line.unicodeScalars.first { $0.properties.isAlphabetic }.map {
            $0.properties.isUppercase || $0.properties.isLowercase
        } == true
    }
}

/// `第三章`, `卷二`, `제1장`, where numbers and what they count are in one word.
enum EasternChapter {
    static func begins(_ text: Substring) -> Bool {
        let text = text.drop { "【〔［[「『".contains($0) }
        switch text.first {
        case "第", "卷", "巻": return isChinese(text)
        case "제": return isKorean(text.dropFirst())
        default:
            guard let first = text.first, first.isNumber || "０１２３４５６７８９".contains(first) else { return false }
            return isKorean(text)
        }
    }

    private static let digits: Set<Character> = Set("0123456789０１２３４５６７８９一二三四五六七八九十百千〇○零两兩廿卅壹贰叁貳參上中下之")
    private static let counted: Set<Character> = Set("章回話话節节卷巻部篇編编集幕夜輯辑折")
    /// Words of which only the beginning looks like it.
    private static let others = [
        "回合", "部分", "部队", "部隊", "节课", "節課", "集团", "集團", "章节", "話題", "话题", "回目", "篇文", "部作品", "部门", "部門", "节车", "集合",
    ]

    private static func isChinese(_ text: Substring) -> Bool {
        let rest = text.dropFirst().drop { $0 == " " }
        let number = rest.prefix(12).prefix { digits.contains($0) }
        guard !number.isEmpty else { return false }
        let behind = rest[number.endIndex...].drop { $0 == " " }
        guard text.first == "第" else {
            return behind.isEmpty || behind.startIndex != number.endIndex && isName(behind, isApart: true)
        }
        guard let sign = behind.first, counted.contains(sign), !others.contains(where: behind.hasPrefix) else {
            return false
        }
        let title = behind.dropFirst()
        return isName(title, isApart: title.first.map { " 　：:、.．・—―-–「『《〈（(【】］]〕」』".contains($0) } ?? true)
    }

    /// A title, and no sentence that goes on with `第三章里，…`.
    private static func isName(_ title: Substring, isApart: Bool) -> Bool {
        let limit = isApart ? 40 : 16
        guard title.prefix(limit + 1).count <= limit else { return false }
        if title.last.map({ "。；".contains($0) }) == true { return false }
        return isApart
            || !title.contains { "，。、；！？…,".contains($0) } && !title.first.map { "的里裡中で是在に上の は，が".contains($0) }!
    }

    private static func isKorean(_ text: Substring) -> Bool {
        let text = text.drop { $0 == " " }
        let number = text.prefix(8).prefix { $0.isASCII && $0.isNumber || "０１２３４５６７８９일이삼사오육칠팔구십백".contains($0) }
        guard !number.isEmpty else { return false }
        let behind = text[number.endIndex...].drop { $0 == " " }
        guard let sign = behind.first, "장화권부편막절회".contains(sign) else { return false }
        let rest = behind.dropFirst()
        return rest.isEmpty || " .:：-—–,]】)」".contains(rest[rest.startIndex])
    }
}
