/// A book's table of contents, in its order.
struct EPUBContents {
    struct Line {
        let title: String
        let path: String
        /// An element of that page.
        let fragment: String?
    }

    private(set) var lines: [Line] = []
    private(set) var oddity: String?
    private let path: String
    private let names: PublicationNames

    private init(_ path: String, _ names: PublicationNames) { (self.path, self.names) = (path, names) }

    /// `nav.xhtml` of EPUB 3.
    init(navigation bytes: [UInt8], path: String, in names: PublicationNames) throws(TextError) {
        self.init(path, names)
        let root = try read(bytes)
        let all = root.descendants("nav")
        func kinds(_ nav: MarkupElement) -> [Substring] {
            (nav["epub:type"] ?? nav["role"] ?? "").split(separator: " ")
        }
        guard
            let contents = all.first(where: { kinds($0).contains("toc") || kinds($0).contains("doc-toc") })
                ?? all.first(where: { kinds($0).isEmpty }) ?? all.first
        else { return }
        addEntries(of: contents)
    }

    /// `toc.ncx` of EPUB 2.
    init(old bytes: [UInt8], path: String, in names: PublicationNames) throws(TextError) {
        self.init(path, names)
        let root = try read(bytes)
        for point in root.descendants("navMap").first?.descendants("navPoint") ?? [] {
            add(point.first("navLabel")?.first("text")?.text, point.first("content")?["src"])
        }
    }

    private mutating func read(_ bytes: [UInt8]) throws(TextError) -> MarkupElement {
        let (root, oddity) = try MarkupElement.mended(bytes, place: FoldedText.shown(path))
        self.oddity = oddity
        return root
    }

    /// An entry without a link is the name of those in it: it begins with the first of them.
    private mutating func addEntries(of element: MarkupElement) {
        for child in element.children {
            switch child.name {
            case "a": add(Self.label(of: child), child["href"])
            case "li":
                if child.first("a") == nil, let name = child.first("span"),
                    let link = child.descendants("a").first(where: { $0["href"] != nil })
                {
                    add(Self.label(of: name), link["href"])
                }
                addEntries(of: child)
            default: addEntries(of: child)
            }
        }
    }

    /// Its text, with the words that stand for pictures; else what it is called otherwise.
    private static func label(of element: MarkupElement) -> String? {
        if FoldedText.name(element.text) != nil { return element.text }
        let named = [element] + element.children
        return named.lazy.compactMap { FoldedText.name($0["title"]) ?? FoldedText.name($0["aria-label"]) }.first
    }

    private mutating func add(_ title: String?, _ reference: String?) {
        guard lines.count < TextLimits.chapters, let title = FoldedText.name(title), let reference,
            let place = EPUBPath.resolve(reference, from: path, in: names)
        else { return }
        lines.append(Line(title: title, path: place.path, fragment: place.fragment))
    }

    /// Elements that are asked for, by the page that they are on.
    var fragments: [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for line in lines { if let fragment = line.fragment { found[line.path, default: []].insert(fragment) } }
        return found
    }
}
