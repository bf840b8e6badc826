import Cells
import Debugger
import Events
import Keys
import Panels

/// The step-debug screen among the others: how it is opened, and which panels it has.
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
}
