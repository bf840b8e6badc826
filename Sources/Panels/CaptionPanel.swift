import Cells
import Events
import Typesetting

/// The words that are being spoken, in the middle of one row or two.
package enum CaptionPanel {
    /// A text that is longer than its rows is turned like pages: those are shown that the word is on. Those of one word
    /// are turned as fast as people speak.
    /// - Parameters:
    ///   - word: which one is heard, in Unicode scalars of the text.
    ///   - last: which one was heard last, where none is.
    ///   - time: since when it is there. Where nobody says which word is heard the pages are turned as fast as people speak.
    package static func panel(
        _ text: String, word: Range<Int>? = nil, last: Range<Int>? = nil, shownFor time: TimeSpan = .zero,
        in rect: CellRect
    ) -> Panel {
        let (columns, count) = (rect.size.columns, rect.size.rows)
        guard columns > 0, count > 0 else { return Panel(rect, []) }
        let text = text.kept
        let place = word ?? last
        let style = TextStyle(isBold: place == nil)
        let (tokens, lineBreaks) = (TextTokens(text).tokens, Self.lineBreaks(text))
        var rows = Self.rows(tokens, lineBreaks, columns, style, marking: word)
        // With room for the sign that says that more comes.
        if rows.count > count { rows = Self.rows(tokens, lineBreaks, max(1, columns - 1), style, marking: word) }
        let read = read(after: time, within: place)
        let current = rows.firstIndex { $0.end > read } ?? (place == nil ? max(0, rows.count - 1) : 0)
        let page = current / count * count..<min(current / count * count + count, rows.count)
        var lines = rows[page].map { TextLine($0.spans) }
        if page.upperBound < rows.count, let last = lines.popLast() {
            lines.append(TextLine(last.spans + [TextSpan(more)]).fitting(columns))
        }
        let sentence = TextLine.Sentence(text, start: 1)
        let shown = lines.map { centered($0, sentence, columns) }
        var panel = Panel(rect, shown)
        panel.cursor = shown.first.flatMap(\.spans.first).map { CellPoint(column: $0.text.count, row: 0) }
        return panel
    }

    /// Places of its line breaks, in Unicode scalars.
    private static func lineBreaks(_ text: String) -> [Int] {
        text.unicodeScalars.enumerated().filter {
            $0.element.properties.isWhitespace && Character($0.element).isNewline
        }
        .map(\.offset)
    }

    /// Of English as the built-in voice speaks it, in Unicode scalars; other languages differ by a third either way.
    private static let scalarsASecond = 14.0

    private static let more = " …"

    private struct Row {
        var spans: [TextSpan] = []
        var width = 0
        /// Of its last word, in Unicode scalars of the text.
        var end = 0
    }

    /// Which scalar is about to be heard.
    private static func read(after time: TimeSpan, within word: Range<Int>?) -> Int {
        let read = Int(max(0, min(time.seconds, 3_600)) * scalarsASecond)
        guard let word else { return read }
        return max(word.lowerBound, min(read, word.upperBound - 1))
    }

    /// Of a row at most.
    private struct Part {
        let text: String
        /// Its place in the text: about, where it is shown in other signs.
        let scalars: Range<Int>

        /// The word that is heard is marked as far as it goes, which is without the punctuation at its ends. Of what is
        /// shown in other signs it is not known which of them it is.
        func spans(_ style: TextStyle, marking word: Range<Int>?) -> [TextSpan] {
            guard let word, scalars.overlaps(word) else { return [TextSpan(text, style)] }
            let mark = TextStyle(.accent, isBold: true, isReverse: true)
            let letters = Array(text.unicodeScalars)
            guard letters.count == scalars.count else { return [TextSpan(text, mark)] }
            let spoken = scalars.clamped(to: word)
            let (start, end) = (spoken.lowerBound - scalars.lowerBound, spoken.upperBound - scalars.lowerBound)
            return [(letters[..<start], style), (letters[start..<end], mark), (letters[end...], style)]
                .filter { !$0.0.isEmpty }
                .map { TextSpan(String(String.UnicodeScalarView($0)), $1) }
        }
    }

    /// Broken where the text is, between its words, and within one that is longer than a row.
    private static func rows(
        _ tokens: [TextTokens.Token], _ lineBreaks: [Int], _ columns: Int, _ style: TextStyle,
        marking word: Range<Int>?
    ) -> [Row] {
        var rows: [Row] = []
        var row = Row()
        var ahead = lineBreaks[...]
        for token in tokens {
            let isNewLine = ahead.first.map { $0 < token.scalars.lowerBound } ?? false
            ahead = ahead.drop { $0 < token.scalars.lowerBound }
            if isNewLine, row.width > 0 {
                rows.append(row)
                row = Row()
            }
            for (place, part) in parts(of: token, columns).enumerated() {
                let cells = TerminalText.cellWidth(of: part.text)
                let gap = row.width > 0 && place == 0 && row.end < token.scalars.lowerBound ? 1 : 0
                if row.width > 0, row.width + gap + cells > columns || place > 0 {
                    rows.append(row)
                    row = Row()
                } else if gap > 0 {
                    row.spans.append(TextSpan(" "))
                    row.width += gap
                }
                row.spans += part.spans(style, marking: word)
                row.width += cells
                row.end = part.scalars.upperBound
            }
        }
        return rows + (row.width > 0 ? [row] : [])
    }

    private static func parts(of token: TextTokens.Token, _ columns: Int) -> [Part] {
        let parts = TerminalText.split(TerminalText.visible(token.text), toCells: columns)
        var start = token.scalars.lowerBound
        return parts.enumerated().map { place, part in
            let isLast = place == parts.count - 1
            let end = isLast ? token.scalars.upperBound : start + part.unicodeScalars.count
            let scalars = start..<max(start, min(end, token.scalars.upperBound))
            start = scalars.upperBound
            return Part(text: TerminalText.cut(part, toCells: columns), scalars: scalars)
        }
    }

    private static func centered(_ line: TextLine, _ sentence: TextLine.Sentence?, _ columns: Int) -> TextLine {
        let left = TextSpan(String(repeating: " ", count: max(0, columns - line.cellWidth) / 2))
        var line = TextLine([left] + line.spans)
        line.sentence = sentence
        line.sentence?.isCentered = true
        return line
    }
}
