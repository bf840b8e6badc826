import Cells
import Engine
import Events
import Typesetting

/// The text of a book as rows of a width, around the sentence that has the light: paragraphs, headings and lists where the book says which
/// there are.
struct TranscriptText {
    /// Of a sentence.
    struct Place: Hashable {
        let chunk: Int
        let row: Int
    }

    /// Sentences whose rows go on with each other: those of a paragraph where one language is shown, else each for itself.
    struct Group: Hashable {
        let first: Place
        let last: Place
    }

    /// A piece of a row's text.
    private struct Piece {
        let text: String
        let token: TokenPlace?
        let style: TextStyle
    }

    private let reader: BookReader
    private let record: TranscriptRecord
    private let columns: Int
    /// Its sentence has the light, and no word of it.
    private let isCalm: Bool

    init(_ reader: BookReader, _ record: TranscriptRecord, columns: Int, isCalm: Bool = false) {
        (self.reader, self.record, self.columns, self.isCalm) = (reader, record, columns, isCalm)
    }

    /// The sentence that has the light.
    var here: Place { Place(chunk: record.chunk, row: record.row) }

    func isActive(_ row: TranscriptRow) -> Bool {
        row.tokens.contains { $0?.chunk == record.chunk && $0?.row == record.row }
    }

    // MARK: Places

    /// Of the sentence behind this one, also where it is the next chunk's; `nil` where none is there.
    private func after(_ place: Place) -> Place? {
        if let chunk = reader[place.chunk], place.row + 1 < chunk.sentences.count {
            return Place(chunk: place.chunk, row: place.row + 1)
        }
        return reader[place.chunk + 1]?.sentences.isEmpty == false ? Place(chunk: place.chunk + 1, row: 0) : nil
    }

    private func before(_ place: Place) -> Place? {
        if place.row > 0 { return Place(chunk: place.chunk, row: place.row - 1) }
        guard let chunk = reader[place.chunk - 1], !chunk.sentences.isEmpty else { return nil }
        return Place(chunk: place.chunk - 1, row: chunk.sentences.count - 1)
    }

    private func sentence(_ place: Place) -> BookSentence? {
        guard let chunk = reader[place.chunk], chunk.sentences.indices.contains(place.row) else { return nil }
        return chunk.sentences[place.row]
    }

    private func lanes(_ sentence: BookSentence) -> [Lane] {
        Lane.allCases.filter { sentence.lanes[$0] != nil && !reader.hiddenLanes.contains($0) }
    }

    // MARK: Groups

    /// A paragraph is looked at so many chunks on either side: it may be as long as the book.
    private static let chunksOfGroup = 3

    func group(at place: Place) -> Group {
        var (first, last) = (place, place)
        guard let lane = lane(place) else { return Group(first: first, last: last) }
        while !begins(first), let before = before(first), self.lane(before) == lane,
            place.chunk - before.chunk <= Self.chunksOfGroup
        {
            first = before
        }
        while let after = after(last), self.lane(after) == lane, !begins(after),
            after.chunk - place.chunk <= Self.chunksOfGroup
        {
            last = after
        }
        return Group(first: first, last: last)
    }

    /// The only one that is shown of a sentence that is part of a paragraph.
    private func lane(_ place: Place) -> Lane? {
        guard let sentence = sentence(place), sentence.block != nil else { return nil }
        let lanes = lanes(sentence)
        return lanes.count == 1 ? lanes[0] : nil
    }

    /// It begins its paragraph.
    private func begins(_ place: Place) -> Bool { sentence(place)?.block?.isStart != false }

    /// Rows behind a group, and whether the book ends with them.
    /// - Parameter rest: of the group itself.
    func below(_ group: Group, after rest: [TranscriptRow], atLeast count: Int) -> ([TranscriptRow], isEnd: Bool) {
        var (rows, last) = (rest, group)
        while rows.count < count, let place = after(last.last) {
            let next = self.group(at: place)
            rows += joined(gap(last, next), self.rows(next))
            last = next
        }
        let isLast = last.last.chunk == (reader.book?.chunks.count ?? 0) - 1 && !reader.hasMoreToCome
        return (rows, rows.count < count && isLast)
    }

