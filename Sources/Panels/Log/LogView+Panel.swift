import Cells
import Engine
import Events
import Sessions
import Typesetting

/// The log on the step-debug screen: a heading, then one line an entry with two cells of margin, the playhead's sign and that
/// of a mark (`◆`), slot (`A`, `B`), breakpoint (`●`) or selection (`│`).
extension LogView {
    package func panel(_ log: SessionLog, heard: EventCount, _ landmarks: Landmarks, in rect: CellRect) -> Panel {
        let columns = LogColumns.fitting(rect.size.columns, in: log)
        let rows = Self.rows(in: rect)
        let first = firstLine(rows: rows, log, heard: heard)
        let current = log.place(ofFrameAfter: heard)
        let needle = LogNeedle(search)
        let places = (first..<first + max(0, rows)).compactMap(place(ofLine:)).filter(log.entries.indices.contains)
        var lines = places.map { place in
            var line = TextLine(margin(place, log, isCurrent: place == current, landmarks))
            line.spans += Self.spans(log.entries[place], columns, log)
            line.mark(needle)
            if place == current { line.reverse() }
            return line.fitting(rect.size.columns)
        }
        if let row = markerRow(log, heard: heard, first: first, rows: rows) {
            lines.insert(marker(current, log).fitting(rect.size.columns), at: min(row, lines.count))
            lines = Array(lines.prefix(max(0, rows)))
        }
        let shown = rect.size.rows > 0 ? [heading(columns, rect.size.columns, log)] + lines : []
        return Panel(rect, shown)
    }

    /// Lines of entries that a rectangle has room for, the heading taken off.
    package static func rows(in rect: CellRect) -> Int { max(0, rect.size.rows - 1) }

    /// The entry whose line a cell belongs to; `nil` for the heading and where no line is.
    package func place(at point: CellPoint, _ log: SessionLog, heard: EventCount, in rect: CellRect) -> Int? {
        guard rect.contains(point), point.row > rect.origin.row else { return nil }
        let first = firstLine(rows: Self.rows(in: rect), log, heard: heard)
        let row = point.row - rect.origin.row - 1
        let current = log.place(ofFrameAfter: heard)
        let marker = markerRow(log, heard: heard, first: first, rows: Self.rows(in: rect))
        // A click on the marker is one on the frame that it stands for; in a book it only says where it is.
        if marker == row { return filter.isOfBook ? nil : current }
        return place(ofLine: first + row - (marker.map { $0 < row ? 1 : 0 } ?? 0))
    }

    // MARK: A playhead whose line is left out

    /// Row of the sign that stands where the playhead's line would be; `nil` when that is shown or out of view.
    private func markerRow(_ log: SessionLog, heard: EventCount, first: Int, rows: Int) -> Int? {
        guard let place = signPlace(log, heard: heard) else { return nil }
        let line = line(from: place)
        return (first..<first + max(0, rows)).contains(line) ? line - first : nil
    }

    private func marker(_ current: Int?, _ log: SessionLog) -> TextLine {
        let frame = current.flatMap { log.entries[$0].record }.map { "frame \($0.ordinal)" } ?? "here"
        // Whoever looks at what happened to a book does not ask for frames.
        let words = filter.isOfBook ? "here" : "\(frame) is not in this list"
        return TextLine([
            TextSpan("▶ ", TextStyle(.accent, isBold: true)), TextSpan("── \(words) ──", TextStyle(.accent)),
        ])
    }

    // MARK: Heading

    /// The columns' names, and at the right what is left out and where it stands.
    private func heading(_ columns: LogColumns, _ cells: Int, _ log: SessionLog) -> TextLine {
        let style = TextStyle(.faint, isUnderlined: true)
        let about = TerminalText.cut(state(log), toCells: max(0, cells - 4))
        let room = cells - TerminalText.cellWidth(of: about)
        let header = Self.margin + (filter.isOfBook ? columns.headerOfBook : columns.header)
        let names = about.isEmpty ? TerminalText.cut(header, toCells: room) : nil
        let left = names ?? TerminalText.padded(header, toCells: room)
        return TextLine(
            [TextSpan(left, style), TextSpan(about, TextStyle(.accent, isUnderlined: true))], fill: style)
    }

    private func state(_ log: SessionLog) -> String {
        var parts: [String] = []
        if !filter.isEmpty {
            let typed = OutsideText.shown(filter.typed, cells: 24)
            let rest = unseenCount(of: log) > 0 ? " (of \(log.entries.count) in total)" : ""
            parts.append("only \(typed): \(count) of \(seenCount)\(rest)")
        }
        if !search.isEmpty { parts.append("/" + OutsideText.shown(search, cells: 24)) }
        if !followsPlayhead { parts.append("scrolled") }
        return parts.isEmpty ? "" : " " + parts.joined(separator: ", ") + " "
    }

