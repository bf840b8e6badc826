import Cells
import Debugger
import Events
import Keys
import Panels

/// The step-debug screen among the others: how it is opened, which panels it has, and what the mouse does there.
extension ScreenModel {
    /// The step-debug screen, paused at the first frame, where it was asked for.
    mutating func begin(_ played: Played) -> [ScreenAction] {
        guard setting.steps else { return [] }
        let actions = openDebugger(played)
        // A tape that grows has no last frame yet, and what is new is at its end.
        guard !setting.isGrowing else { return actions }
        debugger.seams = .looking
        return actions + debugger.go(to: .start) + [.testSeams]
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
        return debugger.closeProbe()
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

    // MARK: The mouse

    mutating func receive(_ event: MouseEvent, _ played: Played) -> [ScreenAction] {
        let layout = layout(played)
        guard let part = layout.part(at: event.cell) else { return [] }
        message = nil
        switch (part, event.action) {
        case (.log, .wheelUp): scrollLog(byLines: -3, played)
        case (.log, .wheelDown): scrollLog(byLines: 3, played)
        case (.inspector, .wheelUp): debugger.scrollInspector(by: -3)
        case (.inspector, .wheelDown): debugger.scrollInspector(by: 3)
        case (.log, .pressed(1)): return clickLog(event.cell, layout, played)
        case (.timeline, .wheelUp): zoomTimeline(at: event.cell, layout, played, isIn: true)
        case (.timeline, .wheelDown): zoomTimeline(at: event.cell, layout, played, isIn: false)
        case (.timeline, .pressed(1)):
            if let time = timelineTime(at: event.cell, layout) { return debugger.go(to: .time(time)) }
        case (.picture, .pressed(1)), (.second, .pressed(1)): if debugger.isOpen { clickPicture(event.cell, played) }
        default: break
        }
        return []
    }

    private mutating func clickLog(_ cell: CellPoint, _ layout: ScreenLayout, _ played: Played) -> [ScreenAction] {
        guard let rect = layout.log, debugger.isOpen,
            let place = debugger.log.place(at: cell, played.log, heard: played.heard, in: rect)
        else { return [] }
        return debugger.go(to: .heard(played.log.entries[place].heard))
    }

    private func timelineTime(at cell: CellPoint, _ layout: ScreenLayout) -> Instant? {
        layout.timeline.flatMap { TimelinePanel.time(at: cell, debugger.timeline, in: $0) }
    }

    private mutating func zoomTimeline(at cell: CellPoint, _ layout: ScreenLayout, _ played: Played, isIn: Bool) {
        guard let time = timelineTime(at: cell, layout) else { return }
        if isIn { debugger.timeline.zoomIn(around: time) } else { debugger.zoomOut(around: time, played) }
    }
}
