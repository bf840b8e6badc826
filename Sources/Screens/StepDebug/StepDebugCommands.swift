import Events
import Keys
import Panels

/// What commands do on the step-debug screen, where they do something else than on every screen.
extension StepDebugScreen: ScreenPart {
    var arrangement: any PanelArrangement {
        StepDebugPanels(
            log: shown.log, timeline: shown.timeline, inspector: shown.inspector, isLogAlone: isLogAlone,
            isOfBook: isOfBook)
    }
    var isForStepping: Bool { peek == nil }
    var helpGroups: [HelpPanel.Group] {
        [HelpPanel.Group("timeline", TimelinePanel.legend.map { ($0.sign, $0.meaning) })]
    }

    /// What keys do where a book is read: it has words and sentences in the place of frames and chunks, and no picture to be looked at.
    func bookHelp(_ keys: KeyMap) -> [HelpPanel.Group] {
        keys.groups.compactMap { group in
            let rows = group.rows.compactMap { row in Self.bookMeaning(row).map { (row.key, $0) } }
            return rows.isEmpty ? nil : HelpPanel.Group(group.title, rows)
        }
    }

    static func bookMeaning(_ row: KeyMap.Row) -> String? {
        switch row.command {
        case .frameForward: "next word"
        case .frameBack: "previous word"
        case .chunkForward: "next sentence"
        case .chunkBack: "previous sentence"
        case .zoomIn: "zoom in"
        case .zoomOut: "zoom out"
        case .toStart: "first word"
        case .toEnd: "last word"
        case .tenth: "jump to that tenth"
        case .toggleTimeline: "file being played"
        case .toggleInspector: "reader state"
        case .toggleLog: "log"
        case .goLive: "back to the current sound"
        case .askPlace: "go to 5s, or a mark"
        case .nextView, .previousView, .toggleOutline, .moreOnion, .lessOnion, .slotA, .slotB, .togglePair,
            .toggleProbe, .moveProbe, .toggleFilling, .savePicture, .export, .nextStatus, .say, .conversation,
            .nextMember, .retryConnection, .toggleCaptions, .toggleStatistics, .faults, .nextOtherFault,
            .why:
            nil
        default: row.does
        }
    }

    func closables(_ stepping: Stepping) -> Set<Closable> {
        let log = stepping.log
        let closables: [Closable?] = [
            log.search.isEmpty ? nil : .search, [LogFilter(), usualFilter].contains(log.filter) ? nil : .filter,
            isLogAlone ? .log : nil,
        ]
        return Set(closables.compactMap { $0 })
    }

    mutating func handle(_ input: ScreenPartInput, _ stepping: inout Stepping, _ context: ScreenContext) -> Outcome? {
        isOfBook = context.played.reader != nil
        switch input {
        case .command(let command): return perform(command, &stepping, context)
        case .mouse(let event, on: let part): return receive(event, on: part, &stepping, context)
        case .close(let thing): return close(thing, &stepping, context)
        case .opened(let command): return open(by: command, stepping, context)
        case .panelsDue:
            stepping.updateLog(with: context.played.log)
            timeline.update(
                playhead: context.played.timeline.now, end: context.played.end,
                isGrowing: context.played.mayGrow,
                isSeeking: context.played.runAhead == .seeking)
            return .nothing
        }
    }

