import Bytes

/// A piece of text that a voice speaks in one go. It is not empty, and has no control characters but line breaks of verse.
package struct Sentence: Hashable, Sendable {
    /// In the order of speaking, also where it is written from right to left. Bytes that were no UTF-8 are U+FFFD.
    package let text: String
    /// A blank line, or the end of a paragraph, was before it.
    package let beginsParagraph: Bool

    package init(text: String, beginsParagraph: Bool = false) {
        (self.text, self.beginsParagraph) = (text, beginsParagraph)
    }

    /// What a voice is given: the same scalars, a space for each that is only shown.
    package var spoken: String {
        guard text.unicodeScalars.contains(where: Self.isShownOnly) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(Self.isShownOnly(scalar) ? " " : scalar) }
        return String(scalars)
    }

    private static func isShownOnly(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{FFFD}" || scalar == "\n" }
}

/// Takes a text apart into sentences while it is still coming. Its memory does not grow with the text.
///
/// Rather no end than a wrong one: two sentences in one sound natural, half a sentence does not.
package struct SentenceSplitter: Sendable {
    /// Scalars after which a sentence is cut, whatever it says.
    package static let longest = 300
    /// No piece that was cut is shorter than this.
    private static let shortestPiece = 80

    private var decoder = UTF8Decoder()
    private var sequence = TextControlSequence()
    /// What has come of the next sentence: no space at its start, never two in a row.
    private(set) var pending: [Unicode.Scalar] = []
    /// What the last visible scalars of `pending` say.
    private var end: SentenceEnd?
    /// Since the last visible scalar.
    private var lineBreaks = 0
    /// A paragraph is over, and nothing was said of the next one.
    private var isParagraphOver = false
    private var hasGiven = false
    private var guillemets = Guillemets()
    private var done: [Sentence] = []
    private let keepsLineBreaks: Bool
    /// Scalars of the line that is coming.
    private var lineLength = 0
    /// Places in `pending` of spaces that stand for a line break.
    private var lineEnds: [Int] = []
    /// A line of verse is shorter, one that a program has folded is not.
    private static let longestVerse = 55

    /// - Parameter keepsLineBreaks: those of verse are in its sentences; all others are spaces.
    package init(keepsLineBreaks: Bool = false) { self.keepsLineBreaks = keepsLineBreaks }

    /// Whether what has come looks like a whole sentence, of which only more text could say that it is none.
    package var isWaiting: Bool { !pending.isEmpty && (end != nil || lineBreaks > 0) }

    /// - Parameter bytes: UTF-8, cut anywhere.
    /// - Returns: the sentences that are complete now.
    package mutating func receive(_ bytes: some Sequence<UInt8>) -> [Sentence] {
        for scalar in decoder.receive(bytes) { readScalar(scalar) }
        return given()
    }

    /// Nothing came for a while: what looks like a whole sentence is one.
    package mutating func pause() -> [Sentence] {
        if end != nil || lineBreaks > 0 { endSentence() }
        return given()
    }

    /// The text is over.
    package mutating func finish() -> [Sentence] {
        for scalar in decoder.finish() { readScalar(scalar) }
        endSentence()
        return given()
    }

    private mutating func given() -> [Sentence] {
        defer { done = [] }
        return done
    }

    private mutating func readScalar(_ scalar: Unicode.Scalar) {
        if sequence.takes(scalar) { return }
        let kind = TextScalar(scalar)
        let isVerse = kind == .lineBreak && keepsLineBreaks && lineLength <= Self.longestVerse
        lineLength = kind == .lineBreak ? 0 : lineLength + 1
        defer {
            if isVerse, pending.last == " ", lineEnds.last != pending.count - 1 { lineEnds.append(pending.count - 1) }
        }
        switch kind {
        case .dropped: break
        case .paragraphEnd: endParagraph()
        case .lineBreak:
            lineBreaks += 1
            lineBreaks > 1 ? endParagraph() : space()
        case .space: space()
        case .visible: visible(scalar)
        }
    }

    private mutating func space() {
        let isOver = end == .atOnce || end == .atSpace && !guillemets.closeBehindSpace
        if isOver { return endSentence(keepingLineBreaks: true) }
        if let last = pending.last, last != " " { append(" ") }
    }

    private mutating func visible(_ scalar: Unicode.Scalar) {
        if lineBreaks > 0, SentenceEnd.beginsListItem(scalar) { endSentence() }
        lineBreaks = 0
        let isApart = pending.last == " "
        if let end {
            let closes = guillemets.close(with: scalar, isApart: isApart)
            if closes || !isApart && end.takes(scalar, behind: pending) {
                guillemets.take(scalar)
                append(scalar)
                self.end = isApart ? .unless(.small) : SentenceEnd.reading(pending) ?? end
                return
            }
            let isOver = isApart ? end.isEnd(before: scalar) : end.isEnd(touching: scalar, behind: pending)
            if isOver { endSentence() }
        }
        guillemets.take(scalar)
        append(scalar)
        end = SentenceEnd.isMark(scalar) ? SentenceEnd.reading(pending) : nil
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        pending.append(scalar)
        if pending.count > Self.longest { cut() }
    }

    // MARK: Giving

    private mutating func endParagraph() {
        endSentence()
        isParagraphOver = hasGiven
    }

    private mutating func endSentence(keepingLineBreaks: Bool = false) {
        give(pending[...])
        pending.removeAll(keepingCapacity: true)
        lineEnds = []
        end = nil
        if !keepingLineBreaks { lineBreaks = 0 }
    }

    private mutating func give(_ scalars: ArraySlice<Unicode.Scalar>) {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars.last == " " ? scalars.dropLast() : scalars)
        if !lineEnds.isEmpty { text = Self.broken(text, at: lineEnds) }
        guard text.contains(where: TextScalar.isSpeakable) else { return }
        done.append(Sentence(text: String(text), beginsParagraph: isParagraphOver))
        (isParagraphOver, hasGiven) = (false, true)
    }

    private static func broken(_ text: String.UnicodeScalarView, at places: [Int]) -> String.UnicodeScalarView {
        var scalars = Array(text)
        for place in places where scalars.indices.contains(place) { scalars[place] = "\n" }
        var broken = String.UnicodeScalarView()
        broken.append(contentsOf: scalars)
        return broken
    }

    /// At the end of a line of verse, else behind a comma, else at a space, else before a scalar that does not belong to the
    /// one before it.
    private mutating func cut() {
        let choices = pending.indices.dropFirst(Self.shortestPiece)
        let place =
            lineEnds.last { $0 >= Self.shortestPiece }
            ?? choices.last { pending[$0] == " " && TextScalar.isClauseMark(pending[$0 - 1]) }
            ?? choices.last { pending[$0] == " " } ?? choices.last { !TextScalar.continues(pending[$0]) }
            ?? pending.endIndex
        give(pending[..<place])
        let isSpaced = place < pending.count && pending[place] == " "
        pending.removeSubrange(..<(isSpaced ? place + 1 : place))
        lineEnds = lineEnds.map { $0 - place - (isSpaced ? 1 : 0) }.filter { $0 >= 0 }
        if pending.isEmpty { end = nil }
    }
}

