import Cells
import Engine
import Events
import Sessions
import Typesetting

/// Everything about one frame, most important first (architecture, promise 4). What does not fit is reached by scrolling.
package enum InspectorPanel {
    package static func panel(_ state: InspectorState, in rect: CellRect, scroll: Int = 0) -> Panel {
        panel("frame", in: rect, scroll: scroll) { lines(state, columns: $0) }
    }

    /// - Parameter lines: for so many columns.
    static func panel(_ title: String, in rect: CellRect, scroll: Int, _ lines: (Int) -> [TextLine]) -> Panel {
        guard !rect.isEmpty else { return Panel(rect, []) }
        let lines = lines(rect.size.columns - edge.text.count)
        let rows = max(0, rect.size.rows - 1)
        let first = min(max(0, scroll), scrollLimit(of: lines.count, rows: rows))
        let shown = lines[first..<min(lines.count, first + rows)]
        let blank = [TextLine](repeating: TextLine([]), count: rows - shown.count)
        let all = [heading(title, first, shown.count, lines.count)] + shown + blank
        return Panel(rect, all.map { TextLine([edge] + $0.spans, fill: $0.fill).fitting(rect.size.columns) })
    }

    /// What is known of the frame as text, a line each, for whoever has no screen.
    package static func facts(_ state: InspectorState) -> [String] {
        guard let record = state.record else { return ["no frame yet"] }
        return (FrameFacts.rows(record, state) + FrameFacts.surroundings(record, state.neighbors)).map { row in
            TerminalText.padded(row.label, toCells: labelCells) + OutsideText.shown(row.value, cells: 1_000)
        }
    }

    /// How far the panel can be scrolled, in lines.
    package static func scrollLimit(_ state: InspectorState, in rect: CellRect) -> Int {
        scrollLimit(in: rect) { lines(state, columns: $0) }
    }

    static func scrollLimit(in rect: CellRect, _ lines: (Int) -> [TextLine]) -> Int {
        scrollLimit(of: lines(rect.size.columns - edge.text.count).count, rows: max(0, rect.size.rows - 1))
    }

    private static func scrollLimit(of count: Int, rows: Int) -> Int { max(0, count - rows) }

    /// Parts the panel from what is left of it.
    private static let edge = TextSpan("│", TextStyle(.faint))

    private static func heading(_ title: String, _ first: Int, _ shown: Int, _ count: Int) -> TextLine {
        let style = TextStyle(.faint, isUnderlined: true)
        let place = shown < count ? "  lines \(first + 1)-\(first + shown) of \(count)" : ""
        return TextLine([TextSpan(title + place, style)], fill: style)
    }

    // MARK: Lines

    private static let labelCells = 9

    static func lines(_ state: InspectorState, columns: Int) -> [TextLine] {
        guard let record = state.record else {
            return [TextLine("no frame yet", TextStyle(.faint))] + rest(state, columns)
        }
        var rows = FrameFacts.rows(record, state)
        if record.overlayKey != nil {
            rows.append(.init("cache", state.knowledge ?? "no longer known to the engine"))
        }
        rows += FrameFacts.surroundings(record, state.neighbors)
        return rows.flatMap { lines($0, columns) } + rest(state, columns)
    }

    /// The event and what it changed.
    private static func rest(_ state: InspectorState, _ columns: Int) -> [TextLine] {
        var lines: [TextLine] = []
        if let event = state.event {
            let head = "#\(event.entry) \(event.name), \(event.time.inSeconds) s, \(event.byteCount) bytes"
            lines += Self.lines(.init("event", head), columns)
        }
        lines.append(title(state.changes.isEmpty ? "nothing changed" : "changed since the previous frame"))
        lines += state.changes.flatMap { Self.lines($0, columns) }
        if let event = state.event {
            lines.append(title("raw message"))
            lines += text(event, columns)
        }
        return lines
    }

    private static func title(_ text: String) -> TextLine {
        TextLine([TextSpan(text, TextStyle(.accent, isBold: true))])
    }

    static func lines(_ row: FrameFacts.Row, _ columns: Int) -> [TextLine] {
        let room = max(4, columns - labelCells)
        return wrapped(row.value, toCells: room, most: 6).enumerated().map { number, text in
            TextLine([
                TextSpan(
                    TerminalText.padded(number == 0 ? row.label : "", toCells: labelCells), TextStyle(.faint)),
                TextSpan(text, row.style),
            ])
        }
    }

    private static func lines(_ change: StateDifference, _ columns: Int) -> [TextLine] {
        let text = "\(change.before ?? "(none)") → \(change.after ?? "(gone)")"
        let name = TextSpan(OutsideText.shown(change.name, cells: 40) + ": ", TextStyle(.faint))
        let used = TerminalText.cellWidth(of: name.text)
        let room = columns - used
        if room >= 12, TerminalText.cellWidth(of: OutsideText.shown(text, cells: room + 1)) <= room {
            return [TextLine([name, TextSpan(OutsideText.shown(text, cells: room))])]
        }
        return [TextLine([name])] + wrapped(text, toCells: max(4, columns - 2), most: 6).map { TextLine("  " + $0) }
    }

    private static func text(_ event: InspectorState.RawEvent, _ columns: Int) -> [TextLine] {
        var lines = event.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(linesOfText).flatMap {
            broken($0, toCells: max(4, columns))
        }
        let isWhole = lines.count <= linesOfText && event.text.utf8.count >= event.byteCount
        lines = Array(lines.prefix(linesOfText))
        return lines.map { TextLine($0) }
            + (isWhole ? [] : [TextLine("... \(event.byteCount) bytes in total", TextStyle(.faint))])
    }

    /// Lines of an event's text that are laid out.
    private static let linesOfText = 400

    /// A text from outside with its blanks, broken wherever a line is full.
    private static func broken(_ text: Substring, toCells cells: Int) -> [String] {
        var lines: [String] = []
        var line = String.UnicodeScalarView()
        var used = 0
        for scalar in TerminalText.visible(String(text.unicodeScalars.prefix(linesOfText * cells))).unicodeScalars {
            let width = TerminalText.cellWidth(of: scalar)
            if used + width > cells {
                lines.append(String(line))
                (line, used) = (String.UnicodeScalarView(), 0)
            }
            line.append(scalar)
            used += width
        }
        return lines + [String(line)]
    }

    /// A text from outside, in at most `most` lines.
    private static func wrapped(_ text: String, toCells cells: Int, most: Int) -> [String] {
        let shown = OutsideText.shown(text, cells: cells * most)
        let lines = TerminalText.wrapped(shown, toCells: cells)
        guard lines.count > most else { return lines }
        return Array(lines.prefix(most - 1)) + [TerminalText.cut(lines[most - 1] + "…", toCells: cells)]
    }
}
