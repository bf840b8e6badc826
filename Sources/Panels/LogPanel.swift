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
        let isWide = rect.size.columns >= 76
        let heading = isWide ? FrameLine.header : TextCells.padded("time", toCells: 9) + " chunk     base status"
        let lines = entries.suffix(max(0, rect.size.rows - 1)).map { line($0, isWide: isWide) }
        let style = TextStyle(.faint, isUnderlined: true)
        return Panel(rect, [TextLine([TextSpan(heading, style)], fill: style)] + lines)
    }

    private func line(_ entry: Entry, isWide: Bool) -> TextLine {
        switch entry {
        case .note(let note):
            return TextLine([
                TextSpan("\(FrameLine.time(note.time)) ", TextStyle(.faint)),
                TextSpan(note.code.rawValue, TextStyle(.warning, isBold: true)),
                TextSpan(" " + TextCells.cut(TextCells.visible(note.text), toCells: Limits.shownNameCells)),
            ])
        case .frame(let record):
            let text = isWide ? FrameLine.text(record) : FrameLine.short(record)
            return coloured(text, status: record.status)
        }
    }

    /// The line with its status word in the status's colour.
    private func coloured(_ text: String, status: FrameStatus) -> TextLine {
        let word = status.text
        guard let start = Self.find(word, in: text) else { return TextLine(text) }
        let end = text.index(start, offsetBy: word.count)
        let color = FrameLine.color(status)
        return TextLine([
            TextSpan(String(text[..<start])),
            TextSpan(word, TextStyle(color, isBold: color == .bad)),
            TextSpan(String(text[end...])),
        ])
    }

    private static func find(_ word: String, in text: String) -> String.Index? {
        text.indices.first { text[$0...].hasPrefix(word) }
    }
}
