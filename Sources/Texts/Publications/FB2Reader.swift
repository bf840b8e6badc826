import Events

/// A FictionBook (FB2): a whole book in one XML file, with its pictures.
enum FB2Reader {
    static func read(_ bytes: [UInt8], in language: SaidLanguage) throws(TextError) -> BookText {
        let taker = FB2Taker(language)
        let result = MarkupReading.xml(bytes, to: taker)
        guard case .broken(let line) = result else { return try taker.finish(result == .whole ? nil : tooDeep) }
        let oddity = "the book is not XML (line \(line)); read as it seems to be meant"
        let mended = MarkupMending.mended(bytes, guessing: true) ?? bytes
        let second = FB2Taker(language)
        if MarkupReading.xml(mended, to: second) == .whole { return try second.finish(oddity) }
        let third = FB2Taker(language)
        _ = MarkupReading.xml(mended, isForgiving: true, to: third)
        return try third.finish(oddity)
    }

    /// `book.fb2.zip`, `book.fbz`: one that is packed. `nil` for an archive of anything else.
    static func read(_ archive: inout ZipArchive, in language: SaidLanguage) throws(TextError) -> BookText? {
        func isBook(_ name: String) -> Bool { name.lowercased().hasSuffix(".fb2") && !name.hasPrefix("__MACOSX/") }
        if let name = archive.locked.first(where: isBook) { throw .protected(place: FoldedText.shown(name)) }
        let books = archive.names.filter(isBook)
        guard let name = books.first, !PublicationNames(archive.names).hasContainer else { return nil }
        guard let bytes = try archive.read(name) else {
            throw .broken(place: FoldedText.shown(name), expected: "a packed FictionBook", found: "a damaged one")
        }
        var book = try read(bytes, in: language)
        if books.count > 1 {
            book.oddities.append("the archive has \(books.count) books; reading \(FoldedText.shown(name))")
        }
        return book
    }

    private static let tooDeep = "reading stopped where elements nest too deep"
}

/// Makes a book of it. Owned by the call that reads it.
private final class FB2Taker: MarkupTaker {
    private var builder: BookBuilder
    private var depth = 0
    private var skippedAt: Int?
    private var isInBody = false
    private var sections = 0

    /// Of a paragraph, or of what is told of the book.
    private var text: [UInt8] = []
    private var hasCell = false
    /// Lines of the title that is open.
    private var title: [[UInt8]]?
    private var isSubtitle = false

    private var authors: [String] = []
    private var author: [String: String] = [:]
    private var coverID: String?
    private var isInCover = false
    /// As it is encoded.
    private var cover: [UInt8] = []

    init(_ language: SaidLanguage) { builder = BookBuilder(language) }

    func finish(_ oddity: String?) throws(TextError) -> BookText {
        flush()
        builder.book.author = FoldedText.name(authors.prefix(8).joined(separator: ", "))
        if let oddity { builder.oddities.note(oddity) }
        if !cover.isEmpty {
            let picture = FB2Binary.decoded(cover)
            builder.book.cover = picture.isEmpty || picture.count > TextLimits.coverBytes ? nil : picture
        }
        return try builder.finish()
    }

    // MARK: Elements

    func start(_ name: String, _ attributes: MarkupAttributes) -> Bool {
        depth += 1
        guard depth <= TextLimits.markupDepth else { return false }
        guard skippedAt == nil else { return true }
        // Whatever was left open before it.
        if isInBody, name == "body" || name == "binary" {
            flush()
            (isInBody, sections) = (false, 0)
        }
        if isLeftOut(name, attributes) {
            skippedAt = depth
        } else if isInBody {
            startInBody(name)
        } else {
            startOutside(name, attributes)
        }
        return true
    }

    private func startOutside(_ name: String, _ attributes: MarkupAttributes) {
        switch name {
        case "body": isInBody = true
        case "author": author = [:]
        case "image": coverID = coverID ?? Self.reference(attributes)
        case "binary": isInCover = true
        default: break
        }
        text.removeAll()
    }

    private func startInBody(_ name: String) {
        switch name {
        case "section":
            flush()
            sections += 1
        case "title":
            flush()
            title = []
        case "subtitle":
            flush()
            isSubtitle = true
        case "tr":
            flush()
            hasCell = false
        case "td", "th":
            if hasCell, !text.isEmpty { text += ", ".utf8 }
            hasCell = true
        default: if Self.blocks.contains(name) { flush() }
        }
    }

    func end(_ name: String) {
        defer { depth -= 1 }
        if let skipped = skippedAt {
            if skipped == depth { skippedAt = nil }
        } else if isInBody {
            endInBody(name)
        } else {
            endOutside(name)
        }
    }

