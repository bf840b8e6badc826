import Cells
import Debugger
import Engine
import Events
import Frames
import Keys
import Panels

/// What is chosen on the step-debug screen.
package struct DebugScreen: Equatable, Sendable {
    /// A frame kept to be looked at beside another one.
    package struct Slot: Hashable, Sendable {
        package var heard: EventCount
        package var ordinal: Int
        package var composite: Composite
    }

    /// The log on its way to a file.
    struct Writing: Hashable, Sendable {
        var path: String
        /// From 0 to 1.
        var progress: Double
    }

    /// A part of the session, chosen by its two ends.
    enum Range: Hashable, Sendable {
        case none
        /// It has no end yet.
        case begun(EventCount)
        case chosen(ClosedRange<EventCount>)

        fileprivate var chosen: ClosedRange<EventCount>? { if case .chosen(let range) = self { range } else { nil } }
    }

    package var isOpen = false
    var showsLog = true
    var showsTimeline = true
    var showsInspector = true
    package var log = LogView()
    package var timeline = TimelineView()
    var inspectorScroll = 0
    /// As it was drawn last: gathering what the inspector shows takes too long for each turn of the wheel.
    var inspectorScrollLimit = 0
    package var landmarks = Landmarks()
    var slotA: Slot? { didSet { landmarks.slotA = slotA?.heard } }
    var slotB: Slot? { didSet { landmarks.slotB = slotB?.heard } }
    var showsPair = false
    /// In pixels of the source; `nil` while the probe is off.
    package var probe: PixelPoint?
    var range = Range.none { didSet { landmarks.selection = range.chosen } }
    package var seams = SeamSearch.none
    /// What has been looked at of what is in the log.
    package var judged = Judged(seams: false, sound: false)
    /// A run that waits until seams are in the log.
    var awaitedRun: Search.Direction?
    /// Where somebody wanted to go last, for saying that it is not there.
    var soughtGoal: Goal?
    /// What is being looked for in the log.
    var logMatch: LogMatch?
    var logWriting: Writing?

    package init() {}
}

/// How far the test of all frames' pixels has come.
package enum SeamSearch: Equatable, Sendable {
    /// Nobody looks, or all seams are in the log.
    case none
    case looking
    /// They go into the log when all has been heard.
    case found([AuditFinding], Judged)
}

extension ScreenModel {
    // MARK: The screen

    /// The step-debug screen, paused at the first frame, where it was asked for.
    mutating func begin(_ played: Played) -> [ScreenAction] {
        guard setting.steps else { return [] }
        let actions = openDebugger(played)
        // A tape that grows has no last frame yet, and what is new is at its end.
        guard !setting.isGrowing else { return actions }
        debugger.seams = .looking
        return actions + go(to: .start) + [.testSeams]
    }

    /// Pauses what is played.
    package mutating func openDebugger(_ played: Played) -> [ScreenAction] {
        debugger.isOpen = true
        return played.isPaused ? [] : [.togglePause]
    }

    /// The log is where what is found shows.
    mutating func openDebugger(for purpose: Prompt.Purpose, _ text: String, _ played: Played) -> [ScreenAction] {
        let actions = debugger.isOpen ? [] : openDebugger(played)
        debugger.showsLog = true
        ask(purpose, text)
        return actions
    }

    mutating func closeDebugger() -> [ScreenAction] {
        debugger.isOpen = false
        return closeProbe()
    }

    enum DebugPanel: String {
        case log, timeline, inspector

        var isShown: WritableKeyPath<DebugScreen, Bool> {
            switch self {
            case .log: \.showsLog
            case .timeline: \.showsTimeline
            case .inspector: \.showsInspector
            }
        }

        func rect(in layout: ScreenLayout) -> CellRect? {
            switch self {
            case .log: layout.log
            case .timeline: layout.timeline
            case .inspector: layout.inspector
            }
        }
    }

    mutating func toggle(_ panel: DebugPanel, _ played: Played) -> [ScreenAction] {
        if debugger.isOpen {
            // What is wished for and has no room stays wished for: a larger window shows it.
            let isSeen = debugger[keyPath: panel.isShown] && panel.rect(in: layout(played)) != nil
            debugger[keyPath: panel.isShown] = !isSeen
            if !isSeen { sayIfNoRoom(for: panel, played) }
        } else if panel == .log {
            player.showsLog.toggle()
        } else {
            let actions = openDebugger(played)
            debugger[keyPath: panel.isShown] = true
            sayIfNoRoom(for: panel, played)
            return actions
        }
        return []
    }

    private mutating func sayIfNoRoom(for panel: DebugPanel, _ played: Played) {
        guard panel.rect(in: layout(played)) == nil else { return }
        let least = ScreenLayout.least(for: panel.rect, from: geometry.cells, wish(played))
        message =
            "no room: \(panel.rawValue) needs " + (least.map { "\($0.columns)x\($0.rows)" } ?? "a larger window")
    }

    // MARK: Running

    mutating func run(_ direction: Search.Direction, _ played: Played) -> [ScreenAction] {
        guard played.breakpoints.contains(where: \.isEnabled) else {
            message = "nothing to stop on: b chooses"
            return []
        }
        // A seam that has not been found yet would be passed over.
        if stopsAtFaults(played), debugger.seams != .none {
            debugger.awaitedRun = direction
            return [.hearAll]
        }
        return [.run(direction)]
    }

    private func stopsAtFaults(_ played: Played) -> Bool {
        played.breakpoints.contains { $0.isEnabled && $0.condition == .fault }
    }

    // MARK: Seams

