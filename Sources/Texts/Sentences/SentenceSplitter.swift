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
    /// What the visible scalars before `endPlace` say, until it is known whether a sentence ends there.
    private var end: SentenceEnd?
    /// What stands in `pending` behind this place follows the mark, its quotes and its brackets.
    private var endPlace = 0
    /// Scalars of a note's mark that has begun behind an end, as `[1`.
    private var note: Int?
    /// A mark has come while the end before it was still open, as in `end.Next.`
    private var isHeld = false
    private let language: SentenceLanguage
    /// Since the last visible scalar.
    private var lineBreaks = 0
    /// A paragraph is over, and nothing was said of the next one.
    private var isParagraphOver = false
    private var hasGiven = false
    private var guillemets = Guillemets()
    private var done: [Sentence] = []
    private let keepsLineBreaks: Bool
    /// Scalars since the last visible one.
    private var unseen = 0
    private static let mostUnseen = 1_000
    /// Scalars of the line that is coming.
    private var lineLength = 0
    /// Places in `pending` of spaces that stand for a line break.
    private var lineEnds: [Int] = []
    /// A line of verse is shorter, one that a program has folded is not.
    private static let longestVerse = 55

    /// - Parameters:
    ///   - keepsLineBreaks: those of verse are in its sentences; all others are spaces.
    ///   - language: of the text, BCP 47, for its abbreviations; `nil` where nobody says.
    package init(keepsLineBreaks: Bool = false, language: String? = nil) {
        self.keepsLineBreaks = keepsLineBreaks
        self.language = .named(language)
    }

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
        endWaiting()
        return given()
    }

    private mutating func endWaiting() {
        settleHeld()
        if end != nil { resolve(isOver: true) }
        if end != nil || lineBreaks > 0 { endSentence() }
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
        unseen = kind == .visible ? 0 : unseen + 1
        // Nothing to see comes without a pause: it is one.
        if unseen == Self.mostUnseen { endWaiting() }
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
        settleHeld()
        if end != nil, hasDotsBehind {
            // "It ended. . . . Then": they belong to what has ended.
            (end, endPlace) = (.ellipsis, pending.count)
        }
        if let last = pending.last, last != " " { append(" ") }
    }

    private mutating func visible(_ scalar: Unicode.Scalar) {
        let isApart = pending.last == " "
        if lineBreaks > 0 && SentenceMarks.beginsListItem(scalar) || isApart && SentenceMarks.isBullet(scalar) {
            endSentence()
        }
        lineBreaks = 0
        if isHeld, !scalar.isLetter { settleHeld() }
        isHeld = false
        if takesToEnd(scalar, isApart: isApart) { return }
        guillemets.take(scalar)
        append(scalar)
        resolve(isOver: false)
        if SentenceMarks.isMark(scalar, behind: pending[..<(pending.count - 1)]) {
            if let place = InlineList.itemPlace(pending) { return split(at: place) }
            if SentenceMarks.isInTitle(pending) { return }
            if end != nil {
                isHeld = true
                return
            }
            (end, endPlace) = (SentenceEnd.reading(pending, language), pending.count)
        } else if scalar == ")", let place = InlineList.itemPlace(pending) {
            split(at: place)
        }
    }

    /// What belongs to an end: more marks, quotes, brackets, dots, and the marks of notes.
    private mutating func takesToEnd(_ scalar: Unicode.Scalar, isApart: Bool) -> Bool {
        guard let end else { return false }
        if takesToNote(scalar) { return true }
        let isAtEnd = pending.count - (isApart ? 1 : 0) == endPlace
        if SentenceMarks.isDot(scalar), isAtEnd && isApart || hasDotsBehind, !isAtEnd || end != .atOnce {
            append(scalar)
            return true
        }
        guard isAtEnd || hasDotsBehind && !isApart else { return false }
        let closes = guillemets.close(with: scalar, isApart: isApart)
        let isMore = isApart && (scalar == "!" || scalar == "?" || scalar == ")" || scalar == "]")
        guard closes || isMore || !isApart && end.takes(scalar, behind: pending) else { return false }
        guillemets.take(scalar)
        append(scalar)
        self.end = isApart ? .unless(.small) : SentenceEnd.reading(pending, language) ?? end
        endPlace = pending.count
        if scalar == ")", let place = InlineList.itemPlace(pending) { split(at: place) }
        return true
    }

    /// `[1]` right behind an end.
    private mutating func takesToNote(_ scalar: Unicode.Scalar) -> Bool {
        guard let count = note else {
            guard scalar == "[", pending.count == endPlace else { return false }
            note = 0
            append(scalar)
            return true
        }
        append(scalar)
        note = count + 1
        if scalar == "]" {
            (note, endPlace) = (nil, pending.count)
        } else if count >= Self.longestNote {
            (note, end) = (nil, nil)
        }
        return true
    }

    private static let longestNote = 20

    private var hasDotsBehind: Bool {
        let behind = pending[min(endPlace, pending.count)...]
        return behind.contains(where: SentenceMarks.isDot) && behind.allSatisfy { $0 == " " || SentenceMarks.isDot($0) }
    }

    /// Looks whether what has come behind an end begins a sentence.
    private mutating func resolve(isOver: Bool) {
        guard let end, note == nil, endPlace <= pending.count else { return }
        let behind = pending[endPlace...]
        if isOver, behind.allSatisfy({ $0 == " " || SentenceMarks.isDot($0) }) { return }
        let following = SentenceFollowing(
            text: behind, sentence: pending[..<endPlace], language: language, isOver: isOver)
        switch following.begins(behind: end) {
        case nil: return
        case true?: split(at: endPlace)
        case false?: self.end = nil
        }
    }

    private mutating func settleHeld() {
        guard isHeld else { return }
        isHeld = false
        resolve(isOver: true)
        (end, endPlace) = (SentenceEnd.reading(pending, language), pending.count)
    }

    /// Gives what stands before a place.
    private mutating func split(at place: Int) {
        give(pending[..<place])
        dropFirst(place)
        end = nil
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

    private mutating func endSentence() {
        settleHeld()
        resolve(isOver: true)
        give(pending[...])
        pending.removeAll(keepingCapacity: true)
        lineEnds = []
        (end, note) = (nil, nil)
        lineBreaks = 0
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

    private mutating func cut() {
        let place = SentencePieces.end(of: pending, from: Self.shortestPiece, lineEnds: lineEnds)
        give(pending[..<place])
        dropFirst(place)
        if pending.isEmpty { (end, note) = (nil, nil) }
    }

    private mutating func dropFirst(_ place: Int) {
        let isSpaced = place < pending.count && pending[place] == " "
        let count = isSpaced ? place + 1 : place
        pending.removeSubrange(..<count)
        lineEnds = lineEnds.map { $0 - count }.filter { $0 >= 0 }
        endPlace -= count
        if endPlace < 0 { (end, note, endPlace) = (nil, nil, 0) }
    }
}
