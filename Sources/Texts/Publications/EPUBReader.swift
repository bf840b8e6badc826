/// A book of EPUB 2 or 3: an archive with a list of its pages.
struct EPUBReader {
    private var archive: ZipArchive
    private let package: EPUBPackage
    private var builder: BookBuilder

    /// - Throws: `TextError`.
    static func read(_ bytes: [UInt8], in language: SaidLanguage) throws(TextError) -> BookText {
        var reader = try EPUBReader(bytes, language)
        return try reader.read()
    }

    private init(_ bytes: [UInt8], _ language: SaidLanguage) throws(TextError) {
        builder = BookBuilder(language)
        archive = try ZipArchive(bytes)
        let first = try archive.read([Self.containerPath, EPUBProtection.path])
        if let encryption = first[EPUBProtection.path], EPUBProtection.isProtected(encryption) {
            throw .protected(place: EPUBProtection.path)
        }
        guard let container = first[Self.containerPath] else {
            let kind = try archive.read("mimetype").map { TextDecoding($0).text }
            if let found = ForeignDocument.archive(of: archive.names, kind: kind) { throw .noText(found: found) }
            throw .broken(place: "the book", expected: Self.containerPath, found: "none")
        }
        let path = try Self.packagePath(container)
        guard let list = try archive.read(path) else {
            throw .broken(place: "the book", expected: "its package file \(FoldedText.shown(path))", found: "none")
        }
        package = try EPUBPackage(list, path: path)
    }

    private static let containerPath = "META-INF/container.xml"

    private static func packagePath(_ bytes: [UInt8]) throws(TextError) -> String {
        let root = try MarkupElement.read(bytes, place: containerPath)
        guard let declared = root.descendants("rootfile").lazy.compactMap({ $0["full-path"] }).first,
            let place = EPUBPath.resolve(declared, from: "")
        else { throw .broken(place: containerPath, expected: "the path of a package file", found: "none") }
        return place.path
    }

    private mutating func read() throws(TextError) -> BookText {
        builder.oddities.note(package.oddities.all)
        (builder.book.title, builder.book.author) = (package.title, package.author)
        builder.book.language = package.language
        let contents = try contents()
        try addPages(contents)
        builder.book.cover = try cover()
        builder.oddities.note(archive.oddities.all)
        return try builder.finish()
    }

    // MARK: Pages

    private mutating func addPages(_ contents: EPUBContents?) throws(TextError) {
        let sheetPaths = package.sheets
        let pages = try archive.read(Set(package.spine).union(sheetPaths))
        let fragments = contents?.fragments ?? [:]
        let sheets = pages.filter { sheetPaths.contains($0.key) }.mapValues { StyleRules($0) }
        /// Where each page begins, and each element of it that the table of contents names.
        var places: [String: Int] = [:]
        for path in package.spine {
            guard let bytes = pages[path] else {
                builder.oddities.note("\(FoldedText.shown(path)): missing")
                continue
            }
            places[path] = builder.place
            // A page of contents would only say again what the chapters are called.
            if path == package.contentsPath { continue }
            let (page, oddity) = Page.xhtml(bytes, ids: fragments[path] ?? []) { reference in
                EPUBPath.resolve(reference, from: path).flatMap { sheets[$0.path] }
            }
            if let oddity { builder.oddities.note("\(FoldedText.shown(path)): \(oddity)") }
            builder.book.language = builder.book.language ?? page.language.flatMap(LanguageTag.reading)
            let starts = builder.addPage(page, headingsAreChapters: contents == nil)
            for (id, block) in page.anchors { places["\(path)#\(id)"] = starts[min(block, starts.count - 1)] }
        }
        if let contents { addChapters(contents, places) }
    }

    private mutating func addChapters(_ contents: EPUBContents, _ places: [String: Int]) {
        for line in contents.lines {
            let exact = line.fragment.flatMap { places["\(line.path)#\($0)"] }
            guard let place = exact ?? places[line.path] else {
                builder.oddities.note(
                    "the chapter \"\(FoldedText.shown(line.title))\" does not start on a page of the book")
                continue
            }
            builder.beginChapter(line.title, at: place)
        }
    }

    // MARK: Beside the pages

    /// `nil` when the book has no table of contents that can be read.
    private mutating func contents() throws(TextError) -> EPUBContents? {
        if let path = package.contentsPath, let bytes = try archive.read(path) {
            if let contents = try? EPUBContents(navigation: bytes, path: path), !contents.lines.isEmpty {
                return contents
            }
            builder.oddities.note("\(FoldedText.shown(path)): unreadable table of contents")
        }
        if let path = package.oldContentsPath, let bytes = try archive.read(path) {
            if let contents = try? EPUBContents(old: bytes, path: path), !contents.lines.isEmpty { return contents }
            builder.oddities.note("\(FoldedText.shown(path)): unreadable table of contents")
        }
        return nil
    }

    private mutating func cover() throws(TextError) -> [UInt8]? {
        guard let path = package.coverPath, let bytes = try archive.read(path), !bytes.isEmpty else { return nil }
        guard bytes.count <= TextLimits.coverBytes else {
            builder.oddities.note("the cover is larger than \(TextLimits.coverBytes >> 20) MiB; skipped")
            return nil
        }
        return bytes
    }
}