    mutating func receive(_ findings: [AuditFinding], _ judged: Judged, _ played: Played) {
        debugger.seams = .found(findings, judged)
        let seams = findings.count { $0.kind == .seam }
        guard seams > 0, message == nil else { return }
        let count = seams == 1 ? "1 overlay fits" : "\(seams) overlays fit"
        let key = stopsAtFaults(played) ? ">" : "fault in b, then >"
        message = "\(count) another base frame than the demanded one: \(key) runs there"
    }

    /// Once all has been heard: what is not in the log yet cannot be marked.
    mutating func addFound(_ played: Played) -> [ScreenAction] {
        guard case .found(let findings, let judged) = debugger.seams, played.isExhausted else { return [] }
        debugger.seams = .none
        debugger.judged = judged
        let waiting = debugger.awaitedRun
        debugger.awaitedRun = nil
        var actions: [ScreenAction] = []
        if !findings.isEmpty {
            // Lines come into the middle of the log: what is known of it begins anew.
            debugger.log.forgetLines()
            debugger.landmarks.hits = BreakpointHits()
            actions.append(.add(findings))
        }
        return actions + (waiting.map { run($0, played) } ?? [])
    }

    // MARK: Two pictures

    mutating func slot(_ name: String, _ played: Played) -> DebugScreen.Slot? {
        let plan = played.engine.framePlan
        guard let composite = plan.composite, let record = plan.record else {
            message = "no picture yet"
            return nil
        }
        message = "frame \(record.ordinal) is kept as \(name); = shows A and B side by side"
        return DebugScreen.Slot(heard: played.heard, ordinal: record.ordinal, composite: composite)
    }

    mutating func togglePair() -> [ScreenAction] {
        guard let left = debugger.slotA else {
            message = "A keeps a frame, then = shows it beside another one"
            return []
        }
        debugger.showsPair.toggle()
        if debugger.showsPair {
            message =
                "left: A, frame \(left.ordinal); right: "
                + (debugger.slotB.map { "B, frame \($0.ordinal)" } ?? "this frame")
        }
        return closeProbe()
    }

    // MARK: Inspector and timeline

    mutating func scrollInspector(by lines: Int) {
        debugger.inspectorScroll = min(max(0, debugger.inspectorScroll + lines), debugger.inspectorScrollLimit)
    }

    /// No farther than to the whole tape.
    mutating func zoomOut(around time: Instant, _ played: Played) {
        debugger.timeline.zoomOut(around: time)
        if debugger.timeline.span >= played.end - Instant.zero { debugger.timeline.showAll() }
    }

    /// Begins a range at the playhead, ends it there, forgets it: in turn.
    mutating func selectRange(_ played: Played) {
        switch debugger.range {
        case .none:
            debugger.range = .begun(played.heard)
            message = "the range begins here; r ends it"
        case .begun(let start):
            debugger.range = .chosen(min(start, played.heard)...max(start, played.heard))
            message = "range set: w writes its log, e exports its frames, r forgets it"
        case .chosen:
            debugger.range = .none
            message = "no range"
        }
    }

    // MARK: The mouse

    mutating func receive(_ event: MouseEvent, _ played: Played) -> [ScreenAction] {
        let layout = layout(played)
        guard let part = layout.part(at: event.cell) else { return [] }
        message = nil
        switch (part, event.action) {
        case (.log, .wheelUp): scrollLog(byLines: -3, played)
        case (.log, .wheelDown): scrollLog(byLines: 3, played)
        case (.inspector, .wheelUp): scrollInspector(by: -3)
        case (.inspector, .wheelDown): scrollInspector(by: 3)
        case (.log, .pressed(1)): return clickLog(event.cell, layout, played)
        case (.timeline, .wheelUp): zoomTimeline(at: event.cell, layout, played, isIn: true)
        case (.timeline, .wheelDown): zoomTimeline(at: event.cell, layout, played, isIn: false)
        case (.timeline, .pressed(1)):
            if let time = timelineTime(at: event.cell, layout) { return go(to: .time(time)) }
        case (.picture, .pressed(1)), (.second, .pressed(1)): if debugger.isOpen { clickPicture(event.cell, played) }
        default: break
        }
        return []
    }

    private mutating func clickLog(_ cell: CellPoint, _ layout: ScreenLayout, _ played: Played) -> [ScreenAction] {
        guard let rect = layout.log, debugger.isOpen,
            let place = debugger.log.place(at: cell, played.log, heard: played.heard, in: rect)
        else { return [] }
        return go(to: .heard(played.log.entries[place].heard))
    }

    private func timelineTime(at cell: CellPoint, _ layout: ScreenLayout) -> Instant? {
        layout.timeline.flatMap { TimelinePanel.time(at: cell, debugger.timeline, in: $0) }
    }

    private mutating func zoomTimeline(at cell: CellPoint, _ layout: ScreenLayout, _ played: Played, isIn: Bool) {
        guard let time = timelineTime(at: cell, layout) else { return }
        if isIn { debugger.timeline.zoomIn(around: time) } else { zoomOut(around: time, played) }
    }
}

extension InspectorState {
    /// All that is known of the frame at the playhead.
    init(_ played: Played) {
        self.init(played.log, heard: played.heard)
        if let key = record?.overlayKey { knowledge = played.engine.knowledge(of: key) }
        if case .at(let before) = played.timeline.find(.frames(-1)) {
            changes = StateDifference.between(played.timeline.session(at: before), played.timeline.session)
        }
        event = record.flatMap { played.source.event(of: $0, in: played.timeline.history) }
    }
}
