/// What a book's package file says: what it is, of which files it is made, and in which order they are read.
struct EPUBPackage {
    struct Item {
        let path: String
        let type: String
        let properties: [Substring]
    }

    let path: String
    var title: String?
    var author: String?
    var language: String?
    /// By their ids.
    private(set) var items: [String: Item] = [:]
    /// In the order of the list.
    private var listed: [Item] = []
    /// Pages in the order of reading.
    private(set) var spine: [String] = []
    private(set) var contentsPath: String?
    private(set) var oldContentsPath: String?
    private(set) var coverPath: String?
    private(set) var oddities = OddityList()

    /// - Throws: `TextError.broken`.
    init(_ bytes: [UInt8], path: String) throws(TextError) {
        self.path = path
        let root = try MarkupElement.read(bytes, place: FoldedText.shown(path))
        guard let manifest = root.first("manifest"), let spine = root.first("spine") else {
            throw .broken(place: FoldedText.shown(path), expected: "a manifest and a spine", found: root.name)
        }
        let metadata = root.first("metadata") ?? MarkupElement(name: "metadata")
        readItems(manifest)
        readSpine(spine)
        readMetadata(metadata)
        contentsPath = listed.first { $0.properties.contains("nav") }?.path
        oldContentsPath = spine["toc"].flatMap { items[$0]?.path } ?? listed.first { $0.type == Self.oldContents }?.path
        coverPath = findCover(metadata)
    }

    private static let oldContents = "application/x-dtbncx+xml"

    private mutating func readItems(_ manifest: MarkupElement) {
        for item in manifest.all("item") {
            guard let id = item["id"], let reference = item["href"] else { continue }
            guard let place = EPUBPath.resolve(reference, from: path) else {
                oddities.note("\(FoldedText.shown(reference)): outside the book; skipped")
                continue
            }
            let properties = (item["properties"] ?? "").split(separator: " ")
            guard items[id] == nil else { continue }
            let item = Item(path: place.path, type: item["media-type"] ?? "", properties: properties)
            items[id] = item
            listed.append(item)
        }
    }

    /// Each page once: a page that is named a million times is a book of a million pages.
    private mutating func readSpine(_ element: MarkupElement) {
        var seen: Set<String> = []
        for reference in element.all("itemref") {
            guard let id = reference["idref"] else { continue }
            guard let item = items[id] else {
                oddities.note("the page order names \"\(FoldedText.shown(id))\", which is not in the book")
                continue
            }
            // Pages beside the text, such as answers to exercises.
            if reference["linear"] == "no" || !seen.insert(item.path).inserted { continue }
            if item.type.hasPrefix("image/") { continue }
            spine.append(item.path)
        }
    }

    private mutating func readMetadata(_ metadata: MarkupElement) {
        title = FoldedText.name(metadata.descendants("title").first?.text)
        author = author(metadata)
        let told = metadata.descendants("language").map(\.text)
        language = told.lazy.compactMap(LanguageTag.reading).first
        if language == nil, let told = told.first, !told.isEmpty {
            oddities.note("unknown language \"\(FoldedText.shown(told))\"")
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
            items[named]
            ?? EPUBPath.resolve(named, from: path).flatMap { place in
                listed.first { $0.path == place.path }
            }
        return item.flatMap { $0.type.hasPrefix("image/") ? $0.path : nil }
    }
}