/// The control sequences of ECMA-48 in a text, such as those of programs that color what they print: all of one is passed over, and
/// not its first character alone.
struct TextControlSequence {
    private enum State {
        case text
        case escape
        /// `ESC [`, up to its final character.
        case control
        /// `ESC ]` and the like, up to BEL or ST.
        case string
        case endOfString
    }

    private var state = State.text
    /// Scalars of the one that has begun.
    private var length = 0
    /// What is longer is none, and the text goes on.
    private static let longest = 4_096

    /// Whether a scalar belongs to one.
    mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
        length += 1
        if length > Self.longest { state = .text }
        switch (state, scalar.value) {
        case (_, 0x1B) where state != .string: begin(.escape)
        // Those of one character are left alone: in texts they are quotes and dashes of another encoding.
        case (.text, _): return false
        // None goes beyond its line.
        case (_, 0x0A):
            state = .text
            return false
        case (.escape, 0x5B): state = .control
        case (.escape, 0x50), (.escape, 0x58), (.escape, 0x5D...0x5F): state = .string
        case (.escape, 0x20...0x2F): break
        case (.control, 0x20...0x3F): break
        case (.string, 0x07), (.endOfString, 0x5C): state = .text
        case (.string, 0x1B): state = .endOfString
        case (.string, _): break
        case (.endOfString, _): state = .string
        case (.escape, 0x30...0x7E), (.control, 0x40...0x7E): state = .text
        // What cannot be in one ends it, and is text.
        case (.escape, _), (.control, _):
            state = .text
            return false
        }
        return true
    }

    private mutating func begin(_ new: State) { (state, length) = (new, 1) }
}

/// How a text quotes with guillemets: « … », in French with spaces inside, or » … «, as German and Danish books do. The first one tells.
struct Guillemets {
    private var opener: Unicode.Scalar?
    private var isOpen = false

    /// Whether the open quotation may end behind a space.
    var closeBehindSpace: Bool { isOpen && opener == "«" }

    /// - Parameter isApart: behind a space.
    /// - Returns: whether this ends the open quotation.
    func close(with scalar: Unicode.Scalar, isApart: Bool) -> Bool {
        isOpen && Self.isOne(scalar) && scalar != opener && (!isApart || closeBehindSpace)
    }

    mutating func take(_ scalar: Unicode.Scalar) {
        guard Self.isOne(scalar) else { return }
        opener = opener ?? scalar
        isOpen = scalar == opener
    }

    private static func isOne(_ scalar: Unicode.Scalar) -> Bool { scalar == "«" || scalar == "»" }
}
