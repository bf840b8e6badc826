/// What is written in another way than a text that can be read, and would be read aloud as its source or as nothing.
enum ForeignDocument {
    static let database = "a tape or another SQLite database"

    /// By what it begins with, byte order mark and white space aside; `nil` for all else, a text or not.
    static func beginning(_ bytes: some Collection<UInt8>) -> String? {
        let start = bytes.prefix(64).drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return beginnings.first { start.starts(with: $0.bytes.utf8) }?.name
    }

    private static let beginnings = [
        (bytes: "%PDF-", name: "a PDF"), (bytes: "%!PS", name: "a PostScript document"),
        (bytes: "{\\rtf", name: "an RTF document"),
        (bytes: "SQLite format 3\0", name: database),
    ]

    /// By the files of an archive that is no EPUB.
    /// - Parameter kind: what its file `mimetype` says.
    static func archive(of names: Set<String>, kind: String?) -> String? {
        if names.contains("[Content_Types].xml") {
            return names.contains("word/document.xml") ? "a Word document (docx)" : "an Office document"
        }
        guard names.isSuperset(of: ["content.xml", "META-INF/manifest.xml"]) else { return nil }
        return kind?.hasPrefix("application/vnd.oasis.opendocument.text") == true
            ? "an OpenDocument text (odt)" : "an OpenDocument file"
    }
}
