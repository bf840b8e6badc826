/// What elements of HTML are to a reader.
enum ElementKind {
    static let lists: Set<String> = ["ol", "ul", "menu", "dir"]

    static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "dir",
        "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
        "header", "hgroup", "hr", "html", "legend", "li", "main", "menu", "ol", "p", "pre", "section", "summary",
        "table", "tbody", "tfoot", "thead", "tr", "ul",
    ]

    /// Readings of ruby letters among them: they say again what the letters say. `case` is of EPUB's `switch`, whose `default` is read.
    static let leftOut: Set<String> = [
        "script", "style", "template", "svg", "rt", "rp", "rtc", "iframe", "object", "audio", "video",
        "canvas", "select", "textarea", "button", "nav", "noscript", "noframes", "noembed", "datalist", "case",
    ]

    /// They are not shown, but whoever hides all of them means something else.
    static let neverHidden: Set<String> = ["html", "head", "body", "title", "meta", "link", "style", "base"]
    static let rubyReadings: Set<String> = ["rt", "rp", "rtc"]

    // MARK: By epub:type and role

    static let references: Set<Substring> = ["noteref", "doc-noteref"]
    static let pageBreaks: Set<Substring> = ["pagebreak", "doc-pagebreak"]
    static let backLinks: Set<Substring> = ["backlink", "doc-backlink"]
    static let notes: Set<Substring> = [
        "footnote", "rearnote", "endnote", "footnotes", "rearnotes", "endnotes", "doc-footnote", "doc-endnote",
        "doc-footnotes", "doc-endnotes",
    ]

    // MARK: By class, in books without those

    static let referenceClasses: Set<Substring> = [
        "fnanchor", "noteref", "footnote-ref", "footnoteref", "footnote-reference", "footnote_reference", "endnote-ref",
        "endnoteref", "footnote-anchor", "endnote-anchor",
    ]
    static let pageClasses: Set<Substring> = [
        "pagenum", "pageno", "pagenumber", "page-number", "page_number", "page-num", "page-no", "pagebreak", "pagenr",
        "x-ebookmaker-pageno",
    ]
    static let noteClasses: Set<Substring> = ["footnote", "footnotes", "endnote", "endnotes"]
    /// `[edit]` behind headings of Wikipedia.
    static let editClasses: Set<Substring> = ["mw-editsection"]

    static func level(_ name: String) -> Int? {
        guard name.utf8.count == 2, name.utf8.first == UInt8(ascii: "h"), let level = name.utf8.last,
            (0x31...0x36).contains(level)
        else { return nil }
        return Int(level - 0x30)
    }

    /// The class of a large first letter.
    static func isOfFirstLetters(_ name: Substring) -> Bool {
        ["drop", "initial", "lettrine", "versal", "firstletter", "first-letter", "illum"].contains { name.contains($0) }
    }
}

/// What an element says of itself.
struct ElementTraits {
    let name: String
    /// Of `epub:type`, by whatever prefix, and of `role`.
    private(set) var kinds: [Substring] = []
    private(set) var classes: [Substring] = []

    init(_ name: String, _ attributes: MarkupAttributes) {
        self.name = name
        guard !attributes.isEmpty else { return }
        kinds = Self.words(attributes.typeOfBooks) + Self.words(attributes["role"])
        classes = Self.words(attributes["class"])
    }

    private static func words(_ text: String?) -> [Substring] {
        guard let text else { return [] }
        return text.lowercased().split(maxSplits: 32, whereSeparator: \.isWhitespace).prefix(32).map { $0 }
    }

    func isOf(_ kinds: Set<Substring>) -> Bool { self.kinds.contains(where: kinds.contains) }
    func isOfClass(_ classes: Set<Substring>) -> Bool { self.classes.contains(where: classes.contains) }
}
