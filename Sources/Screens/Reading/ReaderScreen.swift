import Events
import Panels
import Reader

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
    mutating func receive(_ answered: Lookup) { if lookup?.words == answered.words { lookup = answered } }

    /// Goes to the first sentence that has it, as soon as that is known: from the one on that was read when it was
    /// searched, and behind the last one from the beginning.
    /// - Parameter notice: what stands in the line.
    mutating func receive(_ found: BookMatches, _ played: Played, saying notice: String?) -> Outcome {
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
        case .mouse(let event, let part): return receive(event, on: part, reader, context)
        case .close(.lookup): (lookup, lookupScroll) = (nil, 0)
        case .close(.search): matches = nil
        case .close, .opened, .panelsDue: return nil
        }
        return .nothing
    }
}
