import Cells
import Debugger
import Events
import Keys
import Panels

/// What the wheel and clicks do over the panels and the picture.
extension ScreenModel {
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
