/// What a book's package file says: what it is, of which files it is made, and in which order they are read.
struct EPUBPackage {
    struct Item {
        let path: String
        /// In small letters.
        let type: String
        let properties: [Substring]
        /// The id of what stands for it where its type is unknown.
        let fallback: String?
    }

    let path: String
    private let names: PublicationNames
    var title: String?
    var author: String?
    var language: String?
    /// By their ids.
    private(set) var items: [String: Item] = [:]
    /// In the order of the list.
    private var listed: [Item] = []
    /// Pages in the order of reading.
    private(set) var spine: [String] = []
    /// Style sheets.
    var sheets: Set<String> { Set(listed.lazy.filter { $0.type == "text/css" }.map(\.path)) }
    /// Pages of the spine that are pictures with text.
    private(set) var drawings: Set<String> = []
    private(set) var contentsPath: String?
    private(set) var oldContentsPath: String?
    private(set) var coverPath: String?
    private(set) var oddities = OddityList()

    /// - Throws: `TextError.broken`.
    init(_ bytes: [UInt8], path: String, in names: PublicationNames) throws(TextError) {
        (self.path, self.names) = (path, names)
        let (root, oddity) = try MarkupElement.mended(bytes, place: FoldedText.shown(path))
        if let oddity { oddities.note(oddity) }
        guard let manifest = root.descendants("manifest").first, let spine = root.descendants("spine").first else {
            throw .broken(
                place: FoldedText.shown(path), expected: "a manifest and a spine", found: FoldedText.shown(root.name))
        }
        let metadata = root.descendants("metadata").first ?? MarkupElement(name: "metadata")
        readItems(manifest)
        readSpine(spine)
        readMetadata(metadata)
        contentsPath = listed.first { $0.properties.contains("nav") }?.path
        oldContentsPath =
            spine["toc"].flatMap { items[Self.id($0)]?.path } ?? listed.first { $0.type == Self.oldContents }?.path
        coverPath = findCover(metadata)
    }

    private static let oldContents = "application/x-dtbncx+xml"

    /// Blanks round an id do not count, and those in it are one (XML, normalization of attributes).
    private static func id(_ text: String) -> String {
        text.utf8.contains { $0 <= 0x20 }
            ? text.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r\n" }.joined(separator: " ") : text
    }

    private mutating func readItems(_ manifest: MarkupElement) {
        for item in manifest.descendants("item") {
            guard let id = item["id"].map(Self.id), let reference = item["href"] else { continue }
            guard let place = EPUBPath.resolve(reference, from: path, in: names) else {
                oddities.note("\(FoldedText.shown(reference)): outside the book; skipped")
                continue
            }
            let properties = (item["properties"] ?? "").split { $0.isWhitespace }
            guard items[id] == nil else { continue }
            let type = EPUBPath.trimmed(item["media-type"] ?? "").lowercased()
            let item = Item(
                path: place.path, type: type, properties: properties, fallback: item["fallback"].map(Self.id))
            items[id] = item
            listed.append(item)
        }
    }

    /// Each page once: a page that is named a million times is a book of a million pages.
    private mutating func readSpine(_ element: MarkupElement) {
        var seen: Set<String> = []
        for reference in element.descendants("itemref") {
            guard let id = reference["idref"].map(Self.id) else { continue }
            guard let named = items[id] else {
                oddities.note("the page order names \"\(FoldedText.shown(id))\", which is not in the book")
                continue
            }
            // Pages beside the text, such as answers to exercises.
            if let linear = reference["linear"], EPUBPath.trimmed(linear).lowercased() == "no" { continue }
            guard let item = page(of: named) else {
                if !named.type.hasPrefix("image/") {
                    oddities.note(
                        "\(FoldedText.shown(named.path)): not a page (\(FoldedText.shown(named.type))); skipped")
                }
                continue
            }
            guard seen.insert(item.path).inserted else { continue }
            if Self.isDrawing(item) { drawings.insert(item.path) }
            spine.append(item.path)
        }
    }

    /// The first of an item and its fallbacks that is a page (EPUB 3.3, manifest fallbacks). A chain may lead back to itself.
    private func page(of item: Item) -> Item? {
        var seen: Set<String> = []
        var item = item
        while true {
            if Self.pageTypes.contains(item.type) || Self.isDrawing(item) { return item }
            guard let id = item.fallback, seen.insert(id).inserted, let next = items[id] else { break }
            item = next
        }
        // Types that are wrong or missing.
        return Self.isPage(item) ? item : nil
    }

    private static let pageTypes: Set<String> = [
        "application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document",
    ]

    private static func isDrawing(_ item: Item) -> Bool { item.type == "image/svg+xml" }

    private static func isPage(_ item: Item) -> Bool {
        if let dot = item.path.lastIndex(of: "."),
            ["xhtml", "html", "htm", "xht"].contains(item.path[item.path.index(after: dot)...].lowercased())
        {
            return true
        }
        return item.type.isEmpty || item.type == "text/plain" || item.type.contains("xml") || item.type.contains("html")
    }

    private mutating func readMetadata(_ metadata: MarkupElement) {
        title = FoldedText.name(metadata.descendants("title").first?.text)
        author = author(metadata)
        let declared = metadata.descendants("language").map(\.text)
        language = declared.lazy.compactMap(LanguageTag.reading).first
        if language == nil, let declared = declared.first, !declared.isEmpty {
            oddities.note("unknown language \"\(FoldedText.shown(declared))\"")
        }
    }

    /// All who have written it; where that is not told, all who are named.
    private func author(_ metadata: MarkupElement) -> String? {
        let roles = metadata.descendants("meta").filter { $0["property"] == "role" }
        func role(_ creator: MarkupElement) -> String? {
            creator["opf:role"] ?? creator["role"]
                ?? creator["id"].flatMap { id in roles.first { $0["refines"] == "#\(id)" }?.text }
        }
        let creators = metadata.descendants("creator")
        let writers = creators.filter { role($0).map { FoldedText.line($0) == "aut" } ?? true }
        let names = (writers.isEmpty ? creators : writers).compactMap { FoldedText.name($0.text) }
        return FoldedText.name(names.prefix(8).joined(separator: ", "))
    }

    private func findCover(_ metadata: MarkupElement) -> String? {
        if let item = listed.first(where: { $0.properties.contains("cover-image") }) { return item.path }
        guard let named = metadata.descendants("meta").first(where: { $0["name"] == "cover" })?["content"] else {
            return nil
        }
        // Some name the file rather than its id.
        let item =
            items[Self.id(named)]
            ?? EPUBPath.resolve(named, from: path, in: names).flatMap { place in
                listed.first { $0.path == place.path }
            }
        return item.flatMap { $0.type.hasPrefix("image/") ? $0.path : nil }
    }
}
