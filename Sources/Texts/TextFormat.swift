import Events

/// What a text is written in.
package enum TextFormat: String, CaseIterable, Hashable, Sendable {
    /// `epub`: also other books in an archive.
    case epub, fb2, html, markdown, plain, srt, vtt, ass, lrc, sbv

    /// By the ending of its file's name.
    package init?(fileName: String) {
        guard let dot = fileName.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        switch String(fileName[fileName.utf8.index(after: dot)...]).lowercased() {
        case "epub", "fbz": self = .epub
        case "zip" where fileName.lowercased().hasSuffix(".fb2.zip"): self = .epub
        case "fb2": self = .fb2
        case "html", "htm", "xhtml": self = .html
        case "md", "markdown": self = .markdown
        case "txt", "text": self = .plain
        case "srt": self = .srt
        case "vtt": self = .vtt
        case "ass", "ssa": self = .ass
        case "lrc": self = .lrc
        case "sbv": self = .sbv
        default: return nil
        }
    }

    /// - Parameter bytes: of a file that is no archive, or its beginning.
    /// - Throws: `TextError.noText` for all that is something else than a text.
    package static func checkText(_ bytes: some Collection<UInt8>) throws(TextError) {
        if let foreign = ForeignDocument.beginning(bytes) { throw .noText(found: foreign) }
        guard isText(bytes) else { throw .noText(found: "bytes of something else") }
    }

    /// Whether bytes are a text at all: other files are full of control characters.
    static func isText(_ bytes: some Collection<UInt8>) -> Bool {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
        let start = bytes.prefix(1 << 16)
        let controls = start.count {
            $0 < 0x07 || (0x0E..<0x1B).contains($0) || (0x1C..<0x20).contains($0) || $0 == 0x7F
        }
        return controls * 50 <= start.count || UnmarkedUTF16.isBigEndian(start) != nil
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
        } else if small.hasPrefix("<fictionbook") || small.hasPrefix("<?xml") && text.contains("<FictionBook") {
            self = .fb2
        } else if small.hasPrefix("<!doctype html") || small.hasPrefix("<html") || small.hasPrefix("<?xml") {
            self = .html
        } else if begin.prefixMatch(of: #/#{1,6}[ \t]+\S/#) != nil {
            self = .markdown
        } else if TextLines(text).lines.prefix(4).contains(where: { CueTimes($0)?.isUsual == true }) {
            self = .srt
        } else if TextLines(text).lines.prefix(2).contains(where: { LyricsReader.captionTimes($0) != nil }) {
            self = .sbv
        } else if TextLines(String(begin)).lines.prefix(2).allSatisfy(LyricsReader.isLyrics) {
            self = .lrc
        } else {
            self = .plain
        }
    }
}

extension BookText {
    /// Reads a text, whole.
    /// - Parameter language: what others say of it.
    /// - Throws: `TextError`, when nothing can be made of it.
    package init(_ bytes: [UInt8], as format: TextFormat, in language: SaidLanguage = SaidLanguage()) throws(TextError)
    {
        guard bytes.count <= TextLimits.sourceBytes else {
            throw .tooLarge(what: "the file", limit: "\(TextLimits.sourceBytes >> 20) MiB")
        }
        if format != .epub, let foreign = ForeignDocument.beginning(bytes) { throw .noText(found: foreign) }
        switch format {
        case .epub: self = try EPUBReader.read(bytes, in: language)
        case .fb2: self = try FB2Reader.read(bytes, in: language)
        case .html: self = try HTMLReader.read(bytes, in: language)
        case .markdown: self = try MarkdownReader.read(bytes, in: language)
        case .plain: self = try PlainReader.read(bytes, in: language)
        case .srt: self = try CueReading.read(bytes, SRTReader.srt)
        case .vtt: self = try CueReading.read(bytes, SRTReader.vtt)
        case .ass: self = try CueReading.read(bytes, ASSReader.read)
        case .lrc: self = try CueReading.lyrics(bytes)
        case .sbv: self = try CueReading.captions(bytes)
        }
    }
}

/// Why a text cannot be read at all. It does not know its file; whoever read that names it.
package enum TextError: ReasonedError, Hashable {
    /// Only the program of whoever sold it opens it.
    case protected(place: String)
    /// A place inside the file, what was expected there, and what was found.
    case broken(place: String, expected: String, found: String)
    case tooLarge(what: String, limit: String)
    /// Something else: a document of another kind, or bytes of a picture, a sound, a program.
    case noText(found: String)
    /// There is nothing that could be read aloud.
    case empty

    package var reason: String {
        switch self {
        case .protected(let place):
            "the book is copy-protected (\(place)); only the program it was bought for can open it"
        case .broken(let place, let expected, let found): "\(place): expected \(expected), found \(found)"
        case .tooLarge(let what, let limit): "\(what): expected at most \(limit), found more"
        case .noText(ForeignDocument.database):
            "expected text, found \(ForeignDocument.database)" + ForeignDocument.advice(ForeignDocument.database)
        case .noText(let found):
            "expected text (EPUB, FictionBook, HTML, Markdown, plain text or subtitles), found \(found)"
                + ForeignDocument.advice(found)
        case .empty: "expected text, found nothing readable"
        }
    }

    package var isOfInput: Bool { true }
}

/// Bounds on a text from outside (architecture, promise 8).
package enum TextLimits {
    /// Of a file that is to be read. Whoever reads it has to look at this first.
    package static let sourceBytes = 256 << 20
    /// UTF-8 that is kept of one text: thirty long novels.
    package static let textBytes = 32 << 20
    package static let chapters = 10_000
    package static let nameScalars = 200

    static let archiveEntries = 20_000
    package static let entryBytes = 32 << 20
    static let unpackedBytes = 128 << 20
    /// Unpacked bytes for each byte of an archive, and what is unpacked of any.
    static let unpackedRatio = 100
    static let unpackedAlways = 4 << 20
    static let coverBytes = 16 << 20

    /// Elements that stand in one another.
    static let markupDepth = 512
    static let tagBytes = 16 << 10
    /// Of a page: a longer one is a picture or a font.
    static let wordBytes = 2_000
    /// In one tag of XML, and declared in one file of it.
    static let attributes = 512
    static let namespaces = 1_000
    /// Elements of a package file, a table of contents and the like.
    static let treeElements = 200_000

    static let cues = 200_000
}