    private mutating func perform(
        _ command: Command, _ stepping: inout Stepping, _ context: ScreenContext
    ) -> Outcome? {
        let played = context.played
        switch command {
        case .toggleDebug: return peek == nil ? leave(&stepping) : stay(played)
        case .toggleLog: return toggle(.log, &stepping, context)
        case .toggleLogPage: isLogAlone.toggle()
        case .toggleTimeline: return toggle(.timeline, &stepping, context)
        case .toggleInspector: return toggle(.inspector, &stepping, context)
        case .frameForward where isOfBook: return Outcome(nil, stepping.go(to: .words(1)))
        case .frameBack where isOfBook: return Outcome(nil, stepping.go(to: .words(-1)))
        case .chunkForward where isOfBook: return Outcome(nil, stepping.go(to: .sentences(1)))
        case .chunkBack where isOfBook: return Outcome(nil, stepping.go(to: .sentences(-1)))
        case .zoomIn where isOfBook: zoomLane(nearer: true)
        case .zoomOut where isOfBook: zoomLane(nearer: false)
        case .zoomIn: timeline.zoomIn(around: played.timeline.now)
        case .zoomOut: zoomOut(around: played.timeline.now, played)
        case .logUp: stepping.scrollLog(byPages: -1, context)
        case .logDown: stepping.scrollLog(byPages: 1, context)
        // Arrows move the probe while there is one, as on every screen.
        case .inspectorUp where stepping.probe == nil: scrollInspector(by: -1, played)
        case .inspectorDown where stepping.probe == nil: scrollInspector(by: 1, played)
        case .search, .filter: return askForLines(command, stepping)
        default: return nil
        }
        return .nothing
    }

    private mutating func open(by command: Command, _ stepping: Stepping, _ context: ScreenContext) -> Outcome? {
        // It would hide what is asked for.
        if command == .toggleTimeline || command == .toggleInspector { isLogAlone = false }
        return switch command {
        case .toggleLog: show(.log, context)
        case .toggleTimeline: show(.timeline, context)
        case .toggleInspector: show(.inspector, context)
        case .search, .filter: askForLines(command, stepping)
        default: nil
        }
    }

    private mutating func leave(_ stepping: inout Stepping) -> Outcome {
        endPeek()
        return Outcome(nil, stepping.closeProbe(), leaves: true)
    }

    /// Panels that were looked at while it played become the whole screen.
    private mutating func stay(_ played: Played) -> Outcome {
        endPeek()
        return Outcome(nil, played.isPaused ? [] : [.togglePause])
    }

    private mutating func close(
        _ thing: Closable, _ stepping: inout Stepping, _ context: ScreenContext
    ) -> Outcome? {
        switch thing {
        case .search: stepping.log.search = ""
        case .filter:
            stepping.setFilter(usualFilter, in: context.played.log)
            return Outcome(isOfBook ? "Lines of the book" : "All lines")
        case .log: isLogAlone = false
        case .screen: return leave(&stepping)
        default: return nil
        }
        return .nothing
    }

    /// As it is until somebody types another.
    private var usualFilter: LogFilter { LogFilter(isOfBook: isOfBook) }

    /// The log is where what is found shows.
    private mutating func askForLines(_ command: Command, _ stepping: Stepping) -> Outcome {
        shown.log = true
        // A filter begins empty, so that Enter alone shows all lines again.
        return Outcome(prompt: command == .search ? Prompt(.search, stepping.log.search) : Prompt(.filter))
    }

    // MARK: Panels

    private static func isShown(_ panel: ScreenLayout.Part) -> WritableKeyPath<Shown, Bool> {
        switch panel {
        case .log: \.log
        case .timeline: \.timeline
        default: \.inspector
        }
    }

    /// What is wished for and has no room stays wished for: a larger window shows it.
    private mutating func toggle(
        _ panel: ScreenLayout.Part, _ stepping: inout Stepping, _ context: ScreenContext
    ) -> Outcome {
        if isLogAlone {
            // What was beside it comes back.
            isLogAlone = false
            return panel == .log ? .nothing : show(panel, context)
        }
        guard shown[keyPath: Self.isShown(panel)], context.layout(arrangement)[panel] != nil else {
            return show(panel, context)
        }
        shown[keyPath: Self.isShown(panel)] = false
        return peek == Shown.none ? leave(&stepping) : .nothing
    }

    private mutating func show(_ panel: ScreenLayout.Part, _ context: ScreenContext) -> Outcome {
        shown[keyPath: Self.isShown(panel)] = true
        guard context.layout(arrangement)[panel] == nil else { return .nothing }
        let least = context.least(for: panel, arrangement).map { "\($0.columns)x\($0.rows)" } ?? "a larger window"
        return Outcome("No room: \(panel.name) needs \(least)")
    }
}
