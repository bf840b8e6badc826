/// What is written in another way than a text that can be read, and would be read aloud as its source or as nothing.
enum ForeignDocument {
    static let database = "a tape or another SQLite database"

    /// By what it begins with, byte order mark and white space aside; `nil` for all else, a text or not.
    static func beginning(_ bytes: some Collection<UInt8>) -> String? {
        let head = Array(bytes.prefix(4_096))
        let start = head.prefix(64).drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if let found = beginnings.first(where: { start.starts(with: $0.bytes.utf8) }) { return found.name }
        if let found = magics.first(where: { head.dropFirst($0.place).starts(with: $0.bytes) }) { return found.name }
        // The letters of all that follows are those of ASCII.
        guard head.prefix(64).allSatisfy({ $0 != 0 }) else { return nil }
        let text = String(decoding: head, as: UTF8.self)
        let lines = TextLines(text.first == "\u{FEFF}" ? String(text.dropFirst()) : text).lines
        return subtitles(lines) ?? mail(lines)
    }

    private static let beginnings = [
        (bytes: "%PDF-", name: "a PDF"), (bytes: "%!PS", name: "a PostScript document"),
        (bytes: "{\\rtf", name: "an RTF document"),
        (bytes: "SQLite format 3\0", name: database),
    ]

    private static let kindle = "a Kindle book (MOBI, AZW)"
    private static let packed = "an archive"