    // MARK: Lines

    /// Room for signs.
    static let margin = "  "

    private func margin(_ place: Int, _ log: SessionLog, isCurrent: Bool, _ landmarks: Landmarks) -> [TextSpan] {
        let playhead = TextSpan(isCurrent ? "▶" : " ", TextStyle(.accent, isBold: true))
        return [playhead, sign(place, log, landmarks)]
    }

    private func sign(_ place: Int, _ log: SessionLog, _ landmarks: Landmarks) -> TextSpan {
        let entry = log.entries[place]
        if let record = entry.record {
            if landmarks.mark(of: entry, in: log) != nil {
                return TextSpan(Landmarks.markSign, TextStyle(.accent, isBold: true))
            }
            if record.wasShown, landmarks.slotA == entry.heard { return TextSpan("A", TextStyle(.info, isBold: true)) }
            if record.wasShown, landmarks.slotB == entry.heard { return TextSpan("B", TextStyle(.info, isBold: true)) }
        }
        let before = place > 0 ? log.entries[place - 1].heard : 0
        if landmarks.hits.isHit(after: before, upTo: entry.heard) {
            return TextSpan(Landmarks.hitSign, TextStyle(.bad))
        }
        let isSelected = landmarks.selection?.contains(entry.heard) == true
        return isSelected ? TextSpan(Landmarks.selectionSign, TextStyle(.accent)) : TextSpan(" ")
    }

    static func spans(_ entry: LogEntry, _ columns: LogColumns, _ log: SessionLog) -> [TextSpan] {
        let figures = TerminalText.rightAligned(entry.time.inSeconds, toCells: LogColumns.timeCells)
        let time = TextSpan(String(repeating: " ", count: columns.indent) + figures + " ", TextStyle(.faint))
        switch entry.body {
        case .frame(let record): return columns.spans(record, log)
        case .note(let note): return [time] + spans(note, columns)
        case .chunk(let report): return [time, TextSpan(LogLine.text(report), TextStyle(.info))]
        case .tally(let tally): return [time, TextSpan("! " + tally.text, TextStyle(.warning))]
        case .audible(let spoken): return [time] + spans(spoken)
        }
    }

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

    /// A note, after its time.
    private static func spans(_ note: Note, _ columns: LogColumns) -> [TextSpan] {
        let about =
            columns.aboutCells > 0
            ? note.code.words + blanks(columns.aboutCells - 1 - note.code.words.count) : note.code.rawValue
        return [
            TextSpan(about, TextStyle(.warning, isBold: true)),
            TextSpan(" " + OutsideText.shown(note.text, cells: Limits.shownNameCells)),
        ]
    }

    /// What was heard, after its time.
    static func spans(_ spoken: AudibleLine) -> [TextSpan] {
        [TextSpan(OutsideText.shown(spoken.text, cells: Limits.shownNameCells), TextStyle(.info))]
    }
}

extension Note.Code {
    /// Without the look of a constant.
    fileprivate var words: String { rawValue.lowercased().replacing("_", with: " ") }
}

extension TextLine {
    /// The same with figure and ground changed over, to the end of the row.
    mutating func reverse() {
        for place in spans.indices {
            spans[place].style.isReverse.toggle()
            // Gray on gray cannot be read.
            if spans[place].style.color == .faint { spans[place].style.color = .plain }
        }
        fill.isReverse.toggle()
    }

    /// Underlines what was looked for.
    fileprivate mutating func mark(_ needle: LogNeedle) {
        guard !needle.isEmpty else { return }
        spans = spans.flatMap { span in
            var parts: [TextSpan] = []
            let bytes = Array(span.text.utf8)
            var start = 0
            for place in needle.places(in: span.text) {
                if start < place.lowerBound {
                    parts.append(TextSpan(String(decoding: bytes[start..<place.lowerBound], as: UTF8.self), span.style))
                }
                var style = span.style
                (style.isUnderlined, style.isBold) = (true, true)
                parts.append(TextSpan(String(decoding: bytes[place], as: UTF8.self), style))
                start = place.upperBound
            }
            if start < bytes.count {
                parts.append(TextSpan(String(decoding: bytes[start...], as: UTF8.self), span.style))
            }
            return parts
        }
    }
}

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
