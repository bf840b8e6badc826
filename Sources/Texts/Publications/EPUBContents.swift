/// A book's table of contents, in its order.
struct EPUBContents {
    struct Line {
        let title: String
        let path: String
        /// An element of that page.
        let fragment: String?
    }

    private(set) var lines: [Line] = []

    /// `nav.xhtml` of EPUB 3.
    init(navigation bytes: [UInt8], path: String) throws(TextError) {
        let root = try MarkupElement.read(bytes, place: FoldedText.shown(path))
        let all = root.descendants("nav")
        guard
            let contents = all.first(where: { $0["epub:type"]?.split(separator: " ").contains("toc") == true })
                ?? all.first
        else { return }
        for link in contents.descendants("a") { add(link.text, link["href"], path) }
    }

    /// `toc.ncx` of EPUB 2.
    init(old bytes: [UInt8], path: String) throws(TextError) {
        let root = try MarkupElement.read(bytes, place: FoldedText.shown(path))
        for point in root.first("navMap")?.descendants("navPoint") ?? [] {
            add(point.first("navLabel")?.first("text")?.text, point.first("content")?["src"], path)
        }
    }

    private mutating func add(_ title: String?, _ reference: String?, _ base: String) {
        guard lines.count < TextLimits.chapters, let title = FoldedText.name(title), let reference,
            let place = EPUBPath.resolve(reference, from: base)
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
