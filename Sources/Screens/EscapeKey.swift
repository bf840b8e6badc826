import Debugger
import Events
import Panels

/// What `Esc` closes: one thing at a time.
enum Closable: Hashable, Sendable, CaseIterable {
    // The innermost first. A line that is typed into and a list take the key before it comes here.
    case notice, pendingRun, logWork, runAhead, popup, statistics, export, probe, pair, range
    // Of a screen.
    case search, filter, log
    /// The screen itself, where another one is behind it.
    case screen
}

extension ScreenModel {
    /// What is open.
    func closables(_ played: Played) -> Set<Closable> {
        var open: Set<Closable> = []
        if notice != nil { open.insert(.notice) }
        if debugger.awaitedRun != nil { open.insert(.pendingRun) }
        if debugger.logMatch != nil || debugger.logWriting != nil { open.insert(.logWork) }
        if played.isBusy { open.insert(.runAhead) }
        if popup != nil { open.insert(.popup) }
        if picture.showsStatistics { open.insert(.statistics) }
        if exporting != nil { open.insert(.export) }
        if debugger.probe != nil { open.insert(.probe) }
        if debugger.showsPair { open.insert(.pair) }
        if debugger.range != .none { open.insert(.range) }
        if screen != .player { open.insert(.screen) }
        return open.union(part.closables)
    }

    /// Closes the innermost thing that is open.
    /// - Parameter lastNotice: what was on the status line when the key was pressed; it goes before anything else.
    mutating func closeInnermost(_ lastNotice: String?, _ played: Played) -> [ScreenAction] {
        var open = closables(played)
        if lastNotice != nil { open.insert(.notice) }
        guard let innermost = Closable.allCases.first(where: open.contains) else {
            sayHowToQuit()
            return []
        }
        return close(innermost, played)
    }

    private mutating func close(_ thing: Closable, _ played: Played) -> [ScreenAction] {
        switch thing {
        case .notice: notice = nil
        case .pendingRun: debugger.awaitedRun = nil
        case .logWork:
            (debugger.logMatch, debugger.logWriting) = (nil, nil)
            notice = "canceled"
            return [.abandonLogWriting]
        case .runAhead: return [.abandonRunAhead]
        case .popup: popup = nil
        case .statistics: picture.showsStatistics = false
        case .export: return [.abandonExport]
        case .probe: return debugger.closeProbe()
        case .pair: debugger.showsPair = false
        case .range: debugger.range = .none
        case .search, .filter, .log: return apply(pass(.close(thing), played) ?? .nothing)
        case .screen:
            guard opening.steps else { return apply(debugger.leave()) }
            sayHowToQuit()
        }
        return []
    }

    /// `cameo step` is this screen: there is nothing behind it.
    private mutating func sayHowToQuit() {
        guard opening.steps else { return }
        let panels = screen == .player ? " shows the panels again" : " hides the panels"
        notice = keys.advice("", .quit, " quits") + keys.advice(", ", .toggleDebug, panels)
    }
}
