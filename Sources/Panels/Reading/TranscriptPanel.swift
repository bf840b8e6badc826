import Cells
import Events
import Reader

/// The text of a book while it is read: the sentence that has the light in the middle, its neighbors dim around it (reader 3.6).
package struct TranscriptPanel: Hashable, Sendable {
    package let rect: CellRect
    private let rows: [TranscriptRow]

    /// - Parameter tile: lies over it, and no text beneath.
    package init(_ reader: BookReader, in rect: CellRect, beside tile: CellRect? = nil) {
        let free = tile.map { rect.free(beside: $0) } ?? rect
        self.rect = free
        guard reader.chunk != nil, let record = reader.record.transcript else {
            rows = Self.message(reader, free.size)
            return
        }
        let (indent, width) = Self.column(in: free, of: rect)
        let room = (left: indent, right: free.size.columns - indent - width)
        rows = Self.placed(TranscriptText(reader, columns: width), record, in: free.size, room)
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

    package var panel: Panel { Panel(rect, rows.map(\.line)) }

    /// What has been clicked.
    package func token(at point: CellPoint) -> TokenPlace? {
        let (column, row) = (point.column - rect.origin.column, point.row - rect.origin.row)
        guard rows.indices.contains(row) else { return nil }
        return rows[row].token(at: column)
    }

    // MARK: Placing

    /// The sentence that has the light stands a little above the middle; of one that is longer than the window the word does.
    /// - Parameter room: on both sides of the text.
    private static func placed(
        _ text: TranscriptText, _ record: TranscriptRecord, in size: CellSize, _ room: (left: Int, right: Int)
    ) -> [TranscriptRow] {
        let indent = room.left
        let active = window(on: text.active(record), text.word(record), rows: size.rows).map { $0.marked(room) }
        var above: [TranscriptRow] = []
        var below: [TranscriptRow] = []
        let free = max(0, size.rows - active.count)
        let wantedAbove = free * 2 / 5
        let here = TranscriptText.Place(chunk: record.chunk, row: record.row)
        var place = text.before(here)
        while above.count < wantedAbove, let neighbor = place {
            above = text.neighbor(neighbor) + [TranscriptRow()] + above
            place = text.before(neighbor)
        }
        place = text.after(here)
        while below.count < free, let neighbor = place {
            below += [TranscriptRow()] + text.neighbor(neighbor)
            place = text.after(neighbor)
        }
        let blank = Array(repeating: TranscriptRow(), count: max(0, wantedAbove - above.count))
        let shownAbove = blank + above.suffix(wantedAbove).map { $0.indented(indent) }
        return Array((shownAbove + active + below.map { $0.indented(indent) }).prefix(size.rows))
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
            case .waiting: "waiting for the text"
            case .loading: "loading the text"
            case .failed(let reason): reason
            case .shown: nil
            }
        guard let words else { return [] }
        let lines = TextCells.wrapped(OutsideText.shown(words, cells: 400), toCells: max(1, size.columns - 4))
        return Array(repeating: TranscriptRow(), count: max(0, size.rows - lines.count) / 2)
            + lines.map { line in
                var row = TranscriptRow()
                row.append(line, TextStyle(.faint), nil)
                return row.indented(max(0, size.columns - row.width) / 2)
            }
    }
}

/// Sentences as rows of a width.
struct TranscriptText {
    /// Of a sentence.
    struct Place: Hashable {
        let chunk: Int
        let row: Int
    }

    private let reader: BookReader
    private let columns: Int

    init(_ reader: BookReader, columns: Int) { (self.reader, self.columns) = (reader, columns) }

    /// Of the sentence behind this one, also where it is the next chunk's; `nil` where none is there.
    func after(_ place: Place) -> Place? {
        if let chunk = reader[place.chunk], place.row + 1 < chunk.sentences.count {
            return Place(chunk: place.chunk, row: place.row + 1)
        }
        return reader[place.chunk + 1]?.sentences.isEmpty == false ? Place(chunk: place.chunk + 1, row: 0) : nil
    }

    func before(_ place: Place) -> Place? {
        if place.row > 0 { return Place(chunk: place.chunk, row: place.row - 1) }
        guard let chunk = reader[place.chunk - 1], !chunk.sentences.isEmpty else { return nil }
        return Place(chunk: place.chunk - 1, row: chunk.sentences.count - 1)
    }

    func active(_ record: TranscriptRecord) -> [TranscriptRow] {
        rows(Place(chunk: record.chunk, row: record.row)) { lane, index in style(lane, index, record) }
    }

    /// The word that is chosen, else the one that is spoken, or was last; `nil` before the first.
    func word(_ record: TranscriptRecord) -> TokenPlace? {
        func place(_ lane: Lane, _ index: Int) -> TokenPlace {
            TokenPlace(chunk: record.chunk, row: record.row, lane: lane, index: index)
        }
        if let cursor = reader.cursor { return place(cursor.lane, cursor.index) }
        return Lane.allCases.lazy.filter { reader.isSpoken($0) && !reader.hiddenLanes.contains($0) }.compactMap {
            lane in
            record.lanes[lane].flatMap { $0.lit > 0 ? place(lane, $0.current ?? $0.lit - 1) : nil }
        }.first
    }

