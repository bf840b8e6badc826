import Cells
import Events

/// A list in a popup, one line of which may be selected; that one is always in view.
enum ListPanel {
    /// Rows that are not lines of the list: the border, the heading and the hint.
    private static let otherRows = 4

    /// - Parameters:
    ///   - heading: names of the columns, or a hint when there are no rows.
    ///   - detail: of the selected line, what its columns have no room for; above the hint.
    ///   - hint: which keys do what; the last line.
    static func popup(
        title: String, heading: String, rows: [TextLine], selected: Int?, detail: String? = nil, hint: String,
        in layout: ScreenLayout
    ) -> Panel {
        let texts = [TextLine(heading), TextLine(hint), TextLine(detail ?? "")] + rows
        return popup(
            title: title, heading: heading, count: rows.count, columns: texts.map(\.cellWidth).max() ?? 0,
            selected: selected, detail: detail, hint: hint, in: layout
        ) { rows[$0] }
    }

    /// The same of lists whose rows are made when they are in view.
    /// - Parameter columns: what a row takes at most.
    static func popup(
        title: String, heading: String, count: Int, columns: Int, selected: Int?, detail: String? = nil, hint: String,
        in layout: ScreenLayout, row: (Int) -> TextLine
    ) -> Panel {
        let others = otherRows + (detail == nil ? 0 : 1)
        let rect = layout.centered(columns: columns + 4, rows: count + others)
        let cells = max(0, rect.size.columns - 2)
        let room = max(0, rect.size.rows - others)
        let first = first(selected, count: count, room: room)
        var lines = [TextLine([TextSpan(" " + heading, TextStyle(.faint, isUnderlined: true))])]
        for place in (0..<count).dropFirst(first).prefix(room) {
            var line = row(place)
            line.spans.insert(TextSpan(place == selected ? "▶" : " ", TextStyle(.accent, isBold: true)), at: 0)
            if place == selected { line.reverse() }
            lines.append(line)
        }
        if let detail { lines.append(TextLine([TextSpan(" " + detail)])) }
        lines.append(TextLine([TextSpan(" " + hint, TextStyle(.faint))]))
        let shown = lines.prefix(max(0, rect.size.rows - 2)).map { $0.fitting(cells) }
        let hidden = hidden(above: first, below: count - min(count, first + room))
        return Panel(rect, Array(shown), border: Panel.Border(title: title + hidden, style: TextStyle(.accent)))
    }

    /// How many lines are out of view.
    private static func hidden(above: Int, below: Int) -> String {
        (above > 0 ? "  ↑\(above)" : "") + (below > 0 ? "  ↓\(below)" : "")
    }

    private static func first(_ selected: Int?, count: Int, room: Int) -> Int {
        guard let selected, (0..<count).contains(selected), count > room else { return 0 }
        return min(max(0, selected - room / 2), max(0, count - room))
    }
}
