/// Makes a `Page` of a drawing that is a page of a book (EPUB 3.3): its names, its descriptions and its texts, in their order; pages
/// that are set into it as they are. Owned by the call that reads it.
final class SVGTaker: MarkupTaker {
    private enum Kind { case name, text, page }

    private var page = Page()
    private var kinds: [Kind] = []
    private let ids: Set<String>
    private var depth = 0
    private var skippedAt: Int?
    private var open: (kind: Kind, text: [UInt8], depth: Int)?
    /// Of HTML in the drawing.
    private var inner: (taker: PageTaker, depth: Int)?

    init(ids: Set<String>) { self.ids = ids }

    /// A name or a description that only says what is written there is left out.
    func finish() -> Page {
        let texts = zip(page.blocks, kinds).filter { $0.1 != .name }.map { Self.folded($0.0.text) }
        let all = texts.joined(separator: " ")
        var said: Set<String> = []
        var (blocks, places): ([Page.Block], [Int]) = ([], [])
        for (block, kind) in zip(page.blocks, kinds) {
            places.append(blocks.count)
            let text = Self.folded(block.text)
            if kind == .name, texts.contains(text) || text == all || !said.insert(text).inserted { continue }
            blocks.append(block)
        }
        page.anchors = page.anchors.mapValues { $0 < places.count ? places[$0] : blocks.count }
        page.blocks = blocks
        return page
    }

    private static func folded(_ text: [UInt8]) -> String {
        FoldedText.line(String(decoding: text.prefix(4_000), as: UTF8.self)).lowercased()
    }

    func start(_ name: String, _ attributes: MarkupAttributes) -> Bool {
        depth += 1
        guard depth <= TextLimits.markupDepth else { return false }
        if let inner { return inner.taker.start(name, attributes) }
        guard skippedAt == nil else { return true }
        if Self.leftOut.contains(name) || Self.isHidden(attributes) {
            skippedAt = depth
            return true
        }
        if let id = attributes["id"], ids.contains(id), page.anchors[id] == nil { page.anchors[id] = page.blocks.count }
        switch name {
        case "svg": page.language = page.language ?? attributes["xml:lang"] ?? attributes["lang"]
        case "foreignObject": inner = (PageTaker(ids: ids), depth)
        case "title", "desc":
            // What pops up over a part of a text is none of it.
            if open == nil { open = (.name, [], depth) } else { skippedAt = depth }
        case "text": if open == nil { open = (.text, [], depth) }
        case "tspan", "textPath":
            if attributes["x"] != nil || attributes["y"] != nil || attributes["dy"] != nil { open?.text.append(0x20) }
        default: break
        }
        return true
    }

    func end(_ name: String) {
        defer { depth -= 1 }
        if let inner {
            if inner.depth < depth { return inner.taker.end(name) }
            addInner(inner.taker.finish())
        } else if let skipped = skippedAt {
            if skipped == depth { skippedAt = nil }
        } else if let open, open.depth == depth {
            add(open.text, open.kind)
            self.open = nil
        }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        if let inner { return inner.taker.text(bytes) }
        guard skippedAt == nil, open != nil else { return }
        open?.text += bytes.map { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 ? 0x20 : $0 }
    }

    private func add(_ text: [UInt8], _ kind: Kind) {
        guard FoldedText.hasWords(String(decoding: text, as: UTF8.self)) else { return }
        // Each line of a paragraph may be a text of its own.
        if kind == .text, kinds.last == .text, Self.goesOn(text) {
            page.blocks[page.blocks.count - 1].text += [0x20] + text
            return
        }
        page.blocks.append(Page.Block(text: text))
        kinds.append(kind)
    }

    private static func goesOn(_ text: [UInt8]) -> Bool {
        let start = String(decoding: text.drop { $0 == 0x20 }.prefix(4), as: UTF8.self)
        return start.unicodeScalars.first?.properties.isLowercase == true
    }

    private func addInner(_ other: Page) {
        inner = nil
        for (id, block) in other.anchors { page.anchors[id] = page.blocks.count + block }
        page.blocks += other.blocks
        kinds += Array(repeating: .page, count: other.blocks.count)
        page.noteCount += other.noteCount
    }

    private static let leftOut: Set<String> = ["style", "script", "metadata", "defs", "symbol"]

    private static func isHidden(_ attributes: MarkupAttributes) -> Bool {
        if attributes["aria-hidden"] == "true" || attributes["display"] == "none" { return true }
        if let visibility = attributes["visibility"], visibility != "visible" { return true }
        let style = (attributes["style"] ?? "").filter { $0 != " " }
        return style.contains("display:none") || style.contains("visibility:hidden")
    }
}

extension Page {
    /// A drawing. One that is no XML is read as far as that goes.
    static func svg(_ bytes: [UInt8], ids: Set<String> = []) -> (Page, oddity: String?) {
        let taker = SVGTaker(ids: ids)
        guard case .broken(let line) = MarkupReading.xml(bytes, to: taker) else { return (taker.finish(), nil) }
        let second = SVGTaker(ids: ids)
        _ = MarkupReading.xml(MarkupMending.mended(bytes, guessing: true) ?? bytes, isForgiving: true, to: second)
        return (second.finish(), "the drawing is not XML (line \(line)); read as it seems to be meant")
    }
}
