import Events

/// Makes a `Page` of markup. Owned by the call that reads it.
final class PageTaker: MarkupTaker {
    private var page = Page()
    private let ids: Set<String>
    private let sheets: (String) -> StyleRules?
    private var text = PageText()
    private var level: Int?
    private var lists = OpenLists()
    private var depth = 0
    /// How deep the element lies that is left out with all in it.
    private var skippedAt: Int?
    private var isInReading = false
    private var title: [UInt8]?
    private var hasCell = false
    private var watched: [Watched] = []
    private var hidden = HiddenElements()
    private var languages: [(depth: Int, tag: String?)] = []
    private var formula: FormulaText?
    private var rubyDepth: Int?

    /// An element that is judged at its end, by what it holds.
    private struct Watched {
        enum Role {
            case reference, pageNumber, raised, lowered, firstLetter
            /// To a place of a page, or elsewhere.
            case link(isToPlace: Bool)
            /// What it is called for those who do not see it.
            case named(String)
        }

        let depth: Int
        let role: Role
        let block: Int
        let place: PageText.Place
        let touches: Bool
        /// In raised text, a link; in one that is named, something hidden.
        var isMarked = false
    }

    /// - Parameters:
    ///   - ids: what is to be found in `anchors`.
    ///   - sheets: the style sheet that a page refers to.
    init(ids: Set<String>, sheets: @escaping (String) -> StyleRules? = { _ in nil }) {
        (self.ids, self.sheets) = (ids, sheets)
    }

    func finish() -> Page {
        flush()
        return page
    }

    private var language: String? { languages.last?.tag }

    // MARK: Elements

    func start(_ name: String, _ attributes: MarkupAttributes) -> Bool {
        depth += 1
        guard depth <= TextLimits.markupDepth else { return false }
        if formula != nil {
            formula?.start(name)
            return true
        }
        if skippedAt != nil {
            // `<rt>` needs no end of its own in HTML.
            guard isInReading, name == "rb" else { return true }
            skippedAt = nil
        }
        let element = ElementTraits(name, attributes)
        hidden.startSheet(name, attributes, sheets)
        guard !isLeftOut(element, attributes) else {
            // Where a page break or a note is referred to, it still is a place.
            anchor(attributes)
            (skippedAt, isInReading) = (depth, ElementKind.rubyReadings.contains(name))
            return true
        }
        hidden.start(element, attributes, depth)
        if ElementKind.blocks.contains(name) { startBlock(name) }
        anchor(attributes)
        if !attributes.isEmpty { startLanguage(name, attributes) }
        watch(element, attributes)
        startContent(name, element, attributes)
        return true
    }

    private func startContent(_ name: String, _ element: ElementTraits, _ attributes: MarkupAttributes) {
        switch name {
        case "meta": meta(attributes)
        case "title": title = []
        case "br": text.appendSign("\n")
        case "td", "th": startCell()
        case "ol", "ul", "menu", "dir": startList(name, attributes)
        case "li": lists.beginItem(attributes["value"].flatMap { Int($0) })
        case "code", "pre", "kbd", "samp": text.hasCode = true
        case "ruby": rubyDepth = rubyDepth ?? depth
        case "img", "image": picture(element, attributes)
        case "math": startFormula(attributes)
        default: break
        }
    }

    func end(_ name: String) {
        defer { depth -= 1 }
        if formula != nil {
            guard let words = formula?.end() else { return }
            formula = nil
            append(formula: words)
        }
        if let skipped = skippedAt {
            if skipped == depth {
                skippedAt = nil
                close()
            }
            hidden.endSheet(name)
            return
        }
        if name == "title", let bytes = title {
            page.title = page.title ?? FoldedText.name(String(decoding: bytes, as: UTF8.self))
            title = nil
        }
        while let last = watched.last, last.depth >= depth {
            watched.removeLast()
            if last.depth == depth { judge(last) }
        }
        if ElementKind.blocks.contains(name) { endBlock(name) }
        close()
    }

