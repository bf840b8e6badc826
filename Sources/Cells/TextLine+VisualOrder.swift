import Typesetting

extension TextLine {
    /// A part of a sentence that may go from right to left.
    package struct Sentence: Hashable, Sendable {
        /// Of the whole sentence.
        package var isRightToLeft: Bool
        /// The line's first span that belongs to it; those before it stand where they are.
        package var start: Int
        /// It stands in the middle of its row; else where it begins.
        package var isCentered = false

        /// `nil` for a sentence of which nothing goes from right to left.
        package init?(_ text: some StringProtocol, start: Int) {
            guard VisualOrder.isNeeded(for: text) else { return nil }
            (isRightToLeft, self.start) = (VisualOrder.isRightToLeft(text), start)
        }
    }

    /// Letters of the line from the left, each with the place of its span; `nil` for the blanks in the place of cells
    /// that ligatures save: the line is laid out before its letters are joined, for terminals that turn it themselves,
    /// too.
    package var visualLetters: [(scalar: Unicode.Scalar, span: Int?)] {
        var letters: [(scalar: Unicode.Scalar, span: Int?)] = []
        for (place, span) in spans.enumerated() {
            for scalar in span.text.unicodeScalars { letters.append((scalar, place)) }
        }
        guard let sentence else { return letters }
        let start = letters.firstIndex { ($0.span ?? 0) >= sentence.start } ?? letters.endIndex
        let text = Array(letters[start...])
        let turned = VisualOrder.letters(of: text.map(\.scalar), isRightToLeft: sentence.isRightToLeft)
        let saved = max(0, Self.cells(text.map(\.scalar)) - Self.cells(turned.map(\.scalar)))
        let left = sentence.isCentered ? saved / 2 : sentence.isRightToLeft ? saved : 0
        var seen = Array(letters[..<start])
        seen += Self.blanks(left)
        for letter in turned { seen.append((letter.scalar, text[letter.place].span)) }
        return seen + Self.blanks(saved - left)
    }

    private static func blanks(_ count: Int) -> [(scalar: Unicode.Scalar, span: Int?)] {
        Array(repeating: (scalar: " ", span: nil), count: count)
    }

    private static func cells(_ scalars: [Unicode.Scalar]) -> Int {
        scalars.reduce(0) { $0 + TerminalText.cellWidth(of: $1) }
    }

    /// As it stands from the left, each letter in its own style; itself where no sentence from right to left has a part in it.
    package var inVisualOrder: TextLine {
        guard sentence != nil else { return self }
        var line = self
        line.spans = []
        var last: Int?
        for (scalar, span) in visualLetters {
            if line.spans.isEmpty || span != last {
                line.spans.append(TextSpan("", span.map { spans[$0].style } ?? fill))
            }
            line.spans[line.spans.count - 1].text.unicodeScalars.append(scalar)
            last = span
        }
        return line
    }
}
