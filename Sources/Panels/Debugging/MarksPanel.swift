import Cells
import Debugger
import Events

/// Marks in the order of their times.
package enum MarksPanel {
    /// - Parameter log: for the frames that were on screen.
    package static func popup(
        _ marks: [Mark], _ log: SessionLog, selected: Int?, in layout: ScreenLayout
    ) -> Panel {
        let rows = marks.map { mark in
            let frame = log.frame(of: mark).map(String.init) ?? "-"
            let name = TextCells.padded(OutsideText.shown(mark.name, cells: 20), toCells: 20)
            let text =
                TextCells.rightAligned(mark.time.inSeconds, toCells: 9) + " "
                + TextCells.rightAligned(frame, toCells: 7) + "  " + name
            return TextLine([
                TextSpan(text), TextSpan(" " + OutsideText.shown(mark.note, cells: 60), TextStyle(.faint)),
            ])
        }
        let isWide = rows.allSatisfy { $0.cellWidth <= layout.size.columns - 4 }
        let chosen = selected.flatMap {
            marks.indices.contains($0) ? OutsideText.shown(marks[$0].note, cells: 200) : nil
        }
        let heading = marks.isEmpty ? "no marks" : "     time   frame  name                 note"
        return ListPanel.popup(
            title: "marks", heading: heading, rows: rows, selected: selected, detail: isWide ? nil : chosen ?? "",
            detailRows: 2,
            hint: "Enter go  n name  d delete  Esc", in: layout)
    }
}
