import Debugger
import Events
import Panels

/// What `Esc` closes: one thing at a time.
enum Closable: Hashable, Sendable, CaseIterable {
    // The innermost first. A line that is typed into and a list take the key before it comes here.
    case message, pendingRun, logWork, hearing, popup, statistics, export, probe, pair, range, search, filter, log
    case debugger
}

extension ScreenState {
    /// What is open of this state; what the loop has at work is added to it.
    var closables: Set<Closable> {
        var open: Set<Closable> = []
        if message != nil { open.insert(.message) }
        if debug.awaitedRun != nil { open.insert(.pendingRun) }
        if popup != nil { open.insert(.popup) }
        if showsStatistics { open.insert(.statistics) }
        if debug.probe != nil { open.insert(.probe) }
        if debug.showsPair { open.insert(.pair) }
        if debug.rangeStart != nil || debug.landmarks.selection != nil { open.insert(.range) }
        if debug.isOpen {
            if !debug.log.search.isEmpty { open.insert(.search) }
            if !debug.log.filter.isEmpty { open.insert(.filter) }
            open.insert(.debugger)
        } else if showsLog {
            open.insert(.log)
        }
        return open
    }
}

extension RunLoop {
    /// Closes the innermost thing that is open.
    /// - Parameter said: what was on the status line when the key was pressed; it goes before anything else.
    func close(_ said: String?, at now: Instant) {
        var open = state.closables
        if said != nil { open.insert(.message) }
        if logMatch != nil || logWriting != nil { open.insert(.logWork) }
        if playback.isBusy { open.insert(.hearing) }
        if exportJob != nil { open.insert(.export) }
        guard let innermost = Closable.allCases.first(where: open.contains) else { return sayHowToQuit() }
        close(innermost, at: now)
    }

    private func close(_ thing: Closable, at now: Instant) {
        switch thing {
        case .message: state.message = nil
        case .pendingRun: state.debug.awaitedRun = nil
        case .logWork: if abandonLogWork() { state.message = "given up" }
        case .hearing: playback.abandon(at: now)
        case .popup: state.popup = nil
        case .statistics: state.showsStatistics = false
        case .export: exportJob?.giveUp()
        case .probe: closeProbe()
        case .pair: state.debug.showsPair = false
        case .range: (state.debug.rangeStart, state.debug.landmarks.selection) = (nil, nil)
        case .search: state.debug.log.search = ""
        case .filter:
            setFilter(LogFilter())
            state.message = "all lines"
        case .log: state.showsLog = false
        case .debugger: if options.steps { sayHowToQuit() } else { closeDebugger() }
        }
    }

    /// `cameo step` is this screen: there is nothing behind it.
    private func sayHowToQuit() {
        guard options.steps else { return }
        state.message = "q quits, d \(state.debug.isOpen ? "hides the panels" : "shows the panels again")"
    }
}
