import Events

/// What a text holds, whatever it was written in: paragraphs of sentences, and what is known of it. All of it is a stranger's
/// text, without control characters, white space folded to single spaces.
package struct BookText: Hashable, Sendable {
    package var title: String?
    package var author: String?
    /// BCP 47, such as `pt-BR`, where it is told.
    package var language: String?
    /// In the order of their paragraphs; what stands before the first one is of none.
    package var chapters: [TextChapter]
    package var paragraphs: [TextParagraph]
    /// Of subtitles, one for each paragraph, in the order of time; else empty.
    package var cues: [CueGroup]
    /// An encoded picture, of whatever kind it is.
    package var cover: [UInt8]?
    /// What was strange, in words; bounded.
    package var oddities: [String]

    package init(
        title: String? = nil, author: String? = nil, language: String? = nil, chapters: [TextChapter] = [],
        paragraphs: [TextParagraph] = [], cues: [CueGroup] = [], cover: [UInt8]? = nil, oddities: [String] = []
    ) {
        (self.title, self.author, self.language, self.chapters) = (title, author, language, chapters)
        (self.paragraphs, self.cues, self.cover, self.oddities) = (paragraphs, cues, cover, oddities)
    }

    /// Of all paragraphs, one after the other: what an `Alignment` counts in.
    package var sentences: [String] { paragraphs.flatMap(\.sentences) }
}

package struct TextChapter: Hashable, Sendable {
    package var title: String
    /// Never empty.
    package var paragraphs: Range<Int>

    package init(_ title: String, _ paragraphs: Range<Int>) { (self.title, self.paragraphs) = (title, paragraphs) }
}

package struct TextParagraph: Hashable, Sendable {
    /// Never empty; each has something that can be spoken.
    package var sentences: [String]
    package var kind: TextBlock.Kind
    /// BCP 47, where it is another one than the book's.
    package var language: String?
    /// In their order.
    package var phrases: [TextPhrase] = []
    package var isHeading: Bool { kind.isHeading }

    package init(_ sentences: [String], _ kind: TextBlock.Kind = .paragraph) {
        (self.sentences, self.kind) = (sentences, kind)
    }
}

/// Languages as BCP 47 writes them.
package enum LanguageTag {
    /// `pt_br` gives `pt-BR`, `ENGLISH` gives `en`; `nil` when it names none.
    package static func reading(_ text: String) -> String? {
        let small = FoldedText.line(text, limit: 36).lowercased()
        if let code = codes[small] { return code }
        let parts = small.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard let first = parts.first, (2...3).contains(first.count), first != "und", parts.allSatisfy(isPart),
            first.allSatisfy(\.isLetter)
        else { return nil }
        return parts.enumerated().map { $0 == 0 ? String($1) : cased($1) }.joined(separator: "-")
    }

    private static func isPart(_ part: Substring) -> Bool {
        (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private static func cased(_ part: Substring) -> String {
        switch part.count {
        case 2: part.uppercased()
        case 4 where part.first?.isLetter == true: part.prefix(1).uppercased() + part.dropFirst()
        default: String(part)
        }
    }

    /// As Project Gutenberg and those who know no codes write them.
    private static let codes = [
        "english": "en", "french": "fr", "français": "fr", "german": "de", "deutsch": "de", "spanish": "es",
        "español": "es", "italian": "it", "italiano": "it", "portuguese": "pt", "dutch": "nl", "swedish": "sv",
        "danish": "da", "norwegian": "no", "finnish": "fi", "polish": "pl", "czech": "cs", "russian": "ru",
        "greek": "el", "latin": "la", "chinese": "zh", "japanese": "ja", "arabic": "ar", "hungarian": "hu",
        "catalan": "ca", "esperanto": "eo", "turkish": "tr", "ukrainian": "uk", "hebrew": "he",
    ]
}