    /// What holds within the element of this depth is over.
    private func close() {
        hidden.end(depth)
        while let last = languages.last, last.depth >= depth { languages.removeLast() }
        if let ruby = rubyDepth, ruby >= depth { rubyDepth = nil }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        if formula != nil {
            formula?.text(bytes)
            return
        }
        guard skippedAt == nil else { return hidden.takeSheet(bytes) }
        if title != nil {
            title?.append(contentsOf: bytes.prefix(TextLimits.nameScalars * 4))
            return
        }
        guard !hidden.isInClosed(depth) else { return }
        text.append(bytes, language)
    }

    // MARK: Paragraphs

    private func startBlock(_ name: String) {
        flush()
        if let found = ElementKind.level(name) { level = found }
        if name == "tr" { hasCell = false }
    }

    private func endBlock(_ name: String) {
        flush()
        if ElementKind.level(name) != nil { level = nil }
        if ElementKind.lists.contains(name) { lists.end() }
        if name == "li" { lists.endItem() }
    }

    private func startCell() {
        if hasCell, text.hasWords { text.appendSign(", ") }
        hasCell = true
    }

    private func startList(_ name: String, _ attributes: MarkupAttributes) {
        let start = attributes["start"].flatMap { Int($0) }
        let isReversed = attributes["reversed"] != nil
        // How many items it has is known at its end.
        let isShown = attributes["style"].map { !$0.contains("list-style") || !$0.contains("none") } ?? true
        let isCounted = name == "ol" && isShown && (!isReversed || start != nil)
        lists.begin(
            isCounted ? OpenLists.Style(type: attributes["type"]) : .bullets, from: start, isReversed: isReversed)
    }

