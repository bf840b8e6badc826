import Debugger
import Events
import Keys
import Panels

/// What the wheel and clicks do over the panels and the picture.
extension StepDebugScreen {
    mutating func receive(
        _ event: MouseEvent, on part: ScreenLayout.Part, _ stepping: inout Stepping, _ context: ScreenContext
    ) -> Outcome {
        let (layout, played) = (context.layout, context.played)
        switch (part, event.action) {
        case (.log, .wheelUp): stepping.scrollLog(byLines: -3, context)
        case (.log, .wheelDown): stepping.scrollLog(byLines: 3, context)
        case (.inspector, .wheelUp): scrollInspector(by: -3, played)
        case (.inspector, .wheelDown): scrollInspector(by: 3, played)
        case (.log, .pressed(1)): return clickLog(event.cell, &stepping, context)
        case (.timeline, .wheelUp): if let time = time(at: event.cell, layout) { timeline.zoomIn(around: time) }
        case (.timeline, .wheelDown): if let time = time(at: event.cell, layout) { zoomOut(around: time, played) }
        case (.timeline, .pressed(1)):
            if let time = time(at: event.cell, layout) { return Outcome(nil, stepping.go(to: .time(time))) }
        case (.picture, .pressed(1)), (.second, .pressed(1)): stepping.clickPicture(event.cell, context)
        default: break
        }
        return .nothing
    }

    private func clickLog(_ cell: CellPoint, _ stepping: inout Stepping, _ context: ScreenContext) -> Outcome {
        let played = context.played
        guard let rect = context.layout.log,
            let place = stepping.log.place(at: cell, played.log, heard: played.heard, in: rect)
        else { return .nothing }
        return Outcome(nil, stepping.go(to: .heard(played.log.entries[place].heard)))
    }

    private func time(at cell: CellPoint, _ layout: ScreenLayout) -> Instant? {
        layout.timeline.flatMap { TimelinePanel.time(at: cell, timeline, in: $0) }
    }

}

extension Stepping {
    /// The probe goes to the pixel that was clicked.
    fileprivate mutating func clickPicture(_ cell: CellPoint, _ context: ScreenContext) {
        guard let picture = context.picture, let placement = context.placement else { return }
        let pixel = PixelPoint(
            x: cell.column - picture.rect.origin.column, y: 2 * (cell.row - picture.rect.origin.row))
        guard let point = placement.source(of: pixel) ?? placement.source(of: PixelPoint(x: pixel.x, y: pixel.y + 1))
        else { return }
        setProbe(point, context.played)
    }
}
