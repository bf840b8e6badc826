/// Which package file a book's container names.
enum EPUBContainer {
    static let path = "META-INF/container.xml"

    /// Of several root files the one with the media type of packages; others may stand for the book in other formats.
    /// - Returns: also what is strange; the book's only package where the container is none, or names one that is missing.
    /// - Throws: `TextError.broken`.
    static func package(_ bytes: [UInt8], _ names: PublicationNames) throws(TextError) -> (
        path: String, oddity: String?
    ) {
        let root: MarkupElement
        let oddity: String?
        do throws(TextError) {
            (root, oddity) = try MarkupElement.mended(bytes, place: path)
        } catch {
            guard let found = names.packages.first else { throw error }
            return (found, "\(path): not XML; using \(FoldedText.shown(found))")
        }
        let files = root.descendants("rootfile")
        let likely = files.filter { type($0) == packageType } + files.filter { type($0) == "" }
        func places(_ files: [MarkupElement]) -> [String] {
            files.compactMap { $0["full-path"].flatMap { EPUBPath.resolve($0, from: "", in: names)?.path } }
        }
        if let found = places(likely).first(where: names.contains) { return (found, oddity) }
        if let found = names.packages.first {
            return (found, "\(path): names no package file; using \(FoldedText.shown(found))")
        }
        let all = places(likely + files)
        if let found = all.first(where: names.contains) { return (found, oddity) }
        guard let missing = all.first else {
            throw .broken(place: path, expected: "the path of a package file", found: "none")
        }
        throw .broken(place: "the book", expected: "its package file \(FoldedText.shown(missing))", found: "none")
    }

    private static let packageType = "application/oebps-package+xml"

    private static func type(_ file: MarkupElement) -> String {
        EPUBPath.trimmed(file["media-type"] ?? "").lowercased()
    }
}

/// What a book's encryption file says: which files only the program that the book was bought for can open.
struct EPUBProtection {
    static let path = "META-INF/encryption.xml"

    /// Fonts may be made unreadable outside of the book.
    private static let ofFonts: Set<String> = [
        "http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC",
    ]

    /// Names of files; all of them where it is not told which.
    private(set) var files: Set<String> = []
    private(set) var isOfAll = false

    init() {}

    init(_ bytes: [UInt8], _ names: PublicationNames) {
        // What cannot be read may say anything; the pages tell whether they can be read.
        guard let (root, _) = try? MarkupElement.mended(bytes, place: Self.path) else { return }
        // The methods of keys, which stand in elements of their own, tell nothing about files.
        for file in root.descendants("EncryptedData") {
            let method = file.first("EncryptionMethod")?["Algorithm"]
            if let method, Self.ofFonts.contains(EPUBPath.trimmed(method)) { continue }
            if let reference = file.descendants("CipherReference").first?["URI"] {
                if let place = EPUBPath.resolve(reference, from: "", in: names) { files.insert(place.path) }
            } else {
                isOfAll = true
            }
        }
    }

    func isProtected(_ path: String) -> Bool { isOfAll || files.contains(path) }
}
