import Cells
import Events

/// A list in a popup, one line of which may be selected; that one is always in view.
package enum ListPanel {
    /// - Parameters:
    ///   - heading: names of the columns, or a hint when there are no rows.
    ///   - hint: which keys do what; the last line.
    package static func popup(
        title: String, heading: String, rows: [TextLine], selected: Int?, hint: String, in layout: ScreenLayout
    ) -> Panel {
        let texts = [TextLine(heading), TextLine(hint)] + rows
        let width = texts.map { $0.spans.reduce(0) { $0 + TextCells.cellWidth(of: $1.text) } }.max() ?? 0
        let rect = layout.centred(columns: width + 4, rows: rows.count + 4)
        let cells = max(0, rect.size.columns - 2)
        let room = max(0, rect.size.rows - 4)
        let first = first(selected, count: rows.count, room: room)
        var lines = [TextLine([TextSpan(" " + heading, TextStyle(.faint, isUnderlined: true))])]
        for (place, row) in rows.enumerated().dropFirst(first).prefix(room) {
            var line = row
            line.spans.insert(TextSpan(place == selected ? "▶" : " ", TextStyle(.accent, isBold: true)), at: 0)
            if place == selected {
                for span in line.spans.indices { line.spans[span].style.isReverse.toggle() }
                line.fill.isReverse.toggle()
            }
            lines.append(line)
        }
        lines.append(TextLine([TextSpan(" " + hint, TextStyle(.faint))]))
        let shown = lines.prefix(max(0, rect.size.rows - 2)).map { $0.fitting(cells) }
        return Panel(rect, Array(shown), border: Panel.Border(title: title, style: TextStyle(.accent)))
    }

    private static func first(_ selected: Int?, count: Int, room: Int) -> Int {
        guard let selected, (0..<count).contains(selected), count > room else { return 0 }
        return min(max(0, selected - room / 2), max(0, count - room))
    }

    /// The row that a cell of such a popup shows.
    package static func row(at point: CellPoint, in panel: Panel, count: Int, selected: Int?) -> Int? {
        let room = max(0, panel.rect.size.rows - 4)
        let line = point.row - panel.rect.origin.row - 2
        guard panel.rect.contains(point), (0..<min(room, count)).contains(line) else { return nil }
        return first(selected, count: count, room: room) + line
    }
}
