import Events

/// Makes a `BookText` of paragraphs as they come.
struct BookBuilder {
    var book = BookText()
    var oddities = OddityList()
    /// Behind Project Gutenberg's mark of the end.
    private(set) var isOver = false
    private var bytes = 0
    private var starts: [(title: String, place: Int)] = []
    private var splitter: SentenceSplitter
    /// Of the splitter.
    private var language: String?
    private let said: SaidLanguage

    /// Of those that were added first and are of no interest.
    private var leftOut = 0

    init(_ said: SaidLanguage = SaidLanguage()) {
        self.said = said
        language = said.chosen ?? said.assumed
        splitter = SentenceSplitter(language: language)
    }

    /// Of the next paragraph: how many there were before it.
    var place: Int { leftOut + book.paragraphs.count }

    /// Whatever was added is of no interest: the text begins here.
    private mutating func restart() {
        leftOut = place
        book.paragraphs.removeAll()
        bytes = 0
        oddities.note("Project Gutenberg's header and footer skipped")
    }

    /// - Parameter text: UTF-8, in which a single line break is a space.
    /// - Returns: whether there is a paragraph of it now.
    @discardableResult
    mutating func addParagraph(_ text: some Collection<UInt8>, _ kind: TextBlock.Kind = .paragraph) -> Bool {
        if text.contains(0x5B), let shorter = NoteMark.withoutBracketed(Array(text), behindWords: false) {
            return addUnmarked(shorter, kind)
        }
        return addUnmarked(text, kind)
    }

    private mutating func addUnmarked(_ text: some Collection<UInt8>, _ kind: TextBlock.Kind) -> Bool {
        if let mark = GutenbergMark(text) {
            switch mark {
            case .start: restart()
            case .end: isOver = true
            }
            return false
        }
        guard !isOver, hasRoom(for: text.count) else { return false }
        let language = said.chosen ?? book.language ?? said.assumed
        if language != self.language { (self.language, splitter) = (language, SentenceSplitter(language: language)) }
        let sentences = (splitter.receive(text) + splitter.finish()).map(\.text)
        guard !sentences.isEmpty else { return false }
        book.paragraphs.append(TextParagraph(sentences, kind))
        return true
    }

    /// One sentence, whatever it holds: of a cue.
    mutating func addSentence(_ sentence: String) {
        guard hasRoom(for: sentence.utf8.count) else { return }
        book.paragraphs.append(TextParagraph([sentence]))
    }

    private mutating func hasRoom(for count: Int) -> Bool {
        bytes += count
        guard bytes > TextLimits.textBytes else { return true }
        oddities.note("only the first \(TextLimits.textBytes >> 20) MiB of the text are read")
        return false
    }

    /// A chapter begins with the paragraph of this place, which may be yet to come.
    mutating func beginChapter(_ title: String, at place: Int) {
        guard let title = FoldedText.name(title) else { return }
        guard starts.count < TextLimits.chapters else {
            oddities.note("only the first \(TextLimits.chapters) chapters are listed")
            return
        }
        starts.append((title, place))
    }

    /// - Throws: `TextError.empty`.
    consuming func finish() throws(TextError) -> BookText {
        guard !book.paragraphs.isEmpty else { throw .empty }
        book.chapters = chapters()
        book.oddities = oddities.all
        // What is of the book's own language, or only tells less of it, needs no other voice.
        if let language = book.language {
            for place in book.paragraphs.indices {
                guard let own = book.paragraphs[place].language else { continue }
                if own == language || language.hasPrefix(own + "-") { book.paragraphs[place].language = nil }
            }
        }
        return book
    }

    /// Those that begin with the same paragraph are one, as a part and its first chapter.
    private func chapters() -> [TextChapter] {
        let end = book.paragraphs.count
        var chapters: [TextChapter] = []
        let ordered = starts.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
        for (title, place) in ordered.map(\.element) where leftOut..<leftOut + end ~= place {
            let start = place - leftOut
            if let last = chapters.last {
                if last.paragraphs.lowerBound == start {
                    guard last.title != title else { continue }
                    let both = FoldedText.line("\(last.title) · \(title)", limit: TextLimits.nameScalars)
                    chapters[chapters.count - 1].title = both
                    continue
                }
                chapters[chapters.count - 1].paragraphs = last.paragraphs.lowerBound..<start
            }
            chapters.append(TextChapter(title, start..<end))
        }
        return chapters
    }
}

/// What somebody else than a text says of its language, BCP 47: where its sentences end depends on that.
package struct SaidLanguage: Sendable {
    /// Whatever the text itself says.
    package var chosen: String?
    /// Where the text says nothing, as in `lantern.es.txt`.
    package var assumed: String?

    package init(chosen: String? = nil, assumed: String? = nil) { (self.chosen, self.assumed) = (chosen, assumed) }
}

/// A stranger's text in one line.
package enum FoldedText {
    /// Without control characters, white space folded, none at the ends; cut to `limit` scalars.
    package static func line(_ text: some StringProtocol, limit: Int = .max) -> String {
        var folded = String.UnicodeScalarView()
        var count = 0
        var isApart = false
        for scalar in text.unicodeScalars {
            switch TextScalar(scalar) {
            case .dropped: break
            case .space, .lineBreak, .paragraphEnd: isApart = count > 0
            case .visible:
                if isApart { folded.append(" ") }
                isApart = false
                folded.append(scalar)
                count += 1
                if count >= limit { return String(folded) }
            }
        }
        return String(folded)
    }

    /// A title or somebody's name; `nil` when nothing is left of it.
    static func name(_ text: (some StringProtocol)?) -> String? {
        guard let text else { return nil }
        let name = line(text, limit: TextLimits.nameScalars)
        return name.isEmpty ? nil : name
    }

    /// As it is named in an oddity or an error.
    static func shown(_ text: some StringProtocol) -> String { line(text, limit: 60) }

    package static func hasWords(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.contains(where: TextScalar.isSpeakable)
    }
}

/// What was strange about a text, in words. Bounded: a book of 20,000 bad places gives a few lines.
struct OddityList {
    private var texts: [String] = []
    private var dropped = 0
    private static let limit = 20

    mutating func note(_ text: @autoclosure () -> String) {
        guard texts.count < Self.limit else {
            dropped += 1
            return
        }
        let text = text()
        if !texts.contains(text) { texts.append(text) }
    }

    mutating func note(_ others: [String]) { for text in others { note(text) } }

    var all: [String] { dropped == 0 ? texts : texts + ["and \(dropped) more"] }
}