    /// Rows before a group, and whether no more of them are on their way.
    func above(_ group: Group, before rest: [TranscriptRow], atLeast count: Int) -> ([TranscriptRow], isAll: Bool) {
        var (rows, first) = (rest, group)
        while rows.count < count, let place = before(first.first) {
            let previous = self.group(at: place)
            rows = joined(self.rows(previous), gap(previous, first)) + rows
            first = previous
        }
        return (rows, first.first.row > 0 || !reader.wantedChunks.contains(first.first.chunk - 1))
    }

    /// A group of which nothing is shown has no gap either.
    private func joined(_ one: [TranscriptRow], _ other: [TranscriptRow]) -> [TranscriptRow] {
        (one + other).contains { $0.width > 0 } ? one + other : []
    }

    /// Between paragraphs, but not between the items of a list.
    private func gap(_ one: Group, _ other: Group) -> [TranscriptRow] {
        let lanes = [lane(one.last), lane(other.first)]
        let isList = [one.last, other.first].allSatisfy { sentence($0)?.block?.kind.isItem == true }
        // A list in one language, or a paragraph of which not all was looked at.
        return lanes[0] != nil && lanes[0] == lanes[1] && (isList || !begins(other.first)) ? [] : [TranscriptRow()]
    }

    // MARK: Rows

    func rows(_ group: Group) -> [TranscriptRow] {
        guard let sentence = sentence(group.first) else { return [] }
        // Most of the row is left to the text.
        let sign = ItemSign(sentence.block, atMost: columns / 3)
        return lanes(sentence).enumerated().flatMap { number, lane in
            let (pieces, text) = pieces(group, lane)
            let direction = TextLine.Sentence(text, start: 0)
            return wrapped(pieces, columns - sign.further.count).enumerated().map { place, row in
                var row = lightingWordsAlone(row)
                row.sentence = direction
                return indented(row, number == 0 && place == 0 ? sign.first : sign.further)
            }
        }
    }

    /// Where it is written from right to left it begins at the right.
    private func indented(_ row: TranscriptRow, _ start: String) -> TranscriptRow {
        let span = start.isEmpty ? [] : [TextSpan(start, TextStyle(.accent))]
        guard row.sentence?.isRightToLeft == true else { return row.behind(span) }
        let signed = row.beginning(with: span)
        return signed.indented(columns - signed.width)
    }

    /// What the sentences of a group have in a lane, and all of their text.
    private func pieces(_ group: Group, _ lane: Lane) -> ([Piece], String) {
        var (pieces, text): ([Piece], String) = ([], "")
        var next: Place? = group.first
        while let place = next {
            if let lane = sentence(place)?.lanes[lane] {
                if let gap = Self.gap(text, lane.text) {
                    pieces.append(Piece(text: gap, token: nil, style: style(place)))
                    text += gap
                }
                text += lane.text
            }
            pieces += self.pieces(place, lane)
            next = place == group.last ? nil : after(place)
        }
        return (pieces, text)
    }

    private func pieces(_ place: Place, _ lane: Lane) -> [Piece] {
        guard let text = sentence(place)?.lanes[lane] else { return [] }
        return LanePieces(text).pieces.map { piece in
            switch piece {
            case .token(let index, let text):
                Piece(
                    text: text, token: TokenPlace(chunk: place.chunk, row: place.row, lane: lane, index: index),
                    style: place == here ? style(lane, index) : style(place))
            case .gap(let text):
                Piece(text: text, token: nil, style: place == here ? unlitStyle(lane).withoutMarks : style(place))
            }
        }
    }

    /// Wide letters have no blanks between their sentences.
    private static func gap(_ before: String, _ after: String) -> String? {
        guard let last = before.last, let first = after.first else { return nil }
        let isWide = [last, first].allSatisfy { TerminalText.cellWidth(of: String($0)) > 1 }
        return isWide || last.isWhitespace || first.isWhitespace ? nil : " "
    }

