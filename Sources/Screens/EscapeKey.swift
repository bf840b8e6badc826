import Events
import Panels

/// What `Esc` closes: one thing at a time.
enum Closable: Hashable, Sendable, CaseIterable {
    // The innermost first. A line that is typed into and a list take the key before it comes here.
    case pendingRun, logWork, runAhead, popup, statistics, export, probe, pair, range
    // Of a screen.
    case lookup, search, filter, log
    /// The screen itself, where another one is behind it.
    case screen
}

extension ScreenModel {
    /// What is open.
    func closables(_ played: Played) -> Set<Closable> {
        var open: Set<Closable> = []
        if stepping.awaitedRun != nil { open.insert(.pendingRun) }
        if stepping.logMatch != nil || stepping.logWriting != nil { open.insert(.logWork) }
        if played.isBusy { open.insert(.runAhead) }
        if popup != nil { open.insert(.popup) }
        if picture.showsStatistics { open.insert(.statistics) }
        if exporting != nil { open.insert(.export) }
        if stepping.probe != nil { open.insert(.probe) }
        if stepping.showsPair { open.insert(.pair) }
        if stepping.range != .none { open.insert(.range) }
        // What made room for the player comes back by its own key.
        if screens.count > 1, screen != .player || opening.isHosting { open.insert(.screen) }
        return open.union(part.closables(stepping))
    }

    /// Closes the innermost thing that is open.
    mutating func closeInnermost(_ played: Played) -> [ScreenAction] {
        let open = closables(played)
        guard let innermost = Closable.allCases.first(where: open.contains) else {
            if opening.isChat, isAnswering(played) { return hushInChat(played) }
            if screen == .face { return perform(.toggleHelp, played) }
            sayHowToQuit()
            return []
        }
        return close(innermost, played)
    }

    private mutating func close(_ thing: Closable, _ played: Played) -> [ScreenAction] {
        switch thing {
        case .pendingRun: stepping.awaitedRun = nil
        case .logWork:
            (stepping.logMatch, stepping.logWriting) = (nil, nil)
            notice = "Canceled"
            return [.abandonLogWriting]
        case .runAhead: return [.abandonRunAhead]
        case .popup: popup = nil
        case .statistics: picture.showsStatistics = false
        case .export: return [.abandonExport]
        case .probe: return stepping.closeProbe()
        case .pair: stepping.showsPair = false
        case .range: stepping.range = .none
        case .lookup, .search, .filter, .log: return apply(pass(.close(thing), played) ?? .nothing)
        case .screen: return apply(pass(.close(thing), played) ?? Outcome(leaves: true))
        }
        return []
    }

    /// Where the program was opened on the step-debug screen: there is nothing behind it.
    private mutating func sayHowToQuit() {
        guard opening.steps else { return }
        let panels = screen == .player ? " to show the panels" : " to hide the panels"
        notice = keys.advice("Press ", .quit, " to quit") + keys.advice(", ", .toggleDebug, panels)
    }
}
