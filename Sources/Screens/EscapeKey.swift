import Debugger
import Events
import Panels

/// What `Esc` closes: one thing at a time.
enum Closable: Hashable, Sendable, CaseIterable {
    // The innermost first. A line that is typed into and a list take the key before it comes here.
    case message, pendingRun, logWork, runAhead, popup, statistics, export, probe, pair, range, search, filter, log
    case debugger
}

extension ScreenModel {
    /// What is open.
    func closables(_ played: Played) -> Set<Closable> {
        var open: Set<Closable> = []
        if message != nil { open.insert(.message) }
        if debugger.awaitedRun != nil { open.insert(.pendingRun) }
        if debugger.logMatch != nil || debugger.logWriting != nil { open.insert(.logWork) }
        if played.isBusy { open.insert(.runAhead) }
        if popup != nil { open.insert(.popup) }
        if player.showsStatistics { open.insert(.statistics) }
        if exporting != nil { open.insert(.export) }
        if debugger.probe != nil { open.insert(.probe) }
        if debugger.showsPair { open.insert(.pair) }
        if debugger.range != .none { open.insert(.range) }
        if debugger.isOpen {
            if !debugger.log.search.isEmpty { open.insert(.search) }
            if !debugger.log.filter.isEmpty { open.insert(.filter) }
            open.insert(.debugger)
        } else if player.showsLog {
            open.insert(.log)
        }
        return open
    }

    /// Closes the innermost thing that is open.
    /// - Parameter said: what was on the status line when the key was pressed; it goes before anything else.
    mutating func closeInnermost(_ said: String?, _ played: Played) -> [ScreenAction] {
        var open = closables(played)
        if said != nil { open.insert(.message) }
        guard let innermost = Closable.allCases.first(where: open.contains) else {
            sayHowToQuit()
            return []
        }
        return close(innermost, played)
    }

    private mutating func close(_ thing: Closable, _ played: Played) -> [ScreenAction] {
        switch thing {
        case .message: message = nil
        case .pendingRun: debugger.awaitedRun = nil
        case .logWork:
            (debugger.logMatch, debugger.logWriting) = (nil, nil)
            message = "given up"
            return [.abandonLogWriting]
        case .runAhead: return [.abandonRunAhead]
        case .popup: popup = nil
        case .statistics: player.showsStatistics = false
        case .export: return [.abandonExport]
        case .probe: return debugger.closeProbe()
        case .pair: debugger.showsPair = false
        case .range: debugger.range = .none
        case .search: debugger.log.search = ""
        case .filter:
            debugger.setFilter(LogFilter(), in: played.log)
            message = "all lines"
        case .log: player.showsLog = false
        case .debugger:
            guard setting.steps else { return closeDebugger() }
            sayHowToQuit()
        }
        return []
    }

    /// `cameo step` is this screen: there is nothing behind it.
    private mutating func sayHowToQuit() {
        guard setting.steps else { return }
        message = "q quits, d \(debugger.isOpen ? "hides the panels" : "shows the panels again")"
    }
}
