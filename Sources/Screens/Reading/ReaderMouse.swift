import Events
import Keys
import Panels
import Reader

/// A click on a word goes there, one beside the text pauses; the wheel goes from sentence to sentence (reader 4.1, 5.1).
extension ReaderScreen {
    mutating func receive(
        _ event: MouseEvent, on part: ScreenLayout.Part, _ reader: BookReader, _ context: ScreenContext
    ) -> Outcome {
        let played = context.played
        switch (part, event.action) {
        case (.lookup, .wheelUp): scrollLookup(rows: -3, context)
        case (.lookup, .wheelDown): scrollLookup(rows: 3, context)
        case (.transcript, .wheelUp): return wish(.previous, played)
        case (.transcript, .wheelDown): return wish(.next, played)
        case (.transcript, .pressed(1)): return click(event.cell, reader, context)
        case (.progress, .pressed(1)):
            guard let rect = context.layout[.progress], let numbers = reader.numbers else { return .nothing }
            let column = event.cell.column - rect.origin.column
            let number = numbers.lowerBound + (numbers.count - 1) * column / max(1, rect.size.columns - 1)
            return wish(.jump(sentence: number), played)
        default: break
        }
        return .nothing
    }

    private func click(_ cell: CellPoint, _ reader: BookReader, _ context: ScreenContext) -> Outcome {
        guard let rect = context.layout[.transcript] else { return .nothing }
        let panel = TranscriptPanel(reader, in: rect, beside: context.tile)
        guard let token = panel.token(at: cell), let chunk = reader[token.chunk],
            chunk.sentences.indices.contains(token.row)
        else { return wish(reader.wantsToPlay ? .pause : .resume, context.played) }
        let number = chunk.sentences[token.row].number
        return wish(.place(BookPlace(sentence: number, token.lane, word: token.index)), context.played)
    }

    private func wish(_ command: ReaderCommand, _ played: Played) -> Outcome {
        played.book.isReadHere ? Outcome(nil, Self.read(command, played)) : .nothing
    }
}
