import Events

/// A page of the web, or a book in one page.
enum HTMLReader {
    static func read(_ bytes: [UInt8], in language: SaidLanguage) throws(TextError) -> BookText {
        let (page, oddity) = Page.html(bytes)
        var builder = BookBuilder(language)
        builder.book.title = page.title
        builder.book.author = page.author
        builder.book.language = page.language.flatMap(LanguageTag.reading)
        if let oddity { builder.oddities.note(oddity) }
        builder.addPage(page, headingsAreChapters: true)
        return try builder.finish()
    }
}

extension BookBuilder {
    /// Adds all of a page.
    /// - Returns: the place of the paragraph that each block begins with; one more for the page's end.
    @discardableResult
    mutating func addPage(_ page: Page, headingsAreChapters: Bool) -> [Int] {
        var places: [Int] = []
        places.reserveCapacity(page.blocks.count + 1)
        for block in page.blocks {
            let start = place
            places.append(start)
            let beginsChapter = headingsAreChapters && block.isChapterHeading
            guard addParagraph(block) else { continue }
            if beginsChapter {
                beginChapter(String(decoding: block.text.prefix(2_000), as: UTF8.self), at: start)
            }
        }
        if page.noteCount > 0 { oddities.note("footnotes skipped") }
        return places + [place]
    }

    private mutating func addParagraph(_ block: Page.Block) -> Bool {
        var (kind, number) = (block.kind, "")
        if case .item(let sign, let depth) = kind, !sign.isEmpty, sign != TextBlock.bullet {
            // "See step 2": a number is a part of what is said.
            (kind, number) = (.item(sign: "", depth: depth), sign + " ")
        }
        guard addParagraph(block.text, kind), let last = book.paragraphs.indices.last else { return false }
        book.paragraphs[last].language = block.language
        if !block.runs.isEmpty {
            let sentences = book.paragraphs[last].sentences
            book.paragraphs[last].phrases = TextPhrase.found(in: sentences, of: block.text, block.runs)
        }
        if !number.isEmpty { book.paragraphs[last].number(number) }
        return true
    }
}

/// A page of a book or of the web, as paragraphs in the order in which they are read.
struct Page {
    struct Block {
        /// UTF-8, in which a line break is a space, or two in a row the end of a paragraph.
        var text: [UInt8]
        var kind = TextBlock.Kind.paragraph
        var language: String?
        /// Where another language begins in the text; `nil` for the paragraph's. Empty where there is none.
        var runs: [(start: Int, language: String?)] = []

        // Inlined into a loop of which it is a part, Swift 6.3.1 fails to optimize it.
        @inline(never) var isChapterHeading: Bool { if case .heading(1...3) = kind { true } else { false } }
    }

    var blocks: [Block] = []
    /// The block that the element of each id begins with or stands in: those ids that are asked for.
    var anchors: [String: Int] = [:]
    var title: String?
    var author: String?
    var language: String?
    /// Notes that are not read along, since the text only refers to them.
    var noteCount = 0

    /// Reads it as XML, or where it is none as HTML.
    /// - Parameters:
    ///   - ids: what is to be found in `anchors`.
    ///   - sheets: the style sheet that it refers to.
    /// - Returns: also what is strange about it.
    static func xhtml(
        _ bytes: [UInt8], ids: Set<String> = [], sheets: @escaping (String) -> StyleRules? = { _ in nil }
    ) -> (Page, oddity: String?) {
        let taker = PageTaker(ids: ids, sheets: sheets)
        switch MarkupReading.xml(bytes, to: taker) {
        case .whole: return (taker.finish(), nil)
        case .stopped: return (taker.finish(), tooDeep)
        case .broken(let line):
            if let mended = MarkupMending.mended(bytes, guessing: false) {
                let taker = PageTaker(ids: ids)
                if MarkupReading.xml(mended, to: taker) == .whole {
                    return (taker.finish(), "the page is not XML (line \(line)); read as it seems to be meant")
                }
            }
            let (page, oddity) = html(withoutDeclarations(MarkupMending.withoutHead(bytes)), ids: ids, sheets: sheets)
            return (page, oddity ?? "the page is not XML (line \(line)); read as HTML")
        }
    }

