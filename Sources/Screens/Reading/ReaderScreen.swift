import Engine
import Events
import Keys
import Panels

/// The screen on which a book is read: its text, and a pane for what is looked up.
package struct ReaderScreen: Equatable, Sendable {
    package internal(set) var lookup: Lookup?
    var lookupScroll = 0
    var matches: BookMatches?
    /// The one of which it was said last the how-manieth it is.
    var countedMatch: CountedMatch?
    /// There is a picture of what is read.
    var isIllustrated = false
    var showsIllustrations = true
}

extension ReaderScreen {
    /// What was asked for last counts.
    mutating func receiveLookup(_ answered: Lookup) { if lookup?.words == answered.words { lookup = answered } }

    /// Goes to the first sentence that has it, as soon as that is known: from the one on that was read when it was
    /// searched, and behind the last one from the beginning.
    /// - Parameter notice: what stands in the line.
    mutating func receiveMatches(_ found: BookMatches, _ played: Played, saying notice: String?) -> Outcome {
        guard let before = matches, (before.text, before.start) == (found.text, found.start) else { return .nothing }
        matches = found
        guard !found.sentences.isEmpty else { return found.part < 1 ? .nothing : Outcome("Not found: \(found.text)") }
        guard before.sentences.isEmpty else {
            // The count that is read now is brought up to date.
            guard let counted = countedMatch, notice == before.words(of: counted) else { return .nothing }
            return Outcome(found.words(of: counted))
        }
        let match = found.next(from: found.start.sentence - 1, forward: true)
        countedMatch = match
        return Outcome(found.words(of: match), Self.go(to: match.sentence, played))
    }
}

extension ReaderScreen: ScreenPart {
    var arrangement: any PanelArrangement {
        ReaderPanels(hasLookup: lookup != nil, hasIllustration: isIllustrated && showsIllustrations)
    }
    var isForStepping: Bool { false }
    var helpGroups: [HelpPanel.Group] { [] }

    func closables(_ stepping: Stepping) -> Set<Closable> {
        var open: Set<Closable> = []
        if lookup != nil { open.insert(.lookup) }
        if matches != nil { open.insert(.search) }
        return open
    }

    mutating func handle(_ input: ScreenPartInput, _ stepping: inout Stepping, _ context: ScreenContext) -> Outcome? {
        guard let reader = context.played.reader else { return nil }
        switch input {
        case .command(let command): return perform(command, reader, &stepping, context)
        case .mouse(let event, let part): return receiveMouse(event, on: part, reader, context)
        case .close(.lookup): (lookup, lookupScroll) = (nil, 0)
        case .close(.search): matches = nil
        case .close, .opened, .panelsDue: return nil
        }
        return .nothing
    }
}

/// A click on a word goes there, one beside the text pauses; the wheel goes from sentence to sentence (reader 4.1, 5.1).
extension ReaderScreen {
    mutating func receiveMouse(
        _ event: MouseEvent, on part: ScreenLayout.Part, _ reader: BookReader, _ context: ScreenContext
    ) -> Outcome {
        let played = context.played
        switch (part, event.action) {
        case (.lookup, .wheelUp): scrollLookup(rows: -3, context)
        case (.lookup, .wheelDown): scrollLookup(rows: 3, context)
        case (.transcript, .wheelUp): return request(.previous, played)
        case (.transcript, .wheelDown): return request(.next, played)
        case (.transcript, .pressed(1)): return click(event.cell, reader, context)
        case (.progress, .pressed(1)):
            guard let rect = context.layout[.progress], let numbers = reader.numbers else { return .nothing }
            let column = event.cell.column - rect.origin.column
            let number = numbers.lowerBound + (numbers.count - 1) * column / max(1, rect.size.columns - 1)
            return request(.jump(sentence: number), played)
        default: break
        }
        return .nothing
    }

    private func click(_ cell: CellPoint, _ reader: BookReader, _ context: ScreenContext) -> Outcome {
        guard let rect = context.layout[.transcript] else { return .nothing }
        let panel = TranscriptPanel(reader, in: rect, beside: context.tile)
        guard let token = panel.token(at: cell), let chunk = reader[token.chunk],
            chunk.sentences.indices.contains(token.row)
        else { return request(reader.wantsToPlay ? .pause : .resume, context.played) }
        let number = chunk.sentences[token.row].number
        return request(.place(BookPlace(sentence: number, token.lane, word: token.index)), context.played)
    }

    private func request(_ command: ReaderCommand, _ played: Played) -> Outcome {
        played.book.isReadHere ? Outcome(nil, Self.read(command, played)) : .nothing
    }
}
