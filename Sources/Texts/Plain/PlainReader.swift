import Events

/// Text without any marks: paragraphs with empty lines between them, wrapped or not.
struct PlainReader {
    private let lines: [Substring]
    private var builder = BookBuilder()
    /// By title: a list of contents names each chapter once before it comes.
    private var chapters: [(title: String, place: Int)] = []

    static func read(_ bytes: [UInt8]) throws(TextError) -> BookText {
        var reader = PlainReader(TextDecoding(bytes))
        return try reader.read()
    }

    private init(_ decoded: TextDecoding) {
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
        let isAdded = builder.add(Emphasis.dropped(Array(text)), title == nil ? .paragraph : .heading(level: 2))
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
            builder.add(
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
