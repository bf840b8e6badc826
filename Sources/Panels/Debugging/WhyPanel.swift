import Cells
import Debugger
import Events
import Typesetting

/// Why a frame is on screen, back to what brought it: a sentence each, whole, and where it happened.
package enum WhyPanel {
    /// - Parameter selected: the step whose place Enter goes to.
    package static func popup(_ why: Why, selected: Int, in layout: ScreenLayout) -> Panel {
        let room = CellSize(
            columns: max(1, layout.popupColumns(Self.widest) - 3), rows: max(1, layout.size.rows - 4))
        var (lines, chosen): ([TextLine], Range<Int>) = ([], 0..<0)
        for (place, step) in why.steps.enumerated() {
            let added = Self.lines(step, isSelected: place == selected, cells: room.columns)
            if place == selected { chosen = lines.count..<lines.count + added.count }
            lines += added
        }
        // The chosen one is in view, its beginning at the least.
        let top = min(max(0, chosen.upperBound - room.rows), chosen.lowerBound)
        let hint = TextLine([TextSpan(" ↑↓ choose  Enter go there  q close", TextStyle(.faint))])
        let shown = Array(lines.dropFirst(top).prefix(room.rows)) + [hint]
        let rect = layout.centered(
            columns: (shown.map(\.cellWidth).max() ?? 0) + 3, rows: shown.count + 2)
        let title = "why frame \(why.record.ordinal)" + (lines.count > room.rows ? "  ↑↓" : "")
        var panel = Panel(
            rect, shown.prefix(max(0, rect.size.rows - 2)).map { $0.fitting(max(0, rect.size.columns - 2)) },
            border: Panel.Border(title: title, style: TextStyle(.accent)))
        (panel.cursor, panel.attention) = (CellPoint(column: 1, row: chosen.lowerBound - top + 1), .chosen)
        return panel
    }

    private static let nameColumns = 10
    /// Wide enough, its border included: longer lines are hard to read.
    private static let widest = 103
    /// Cells of it: names of a stream have any length.
    private static let longestSentence = 1_000

    /// A step's sentence, made visible, and its place.
    package static func text(_ step: Why.Step) -> String {
        OutsideText.shown(step.sentence, cells: longestSentence) + (step.place.map { " [\($0.text)]" } ?? "")
    }

    private static func lines(_ step: Why.Step, isSelected: Bool, cells: Int) -> [TextLine] {
        TerminalText.wrapped(text(step), toCells: max(1, cells - nameColumns - 1)).enumerated().map { row, part in
            let name = TerminalText.padded(row == 0 ? step.kind.rawValue : "", toCells: nameColumns)
            let sign = TextSpan(isSelected && row == 0 ? "▶" : " ", TextStyle(.accent, isBold: true))
            var line = TextLine([sign, TextSpan(name, TextStyle(.accent)), TextSpan(part)])
            if isSelected { line.markAsChosen() }
            return line
        }
    }
}
