import Debugger
import Engine
import Events
import Frames
import Keys
import Panels
import Terminal

/// What the keys do on the step-debug screen; most work while playing too.
extension RunLoop {
    func perform(debugging command: Command, at now: Instant) {
        switch command {
        case .toggleDebug: if state.debug.isOpen { closeDebugger() } else { openDebugger(at: now) }
        case .toggleLog: togglePanel(\.showsLog)
        case .toggleTimeline: togglePanel(\.showsTimeline)
        case .toggleInspector: togglePanel(\.showsInspector)
        case .runForward: run(.forward, at: now)
        case .runBack: run(.backward, at: now)
        case .slotA: state.debug.slotA = slot("A") ?? state.debug.slotA
        case .slotB: state.debug.slotB = slot("B") ?? state.debug.slotB
        case .togglePair: togglePair()
        case .toggleProbe: toggleProbe()
        case .moveProbe(let arrow): moveProbe(shown: arrow)
        case .inspectorUp: if !moveProbe(0, -1) { scrollInspector(by: -1) }
        case .inspectorDown: if !moveProbe(0, 1) { scrollInspector(by: 1) }
        case .logUp: scrollLog(by: -1)
        case .logDown: scrollLog(by: 1)
        case .nextStatus: filterNextStatus()
        case .nextMatch: goToMatch(.forward, at: now)
        case .previousMatch: goToMatch(.backward, at: now)
        case .selectRange: selectRange()
        case .askPlace: ask(.place)
        case .search: openDebugger(for: .search, state.debug.log.search)
        // Empty, so that Enter alone shows all lines again.
        case .filter: openDebugger(for: .filter, "")
        case .writeLog: ask(.logFile, "cameo-log.txt")
        case .addMark: ask(.markName, "frame \(playback.engine.framePlan.record?.ordinal ?? 0)")
        case .marks: openMarks()
        case .breakpoints: state.popup = .breakpoints(0)
        case .export: askExport()
        case .zoomIn: state.debug.timeline.zoomIn(around: playback.timeline.now)
        case .zoomOut: zoomOut(around: playback.timeline.now)
        default: break
        }
    }

    // MARK: The screen

    func openDebugger(at now: Instant) {
        state.debug.isOpen = true
        if !playback.isPaused { attempt { try playback.togglePause(at: now) } }
        playback.stopsAtBreakpoints = true
    }

    /// The log is where what is found shows.
    private func openDebugger(for purpose: Prompt.Purpose, _ text: String) {
        if !state.debug.isOpen { openDebugger(at: clock.now) }
        state.debug.showsLog = true
        ask(purpose, text)
    }

    func closeDebugger() {
        state.debug.isOpen = false
        playback.stopsAtBreakpoints = false
        closeProbe()
    }

    func closeProbe() {
        state.debug.probe = nil
        presenter.endProbe()
    }

    private func togglePanel(_ panel: WritableKeyPath<DebugState, Bool>) {
        if state.debug.isOpen {
            // What is wished for and has no room stays wished for: a larger window shows it.
            let isSeen = state.debug[keyPath: panel] && rect(of: panel) != nil
            state.debug[keyPath: panel] = !isSeen
            if !isSeen { sayIfNoRoom(for: panel) }
        } else if panel == \DebugState.showsLog {
            state.showsLog.toggle()
        } else {
            openDebugger(at: clock.now)
            state.debug[keyPath: panel] = true
            sayIfNoRoom(for: panel)
        }
    }

    private func rect(of panel: KeyPath<DebugState, Bool>) -> CellRect? {
        Self.rect(of: panel, in: ScreenLayout(screen.window.cells, layoutWish))
    }

    private static func rect(of panel: KeyPath<DebugState, Bool>, in layout: ScreenLayout) -> CellRect? {
        switch panel {
        case \.showsInspector: layout.inspector
        case \.showsTimeline: layout.timeline
        default: layout.log
        }
    }

    private func sayIfNoRoom(for panel: KeyPath<DebugState, Bool>) {
        guard rect(of: panel) == nil else { return }
        let name = [\DebugState.showsInspector: "inspector", \.showsTimeline: "timeline"][panel] ?? "log"
        let least = ScreenLayout.least(
            for: { Self.rect(of: panel, in: $0) }, from: screen.window.cells, layoutWish)
        state.message = "no room: \(name) needs " + (least.map { "\($0.columns)x\($0.rows)" } ?? "a larger window")
    }

    func toggleHelp() {
        if case .help = state.popup { state.popup = nil } else { state.popup = .help(page: 0) }
    }

    // MARK: Running

    private var nothingLater: String {
        "nothing later has come yet" + (keys.hint(of: .goLive).map { ": \($0) plays live" } ?? "")
    }

