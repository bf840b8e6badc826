import Cells
import Engine
import Events
import Typesetting

/// The text of a book while it is read: the sentence that has the light in the middle, its neighbors dim around it (reader 3.6).
package struct TranscriptPanel: Hashable, Sendable {
    package let rect: CellRect
    private let rows: [TranscriptRow]
    /// Where the word is that is read.
    private var cursor: CellPoint?

    /// - Parameters:
    ///   - tile: lies over it, and no text beneath.
    ///   - isCalm: no word is lit.
    package init(_ reader: BookReader, in rect: CellRect, beside tile: CellRect? = nil, isCalm: Bool = false) {
        let free = tile.map { rect.free(beside: $0) } ?? rect
        self.rect = free
        guard reader.chunk != nil, let record = reader.record.transcript else {
            rows = Self.message(reader, free.size)
            return
        }
        let (indent, width) = Self.column(in: free, of: rect)
        let room = (left: indent, right: free.size.columns - indent - width)
        let text = TranscriptText(reader, record, columns: width, isCalm: isCalm)
        let word = isCalm && reader.cursor == nil ? nil : text.word
        rows = Self.placed(text, in: free.size, room)
        let row = rows.firstIndex { row in
            row.tokens.contains { token in
                guard let token else { return false }
                return word.map { $0 == token } ?? (token.chunk == record.chunk && token.row == record.row)
            }
        }
        cursor = row.map { CellPoint(column: rows[$0].column(of: word), row: $0) }
    }

    /// Longer lines are not found again by eyes that come to their end.
    private static let widest = 88

    private static func margin(_ columns: Int) -> Int { columns >= 60 ? 4 : columns >= 30 ? 1 : 0 }

    /// In the middle of the screen, and where that does not do in the middle of what is free.
    private static func column(in free: CellRect, of whole: CellRect) -> (indent: Int, width: Int) {
        let width = max(1, min(free.size.columns - 2 * margin(whole.size.columns), widest))
        let middle = whole.origin.column + (whole.size.columns - width) / 2
        let fits = middle >= free.origin.column && middle + width <= free.origin.column + free.size.columns
        return (fits ? middle - free.origin.column : max(0, free.size.columns - width) / 2, width)
    }

    package var panel: Panel {
        var panel = Panel(rect, rows.map(\.line))
        panel.cursor = cursor
        return panel
    }

    /// What has been clicked.
    package func token(at point: CellPoint) -> TokenPlace? {
        let (column, row) = (point.column - rect.origin.column, point.row - rect.origin.row)
        guard rows.indices.contains(row) else { return nil }
        return rows[row].token(at: column)
    }

    // MARK: Placing

    /// The sentence that has the light stands a little above the middle; of one that is longer than the window the word does. Where
    /// nothing more stands above or below the rows are filled instead.
    /// - Parameter room: on both sides of the text.
    private static func placed(
        _ text: TranscriptText, in size: CellSize, _ room: (left: Int, right: Int)
    ) -> [TranscriptRow] {
        let group = text.group(at: text.here)
        let all = text.rows(group)
        let first = all.firstIndex(where: text.isActive) ?? 0
        let last = all.lastIndex(where: text.isActive) ?? all.count - 1
        let sentence = all.isEmpty ? [] : Array(all[first...last])
        let active = window(on: sentence, text.word, rows: size.rows).map { $0.marked(room) }
        let free = max(0, size.rows - active.count)
        let (below, isEnd) = text.below(group, after: Array(all.dropFirst(last + 1)), atLeast: free)
        let wanted = max(min(size.rows * 2 / 5, free), isEnd ? free - below.count : 0)
        let (above, isAll) = text.above(group, before: Array(all.prefix(first)), atLeast: wanted)
        // What is about to come moves nothing then.
        let missing = isAll ? 0 : max(0, wanted - above.count)
        let rows =
            Array(repeating: TranscriptRow(), count: missing) + above.suffix(wanted).map { $0.indented(room.left) }
            + active + below.map { $0.indented(room.left) }
        return Array(rows.prefix(size.rows))
    }

    private static func window(
        on rows: [TranscriptRow], _ word: TokenPlace?, rows count: Int
    ) -> ArraySlice<TranscriptRow> {
        let row = word.flatMap { word in rows.firstIndex { $0.tokens.contains(word) } } ?? 0
        let first = max(0, min(row - count * 2 / 5, rows.count - count))
        return rows[first...].prefix(count)
    }

    private static func message(_ reader: BookReader, _ size: CellSize) -> [TranscriptRow] {
        let words: String? =
            switch reader.loading {
            case .waiting: "Waiting for the text"
            case .loading: "Loading the text"
            case .failed(let reason): reason
            case .shown: nil
            }
        guard let words else { return [] }
        let lines = TerminalText.wrapped(OutsideText.shown(words, cells: 400), toCells: max(1, size.columns - 4))
        return Array(repeating: TranscriptRow(), count: max(0, size.rows - lines.count) / 2)
            + lines.map { line in
                var row = TranscriptRow()
                row.append(line, TextStyle(.faint), nil)
                return row.indented(max(0, size.columns - row.width) / 2)
            }
    }
}

extension TranscriptRow {
    func indented(_ columns: Int) -> TranscriptRow {
        guard columns > 0, width > 0 else { return self }
        return behind([TextSpan(String(repeating: " ", count: columns))])
    }

    /// With a bar where its sentence begins, where there is room: without colors, too, it is seen which sentence it is.
    func marked(_ room: (left: Int, right: Int)) -> TranscriptRow {
        let indent = String(repeating: " ", count: max(0, room.left))
        let bar = TextSpan("▎", TextStyle(.spoken))
        if sentence?.isRightToLeft == true {
            guard room.right >= 2, width > 0 else { return indented(room.left) }
            // In front of its first letter, as which it is turned.
            return behind([TextSpan(indent)]).beginning(with: [bar, TextSpan(" ")])
        }
        guard room.left >= 2, width > 0 else { return indented(room.left) }
        return behind([TextSpan(String(indent.dropLast(2))), bar, TextSpan(" ")])
    }

    func behind(_ start: [TextSpan]) -> TranscriptRow {
        var row = inserting(start, at: 0)
        row.sentence?.start += start.count
        return row
    }

    func beginning(with start: [TextSpan]) -> TranscriptRow { inserting(start, at: sentence?.start ?? 0) }

    private func inserting(_ new: [TextSpan], at place: Int) -> TranscriptRow {
        var row = TranscriptRow()
        for (span, token) in spans.prefix(place) { row.append(span.text, span.style, token) }
        for span in new { row.append(span.text, span.style, nil) }
        for (span, token) in spans.dropFirst(place) { row.append(span.text, span.style, token) }
        row.sentence = sentence
        return row
    }
}
