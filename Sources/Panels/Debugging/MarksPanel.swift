import Cells
import Events
import Sessions
import Typesetting

/// Marks in the order of their times.
package enum MarksPanel {
    /// - Parameter log: for the frames that were on screen.
    package static func popup(
        _ marks: [Mark], _ log: SessionLog, selected: Int?, in layout: ScreenLayout
    ) -> Panel {
        let columns = Columns(marks, cells: max(1, layout.size.columns - 4))
        let rows = marks.map { columns.row($0, frame: log.frame(of: $0)) }
        let details = marks.contains(where: columns.isCut) ? marks.map(columns.detail) : []
        return ListPanel.popup(
            title: "marks", heading: marks.isEmpty ? "no marks" : columns.heading, rows: rows, details: details,
            selected: selected, hint: marks.isEmpty ? "q close" : hint, in: layout)
    }

    private static let hint = "Enter go  n name  d delete  q close"

    /// What of a mark has room in its row: its name before its note.
    private struct Columns {
        private static let figures = "     time   frame  "
        /// Names begin their notes here where all are short; longer ones leave the notes what they need.
        private static let usualNameCells = 20
        private static let mostNoteCells = 60
        private static let mostDetailCells = 200

        private let nameCells: Int
        private let noteCells: Int

        init(_ marks: [Mark], cells: Int) {
            let room = max(1, cells - TerminalText.cellWidth(of: Self.figures))
            let longest = { (texts: [String], most: Int) in
                texts.map { TerminalText.cellWidth(of: OutsideText.shown($0, cells: most)) }.max() ?? 0
            }
            let notes = longest(marks.map(\.note), Self.mostNoteCells)
            let rest = max(Self.usualNameCells, room - (notes == 0 ? 0 : notes + 1))
            nameCells = min(longest(marks.map(\.name), room).clamped(to: Self.usualNameCells...rest), room)
            noteCells = (room - nameCells - 1).clamped(to: 0...Self.mostNoteCells)
        }

        var heading: String {
            Self.figures + TerminalText.padded("name", toCells: nameCells)
                + (noteCells >= TerminalText.cellWidth(of: "note") ? " note" : "")
        }

        func row(_ mark: Mark, frame: Int?) -> TextLine {
            let figures =
                TerminalText.rightAligned(mark.time.inSeconds, toCells: 9) + " "
                + TerminalText.rightAligned(frame.map(String.init) ?? "-", toCells: 7) + "  "
            let name = TerminalText.padded(OutsideText.shown(mark.name, cells: nameCells), toCells: nameCells)
            let note = OutsideText.shown(mark.note, cells: noteCells)
            return TextLine([
                TextSpan(figures + name), TextSpan(note.isEmpty ? "" : " " + note, TextStyle(.faint)),
            ])
        }

        func isCut(_ mark: Mark) -> Bool { isCut(mark.name, nameCells) || isCut(mark.note, noteCells) }

        private func isCut(_ text: String, _ cells: Int) -> Bool {
            TerminalText.cellWidth(of: OutsideText.shown(text, cells: cells + 1)) > cells
        }

        /// The note, behind the whole name where the row cuts that.
        func detail(_ mark: Mark) -> String {
            let note = OutsideText.shown(mark.note, cells: Self.mostDetailCells)
            guard isCut(mark.name, nameCells) else { return note }
            return OutsideText.shown(mark.name, cells: Mark.longestName) + (note.isEmpty ? "" : ": \(note)")
        }
    }
}
