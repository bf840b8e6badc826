import Cells
import Events
import Scripts

/// The words that are being spoken, in the middle of one row or two.
package enum CaptionPanel {
    /// A text that is longer than its rows is turned like pages: those are shown that the word is on. Those of one word
    /// are turned as fast as people speak.
    /// - Parameters:
    ///   - word: which one is heard, in Unicode scalars of the text.
    ///   - last: which one was heard last, where none is.
    ///   - time: since when it is there. Where nobody says which word is heard the pages are turned as fast as people speak.
    package static func panel(
        _ text: String, word: Range<Int>? = nil, last: Range<Int>? = nil, shownFor time: Span = .zero, in rect: CellRect
    ) -> Panel {
        let (columns, count) = (rect.size.columns, rect.size.rows)
        guard columns > 0, count > 0 else { return Panel(rect, []) }
        let text = text.kept
        let place = word ?? last
        let style = { (token: Range<Int>) -> TextStyle in
            guard let place else { return TextStyle(isBold: true) }
            return word != nil && token.overlaps(place) ? TextStyle(.accent, isBold: true, isReverse: true) : .plain
        }
        let tokens = TextTokens(text).tokens
        var rows = Self.rows(tokens, columns, style)
        // With room for the sign that says that more comes.
        if rows.count > count { rows = Self.rows(tokens, max(1, columns - 1), style) }
        let read = read(after: time, within: place)
        let current = rows.firstIndex { $0.end > read } ?? (place == nil ? max(0, rows.count - 1) : 0)
        let page = current / count * count..<min(current / count * count + count, rows.count)
        var lines = rows[page].map { TextLine($0.spans) }
        if page.upperBound < rows.count, let last = lines.popLast() {
            lines.append(TextLine(last.spans + [TextSpan(more)]).fitting(columns))
        }
        let sentence = TextLine.Sentence(text, start: 1)
        return Panel(rect, lines.map { centered($0, sentence, columns) })
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
    private static func read(after time: Span, within word: Range<Int>?) -> Int {
        let read = Int(max(0, min(time.seconds, 3_600)) * scalarsASecond)
        guard let word else { return read }
        return max(word.lowerBound, min(read, word.upperBound - 1))
    }

    /// Broken between its words, and within one that is longer than a row.
    private static func rows(_ tokens: [TextTokens.Token], _ columns: Int, _ style: (Range<Int>) -> TextStyle) -> [Row]
    {
        var rows: [Row] = []
        var row = Row()
        for token in tokens {
            let style = style(token.scalars)
            for (place, part) in parts(of: token, columns).enumerated() {
                let cells = TextCells.cellWidth(of: part.text)
                let gap = row.width > 0 && place == 0 && row.end < token.scalars.lowerBound ? 1 : 0
                if row.width > 0, row.width + gap + cells > columns || place > 0 {
                    rows.append(row)
                    row = Row()
                } else if gap > 0 {
                    row.spans.append(TextSpan(" "))
                    row.width += gap
                }
                row.spans.append(TextSpan(part.text, style))
                row.width += cells
                row.end = part.end
            }
        }
        return rows + (row.width > 0 ? [row] : [])
    }

    /// Of a row at most, each with the place behind it in the text: about, where it is shown in other signs.
    private static func parts(of token: TextTokens.Token, _ columns: Int) -> [(text: String, end: Int)] {
        let parts = TextCells.split(TextCells.visible(token.text), toCells: columns)
        var end = token.scalars.lowerBound
        return parts.enumerated().map { place, part in
            end = min(end + part.unicodeScalars.count, token.scalars.upperBound)
            let isLast = place == parts.count - 1
            return (TextCells.cut(part, toCells: columns), isLast ? token.scalars.upperBound : end)
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
