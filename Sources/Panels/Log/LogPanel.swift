import Cells
import Debugger
import Engine
import Events

/// The log while playing: the newest frames, and notes between them.
package enum LogPanel {
    package enum Entry: Hashable, Sendable {
        /// And the faults that mark it.
        case frame(FrameRecord, [AuditFinding.Kind] = [])
        case note(Note)
        case audible(AudibleLine, Instant)
    }

    /// A heading, then the newest of the frames and notes up to the playhead that fit. Looks at the log's end only.
    package static func panel(_ log: SessionLog, heard: EventCount, in rect: CellRect) -> Panel {
        var newest: [Entry] = []
        var place = log.entryCount(upTo: heard)
        while newest.count < rect.size.rows - 1, place > 0 {
            place -= 1
            switch log.entries[place].body {
            case .frame(let record): newest.append(.frame(record, log.faults(marking: record.ordinal).map(\.kind)))
            case .note(let note): newest.append(.note(note))
            case .audible(let spoken): newest.append(.audible(spoken, log.entries[place].time))
            case .chunk, .tally: break
            }
        }
        return panel(newest.reversed(), in: rect)
    }

    static func panel(_ entries: some Collection<Entry>, in rect: CellRect) -> Panel {
        let isWide = rect.size.columns >= Self.wideColumns
        let style = TextStyle(.faint, isUnderlined: true)
        let heading = TextLine(isWide ? FrameLine.header : FrameLine.shortHeader, style)
        let lines = entries.suffix(max(0, rect.size.rows - 1)).map { Self.line($0, isWide: isWide) }
        return Panel(rect, ([heading] + lines).map { $0.fitting(rect.size.columns) })
    }

    /// From here on there is room for all columns.
    private static let wideColumns = 76

    private static func line(_ entry: Entry, isWide: Bool) -> TextLine {
        switch entry {
        case .note(let note): return TextLine([time(note.time)] + LogView.spans(note))
        case .audible(let spoken, let time): return TextLine([self.time(time)] + LogView.spans(spoken))
        case .frame(let record, let faults):
            let parts = isWide ? FrameLine.parts(record, faults) : FrameLine.shortParts(record, faults)
            let color = record.status.role(with: faults).textColor
            return TextLine([
                TextSpan(parts.before), TextSpan(parts.status, TextStyle(color, isBold: color == .bad)),
                TextSpan(parts.after),
            ])
        }
    }

    private static func time(_ moment: Instant) -> TextSpan {
        TextSpan("\(moment.inSeconds) ", TextStyle(.faint))
    }
}
