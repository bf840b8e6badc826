import Cells
import Debugger
import Events
import Typesetting

/// Breakpoints with how often each is hit in what has been heard.
package enum BreakpointsPanel {
    package static func popup(
        _ breakpoints: [Breakpoint], hits: [Int], selected: Int?, in layout: ScreenLayout
    ) -> Panel {
        let columns = Columns(breakpoints.map(\.condition), cells: max(1, layout.size.columns - 4))
        let rows = breakpoints.enumerated().map { number, breakpoint in
            columns.row(breakpoint, hits: hits.indices.contains(number) ? hits[number] : nil)
        }
        let details = columns.cutsMeanings ? breakpoints.map { Columns.detail($0.condition) } : []
        let hint =
            layout.size.columns >= 50
            ? "space on/off  +/- ignore  a add  d delete  q close" : "space  +/- ignore  a add  d del  q close"
        return ListPanel.popup(
            title: "breakpoints", heading: breakpoints.isEmpty ? "no breakpoints" : columns.heading, rows: rows,
            details: details,
            selected: selected, hint: hint, in: layout)
    }

    /// What of a breakpoint has room in its row.
    private struct Columns {
        /// With less there is no column for what they mean; the selected one's meaning stands below the list.
        private static let leastForMeanings = 68
        private static let leastNameCells = 12
        private static let narrowNameCells = 18
        /// What a name keeps beside a meaning that has no room.
        private static let usualNameCells = 24
        /// As much as a condition has.
        private static let mostDetailCells = 1_000
        private static let figures = "  hits ignore"
        private static let boxCells = 4

        private let nameCells: Int
        /// 0 where there is no such column.
        private let meaningCells: Int
        /// Whether there is one that its row does not have whole.
        let cutsMeanings: Bool

        init(_ conditions: [Breakpoint.Condition], cells: Int) {
            let hasMeanings = cells >= Self.leastForMeanings
            let longest = { (texts: [String]) in
                texts.map { TerminalText.cellWidth(of: OutsideText.shown($0, cells: Self.mostDetailCells)) }.max() ?? 0
            }
            let names = max(Self.leastNameCells, longest(conditions.map { Self.name($0, hasMeaning: hasMeanings) }))
            let meanings = longest(conditions.map(\.meaning))
            guard hasMeanings else {
                nameCells = min(names, Self.narrowNameCells)
                meaningCells = 0
                cutsMeanings = !conditions.isEmpty
                return
            }
            let room = cells - Self.boxCells - TerminalText.cellWidth(of: Self.figures) - 2
            nameCells = min(names, max(Self.usualNameCells, room - meanings))
            meaningCells = min(meanings, room - nameCells)
            cutsMeanings = meanings > meaningCells
        }

        var heading: String {
            String(repeating: " ", count: Self.boxCells) + TerminalText.padded("stops at", toCells: nameCells)
                + Self.figures + (meaningCells > 0 ? "  meaning" : "")
        }

        /// - Parameter hits: `nil` where they were not counted.
        func row(_ breakpoint: Breakpoint, hits: Int?) -> TextLine {
            let count = breakpoint.isEnabled ? hits.map(String.init) ?? "-" : "-"
            let name = OutsideText.shown(
                Self.name(breakpoint.condition, hasMeaning: meaningCells > 0), cells: nameCells)
            let figures =
                " " + TerminalText.rightAligned(count, toCells: 5)
                + TerminalText.rightAligned(String(breakpoint.ignoring), toCells: 7)
            let meaning =
                meaningCells > 0 ? "  " + OutsideText.shown(breakpoint.condition.meaning, cells: meaningCells) : ""
            return TextLine([
                TextSpan(breakpoint.isEnabled ? "[x] " : "[ ] ", TextStyle(breakpoint.isEnabled ? .good : .faint)),
                TextSpan(
                    TerminalText.padded(name, toCells: nameCells) + figures + meaning,
                    TextStyle(breakpoint.isEnabled ? .plain : .faint)),
            ])
        }

        /// An expression is its own meaning, and stands there.
        private static func name(_ condition: Breakpoint.Condition, hasMeaning: Bool) -> String {
            if case .when = condition, hasMeaning { "when" } else { condition.text }
        }

        /// In full: a meaning has all of what was typed.
        static func detail(_ condition: Breakpoint.Condition) -> String {
            OutsideText.shown(condition.meaning, cells: mostDetailCells)
        }
    }
}