    /// Without the document type in front, whose declarations would be read as text.
    private static func withoutDeclarations(_ bytes: [UInt8]) -> [UInt8] {
        let head = bytes.prefix(TextLimits.tagBytes)
        guard let begin = head.firstRange(of: "<!DOCTYPE".utf8)?.lowerBound else { return bytes }
        var isInside = false
        for place in begin..<head.endIndex {
            switch bytes[place] {
            case UInt8(ascii: "["): isInside = true
            case UInt8(ascii: "]"): isInside = false
            case UInt8(ascii: ">") where !isInside: return Array(bytes[..<begin] + bytes[(place + 1)...])
            default: break
            }
        }
        return bytes
    }

    static func html(
        _ bytes: [UInt8], ids: Set<String> = [], sheets: @escaping (String) -> StyleRules? = { _ in nil }
    ) -> (Page, oddity: String?) {
        let taker = PageTaker(ids: ids, sheets: sheets)
        let encoded = HTMLEncoding(bytes)
        let result = MarkupReading.html(withoutEmbedded(encoded.bytes), encoding: encoded.name, to: taker)
        return (taker.finish(), result == .whole ? encoded.oddity : tooDeep)
    }

    /// Without pictures and fonts that stand in the page itself, as one very long word of ASCII: no tag is as long without them.
    private static func withoutEmbedded(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var start = 0
        for place in 0...bytes.count where place == bytes.count || !isOfWord(bytes[place]) {
            if place - start <= TextLimits.wordBytes { kept += bytes[start..<place] }
            if place < bytes.count { kept.append(bytes[place]) }
            start = place + 1
        }
        return kept
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x27, 0x28, 0x29, 0x3C, 0x3E: false
        default: (0x21..<0x7F).contains(byte)
        }
    }

    private static let tooDeep =
        "reading stopped where elements nest more than \(TextLimits.markupDepth) deep or a tag is too long"
}

/// What a page is encoded in: its byte order mark says, else itself, else it is UTF-8 when it can be.
struct HTMLEncoding {
    let name: String
    /// In that encoding, and without NUL, at which libxml2 would stop.
    let bytes: [UInt8]
    var oddity: String?

    init(_ bytes: [UInt8]) {
        let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        let declaredEncoding = Self.declaredEncoding(bytes.prefix(2_048))
        // What is read as ASCII is no UTF-16, whatever it says.
        let isUTF8 =
            declaredEncoding?.hasPrefix("utf-16") ?? true || declaredEncoding == "utf-8" || declaredEncoding == "utf8"
        if isUTF16 || isUTF8 || bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            let decoded = TextDecoding(bytes)
            (name, self.bytes, oddity) = ("utf-8", decoded.text.utf8.filter { $0 != 0 }, decoded.oddities.first)
        } else {
            let text = declaredEncoding.flatMap(TextEncoding.init)?.decoded(bytes)
            name = text == nil ? declaredEncoding ?? "utf-8" : "utf-8"
            self.bytes = (text.map { Array($0.utf8) } ?? bytes).filter { $0 != 0 }
        }
    }

    /// The value behind the first `charset=`, or `encoding=` of an XML declaration.
    private static func declaredEncoding(_ start: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: start.map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).lowercased()
        let names = text.hasPrefix("<?xml") ? ["encoding", "charset"] : ["charset"]
        for name in names {
            guard let place = end(of: name, in: text.utf8) else { continue }
            var rest = text.utf8[place...].drop { $0 == 0x20 }
            guard rest.popFirst() == UInt8(ascii: "=") else { continue }
            rest = rest.drop { [0x20, 0x22, 0x27].contains($0) }
            let value = rest.prefix { $0 > 0x20 && ![0x22, 0x27, 0x3E, 0x3B, 0x2F, 0x3F].contains($0) }
            if (1...40).contains(value.count) { return String(decoding: value, as: UTF8.self) }
        }
        return nil
    }

    private static func end(of word: String, in text: String.UTF8View) -> String.Index? {
        var place = text.startIndex
        while place < text.endIndex {
            if text[place...].starts(with: word.utf8) { return text.index(place, offsetBy: word.utf8.count) }
            place = text.index(after: place)
        }
        return nil
    }
}
