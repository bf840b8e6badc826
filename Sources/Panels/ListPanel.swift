import Cells
import Events
import Typesetting

/// A list in a popup, one line of which may be selected; that one is always in view.
enum ListPanel {
    /// Rows that are not lines of the list: the border, the heading and the hint.
    private static let otherRows = 4
    /// So many of the list come before heading and hint.
    private static let leastRoom = 3

    /// - Parameters:
    ///   - heading: names of the columns, or a hint when there are no rows.
    ///   - detail: of the selected line, what its columns have no room for; above the hint.
    ///   - detailRows: kept for it, so that nothing moves when another line is selected.
    ///   - hint: which keys do what; the last line.
    static func popup(
        title: String, heading: String, rows: [TextLine], selected: Int?, detail: String? = nil, detailRows: Int = 1,
        hint: String, in layout: ScreenLayout
    ) -> Panel {
        let texts = [TextLine(heading), TextLine(hint), TextLine(detail ?? "")] + rows
        return popup(
            title: title, heading: heading, count: rows.count, columns: texts.map(\.cellWidth).max() ?? 0,
            selected: selected, detail: detail, detailRows: detailRows, hint: hint, in: layout
        ) { rows[$0] }
    }

    /// The same of rows that may be cut: what the chosen one has in full stands below.
    /// - Parameter details: of each row; none where no row is cut. All have the same room, so that nothing moves when another one is
    ///   chosen.
    static func popup(
        title: String, heading: String, rows: [TextLine], details: [String], selected: Int?, hint: String,
        in layout: ScreenLayout
    ) -> Panel {
        let longest = details.max { TerminalText.cellWidth(of: $0) < TerminalText.cellWidth(of: $1) }
        let room = max(1, layout.size.columns - 4)
        let texts = rows + [TextLine(heading), TextLine(hint), TextLine(longest ?? "")]
        let width = min(room, texts.map(\.cellWidth).max() ?? room)
        return popup(
            title: title, heading: heading, count: rows.count, columns: width, selected: selected,
            detail: longest.map { _ in selected.flatMap { details.indices.contains($0) ? details[$0] : nil } ?? "" },
            detailRows: longest.map { TerminalText.wrapped($0, toCells: width).count } ?? 0, hint: hint, in: layout
        ) { rows[$0] }
    }

    /// The same of lists whose rows are made when they are in view.
    /// - Parameters:
    ///   - typed: the row in which letters are typed that narrow the list; always there.
    ///   - heading: none where it is empty.
    ///   - columns: what a row takes at most.
    ///   - saysDetail: the detail is what somebody said, and turned where it goes from right to left.
    static func popup(
        title: String, typed: TextLine? = nil, heading: String, count: Int, columns: Int, selected: Int?,
        detail: String? = nil, detailRows: Int = 1, saysDetail: Bool = false, hint: String, in layout: ScreenLayout,
        row: (Int) -> TextLine
    ) -> Panel {
        let detailRows = rows(ofDetail: detail, detailRows, columns: columns, isSaid: saysDetail, in: layout)
        let typedRows = typed == nil ? 0 : 1
        let others = otherRows + detailRows + typedRows - (heading.isEmpty ? 1 : 0)
        let rect = layout.centered(columns: columns + 4, rows: count + others)
        let cells = max(0, rect.size.columns - 2)
        let least = rect.size.rows - 2 - detailRows - typedRows - min(count, leastRoom)
        let hasHeading = !heading.isEmpty && (least >= 1 || count == 0)
        let hasHint = least >= (heading.isEmpty ? 1 : 2)
        let room = max(0, rect.size.rows - others + (hasHeading || heading.isEmpty ? 0 : 1) + (hasHint ? 0 : 1))
        let first = first(selected, count: count, room: room)
        var lines = [typed].compactMap(\.self)
        if hasHeading { lines.append(TextLine([TextSpan(" " + heading, TextStyle(.faint, isUnderlined: true))])) }
        var chosen: Int?
        for place in (0..<count).dropFirst(first).prefix(room) {
            var line = row(place)
            if place == selected { chosen = lines.count }
            line.insert(TextSpan(place == selected ? "▶" : " ", TextStyle(.accent, isBold: true)), at: 0)
            if place == selected { line.markAsChosen() }
            lines.append(line)
        }
        lines += Self.lines(detail ?? "", rows: detailRows, cells: cells, isSaid: saysDetail)
        if hasHint { lines.append(TextLine([TextSpan(" " + self.hint(hint, cells: cells - 1), TextStyle(.faint))])) }
        let shown = lines.prefix(max(0, rect.size.rows - 2)).map { $0.fitting(cells) }
        let hidden = hidden(above: first, below: count - min(count, first + room))
        // Half a number would be another one.
        let whole = TerminalText.cellWidth(of: title + hidden) + 4 <= rect.size.columns ? title + hidden : title
        var panel = Panel(rect, Array(shown), border: Panel.Border(title: whole, style: TextStyle(.accent)))
        (panel.cursor, panel.attention) = (CellPoint(column: 1, row: (chosen ?? 0) + 1), .chosen)
        return panel
    }

    /// The list keeps about half; on a low screen one row, where what was said can be read whole in no other way.
    private static func rows(
        ofDetail detail: String?, _ wanted: Int, columns: Int, isSaid: Bool, in layout: ScreenLayout
    ) -> Int {
        guard let detail else { return 0 }
        let room = layout.size.rows - otherRows
        let usual = min(wanted, max(1, room / 2))
        guard isSaid else { return usual }
        let cells = min(columns, layout.size.columns - 4)
        return max(usual, min(TerminalText.wrapped(detail, toCells: max(1, cells)).count, room - 1))
    }

    private static func lines(_ detail: String, rows: Int, cells: Int, isSaid: Bool) -> [TextLine] {
        let wrapped = TerminalText.wrapped(detail, toCells: max(1, cells - 2))
        return (0..<rows).map { row in
            guard row < wrapped.count else { return TextLine("") }
            // What has no row is cut at the end of the last one.
            let isCut = row == rows - 1 && row < wrapped.count - 1
            let text = wrapped[row] + (isCut ? " " + wrapped[row + 1] : "")
            guard isSaid else { return TextLine([TextSpan(" " + text)]) }
            return TextLine.said(text, of: detail, behind: [TextSpan(" ")], cells: cells - 2)
        }
    }

    /// Keys and what they do, two blanks between: what has no room goes from the beginning, where the arrows are.
    private static func hint(_ hint: String, cells: Int) -> String {
        var rest = hint[...]
        while TerminalText.cellWidth(of: String(rest)) > cells, let gap = rest.firstRange(of: "  ") {
            rest = rest[gap.upperBound...]
        }
        return String(rest)
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

extension TextLine {
    /// One bar, in whichever colors the line is.
    mutating func markAsChosen() {
        reverse()
        for span in spans.indices { spans[span].style.color = .plain }
    }
}
