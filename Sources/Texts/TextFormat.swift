/// What a text is written in.
package enum TextFormat: String, CaseIterable, Hashable, Sendable {
    case epub, html, markdown, plain, srt, vtt, ass

    /// By the ending of its file's name.
    package init?(fileName: String) {
        guard let dot = fileName.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        switch String(fileName[fileName.utf8.index(after: dot)...]).lowercased() {
        case "epub": self = .epub
        case "html", "htm", "xhtml": self = .html
        case "md", "markdown": self = .markdown
        case "txt", "text": self = .plain
        case "srt": self = .srt
        case "vtt": self = .vtt
        case "ass", "ssa": self = .ass
        default: return nil
        }
    }

    /// - Parameter bytes: of a file that is no archive, or its beginning.
    /// - Throws: `TextError.noText` for all that is something else than a text.
    package static func checkText(_ bytes: some Collection<UInt8>) throws(TextError) {
        if let foreign = ForeignDocument.beginning(bytes) { throw .noText(found: foreign) }
        guard isText(bytes) else { throw .noText(found: "bytes of something else") }
    }

    /// Whether bytes are a text at all: other files are full of control characters, as UTF-16 without its mark is.
    static func isText(_ bytes: some Collection<UInt8>) -> Bool {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
        let start = bytes.prefix(1 << 16)
        let controls = start.count {
            $0 < 0x07 || (0x0E..<0x1B).contains($0) || (0x1C..<0x20).contains($0) || $0 == 0x7F
        }
        return controls * 50 <= start.count
    }

    /// By what it begins with, where no name says it; plain text when nothing does.
    package init(beginning bytes: some Collection<UInt8>) {
        let start = Array(bytes.prefix(2_048))
        if start.starts(with: "PK\u{3}\u{4}".utf8) {
            self = .epub
            return
        }
        let text = TextDecoding(start).text
        let begin = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        let small = begin.prefix(200).lowercased()
        if small.hasPrefix("webvtt") {
            self = .vtt
        } else if small.hasPrefix("[script info]") {
            self = .ass
        } else if small.hasPrefix("<!doctype html") || small.hasPrefix("<html") || small.hasPrefix("<?xml") {
            self = .html
        } else if begin.prefixMatch(of: #/#{1,6}[ \t]+\S/#) != nil {
            self = .markdown
        } else if TextLines(text).lines.prefix(4).contains(where: { CueTimes($0) != nil }) {
            self = .srt
        } else {
            self = .plain
        }
    }
}

extension BookText {
    /// Reads a text, whole.
    /// - Throws: `TextError`, when nothing can be made of it.
    package init(_ bytes: [UInt8], as format: TextFormat) throws(TextError) {
        guard bytes.count <= TextLimits.sourceBytes else {
            throw .tooLarge(what: "the file", limit: "\(TextLimits.sourceBytes >> 20) MiB")
        }
        switch format {
        case .epub: self = try EPUBReader.read(bytes)
        case .html: self = try HTMLReader.read(bytes)
        case .markdown: self = try MarkdownReader.read(bytes)
        case .plain: self = try PlainReader.read(bytes)
        case .srt: self = try CueReading.read(bytes, SRTReader.srt)
        case .vtt: self = try CueReading.read(bytes, SRTReader.vtt)
        case .ass: self = try CueReading.read(bytes, ASSReader.read)
        }
    }
}
