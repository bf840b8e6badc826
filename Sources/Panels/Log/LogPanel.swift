import Cells
import Debugger
import Engine
import Events

/// The log while playing: the newest frames, and notes between them, in the columns that the step-debug screen has at this width.
package enum LogPanel {
    /// A heading, then the newest of the frames and notes up to the playhead that fit. Looks at the log's end only.
    package static func panel(_ log: SessionLog, heard: EventCount, in rect: CellRect) -> Panel {
        let columns = LogColumns.fitting(rect.size.columns, in: log)
        var newest: [TextLine] = []
        var place = log.entryCount(upTo: heard)
        while newest.count < rect.size.rows - 1, place > 0 {
            place -= 1
            switch log.entries[place].body {
            case .frame, .note, .audible: newest.append(line(LogView.spans(log.entries[place], columns, log)))
            case .chunk, .tally: break
            }
        }
        let style = TextStyle(.faint, isUnderlined: true)
        let heading = TextLine([TextSpan(LogView.margin + columns.header, style)], fill: style)
        let lines = rect.size.rows > 0 ? [heading] + newest.reversed() : []
        return Panel(rect, lines.map { $0.fitting(rect.size.columns) })
    }

    private static func line(_ spans: [TextSpan]) -> TextLine { TextLine([TextSpan(LogView.margin)] + spans) }
}
