/// A book of EPUB 2 or 3: files with a list of its pages, packed or not.
struct EPUBReader {
    private var files: any PublicationFiles
    private let names: PublicationNames
    private let package: EPUBPackage
    private let protection: EPUBProtection
    private var builder: BookBuilder

    /// Reads an archive: of an EPUB, or of a FictionBook.
    /// - Throws: `TextError`.
    static func read(_ bytes: [UInt8], in language: SaidLanguage) throws(TextError) -> BookText {
        if !bytes.starts(with: "PK".utf8), let found = ForeignDocument.beginning(bytes) { throw .noText(found: found) }
        var archive = try ZipArchive(bytes)
        if let book = try FB2Reader.read(&archive, in: language) { return book }
        return try read(archive, in: language)
    }

    static func read(_ files: any PublicationFiles, in language: SaidLanguage) throws(TextError) -> BookText {
        var reader = try EPUBReader(files, language)
        return try reader.read()
    }

    private init(_ files: any PublicationFiles, _ language: SaidLanguage) throws(TextError) {
        builder = BookBuilder(language)
        self.files = files
        names = PublicationNames(files.names)
        if files.locked.contains(EPUBContainer.path) { throw .protected(place: EPUBContainer.path) }
        let path = try Self.packagePath(&self.files, names, &builder.oddities)
        var protection = EPUBProtection()
        if let name = names.file(EPUBProtection.path), let encryption = try self.files.read(name) {
            protection = EPUBProtection(encryption, names)
        }
        guard !protection.isProtected(path) else { throw .protected(place: EPUBProtection.path) }
        guard let list = try self.files.read(path) else {
            if files.locked.contains(path) { throw .protected(place: FoldedText.shown(path)) }
            throw .broken(place: "the book", expected: "its package file \(FoldedText.shown(path))", found: "none")
        }
        package = try EPUBPackage(list, path: path, in: names)
        self.protection = protection
        // Sounds, films and fonts may be encrypted where the text is not.
        if package.spine.contains(where: protection.isProtected) { throw .protected(place: EPUBProtection.path) }
        if let locked = package.spine.first(where: files.locked.contains) {
            throw .protected(place: FoldedText.shown(locked))
        }
    }

    private static func packagePath(
        _ files: inout any PublicationFiles, _ names: PublicationNames, _ oddities: inout OddityList
    ) throws(TextError) -> String {
        guard let name = names.file(EPUBContainer.path), let container = try files.read(name) else {
            let kind = try files.read("mimetype").map { TextDecoding($0).text }
            if let found = ForeignDocument.archive(of: files.names, kind: kind) { throw .noText(found: found) }
            if let found = names.packages.first {
                oddities.note("\(EPUBContainer.path): missing; using \(FoldedText.shown(found))")
                return found
            }
            throw .broken(place: "the book", expected: EPUBContainer.path, found: "none")
        }
        let (path, oddity) = try EPUBContainer.package(container, names)
        if let oddity { oddities.note(oddity) }
        return path
    }

    private mutating func read() throws(TextError) -> BookText {
        builder.oddities.note(package.oddities.all)
        (builder.book.title, builder.book.author) = (package.title, package.author)
        builder.book.language = package.language
        let contents = try contents()
        try addPages(contents)
        builder.book.cover = try cover()
        builder.oddities.note(files.oddities.all)
        return try builder.finish()
    }

    // MARK: Pages

    private mutating func addPages(_ contents: EPUBContents?) throws(TextError) {
        let sheetPaths = package.sheets
        let names = names
        let pages = try files.read(Set(package.spine).union(sheetPaths))
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
            let ids = fragments[path] ?? []
            let (page, oddity) =
                package.drawings.contains(path)
                ? Page.svg(bytes, ids: ids)
                : Page.xhtml(bytes, ids: ids) { reference in
                    EPUBPath.resolve(reference, from: path, in: names).flatMap { sheets[$0.path] }
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
        if let path = package.contentsPath, let bytes = try files.read(path) {
            if let contents = try? EPUBContents(navigation: bytes, path: path, in: names), note(contents) {
                return contents
            }
            builder.oddities.note("\(FoldedText.shown(path)): unreadable table of contents")
        }
        if let path = package.oldContentsPath, let bytes = try files.read(path) {
            if let contents = try? EPUBContents(old: bytes, path: path, in: names), note(contents) { return contents }
            builder.oddities.note("\(FoldedText.shown(path)): unreadable table of contents")
        }
        return nil
    }

    /// - Returns: whether anything is in it.
    private mutating func note(_ contents: EPUBContents) -> Bool {
        guard !contents.lines.isEmpty else { return false }
        if let oddity = contents.oddity { builder.oddities.note(oddity) }
        return true
    }

    private mutating func cover() throws(TextError) -> [UInt8]? {
        guard let path = package.coverPath, !protection.isProtected(path), let bytes = try files.read(path),
            !bytes.isEmpty
        else { return nil }
        guard bytes.count <= TextLimits.coverBytes else {
            builder.oddities.note("the cover is larger than \(TextLimits.coverBytes >> 20) MiB; skipped")
            return nil
        }
        return bytes
    }
}
