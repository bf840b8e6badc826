import Cells
import Debugger
import Events

/// Breakpoints with how often each is hit in what has been heard.
package enum BreakpointsPanel {
    package static func popup(
        _ breakpoints: [Breakpoint], hits: [Int], selected: Int?, in layout: ScreenLayout,
        hint: String = "space on/off  +/- ignore  a add  d delete  Esc"
    ) -> Panel {
        let rows = breakpoints.enumerated().map { number, breakpoint in
            let count = hits.indices.contains(number) && breakpoint.isEnabled ? String(hits[number]) : "-"
            let condition = OutsideText.shown(breakpoint.condition.text, cells: 24)
            let text =
                TextCells.padded(condition, toCells: 24) + " " + right(count, 6) + " "
                + right(String(breakpoint.ignoring), 6)
                + "  " + OutsideText.shown(breakpoint.condition.meaning, cells: 40)
            return TextLine([
                TextSpan(breakpoint.isEnabled ? "[x] " : "[ ] ", TextStyle(breakpoint.isEnabled ? .good : .faint)),
                TextSpan(text, TextStyle(breakpoint.isEnabled ? .plain : .faint)),
            ])
        }
        let heading =
            breakpoints.isEmpty
            ? "no breakpoints" : "    " + TextCells.padded("stops at", toCells: 24) + "   hits ignore  meaning"
        return ListPanel.popup(
            title: "breakpoints", heading: heading, rows: rows, selected: selected, hint: hint, in: layout)
    }

    static func right(_ text: String, _ cells: Int) -> String {
        String(repeating: " ", count: max(0, cells - text.count)) + text
    }
}