    private static let magics: [(place: Int, bytes: [UInt8], name: String)] = [
        (60, Array("BOOKMOBI".utf8), kindle), (60, Array("TEXtREAd".utf8), "a PalmDOC book"),
        (60, Array("PNRdPPrs".utf8), "an eReader book"),
        (0, Array("TPZ".utf8) + [0x30], kindle), (0, [0xEA] + Array("DRMION".utf8) + [0xEE], "a Kindle book (KFX)"),
        (0, Array("CONT".utf8) + [0x02, 0x00], "a Kindle book (KFX)"),
        (0, Array("AT&TFORM".utf8), "a DjVu document"), (0, Array("ITSF".utf8) + [0x03], "a Windows help file (CHM)"),
        (0, Array("ITOLITLS".utf8), "a Microsoft Reader book (LIT)"),
        (0, [0x4C, 0x00, 0x52, 0x00, 0x46, 0x00], "a Sony Reader book (LRF)"),
        (0, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "an Office document from before 2007 (doc)"),
        (0, [0x1F, 0x8B], packed), (0, Array("Rar!".utf8) + [0x1A, 0x07], packed),
        (0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], packed), (257, Array("ustar".utf8), packed),
    ]

    /// What to do instead, to stand behind the message.
    static func advice(_ found: String) -> String {
        switch found {
        case database: "; to play a tape, use `cameo play`"
        case packed: "; unpack it and name the book in it"
        case "an email": "; save its text as a file"
        case "an Office document", "an OpenDocument file", "an OpenDocument text (odt)", "an RTF document",
            "a Word document (docx)", "an Office document from before 2007 (doc)":
            "; save it as HTML or plain text"
        case "a web archive (MHTML)": "; save the page as HTML"
        case "a comic book (CBZ)", "bytes of something else": ""
        case let found where found.hasSuffix("subtitles"): "; convert them to SRT or WebVTT"
        case "a PDF", "a PostScript document", "a DjVu document": "; convert it to EPUB or plain text"
        default: "; convert it to EPUB"
        }
    }

    // MARK: Texts of other programs

    /// Formats of subtitles whose times would be read as text.
    private static func subtitles(_ lines: [Substring]) -> String? {
        let first = lines.lazy.map(\.stripped).filter { !$0.isEmpty }.prefix(3)
        guard let line = first.first else { return nil }
        if first.allSatisfy({ isFrames($0, "{", "}") }) { return "MicroDVD subtitles" }
        if first.count > 1, first.allSatisfy({ isFrames($0, "[", "]") }) { return "MPL2 subtitles" }
        let small = line.lowercased()
        if small.hasPrefix("<sami") { return "SAMI subtitles" }
        let start = lines.prefix(20).joined(separator: " ").lowercased()
        if start.hasPrefix("<?xml") || start.hasPrefix("<tt"), start.contains("<tt ") || start.contains("<tt:tt ") {
            return "TTML subtitles"
        }
        if small.hasPrefix("# vobsub index file") { return "VobSub subtitles" }
        return nil
    }

    /// `{100}{148}Who is there?`: numbers of pictures.
    private static func isFrames(_ line: Substring, _ open: Character, _ close: Character) -> Bool {
        var rest = line
        for place in 0..<2 {
            guard rest.first == open, let end = rest.prefix(12).firstIndex(of: close) else { return false }
            let digits = rest[..<end].dropFirst()
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), place == 1 || !digits.isEmpty else {
                return false
            }
            rest = rest[rest.index(after: end)...]
        }
        return true
    }

    /// A mail, a file of mails, or a page saved as one: nothing but a mail's head up to the first empty line.
    private static func mail(_ lines: [Substring]) -> String? {
        var names: Set<String> = []
        var rest = lines.drop(while: \.isBlank)
        let isBox = rest.first.map { $0.hasPrefix("From ") && $0.contains(":") } == true
        if isBox || rest.first?.hasPrefix(">From ") == true { rest = rest.dropFirst() }
        for line in rest.prefix(200) {
            if line.isBlank { break }
            // A line goes on behind white space.
            if line.first == " " || line.first == "\t" { if names.isEmpty { return nil } else { continue } }
            guard let colon = line.prefix(80).firstIndex(of: ":") else { return nil }
            let name = line[..<colon]
            guard !name.isEmpty, name.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else { return nil }
            names.insert(name.lowercased())
        }
        guard names.count > 1 else { return nil }
        let isOfPost = !names.isDisjoint(with: post)
        let isWritten = names.contains("from") && names.contains("subject") && !names.isDisjoint(with: ["to", "date"])
        guard isOfPost || isWritten || (isBox && names.contains("from")) else { return nil }
        return names.contains("snapshot-content-location")
            || names.contains("mime-version") && !names.contains("to")
                && lines.prefix(40).contains { $0.lowercased().contains("multipart/related") }
            ? "a web archive (MHTML)" : "an email"
    }

    private static let post: Set<String> = [
        "message-id", "mime-version", "return-path", "received", "delivered-to", "dkim-signature", "x-mailer",
        "content-transfer-encoding",
    ]

    // MARK: Archives

    /// By the files of an archive that is no EPUB.
    /// - Parameter kind: what its file `mimetype` says.
    static func archive(of names: [String], kind: String?) -> String? {
        let set = Set(names)
        if set.contains("[Content_Types].xml") {
            if set.contains("fb3/body.xml") { return "a FictionBook of version 3" }
            return set.contains("word/document.xml") ? "a Word document (docx)" : "an Office document"
        }
        if set.isSuperset(of: ["content.xml", "META-INF/manifest.xml"]) {
            return kind?.hasPrefix("application/vnd.oasis.opendocument.text") == true
                ? "an OpenDocument text (odt)" : "an OpenDocument file"
        }
        if names.contains(where: { $0.hasPrefix("Index/") && $0.hasSuffix(".iwa") || $0 == "Index.zip" }) {
            return "an Apple Pages document"
        }
        let pictures = ["jpg", "jpeg", "png", "gif", "webp"]
        let isComic = { (name: String) in
            name.lowercased().hasSuffix("/comicinfo.xml") || name.lowercased() == "comicinfo.xml"
                || pictures.contains { name.lowercased().hasSuffix("." + $0) }
        }
        return !names.isEmpty && names.allSatisfy(isComic) ? "a comic book (CBZ)" : nil
    }
}
