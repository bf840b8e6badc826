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
    /// Style sheets.
    var sheets: Set<String> { Set(listed.lazy.filter { $0.type == "text/css" }.map(\.path)) }
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
            items[named]
            ?? EPUBPath.resolve(named, from: path).flatMap { place in
                listed.first { $0.path == place.path }
            }
        return item.flatMap { $0.type.hasPrefix("image/") ? $0.path : nil }
    }
}

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

/// What a book's encryption file says: fonts may be made unreadable outside of it, all else means that the book is.
enum EPUBProtection {
    static let path = "META-INF/encryption.xml"

    private static let ofFonts: Set<String> = [
        "http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC",
    ]

    static func isProtected(_ bytes: [UInt8]) -> Bool {
        // What cannot be read may say anything; the pages tell whether they can be read.
        guard let root = try? MarkupElement.read(bytes, place: path) else { return false }
        // The methods of keys, which stand in elements of their own, tell nothing about files.
        let files = root.descendants("EncryptedData")
        return files.contains { file in
            let method = file.first("EncryptionMethod")?["Algorithm"]
            return method.map { !ofFonts.contains($0) } ?? true
        }
    }
}

/// Places inside of a book: paths from its archive's own folder, never above it.
enum EPUBPath {
    /// What a reference means, as it stands in the file at `base`: `../text/a.xhtml#b`.
    /// - Returns: `nil` when it leads out of the book.
    static func resolve(_ reference: String, from base: String) -> (path: String, fragment: String?)? {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = parts.count > 1 ? decoded(parts[1]) : nil
        guard let relative = decoded(parts.first?.prefix { $0 != "?" } ?? ""), !hasScheme(relative),
            !relative.hasPrefix("/"),
            !relative.utf8.contains(UInt8(ascii: "\\"))
        else { return nil }
        if relative.isEmpty { return (base, fragment) }
        var path = base.split(separator: "/").dropLast().map(String.init)
        for part in relative.split(separator: "/") where part != "." {
            if part == ".." {
                guard path.popLast() != nil else { return nil }
            } else {
                path.append(String(part))
            }
        }
        return path.isEmpty ? nil : (path.joined(separator: "/"), fragment)
    }

    /// Whether an entry of this name is inside of the folder that the archive is unpacked to.
    static func isBelow(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix("/") && !name.utf8.contains(0x5C) && !hasScheme(name)
            && !name.split(separator: "/").contains("..")
    }

    /// `http:`, `C:`
    private static func hasScheme(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return text.utf8[..<colon].allSatisfy { (0x30...0x39).contains($0) || (0x41...0x7A).contains($0) || $0 == 0x2B }
    }

    /// `%20` is a space; `nil` when that is no UTF-8.
    private static func decoded(_ text: some StringProtocol) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = hex(rest.prefix(2)) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hex(_ digits: ArraySlice<UInt8>) -> UInt8? {
        digits.count == 2 ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
    }
}
