import Cells
import Debugger
import Events

/// Breakpoints with how often each is hit in what has been heard.
package enum BreakpointsPanel {
    /// Below this there is no column for what they mean; the selected one's meaning has a line of its own.
    private static let columnsForMeanings = 72

    package static func popup(
        _ breakpoints: [Breakpoint], hits: [Int], selected: Int?, in layout: ScreenLayout
    ) -> Panel {
        let isWide = layout.size.columns >= columnsForMeanings
        let names = breakpoints.map { OutsideText.shown($0.condition.text, cells: isWide ? 24 : 18) }
        let width = max(12, names.map { TextCells.cellWidth(of: $0) }.max() ?? 0)
        let rows = breakpoints.enumerated().map { number, breakpoint in
            let count = hits.indices.contains(number) && breakpoint.isEnabled ? String(hits[number]) : "-"
            let figures =
                " " + TextCells.rightAligned(count, toCells: 5)
                + TextCells.rightAligned(String(breakpoint.ignoring), toCells: 7)
            let meaning = isWide ? "  " + OutsideText.shown(breakpoint.condition.meaning, cells: 40) : ""
            return TextLine([
                TextSpan(breakpoint.isEnabled ? "[x] " : "[ ] ", TextStyle(breakpoint.isEnabled ? .good : .faint)),
                TextSpan(
                    TextCells.padded(names[number], toCells: width) + figures + meaning,
                    TextStyle(breakpoint.isEnabled ? .plain : .faint)),
            ])
        }
        let columns =
            "    " + TextCells.padded("stops at", toCells: width) + "  hits ignore" + (isWide ? "  meaning" : "")
        let chosen = selected.flatMap { breakpoints.indices.contains($0) ? breakpoints[$0].condition.meaning : nil }
        return ListPanel.popup(
            title: "breakpoints", heading: breakpoints.isEmpty ? "no breakpoints" : columns, rows: rows,
            selected: selected, detail: isWide ? nil : chosen.map { OutsideText.shown($0, cells: 40) },
            hint: layout.size.columns >= 50
                ? "space on/off  +/- ignore  a add  d delete  Esc" : "space  +/- ignore  a add  d del  Esc",
            in: layout)
    }
}
