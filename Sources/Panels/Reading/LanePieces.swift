import Cells
import Events
import Typesetting

/// The text of a lane in the order in which it stands: tokens, and what is between them.
struct LanePieces {
    enum Piece: Hashable {
        case token(Int, String)
        case gap(String)
    }

    let pieces: [Piece]

    /// Gaps are the text's own: languages that are written without blanks have none. Where the text does not hold its tokens a blank
    /// stands between them.
    init(_ lane: LaneText) {
        var pieces: [Piece] = []
        var rest = Substring(TerminalText.visible(lane.text))
        for (index, token) in lane.tokens.enumerated() {
            let token = TerminalText.visible(token)
            if let found = rest.beginning(with: token) ?? rest.firstRange(of: token) {
                Self.append(String(rest[..<found.lowerBound]), isFirst: index == 0, to: &pieces)
                rest = rest[found.upperBound...]
            } else if index > 0 {
                pieces.append(.gap(" "))
            }
            pieces.append(.token(index, token))
        }
        if !rest.allSatisfy(\.isWhitespace) { pieces.append(.gap(String(rest))) }
        self.pieces = pieces
    }

    private static func append(_ gap: String, isFirst: Bool, to pieces: inout [Piece]) {
        if gap.allSatisfy(\.isWhitespace) {
            if !gap.isEmpty, !isFirst { pieces.append(.gap(" ")) }
        } else {
            pieces.append(.gap(gap))
        }
    }
}

extension Substring {
    /// Where it begins with a token, blanks aside: nearly all do, and looking for one anywhere takes long.
    fileprivate func beginning(with token: String) -> Range<Index>? {
        guard let first = token.first, !first.isWhitespace, let start = firstIndex(where: { !$0.isWhitespace }),
            utf8[start...].starts(with: token.utf8)
        else { return nil }
        let end = utf8.index(start, offsetBy: token.utf8.count)
        // Half a character is none.
        return end == endIndex || end.samePosition(in: base) != nil ? start..<end : nil
    }
}

/// A row of a transcript: its spans, and which token each of them is of.
package struct TranscriptRow: Hashable, Sendable {
    package var spans: [(span: TextSpan, token: TokenPlace?)] {
        zip(texts, tokens).map { ($0, $1) }
    }

    private(set) var texts: [TextSpan] = []
    private(set) var tokens: [TokenPlace?] = []
    private(set) var width = 0
    /// Where its sentence is written from right to left.
    var sentence: TextLine.Sentence?

    var line: TextLine {
        var line = TextLine(texts)
        line.sentence = sentence
        return line
    }

    mutating func append(_ text: String, _ style: TextStyle, _ token: TokenPlace?) {
        texts.append(TextSpan(text, style))
        tokens.append(token)
        width += TerminalText.cellWidth(of: text)
    }

    mutating func dropBlankEnd() {
        guard let last = texts.last, tokens.last == .some(nil), last.text == " " else { return }
        texts.removeLast()
        tokens.removeLast()
        width -= 1
    }

    /// Takes the last token off, where it is not the only one and nothing stands behind it.
    mutating func dropLastToken() -> (String, TextStyle, TokenPlace)? {
        guard texts.count > 1, let text = texts.last, case .some(.some(let token)) = tokens.last else { return nil }
        texts.removeLast()
        tokens.removeLast()
        width -= TerminalText.cellWidth(of: text.text)
        return (text.text, text.style, token)
    }

    /// Cells before a token, which is one of the row's; before the first one where that is `nil`.
    func column(of token: TokenPlace?) -> Int {
        let place = tokens.firstIndex { token == nil ? $0 != nil : $0 == token } ?? 0
        return texts.prefix(place).reduce(0) { $0 + TerminalText.cellWidth(of: $1.text) }
    }

    /// The token at a cell of the row, as it is seen.
    package func token(at column: Int) -> TokenPlace? {
        var start = 0
        for (scalar, span) in line.visualLetters {
            start += TerminalText.cellWidth(of: scalar)
            if column < start { return span.flatMap { tokens[$0] } }
        }
        return nil
    }
}

/// A token of a sentence.
package struct TokenPlace: Hashable, Sendable {
    /// The chunk's place in the book, and the sentence's in the chunk.
    package var chunk: Int
    package var row: Int
    package var lane: Lane
    package var index: Int
}

/// Where the word in a token begins and ends: the marks around it are not spoken, and not lit.
struct WordEdges {
    let before: Substring
    let word: Substring
    let after: Substring

    /// All of the token is before the word where it has none.
    init(_ token: String) {
        let start = token.firstIndex { !Self.isMark($0) } ?? token.endIndex
        let end = token[start...].lastIndex { !Self.isMark($0) }.map { token.index(after: $0) } ?? start
        (before, word, after) = (token[..<start], token[start..<end], token[end...])
    }

    /// Signs that are spoken, such as those of percent and money, belong to the word.
    private static func isMark(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        switch scalar.properties.generalCategory {
        case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .dashPunctuation: return true
        case .otherPunctuation: return !"%‰&@#*/\\§†‡".unicodeScalars.contains(scalar)
        default: return scalar == "`" || scalar == "´"
        }
    }
}
