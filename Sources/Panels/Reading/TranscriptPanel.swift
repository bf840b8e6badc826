import Cells
import Events
import Reader

/// The text of a book while it is read: the sentence that has the light in the middle, its neighbors dim around it (reader 3.6).
package struct TranscriptPanel: Hashable, Sendable {
    package let rect: CellRect
    private let rows: [TranscriptRow]

    package init(_ reader: BookReader, in rect: CellRect) {
        self.rect = rect
        let width = max(1, min(rect.size.columns - 2 * Self.margin(rect.size.columns), Self.widest))
        guard let chunk = reader.chunk, let record = reader.record.transcript else {
            rows = Self.message(reader, rect.size)
            return
        }
        let text = TranscriptText(chunk, reader, columns: width)
        rows = Self.placed(text, record, in: rect.size, indent: max(0, rect.size.columns - width) / 2)
    }

    /// Longer lines are not found again by eyes that come to their end.
    private static let widest = 88

    private static func margin(_ columns: Int) -> Int { columns >= 60 ? 4 : columns >= 30 ? 1 : 0 }

    package var panel: Panel { Panel(rect, rows.map { TextLine($0.texts) }) }

    /// What has been clicked.
    package func token(at point: CellPoint) -> TokenPlace? {
        let (column, row) = (point.column - rect.origin.column, point.row - rect.origin.row)
        guard rows.indices.contains(row) else { return nil }
        return rows[row].token(at: column)
    }

    // MARK: Placing

    /// The sentence that has the light stands a little above the middle; what is longer than the window begins at its top.
    private static func placed(
        _ text: TranscriptText, _ record: TranscriptRecord, in size: CellSize, indent: Int
    ) -> [TranscriptRow] {
        let active = text.active(record)
        var above: [TranscriptRow] = []
        var below: [TranscriptRow] = []
        let free = max(0, size.rows - active.count)
        let wantedAbove = free * 2 / 5
        var row = record.row - 1
        while above.count < wantedAbove, let lines = text.neighbor(row) {
            above = lines + [TranscriptRow()] + above
            row -= 1
        }
        row = record.row + 1
        while below.count < free, let lines = text.neighbor(row) {
            below += [TranscriptRow()] + lines
            row += 1
        }
        let blank = Array(repeating: TranscriptRow(), count: max(0, wantedAbove - above.count))
        let all = blank + above.suffix(wantedAbove) + active + below
        return all.prefix(size.rows).map { $0.indented(indent) }
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
    private let chunk: LoadedChunk
    private let cursor: WordCursor?
    private let hidden: Set<Lane>
    private let isPlaying: Bool
    private let columns: Int

    init(_ chunk: LoadedChunk, _ reader: BookReader, columns: Int) {
        (self.chunk, cursor, hidden) = (chunk, reader.cursor, reader.hiddenLanes)
        (isPlaying, self.columns) = (reader.wantsToPlay, columns)
    }

    func active(_ record: TranscriptRecord) -> [TranscriptRow] {
        rows(record.row) { lane, index in style(lane, index, record) }
    }

    /// `nil` beyond the chunk.
    func neighbor(_ row: Int) -> [TranscriptRow]? {
        guard chunk.sentences.indices.contains(row) else { return nil }
        return rows(row) { _, _ in TextStyle(.faint, isDim: true) }
    }

    private func rows(_ row: Int, _ style: (Lane, Int) -> TextStyle) -> [TranscriptRow] {
        Lane.allCases.filter { !hidden.contains($0) }.flatMap { lane -> [TranscriptRow] in
            guard let text = chunk.sentences[row].lanes[lane] else { return [] }
            return wrapped(LanePieces(text), row, lane, style)
        }
    }

    /// Without colors, too, what has been spoken, what is being spoken and what is selected differ.
    private func style(_ lane: Lane, _ index: Int, _ record: TranscriptRecord) -> TextStyle {
        let color: TextColor =
            switch lane {
            case .original: .plain
            case .transliteration: .info
            case .translation: .good
            }
        if cursor == WordCursor(lane, index) { return TextStyle(.accent, isReverse: true, isUnderlined: true) }
        let lit = record.lanes[lane]
        let isShadow = cursor.map { $0.index == index && $0.lane.isTranslation && lane.isTranslation } == true
        if let current = lit?.current, index == current, isPlaying {
            return TextStyle(color, isBold: true, isReverse: true)
        }
        return TextStyle(color, isBold: index < (lit?.lit ?? 0), isUnderlined: isShadow)
    }

    private func wrapped(
        _ pieces: LanePieces, _ row: Int, _ lane: Lane, _ style: (Lane, Int) -> TextStyle
    ) -> [TranscriptRow] {
        var rows: [TranscriptRow] = []
        var line = TranscriptRow()
        func end() {
            line.dropBlankEnd()
            rows.append(line)
            line = TranscriptRow()
        }
        for piece in pieces.pieces {
            let (text, place, style): (String, TokenPlace?, TextStyle) =
                switch piece {
                case .token(let index, let text):
                    (text, TokenPlace(row: row, lane: lane, index: index), style(lane, index))
                case .gap(let text): (text, nil, style(lane, -1).withoutMarks)
                }
            if line.width > 0, line.width + TextCells.cellWidth(of: text) > columns {
                // A mark that closes something begins no row.
                let carried = text.first?.isClosing == true ? line.dropLastToken() : nil
                end()
                if let carried { line.append(carried.0, carried.1, carried.2) }
            }
            if line.width == 0, place == nil, text == " " { continue }
            for part in TextCells.split(text, toCells: columns) {
                if line.width > 0, line.width + TextCells.cellWidth(of: part) > columns { end() }
                line.append(part, style, place)
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

extension TextStyle {
    fileprivate var withoutMarks: TextStyle { TextStyle(color, isBold: false, isDim: isDim) }
}

extension TextCells {
    /// Parts of at most so many cells; characters stay whole.
    fileprivate static func split(_ text: String, toCells cells: Int) -> [String] {
        guard cellWidth(of: text) > cells else { return [text] }
        var (parts, part, width): ([String], String, Int) = ([], "", 0)
        for character in text {
            let step = cellWidth(of: String(character))
            if width > 0, width + step > cells {
                parts.append(part)
                (part, width) = ("", 0)
            }
            part.append(character)
            width += step
        }
        return parts + [part]
    }
}

extension TranscriptRow {
    fileprivate func indented(_ columns: Int) -> TranscriptRow {
        guard columns > 0, width > 0 else { return self }
        var row = TranscriptRow()
        row.append(String(repeating: " ", count: columns), .plain, nil)
        for (span, token) in spans { row.append(span.text, span.style, token) }
        return row
    }
}