    func neighbor(_ place: Place) -> [TranscriptRow] { rows(place) { _, _ in TextStyle(.faint, isDim: true) } }

    private func rows(_ place: Place, _ style: (Lane, Int) -> TextStyle) -> [TranscriptRow] {
        guard let chunk = reader[place.chunk], chunk.sentences.indices.contains(place.row) else { return [] }
        return Lane.allCases.filter { !reader.hiddenLanes.contains($0) }.flatMap { lane -> [TranscriptRow] in
            guard let text = chunk.sentences[place.row].lanes[lane] else { return [] }
            let rows = wrapped(LanePieces(text), place, lane, style)
            guard let sentence = TextLine.Sentence(text.text, start: 0) else { return rows }
            return rows.map { row in
                var row = row
                row.sentence = sentence
                // It begins at the right.
                return sentence.isRightToLeft ? row.indented(columns - row.width) : row
            }
        }
    }

    /// Without colors, too, what has been spoken, what is being spoken and what is selected differ.
    private func style(_ lane: Lane, _ index: Int, _ record: TranscriptRecord) -> TextStyle {
        let color: TextColor =
            switch lane {
            case .original: .unspoken
            case .transliteration: .info
            case .translation: .good
            }
        let cursor = reader.cursor
        if let cursor, cursor.lane == lane, cursor.range.contains(index) {
            return TextStyle(.accent, isReverse: true, isUnderlined: true)
        }
        let lit = record.lanes[lane]
        if let current = lit?.current, index == current, reader.wantsToPlay, reader.isSpoken(lane) {
            return TextStyle(color, isBold: true, isReverse: true)
        }
        let isShadow = cursor.map { $0.index == index && $0.lane.isTranslation && lane.isTranslation } == true
        let isSpoken = index < (lit?.lit ?? 0)
        return TextStyle(isSpoken ? .spoken : color, isBold: isSpoken, isUnderlined: isShadow)
    }

    private func wrapped(
        _ pieces: LanePieces, _ place: Place, _ lane: Lane, _ style: (Lane, Int) -> TextStyle
    ) -> [TranscriptRow] {
        var rows: [TranscriptRow] = []
        var line = TranscriptRow()
        func end() {
            line.dropBlankEnd()
            rows.append(line)
            line = TranscriptRow()
        }
        for piece in pieces.pieces {
            let (text, token, style): (String, TokenPlace?, TextStyle) =
                switch piece {
                case .token(let index, let text):
                    (text, TokenPlace(chunk: place.chunk, row: place.row, lane: lane, index: index), style(lane, index))
                case .gap(let text): (text, nil, style(lane, -1).withoutMarks)
                }
            if line.width > 0, line.width + TextCells.cellWidth(of: text) > columns {
                // A mark that closes something begins no row.
                let carried = text.first?.isClosing == true ? line.dropLastToken() : nil
                end()
                if let carried { line.append(carried.0, carried.1, carried.2) }
            }
            if line.width == 0, token == nil, text == " " { continue }
            for part in TextCells.split(text, toCells: columns) {
                if line.width > 0, line.width + TextCells.cellWidth(of: part) > columns { end() }
                line.append(part, style, token)
            }
        }
        if line.width > 0 { end() }
        return rows
    }
}

extension Character {
    fileprivate var isClosing: Bool { "，。！？；：、）」』】》〉”’…,.!?;:)]}»".contains(self) }
}

extension Lane {
    fileprivate var isTranslation: Bool { self != .original }
}

extension BookReader {
    /// Whether what is heard speaks it: the strong light is on one side of the sentence (reader 3.6).
    fileprivate func isSpoken(_ lane: Lane) -> Bool {
        switch record.track {
        case .original: lane == .original
        case .translation: lane != .original
        case .mix, nil: true
        }
    }
}

extension TextStyle {
    fileprivate var withoutMarks: TextStyle { TextStyle(color, isBold: false, isDim: isDim) }
}

extension TranscriptRow {
    fileprivate func indented(_ columns: Int) -> TranscriptRow {
        guard columns > 0, width > 0 else { return self }
        return behind([TextSpan(String(repeating: " ", count: columns))])
    }

    /// With a bar where its sentence begins, where there is room: without colors, too, it is seen which sentence it is.
    fileprivate func marked(_ room: (left: Int, right: Int)) -> TranscriptRow {
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

    private func behind(_ start: [TextSpan]) -> TranscriptRow {
        var row = inserting(start, at: 0)
        row.sentence?.start += start.count
        return row
    }

    private func beginning(with start: [TextSpan]) -> TranscriptRow { inserting(start, at: sentence?.start ?? 0) }

    private func inserting(_ new: [TextSpan], at place: Int) -> TranscriptRow {
        var row = TranscriptRow()
        for (span, token) in spans.prefix(place) { row.append(span.text, span.style, token) }
        for span in new { row.append(span.text, span.style, nil) }
        for (span, token) in spans.dropFirst(place) { row.append(span.text, span.style, token) }
        row.sentence = sentence
        return row
    }
}