    private func flush() {
        guard var block = text.take(language) else { return }
        block.kind = level.map { .heading(level: $0) } ?? lists.takeKind()
        page.blocks.append(block)
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

    private func startLanguage(_ name: String, _ attributes: MarkupAttributes) {
        guard let declared = attributes["xml:lang"] ?? attributes["lang"] else { return }
        languages.append((depth, LanguageTag.reading(declared)))
        if name == "html" || name == "body" { page.language = page.language ?? declared }
    }

    // MARK: Pictures and formulas

    /// A letter may be a picture: the first of a chapter, or one that no font has.
    private func picture(_ element: ElementTraits, _ attributes: MarkupAttributes) {
        guard let alt = FoldedText.name(attributes["alt"]) else { return }
        if rubyDepth != nil, alt.unicodeScalars.count <= 8 { return text.append(alt, language) }
        let isFirst = element.classes.contains(where: ElementKind.isOfFirstLetters)
        var letters = alt
        if isFirst, let last = alt.split(separator: " ").last, alt.contains(" ") {
            // "Illuminated letter T"
            guard last.unicodeScalars.count(where: TextScalar.isSpeakable) == 1 else { return }
            letters = String(last)
        }
        let spoken = letters.unicodeScalars.filter(TextScalar.isSpeakable)
        guard spoken.count == 1 || isFirst && letters.unicodeScalars.count <= 12,
            spoken.allSatisfy(\.properties.isAlphabetic),
            letters.unicodeScalars.count - spoken.count <= 2, !spoken.isEmpty
        else { return }
        let place = text.place
        // Within the text it is one that no font has; else a sign.
        guard isFirst || place.count == 0 || spoken.allSatisfy({ !$0.isASCII }) else { return }
        text.append(letters, language, isWord: false)
        if isFirst || place.count == 0 { text.endFirstLetter(since: place, isCarried: isFirst) }
    }

    private func startFormula(_ attributes: MarkupAttributes) {
        // TeX is no text to be read.
        if let alt = FoldedText.name(attributes["alttext"]), !alt.contains("\\") {
            append(formula: alt)
            (skippedAt, isInReading) = (depth, false)
            return
        }
        formula = FormulaText()
        formula?.start("math")
    }

    private func append(formula words: String) {
        guard !words.isEmpty else { return }
        text.append(words, language)
    }

    // MARK: What is not read

    private func isLeftOut(_ element: ElementTraits, _ attributes: MarkupAttributes) -> Bool {
        if ElementKind.leftOut.contains(element.name) { return true }
        if hidden.hides(element, attributes, depth) {
            if let last = watched.last, case .named = last.role { watched[watched.count - 1].isMarked = true }
            return true
        }
        guard !attributes.isEmpty else { return false }
        if element.isOf(ElementKind.backLinks) || element.isOfClass(ElementKind.editClasses) { return true }
        let isNote =
            element.isOf(ElementKind.notes)
            || ElementKind.blocks.contains(element.name) && element.isOfClass(ElementKind.noteClasses)
            || element.name == "ol" && element.classes.contains("references")
        if isNote { page.noteCount += 1 }
        return isNote
    }

    // MARK: What is judged at its end

    private func watch(_ element: ElementTraits, _ attributes: MarkupAttributes) {
        guard let role = role(element, attributes), watched.count < TextLimits.markupDepth else { return }
        watched.append(
            Watched(depth: depth, role: role, block: page.blocks.count, place: text.place, touches: text.touches))
    }

    private func role(_ element: ElementTraits, _ attributes: MarkupAttributes) -> Watched.Role? {
        if !attributes.isEmpty {
            if element.isOf(ElementKind.references) || element.isOfClass(ElementKind.referenceClasses) {
                return .reference
            }
            if element.isOf(ElementKind.pageBreaks) || element.isOfClass(ElementKind.pageClasses) { return .pageNumber }
            let isInline = !ElementKind.blocks.contains(element.name)
            if isInline, element.isOfClass(ElementKind.noteClasses) { return .reference }
            if element.name == "a", let address = attributes["href"] { return .link(isToPlace: address.contains("#")) }
            if let name = FoldedText.name(attributes["aria-label"]) { return .named(name) }
            if isInline, element.classes.contains(where: ElementKind.isOfFirstLetters) { return .firstLetter }
        }
        switch element.name {
        case "sup": return .raised
        case "sub": return .lowered
        case "span", "a", "small", "font": return attributes["style"].flatMap(shiftedRole)
        default: return nil
        }
    }

    /// Converters write raised numbers so.
    private func shiftedRole(_ style: String) -> Watched.Role? {
        guard let place = style.firstRange(of: "vertical-align")?.upperBound else { return nil }
        let value = style[place...].drop { $0 == ":" || $0.isWhitespace }
        return value.hasPrefix("super") ? .raised : value.hasPrefix("sub") ? .lowered : nil
    }

    private func judge(_ one: Watched) {
        guard one.block == page.blocks.count else { return judgeBlocks(one) }
        let content = text.since(one.place)
        switch one.role {
        case .reference:
            if NoteMark.isMark(content, touches: one.touches) { remove(one) }
        case .pageNumber:
            if NoteMark.isPageNumber(content) { text.remove(since: one.place) }
        case .raised: text.raise(since: one.place, isLowered: false, isLink: one.isMarked)
        case .lowered: text.raise(since: one.place, isLowered: true, isLink: one.isMarked)
        case .link(let isToPlace):
            if let last = watched.indices.last, case .raised = watched[last].role { watched[last].isMarked = true }
            let mark = FoldedText.line(content)
            let isMark =
                isToPlace && (NoteMark.isBracketed(mark) || NoteMark.isSymbols(mark) || isNumber(mark, behind: one))
            if isMark { remove(one) } else { text.endLink(since: one.place) }
        case .named(let name):
            if one.isMarked, text.count == one.place.count { text.append(name, language) }
        case .firstLetter: text.endFirstLetter(since: one.place)
        }
    }

    /// A number that touches the word before it and leads elsewhere.
    private func isNumber(_ mark: String, behind one: Watched) -> Bool {
        guard one.touches, (1...3).contains(mark.utf8.count), mark.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let last = String(decoding: text.bytes[..<one.place.count].suffix(4), as: UTF8.self).unicodeScalars.last
        else { return false }
        return last.properties.isAlphabetic || ".,;:!?…”’»\"'。，？！」』".unicodeScalars.contains(last)
    }

    private func remove(_ one: Watched) {
        text.remove(since: one.place)
        // The raised element around it would have nothing but brackets.
        if let last = watched.indices.last, case .raised = watched[last].role { watched[last].isMarked = true }
    }

    /// It has paragraphs of its own.
    private func judgeBlocks(_ one: Watched) {
        let blocks = page.blocks.dropFirst(one.block)
        let words = blocks.map { String(decoding: $0.text.prefix(100), as: UTF8.self) }
        switch one.role {
        case .pageNumber where words.allSatisfy(NoteMark.isPageNumber) && !text.hasWords:
            page.blocks.removeLast(blocks.count)
        default: break
        }
    }
}
