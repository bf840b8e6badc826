import Cells
import Engine
import Events

/// The last lines of the frame log, and notes between them.
package struct LogPanel: Sendable {
    package enum Entry: Hashable, Sendable {
        case frame(FrameRecord)
        case note(Note)
    }

    /// Oldest first; never more than `capacity`.
    package private(set) var entries: [Entry] = []
    /// The originals keep 500 lines; a minute of talking is 1,800.
    package static let capacity = 4_000

    package init() {}

    package mutating func add(_ entry: Entry) {
        entries.append(entry)
        if entries.count >= Self.capacity + 500 { entries.removeFirst(entries.count - Self.capacity) }
    }

    /// The panel in a rectangle: a heading, then the newest lines that fit.
    package func panel(in rect: CellRect) -> Panel {
        Self.panel(entries.suffix(max(0, rect.size.rows - 1)), in: rect)
    }

    static func panel(_ entries: some Sequence<Entry>, in rect: CellRect) -> Panel {
        let isWide = rect.size.columns >= Self.wideColumns
        let style = TextStyle(.faint, isUnderlined: true)
        let heading = TextLine(isWide ? FrameLine.header : FrameLine.shortHeader, style)
        let lines = entries.map { Self.line($0, isWide: isWide) }
        return Panel(rect, ([heading] + lines).map { $0.fitting(rect.size.columns) })
    }

    /// From here on there is room for all columns.
    private static let wideColumns = 76

    private static func line(_ entry: Entry, isWide: Bool) -> TextLine {
        switch entry {
        case .note(let note):
            return TextLine([
                TextSpan("\(FrameLine.time(note.time)) ", TextStyle(.faint)),
                TextSpan(note.code.rawValue, TextStyle(.warning, isBold: true)),
                TextSpan(" " + OutsideText.shown(note.text, cells: Limits.shownNameCells)),
            ])
        case .frame(let record):
            let parts = isWide ? FrameLine.parts(record) : FrameLine.shortParts(record)
            let color = FrameLine.color(record.status)
            return TextLine([
                TextSpan(parts.before), TextSpan(parts.status, TextStyle(color, isBold: color == .bad)),
                TextSpan(parts.after),
            ])
        }
    }
}
