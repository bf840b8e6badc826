/// Which elements of a page are not shown, by what they say themselves and by the page's style sheets.
struct HiddenElements {
    private var rules = StyleRules()
    /// A style sheet that stands in the page.
    private var sheet: [UInt8]?
    /// Those that are open, the outermost first; kept where rules ask for them.
    private var open: [StyleRules.Element] = []
    private var depths: [Int] = []
    /// `details` that are closed, and whether their summary has come.
    private var closed: [(depth: Int, hasSummary: Bool)] = []
    /// Comparisons that a page may take: what strangers write takes no time.
    private var steps = 10_000_000

    // MARK: Style sheets

    mutating func startSheet(_ name: String, _ attributes: MarkupAttributes, _ sheets: (String) -> StyleRules?) {
        switch name {
        case "style":
            if Self.isForScreens(attributes["media"]), Self.isCSS(attributes["type"]) { sheet = [] }
        case "link":
            let kinds = (attributes["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
            guard kinds.contains("stylesheet"), !kinds.contains("alternate"), Self.isForScreens(attributes["media"]),
                Self.isCSS(attributes["type"]), let address = attributes["href"], let found = sheets(address)
            else { return }
            rules.merge(found)
        default: break
        }
    }

    mutating func takeSheet(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let count = sheet?.count, count < StyleRules.sheetBytes else { return }
        sheet?.append(contentsOf: bytes)
    }

    mutating func endSheet(_ name: String) {
        guard name == "style", let bytes = sheet else { return }
        sheet = nil
        rules.merge(StyleRules(bytes))
    }

    private static func isCSS(_ type: String?) -> Bool {
        type.map { $0.isEmpty || $0.lowercased().contains("css") } ?? true
    }

    private static func isForScreens(_ media: String?) -> Bool {
        guard let media = media?.lowercased(), !media.allSatisfy(\.isWhitespace) else { return true }
        return media.split(separator: ",").contains { one in
            one.split(whereSeparator: \.isWhitespace).allSatisfy { ["all", "screen", "only"].contains($0) }
        }
    }

    // MARK: Elements

    mutating func hides(_ element: ElementTraits, _ attributes: MarkupAttributes, _ depth: Int) -> Bool {
        if ElementKind.neverHidden.contains(element.name) { return false }
        if isInClosed(depth - 1) {
            guard element.name == "summary", closed.last?.hasSummary == false else { return true }
            closed[closed.count - 1].hasSummary = true
        }
        let style = attributes.isEmpty ? nil : attributes["style"]
        if !attributes.isEmpty {
            if attributes["hidden"] != nil || attributes["popover"] != nil { return true }
            if let value = attributes["aria-hidden"], value.lowercased().filter({ !$0.isWhitespace }) == "true" {
                return true
            }
        }
        if element.name == "dialog", attributes["open"] == nil { return true }
        guard !rules.isEmpty || style != nil else { return false }
        return rules.hides(seen(element, attributes), in: open, style: style, steps: &steps)
    }

    mutating func start(_ element: ElementTraits, _ attributes: MarkupAttributes, _ depth: Int) {
        if rules.looksUp {
            open.append(seen(element, attributes))
            depths.append(depth)
        }
        if element.name == "details", attributes["open"] == nil { closed.append((depth, false)) }
    }

    mutating func end(_ depth: Int) {
        while let last = depths.last, last >= depth {
            depths.removeLast()
            open.removeLast()
        }
        while let last = closed.last, last.depth >= depth { closed.removeLast() }
    }

    /// Whether what stands in the element of that depth itself is in closed `details`.
    func isInClosed(_ depth: Int) -> Bool { closed.last?.depth == depth }

    private func seen(_ element: ElementTraits, _ attributes: MarkupAttributes) -> StyleRules.Element {
        let classes = (attributes["class"] ?? "").split(maxSplits: 16, whereSeparator: \.isWhitespace)
        return StyleRules.Element(name: element.name.lowercased(), id: attributes["id"], classes: classes)
    }
}