    /// What was hit, where a breakpoint stands for several things.
    private func words(for hit: Breakpoint) -> String {
        guard hit.condition == .fault else { return hit.condition.meaning }
        let faults = playback.log.faults(at: playback.heard).map { playback.log.finding($0)?.shownWords ?? $0.text }
        return faults.isEmpty ? hit.condition.meaning : OutsideText.shown(faults.joined(separator: ", "), cells: 200)
    }

    func run(_ direction: Search.Direction, at now: Instant) {
        guard playback.breakpoints.contains(where: \.isEnabled) else {
            state.message = "nothing to stop on: b chooses"
            return
        }
        // A seam that has not been found yet would be passed over.
        if stopsAtFaults, areSeamsAwaited {
            state.debug.awaitedRun = direction
            return playback.hearAll()
        }
        attempt { try playback.run(direction, at: now) }
    }

    var stopsAtFaults: Bool { playback.breakpoints.contains { $0.isEnabled && $0.condition == .fault } }

    private var areSeamsAwaited: Bool {
        if case .none = state.debug.seams { false } else { true }
    }

    /// How going somewhere ended, when that cannot be seen.
    func applyOutcome() {
        guard let outcome = playback.takeOutcome() else { return }
        sound.receive(outcome, playback.engine)
        drawPanelsNext()
        state.debug.log.follow()
        state.debug.timeline.follow()
        state.debug.inspectorScroll = 0
        switch outcome {
        case .stepped: break
        case .arrived(let hit): if let hit { state.message = "stopped: \(words(for: hit))" }
        case .nowhere: state.message = TypedPlace.missing(soughtGoal, in: playback.log)
        case .start: state.message = "the tape begins here"
        case .end: state.message = playback.isLive ? nothingLater : "the tape ends here"
        case .noStop:
            // A tape that is clean of these is not clean of what nobody looked for.
            let sought = playback.breakpoints.filter(\.isEnabled).map(\.condition.text).joined(separator: ", ")
            state.message =
                "nothing more of: \(sought); "
                + (state.debug.judged.missing.isEmpty ? "b switches on other stops" : state.debug.judged.missing)
        }
    }

    // MARK: The picture

    private func slot(_ name: String) -> DebugState.Slot? {
        let plan = playback.engine.framePlan
        guard let composite = plan.composite, let record = plan.record else {
            state.message = "no picture yet"
            return nil
        }
        state.message = "frame \(record.ordinal) is kept as \(name); = shows A and B side by side"
        return DebugState.Slot(heard: playback.heard, ordinal: record.ordinal, composite: composite)
    }

    private func togglePair() {
        guard state.debug.slotA != nil else {
            state.message = "A keeps a frame, then = shows it beside another one"
            return
        }
        state.debug.showsPair.toggle()
        closeProbe()
        guard state.debug.showsPair, let left = state.debug.slotA else { return }
        state.message =
            "left: A, frame \(left.ordinal); right: "
            + (state.debug.slotB.map { "B, frame \($0.ordinal)" } ?? "this frame")
    }

    private func toggleProbe() {
        guard state.debug.probe == nil else { return closeProbe() }
        guard !state.debug.showsPair else {
            state.message = "pixels are read in one picture: = leaves the two"
            return
        }
        guard let composite = playback.engine.framePlan.composite, let picture = pictureRect,
            let (_, size) = presenter.placement(composite, drawingWish(picture).area)
        else {
            state.message = "no picture yet"
            return
        }
        state.debug.probe = PixelPoint(x: size.width / 2, y: size.height / 2)
    }

    /// `false` while the probe is off.
    func moveProbe(_ x: Int, _ y: Int) -> Bool {
        guard let probe = state.debug.probe else { return false }
        setProbe(PixelPoint(x: probe.x + x, y: probe.y + y))
        return true
    }

    /// By one of the pixels that the terminal shows, which stand for several of the source each.
    private func moveProbe(shown arrow: NamedKey) {
        guard let probe = state.debug.probe, let composite = playback.engine.framePlan.composite,
            let picture = pictureRect,
            let (placement, _) = presenter.placement(composite, drawingWish(picture).area),
            let shown = placement.target(of: probe)
        else { return }
        let (x, y): (Int, Int) =
            switch arrow {
            case .left: (-1, 0)
            case .right: (1, 0)
            case .up: (0, -1)
            default: (0, 1)
            }
        if let point = placement.source(of: PixelPoint(x: shown.x + x, y: shown.y + y)) { setProbe(point) }
    }

    func setProbe(_ point: PixelPoint) {
        guard let composite = playback.engine.framePlan.composite, presenter.probe(composite, at: point) != nil else {
            return
        }
        state.debug.probe = point
    }

    // MARK: Log and inspector