    private func wrapped(_ pieces: [Piece], _ columns: Int) -> [TranscriptRow] {
        var rows: [TranscriptRow] = []
        var line = TranscriptRow()
        func end() {
            line.dropBlankEnd()
            rows.append(line)
            line = TranscriptRow()
        }
        for piece in pieces {
            let text = piece.text
            if line.width > 0, line.width + TerminalText.cellWidth(of: text) > columns {
                // A mark that closes something begins no row.
                let carried = text.first?.isClosing == true ? line.dropLastToken() : nil
                end()
                if let carried { line.append(carried.0, carried.1, carried.2) }
            }
            if line.width == 0, piece.token == nil, text == " " { continue }
            for part in TerminalText.split(text, toCells: columns) {
                if line.width > 0, line.width + TerminalText.cellWidth(of: part) > columns { end() }
                line.append(part, piece.style, piece.token)
            }
        }
        if line.width > 0 { end() }
        return rows
    }

    // MARK: Styles

    /// The word that is chosen, else the one that is spoken, or was last; `nil` before the first.
    var word: TokenPlace? {
        func place(_ lane: Lane, _ index: Int) -> TokenPlace {
            TokenPlace(chunk: record.chunk, row: record.row, lane: lane, index: index)
        }
        if let cursor = reader.cursor { return place(cursor.lane, cursor.index) }
        return Lane.allCases.lazy.filter { reader.isSpoken($0) && !reader.hiddenLanes.contains($0) }.compactMap {
            lane in
            record.lanes[lane].flatMap { $0.lit > 0 ? place(lane, $0.current ?? $0.lit - 1) : nil }
        }.first
    }

    /// Of a sentence without the light.
    private func style(_ place: Place) -> TextStyle {
        isHeading(place) ? TextStyle(.plain, isBold: true) : TextStyle(.faint, isDim: true)
    }

    private func isHeading(_ place: Place) -> Bool { sentence(place)?.block?.kind.isHeading == true }

    /// Of the sentence that has it, where no word is spoken.
    private func unlitStyle(_ lane: Lane) -> TextStyle {
        let color: TextColor =
            switch lane {
            case .original: .unspoken
            case .transliteration: .info
            case .translation: .good
            }
        return TextStyle(color, isBold: isHeading(here))
    }

    /// Without colors, too, what has been spoken, what is being spoken and what is selected differ.
    private func style(_ lane: Lane, _ index: Int) -> TextStyle {
        let unlit = unlitStyle(lane)
        let cursor = reader.cursor
        if let cursor, cursor.lane == lane, cursor.range.contains(index) {
            return TextStyle(.accent, isReverse: true, isUnderlined: true)
        }
        let lit = isCalm ? nil : record.lanes[lane]
        if let current = lit?.current, index == current, reader.wantsToPlay, reader.isSpoken(lane) {
            return TextStyle(unlit.color, isBold: true, isReverse: true)
        }
        let isShadow = cursor.map { $0.index == index && $0.lane.isTranslation && lane.isTranslation } == true
        let isSpoken = index < (lit?.lit ?? 0)
        return TextStyle(
            isSpoken ? .spoken : unlit.color, isBold: isSpoken || unlit.isBold, isUnderlined: isShadow)
    }

    /// The marks around a word that is lit or chosen look like words that are not.
    private func lightingWordsAlone(_ row: TranscriptRow) -> TranscriptRow {
        var result = TranscriptRow()
        for (span, token) in row.spans {
            guard let token, Place(chunk: token.chunk, row: token.row) == here, span.style != unlitStyle(token.lane)
            else {
                result.append(span.text, span.style, token)
                continue
            }
            let edges = WordEdges(span.text)
            let unlit = unlitStyle(token.lane)
            let parts = [(edges.before, unlit), (edges.word, span.style), (edges.after, unlit)]
            for (part, style) in parts where !part.isEmpty {
                result.append(String(part), style, token)
            }
        }
        return result
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
