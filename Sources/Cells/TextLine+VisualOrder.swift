import Scripts

extension TextLine {
    /// A part of a sentence that may go from right to left.
    package struct Sentence: Hashable, Sendable {
        /// Of the whole sentence.
        package var isRightToLeft: Bool
        /// The line's first span that belongs to it; those before it stand where they are.
        package var start: Int

        /// `nil` for a sentence of which nothing goes from right to left.
        package init?(_ text: some StringProtocol, start: Int) {
            guard VisualOrder.isNeeded(for: text) else { return nil }
            (isRightToLeft, self.start) = (VisualOrder.isRightToLeft(text), start)
        }
    }

    /// Letters of the line from the left, each with the place of its span.
    package var visualLetters: [(scalar: Unicode.Scalar, span: Int)] {
        let letters = spans.enumerated().flatMap { place, span in
            span.text.unicodeScalars.map { (scalar: $0, span: place) }
        }
        guard let sentence else { return letters }
        let (before, text) = (letters.prefix { $0.span < sentence.start }, letters.drop { $0.span < sentence.start })
        let turned = VisualOrder.letters(of: text.map(\.scalar), isRightToLeft: sentence.isRightToLeft)
        return before + turned.map { ($0.scalar, text[text.startIndex + $0.place].span) }
    }

    /// As it stands from the left, each letter in its own style; itself where no sentence from right to left has a part in it.
    package var inVisualOrder: TextLine {
        guard sentence != nil else { return self }
        var line = self
        line.spans = []
        var last: Int?
        for (scalar, span) in visualLetters {
            if span != last { line.spans.append(TextSpan("", spans[span].style)) }
            line.spans[line.spans.count - 1].text.unicodeScalars.append(scalar)
            last = span
        }
        return line
    }
}
