import Events

/// Makes a `Page` of markup. Owned by the call that reads it.
final class PageTaker: MarkupTaker {
    private var page = Page()
    private let ids: Set<String>
    private var text: [UInt8] = []
    private var hasText = false
    private var level: Int?
    private var lists = OpenLists()
    private var depth = 0
    /// How deep the element lies that is left out with all in it.
    private var skippedAt: Int?
    private var title: [UInt8]?
    private var hasCell = false

    init(ids: Set<String>) { self.ids = ids }

    func finish() -> Page {
        flush()
        return page
    }

    // MARK: Elements

    func start(_ name: String, _ attributes: MarkupAttributes) -> Bool {
        depth += 1
        guard depth <= TextLimits.markupDepth else { return false }
        guard skippedAt == nil else { return true }
        guard !isLeftOut(name, attributes) else {
            // Where a page break or a note is referred to, it still is a place.
            anchor(attributes)
            skippedAt = depth
            return true
        }
        if ElementKind.blocks.contains(name) { startBlock(name) }
        anchor(attributes)
        switch name {
        case "html": page.language = attributes["xml:lang"] ?? attributes["lang"]
        case "meta": meta(attributes)
        case "title": title = []
        case "br": append(0x0A)
        case "td", "th": startCell()
        case "ol", "ul", "menu", "dir":
            lists.begin(isOrdered: name == "ol", from: attributes["start"].flatMap { Int($0) })
        case "li": lists.beginItem(attributes["value"].flatMap { Int($0) })
        default: break
        }
        return true
    }

    func end(_ name: String) {
        defer { depth -= 1 }
        if let skipped = skippedAt {
            if skipped == depth { skippedAt = nil }
            return
        }
        if name == "title", let bytes = title {
            page.title = page.title ?? FoldedText.name(String(decoding: bytes, as: UTF8.self))
            title = nil
        }
        guard ElementKind.blocks.contains(name) else { return }
        flush()
        if ElementKind.level(name) != nil { level = nil }
        if ElementKind.lists.contains(name) { lists.end() }
        if name == "li" { lists.endItem() }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard skippedAt == nil else { return }
        if title != nil {
            title?.append(contentsOf: bytes.prefix(TextLimits.nameScalars * 4))
            return
        }
        text.reserveCapacity(text.count + bytes.count)
        for byte in bytes {
            let isSpace = byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
            hasText = hasText || !isSpace
            text.append(isSpace ? 0x20 : byte)
        }
    }

    // MARK: Paragraphs

    private func startBlock(_ name: String) {
        flush()
        if let found = ElementKind.level(name) { level = found }
        if name == "tr" { hasCell = false }
    }

    private func startCell() {
        if hasCell, hasText { text.append(contentsOf: ", ".utf8) }
        hasCell = true
    }

    private func append(_ byte: UInt8) { text.append(byte) }

    private func flush() {
        if hasText {
            page.blocks.append(Page.Block(text: text, kind: level.map { .heading(level: $0) } ?? lists.takeKind()))
        }
        text.removeAll(keepingCapacity: true)
        hasText = false
    }

    private func anchor(_ attributes: MarkupAttributes) {
        guard !ids.isEmpty, let id = attributes["id"] ?? attributes["name"], ids.contains(id), page.anchors[id] == nil
        else { return }
        page.anchors[id] = page.blocks.count
    }

    private func meta(_ attributes: MarkupAttributes) {
        guard page.author == nil, attributes["name"]?.lowercased() == "author" else { return }
        page.author = FoldedText.name(attributes["content"])
    }

    // MARK: What is not read

    private func isLeftOut(_ name: String, _ attributes: MarkupAttributes) -> Bool {
        if ElementKind.leftOut.contains(name) || attributes["hidden"] != nil { return true }
        let kinds = (attributes["epub:type"] ?? attributes["role"] ?? "").split(separator: " ")
        switch name {
        case "a", "sup", "span", "div":
            if kinds.contains(where: ElementKind.references.contains) { return true }
            return name == "a" && ElementKind.referenceClasses.contains(attributes["class"] ?? "")
        case "aside":
            guard kinds.contains(where: ElementKind.notes.contains) else { return false }
            page.noteCount += 1
            return true
        default: return false
        }
    }
}

/// Lists that are open, and which of them has an item open.
private struct OpenLists {
    private var lists: [(isOrdered: Bool, next: Int, isInItem: Bool)] = []
    /// In front of the next paragraph.
    private var sign = ""
    /// An item that stands in no list is one of a list of its own.
    private var isStray = false

    mutating func begin(isOrdered: Bool, from start: Int?) {
        lists.append((isOrdered, Self.number(start ?? 1), false))
        sign = ""
    }

    mutating func end() { _ = lists.popLast() }

    mutating func beginItem(_ value: Int?) {
        if lists.isEmpty {
            begin(isOrdered: false, from: nil)
            isStray = true
        }
        let last = lists.count - 1
        if let value { lists[last].next = Self.number(value) }
        sign = lists[last].isOrdered ? "\(lists[last].next)." : TextBlock.bullet
        lists[last].next += 1
        lists[last].isInItem = true
    }

    mutating func endItem() {
        if !lists.isEmpty { lists[lists.count - 1].isInItem = false }
        sign = ""
        if isStray { end() }
        isStray = false
    }

    /// Of the next paragraph.
    mutating func takeKind() -> TextBlock.Kind {
        guard lists.contains(where: \.isInItem) else { return .paragraph }
        defer { sign = "" }
        return .item(sign: sign, depth: (lists.count - 1).clamped(to: TextBlock.depths))
    }

    private static func number(_ declared: Int) -> Int { declared.clamped(to: 0...999_999) }
}

/// What elements of HTML are to a reader.
enum ElementKind {
    static let lists: Set<String> = ["ol", "ul", "menu", "dir"]

    static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "dir",
        "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
        "header", "hgroup", "hr", "html", "legend", "li", "main", "menu", "ol", "p", "pre", "section", "summary",
        "table", "tbody", "tfoot", "thead", "tr", "ul",
    ]

    /// Readings of ruby letters among them: they say again what the letters say.
    static let leftOut: Set<String> = [
        "script", "style", "template", "svg", "math", "rt", "rp", "rtc", "iframe", "object", "audio", "video",
        "canvas", "select", "textarea", "button", "nav", "noscript",
    ]

    /// A raised number that refers to a note, or the number of a printed page.
    static let references: Set<Substring> = [
        "noteref", "doc-noteref", "pagebreak", "doc-pagebreak", "backlink", "doc-backlink",
    ]
    /// What books without those names call the same.
    static let referenceClasses: Set<String> = ["fnanchor", "noteref", "footnote-ref", "pginternal noteref"]
    static let notes: Set<Substring> = [
        "footnote", "rearnote", "endnote", "doc-footnote", "doc-endnote",
    ]

    static func level(_ name: String) -> Int? {
        guard name.utf8.count == 2, name.utf8.first == UInt8(ascii: "h"), let level = name.utf8.last,
            (0x31...0x36).contains(level)
        else { return nil }
        return Int(level - 0x30)
    }
}
