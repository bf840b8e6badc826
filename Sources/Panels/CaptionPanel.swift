import Cells
import Events

/// The words that are being spoken, in the middle of one row.
package enum CaptionPanel {
    /// Of a long text its beginning or, where it is known which word is heard, the line that this word is on.
    /// - Parameter word: which one is heard, in Unicode scalars of the text.
    package static func panel(_ text: String, word: Range<Int>? = nil, in rect: CellRect) -> Panel {
        let columns = rect.size.columns
        let spans =
            word.flatMap { line(text, $0, columns) }
            ?? [TextSpan(OutsideText.shown(text, cells: columns), TextStyle(isBold: true))]
        let left = TextSpan(String(repeating: " ", count: max(0, columns - spans.cellWidth) / 2))
        return Panel(rect, [TextLine([left] + spans)])
    }

    /// The text is broken at its spaces. `nil` when no word of it is meant.
    private static func line(_ text: String, _ word: Range<Int>, _ columns: Int) -> [TextSpan]? {
        var spans: [TextSpan] = []
        var (width, place, isFound) = (0, 0, false)
        for part in text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false) {
            let isSpoken = (place..<place + part.count).overlaps(word)
            let shown = OutsideText.shown(String(part), cells: columns)
            let cells = TextCells.cellWidth(of: shown)
            if width > 0, width + 1 + cells > columns {
                if isFound { break }
                (spans, width) = ([], 0)
            }
            if width > 0 { spans.append(TextSpan(" ")) }
            spans.append(TextSpan(shown, isSpoken ? TextStyle(.accent, isBold: true, isReverse: true) : .plain))
            width += (width > 0 ? 1 : 0) + cells
            place += part.count + 1
            isFound = isFound || isSpoken
        }
        return isFound ? spans : nil
    }
}
