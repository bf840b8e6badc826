import Cells
import Debugger
import Events

extension LogPanel {
    /// The log while playing: a heading, then the newest frames and notes up to the playhead that fit. Looks at the log's
    /// end only.
    package static func panel(_ log: SessionLog, heard: EventCount, in rect: CellRect) -> Panel {
        var newest: [Entry] = []
        var place = log.said(after: heard)
        while newest.count < rect.size.rows - 1, place > 0 {
            place -= 1
            switch log.entries[place].body {
            case .frame(let record): newest.append(.frame(record))
            case .note(let note): newest.append(.note(note))
            case .chunk, .tally: break
            }
        }
        return panel(newest.reversed(), in: rect)
    }
}