    private func scrollLog(by pages: Int) {
        guard let rect = layout.log, state.debug.isOpen else { return }
        let rows = LogView.rows(in: rect)
        state.debug.log.scroll(by: pages * max(1, rows - 1), rows: rows, playback.log, heard: playback.heard)
    }

    private func scrollInspector(by lines: Int) {
        guard let rect = layout.inspector, let inspection else { return }
        state.debug.inspectorScroll = InspectorPanel.clamped(
            state.debug.inspectorScroll + lines, inspection.state, in: rect)
    }

    /// All lines, then those of one status after the other.
    private func filterNextStatus() {
        let choices: [Set<FrameStatus>] = [[]] + FrameStatus.allCases.map { [$0] }
        let now = choices.firstIndex(of: state.debug.log.filter.statuses) ?? 0
        var filter = state.debug.log.filter
        filter.statuses = choices[(now + 1) % choices.count]
        setFilter(filter)
        state.message = filter.statuses.first.map { "only \($0.text)\(lineCount)" } ?? "all lines"
    }

    private func goToMatch(_ direction: Search.Direction, at now: Instant) {
        guard !state.debug.log.search.isEmpty else {
            state.message = "/ looks for something first"
            return
        }
        let log = playback.log
        let here = direction == .forward ? log.said(after: playback.heard) - 1 : log.said(after: playback.heard - 1)
        state.message = findInLog(direction, from: here)
    }

    /// Begins a range at the playhead, ends it there, forgets it: in turn.
    private func selectRange() {
        if state.debug.landmarks.selection != nil {
            state.debug.landmarks.selection = nil
            state.message = "no range"
        } else if let start = state.debug.rangeStart {
            state.debug.landmarks.selection = min(start, playback.heard)...max(start, playback.heard)
            state.debug.rangeStart = nil
            state.message = "range set: w writes its log, e exports its frames, r forgets it"
        } else {
            state.debug.rangeStart = playback.heard
            state.message = "the range begins here; r ends it"
        }
    }

    // MARK: The mouse

    func receive(_ event: MouseEvent) {
        guard let part = layout.part(at: event.cell) else { return }
        state.message = nil
        drawPanelsNext()
        switch (part, event.action) {
        case (.log, .wheelUp), (.log, .wheelDown):
            guard let rect = layout.log, state.debug.isOpen else { return }
            let rows = LogView.rows(in: rect)
            let lines = event.action == .wheelUp ? -3 : 3
            state.debug.log.scroll(by: lines, rows: rows, playback.log, heard: playback.heard)
        case (.inspector, .wheelUp): scrollInspector(by: -3)
        case (.inspector, .wheelDown): scrollInspector(by: 3)
        case (.log, .pressed(1)): clickLog(event.cell)
        case (.timeline, .wheelUp): zoomTimeline(at: event.cell, isIn: true)
        case (.timeline, .wheelDown): zoomTimeline(at: event.cell, isIn: false)
        case (.timeline, .pressed(1)): clickTimeline(event.cell)
        case (.picture, .pressed(1)), (.second, .pressed(1)): clickPicture(event.cell)
        default: break
        }
    }

    private func clickLog(_ cell: CellPoint) {
        guard let rect = layout.log, state.debug.isOpen,
            let place = state.debug.log.place(at: cell, playback.log, heard: playback.heard, in: rect)
        else { return }
        go(to: .heard(playback.log.entries[place].heard), at: clock.now)
    }

    private func clickTimeline(_ cell: CellPoint) {
        guard let rect = layout.timeline, let time = TimelinePanel.time(at: cell, state.debug.timeline, in: rect)
        else { return }
        go(to: .time(time), at: clock.now)
    }

    /// No farther than to the whole tape.
    private func zoomOut(around time: Instant) {
        state.debug.timeline.zoomOut(around: time)
        if state.debug.timeline.span >= playback.end - Instant.zero { state.debug.timeline.showAll() }
    }

    private func zoomTimeline(at cell: CellPoint, isIn: Bool) {
        guard let rect = layout.timeline, let time = TimelinePanel.time(at: cell, state.debug.timeline, in: rect)
        else { return }
        if isIn { state.debug.timeline.zoomIn(around: time) } else { zoomOut(around: time) }
    }

    /// The probe goes to the pixel that was clicked.
    private func clickPicture(_ cell: CellPoint) {
        guard state.debug.isOpen, let picture = pictureRect, let composite = playback.engine.framePlan.composite,
            let (placement, _) = presenter.placement(composite, drawingWish(picture).area)
        else { return }
        let pixel = PixelPoint(x: cell.column - picture.origin.column, y: 2 * (cell.row - picture.origin.row))
        guard let point = placement.source(of: pixel) ?? placement.source(of: PixelPoint(x: pixel.x, y: pixel.y + 1))
        else { return }
        setProbe(point)
    }
}
