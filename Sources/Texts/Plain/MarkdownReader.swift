import Events

/// Markdown as text: headings are chapters; what only marks the text is left out.
///
/// Read here and not by a library: of its language only lines and a few signs matter to somebody who reads aloud, and whatever is
/// read wrongly still is text. CommonMark's own library has no tables, and its rules for links and emphasis that are in one another
/// decide about looks.
struct MarkdownReader {
    private var lines: ArraySlice<Substring>
    private var builder: BookBuilder
    private var open: [Substring] = []
    /// Of the lines that are open.
    private var kind = TextBlock.Kind.paragraph
    /// How far the items are indented that the next line may be part of, the innermost last.
    private var indents: [Int] = []

    /// Of the item that is open.
    private var sign = TextBlock.bullet

    static func read(_ bytes: [UInt8], in language: SaidLanguage) throws(TextError) -> BookText {
        let decoded = TextDecoding(bytes)
        var reader = MarkdownReader(lines: TextLines(decoded.text).lines[...], language)
        reader.builder.oddities.note(decoded.oddities)
        reader.readFrontMatter()
        while let line = reader.lines.popFirst() { reader.read(line) }
        reader.flush()
        return try reader.builder.finish()
    }

    private init(lines: ArraySlice<Substring>, _ language: SaidLanguage) {
        (self.lines, builder) = (lines, BookBuilder(language))
    }

    // MARK: Lines

    private mutating func read(_ source: Substring) {
        let line = MarkdownLine.unquoted(source).stripped
        if line.isEmpty { return flush() }
        if let fence = MarkdownLine.fence(line) { return readCode(until: fence) }
        if let level = MarkdownLine.headingLevel(line) { return readHeading(line, level) }
        if !open.isEmpty, let level = MarkdownLine.underlineLevel(line) { return underlined(level) }
        if MarkdownLine.isRule(line) { return flush() }
        if line.hasPrefix("|") || MarkdownLine.isTableRule(lines.first ?? "") && line.contains("|") {
            return readRow(line)
        }
        if MarkdownLine.isDefinition(line) { return readDefinition(line) }
        if line.hasPrefix("<!--") { return skipComment(line) }
        let indent = MarkdownLine.indent(source)
        if let item = MarkdownLine.listParts(line) {
            flush()
            while let last = indents.last, last > indent { indents.removeLast() }
            if indents.last != indent { indents.append(indent) }
            sign = item.sign
            kind = .item(sign: MarkdownLine.shownSign(sign), depth: (indents.count - 1).clamped(to: TextBlock.depths))
            open.append(item.text)
            return
        }
        if open.isEmpty {
            if indent == 0 { indents = [] }
            kind =
                indents.isEmpty ? .paragraph : .item(sign: "", depth: (indents.count - 1).clamped(to: TextBlock.depths))
        }
        open.append(line)
    }

    private mutating func flush() {
        add(open, kind, sign: sign)
        open.removeAll()
        sign = TextBlock.bullet
    }

    private mutating func add(_ lines: [Substring], _ kind: TextBlock.Kind, sign: String = TextBlock.bullet) {
        guard !lines.isEmpty else { return }
        let joined = MarkdownLine.itemText(sign, LineJoining.none.text(of: lines[...]))
        let text = MarkdownInline.plain(String(decoding: joined, as: UTF8.self))
        let place = builder.place
        if builder.addParagraph(text.utf8, kind), kind.isHeading { builder.beginChapter(text, at: place) }
    }

    // MARK: Blocks

    private mutating func readHeading(_ line: Substring, _ level: Int) {
        flush()
        indents = []
        var text = line.dropFirst(level).stripped
        while text.hasSuffix("#") { text = text.dropLast() }
        add([text], .heading(level: level))
        if level == 1, builder.book.title == nil {
            builder.book.title = FoldedText.name(MarkdownInline.plain(String(text)))
        }
    }

    private mutating func underlined(_ level: Int) {
        if level == 1, builder.book.title == nil {
            builder.book.title = FoldedText.name(MarkdownInline.plain(open.joined(separator: " ")))
        }
        add(open, .heading(level: level))
        open.removeAll()
    }

    /// Code is read as it stands, a paragraph for each piece of it.
    private mutating func readCode(until fence: Substring) {
        flush()
        var code: [Substring] = []
        while let line = lines.popFirst() {
            if line.stripped.hasPrefix(fence) { break }
            code.append(line.stripped)
        }
        builder.addParagraph(Array(code.joined(separator: " ").utf8))
    }

    private mutating func readRow(_ line: Substring) {
        flush()
        guard !MarkdownLine.isTableRule(line) else { return }
        let cells = line.split(separator: "|").map { MarkdownInline.plain(String($0.stripped)) }.filter { !$0.isEmpty }
        builder.addParagraph(Array(cells.joined(separator: ", ").utf8))
    }

    private mutating func readDefinition(_ line: Substring) {
        flush()
        guard line.hasPrefix("[^") else { return }
        builder.oddities.note("footnotes skipped")
        skipNote()
    }

    /// What belongs to a note: lines that go on with it, and paragraphs, lists and code that are moved in.
    private mutating func skipNote() {
        var isBehindBlank = false
        while let next = lines.first {
            let line = next.stripped
            if line.isEmpty {
                isBehindBlank = true
            } else if MarkdownLine.indent(next) < (isBehindBlank ? 4 : 1) {
                let goesOn = !isBehindBlank && !MarkdownLine.beginsBlock(line)
                guard goesOn else { return }
            } else {
                isBehindBlank = false
            }
            lines.removeFirst()
        }
    }

    private mutating func skipComment(_ line: Substring) {
        var line = line
        while !line.contains("-->"), let next = lines.popFirst() { line = next }
    }

    /// Between two lines of `---` at the very start.
    private mutating func readFrontMatter() {
        guard lines.first?.stripped == "---" else { return }
        guard
            let end = lines.dropFirst().prefix(200).firstIndex(where: { $0.stripped == "---" || $0.stripped == "..." })
        else { return }
        for line in lines[(lines.startIndex + 1)..<end] {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let value = FoldedText.name(parts[1].drop { $0 == " " || $0 == "\"" }.prefix { $0 != "\"" })
            switch parts[0] {
            case "title": builder.book.title = value
            case "author": builder.book.author = value
            case "lang", "language": builder.book.language = value.flatMap(LanguageTag.reading)
            default: break
            }
        }
        lines = lines[(end + 1)...]
    }
}
