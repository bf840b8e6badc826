import Events

/// Text without any marks: paragraphs with empty lines between them, wrapped or not.
struct PlainReader {
    private let lines: ArraySlice<Substring>
    private let header: ArraySlice<Substring>
    private let joining: LineJoining
    private var builder: BookBuilder
    /// By title: a list of contents names each chapter once before it comes.
    private var chapters: [(title: String, place: Int)] = []

    static func read(_ bytes: [UInt8], in language: SaidLanguage) throws(TextError) -> BookText {
        var reader = PlainReader(TextDecoding(bytes), language)
        return try reader.read()
    }

    private init(_ decoded: TextDecoding, _ language: SaidLanguage) {
        builder = BookBuilder(language)
        let text = GutenbergText(TextLines(decoded.text).lines)
        (header, lines) = (text.header, text.body)
        joining = LineJoining(text.body)
        builder.oddities.note(decoded.oddities)
        if text.isTrimmed { builder.oddities.note("Project Gutenberg's header and footer skipped") }
    }

    private mutating func read() throws(TextError) -> BookText {
        readHeader()
        let isWrapped = WrappedLines.are(lines)
        for block in lines.split(whereSeparator: \.isBlank) where !addList(block) {
            if let title = ChapterLine.title(of: block) {
                add(block, title: title)
            } else {
                addParagraphs(of: block, isWrapped: isWrapped)
            }
        }
        var last: [String: Int] = [:]
        for chapter in chapters { last[chapter.title] = chapter.place }
        for chapter in chapters where last[chapter.title] == chapter.place {
            builder.beginChapter(chapter.title, at: chapter.place)
        }
        return try builder.finish()
    }

    /// Lines between empty ones: chapters may begin among them, and lines that are moved in begin paragraphs.
    private mutating func addParagraphs(of block: ArraySlice<Substring>, isWrapped: Bool) {
        var start = block.startIndex
        var place = start
        while place < block.endIndex {
            if let heading = ChapterLine.heading(in: block, at: place) {
                if start < place { add(block[start..<place]) }
                add(block[heading.lines], title: heading.title)
                (start, place) = (heading.lines.upperBound, heading.lines.upperBound)
                continue
            }
            if start < place, !isWrapped || WrappedLines.begins(block[place], behind: block[place - 1]) {
                add(block[start..<place])
                start = place
            }
            place += 1
        }
        if start < block.endIndex { add(block[start...]) }
    }

    private mutating func add(_ lines: ArraySlice<Substring>, title: String? = nil) {
        let place = builder.place
        let kind = title == nil ? TextBlock.Kind.paragraph : .heading(level: 2)
        let isAdded = builder.addParagraph(Emphasis.dropped(joining.text(of: lines)), kind)
        if isAdded, let title, chapters.count < TextLimits.chapters { chapters.append((title, place)) }
    }

    /// A list without marks of its own: several lines that each begin with a sign, and lines that go on with them. Numbers are read.
    /// - Returns: whether it is one.
    private mutating func addList(_ block: ArraySlice<Substring>) -> Bool {
        let starts = block.indices.filter { MarkdownLine.listParts(MarkdownLine.unindented(block[$0])) != nil }
        guard starts.count >= 2, starts.first == block.startIndex else { return false }
        for (start, end) in zip(starts, starts.dropFirst() + [block.endIndex]) {
            let first = MarkdownLine.unindented(block[start])
            guard let item = MarkdownLine.listParts(first) else { continue }
            let isInner = first.utf8.count < block[start].utf8.count
            let lines = [item.text] + block[(start + 1)..<end]
            let text = MarkdownLine.itemText(item.sign, joining.text(of: lines[...]))
            builder.addParagraph(
                Emphasis.dropped(text), .item(sign: MarkdownLine.shownSign(item.sign), depth: isInner ? 1 : 0))
        }
        return true
    }

    /// What Project Gutenberg says of a text before its mark.
    private mutating func readHeader() {
        for line in header {
            if let title = value(of: "Title:", in: line) { builder.book.title = builder.book.title ?? title }
            if let author = value(of: "Author:", in: line) { builder.book.author = builder.book.author ?? author }
            if let language = value(of: "Language:", in: line) {
                builder.book.language = builder.book.language ?? LanguageTag.reading(language)
            }
        }
        let old = header.prefix(40).firstNonNil(GutenbergText.titleOfOld)
        builder.book.title = builder.book.title ?? FoldedText.name(old?.title)
        builder.book.author = builder.book.author ?? FoldedText.name(old?.author)
    }

    private func value(of name: String, in line: Substring) -> String? {
        line.hasPrefix(name) ? FoldedText.name(line.dropFirst(name.count)) : nil
    }
}

extension Sequence {
    fileprivate func firstNonNil<Result>(_ transform: (Element) -> Result?) -> Result? {
        for element in self { if let result = transform(element) { return result } }
        return nil
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