    private func endInBody(_ name: String) {
        switch name {
        case "body":
            flush()
            isInBody = false
        case "section":
            flush()
            sections -= 1
        case "title":
            flush()
            addTitle()
        case "subtitle":
            flush()
            isSubtitle = false
        default: if Self.blocks.contains(name) { flush() }
        }
    }

    private func endOutside(_ name: String) {
        let said = FoldedText.name(String(decoding: text, as: UTF8.self))
        switch name {
        case "book-title": builder.book.title = builder.book.title ?? said
        case "lang": builder.book.language = builder.book.language ?? said.flatMap(LanguageTag.reading)
        case "first-name", "middle-name", "last-name", "nickname": author[name] = said
        case "author":
            let names = ["first-name", "middle-name", "last-name"].compactMap { author[$0] }
            let whole = names.isEmpty ? author["nickname"] : names.joined(separator: " ")
            if let whole { authors.append(whole) }
        case "binary": isInCover = false
        default: break
        }
        text.removeAll()
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard skippedAt == nil else { return }
        if isInCover {
            if cover.count < TextLimits.coverBytes / 3 * 4 + bytes.count { cover += bytes }
        } else if isInBody || text.count < TextLimits.nameScalars * 4 {
            text += bytes.map { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 ? 0x20 : $0 }
        }
    }

    // MARK: Paragraphs

    private func flush() {
        guard isInBody else { return }
        defer { text.removeAll(keepingCapacity: true) }
        guard text.contains(where: { $0 > 0x20 }) else { return }
        if title != nil {
            title?.append(text)
        } else {
            builder.addParagraph(text, isSubtitle ? .heading(level: 4) : .paragraph)
        }
    }

    /// Of a section, which is a chapter down to the third level; or of the whole book, whose title it says again.
    private func addTitle() {
        guard let lines = title else { return }
        title = nil
        // Each line of it is said by itself.
        let words = Array(lines.joined(separator: "\n\n".utf8))
        let place = builder.place
        guard builder.addParagraph(words, .heading(level: min(max(1, sections), 6))), (1...3).contains(sections) else {
            return
        }
        let name = Array(lines.joined(separator: " ".utf8)).prefix(2_000)
        builder.beginChapter(String(decoding: name, as: UTF8.self), at: place)
    }

    private static let blocks: Set<String> = [
        "p", "v", "poem", "stanza", "cite", "epigraph", "annotation", "text-author", "table", "empty-line", "date",
        "image",
    ]

    // MARK: What is not read

    private func isLeftOut(_ name: String, _ attributes: MarkupAttributes) -> Bool {
        guard !isInBody else {
            return name == "a" && (attributes["type"] == "note" || Self.isNote(Self.reference(attributes)))
        }
        switch name {
        case "body":
            guard let name = attributes["name"]?.lowercased(), Self.notes.contains(name) else { return false }
            builder.oddities.note("footnotes skipped")
            return true
        case "binary": return coverID == nil || attributes["id"] != coverID || !cover.isEmpty
        default: return Self.leftOut.contains(name)
        }
    }

    private static let notes: Set<String> = ["notes", "comments", "footnotes", "footnote", "comment", "note"]
    /// Of the file itself, of a paper edition, of a book that this one is translated from; who has translated it.
    private static let leftOut: Set<String> = [
        "src-title-info", "document-info", "publish-info", "custom-info", "output", "translator", "annotation",
        "history",
        "stylesheet",
    ]

    /// Without the sign in front.
    private static func reference(_ attributes: MarkupAttributes) -> String? {
        guard let value = attributes["l:href"] ?? attributes["xlink:href"] ?? attributes["href"], value.hasPrefix("#")
        else { return nil }
        return String(value.dropFirst())
    }

    /// `n_12`, `note3`, `fn1`: notes that are not called that.
    private static func isNote(_ id: String?) -> Bool {
        guard let id, let last = id.utf8.last, (0x30...0x39).contains(last) else { return false }
        let letters = id.prefix { $0.isLetter }.lowercased()
        guard ["n", "note", "fn", "ftn", "footnote", "c", "comment"].contains(letters) else { return false }
        return id.utf8.dropFirst(letters.utf8.count).allSatisfy {
            (0x30...0x39).contains($0) || $0 == 0x5F || $0 == 0x2D
        }
    }
}

/// A picture in a FictionBook.
private enum FB2Binary {
    /// Base64; what is no digit of it is passed over.
    static func decoded(_ text: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var (word, bits): (UInt32, Int) = (0, 0)
        for byte in text {
            guard let value = value(of: byte) else { continue }
            (word, bits) = (word << 6 | value, bits + 6)
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(bits)))
        }
        return bytes
    }

    private static func value(of byte: UInt8) -> UInt32? {
        switch byte {
        case 0x41...0x5A: UInt32(byte - 0x41)
        case 0x61...0x7A: UInt32(byte - 0x61 + 26)
        case 0x30...0x39: UInt32(byte - 0x30 + 52)
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
