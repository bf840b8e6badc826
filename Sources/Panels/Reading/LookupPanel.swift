import Cells
import Events

/// What was found of words that were looked up: a stranger's text.
package enum LookupPanel {
    /// - Parameters:
    ///   - paragraphs: `nil` while they are awaited.
    ///   - scroll: rows that have gone by above.
    package static func panel(
        _ words: String, _ paragraphs: [String]?, scroll: Int, in whole: CellRect, beside tile: CellRect?
    ) -> Panel {
        let rect = tile.map { whole.free(beside: $0) } ?? whole
        let cells = max(1, rect.size.columns - 2)
        let room = max(0, rect.size.rows - 2)
        let lines = (paragraphs ?? ["looking it up ..."]).flatMap { paragraph -> [String] in
            TextCells.wrapped(TextCells.visible(paragraph), toCells: max(1, cells - 1)) + [""]
        }.dropLast()
        let first = min(scroll, max(0, lines.count - room))
        let shown = lines.dropFirst(first).prefix(room).map { TextLine(" " + $0) }
        let more = lines.count - first - shown.count
        let title = OutsideText.shown(words, cells: max(4, cells - 8)) + (more > 0 ? "  ↓\(more)" : "")
        return Panel(rect, Array(shown), border: Panel.Border(title: title, style: TextStyle(.accent)))
    }
}
