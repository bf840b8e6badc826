import Debugger
import Events
import Keys
import Panels
import Sessions

/// What is chosen on the step-debug screen.
package struct StepDebugScreen: Equatable, Sendable {
    /// Panels that are open.
    struct Shown: Equatable, Sendable {
        var log = true
        var timeline = true
        var inspector = true

        static let none = Shown(log: false, timeline: false, inspector: false)
    }

    /// As the user has it where frames are stepped.
    private var usual = Shown()
    /// Some panels alone, over a picture that plays on: opened by their keys, and gone with the last of them.
    private(set) var peek: Shown?
    var shown: Shown {
        get { peek ?? usual }
        set { if peek == nil { usual = newValue } else { peek = newValue } }
    }
    var isLogAlone = false
    var timeline = TimelineView()
    var inspectorScroll = 0
    /// A book is read here; its text is in the place of the picture.
    var isOfBook = false
    /// How much of a file of sound its lane shows, in seconds.
    var laneSeconds = 6

    /// - Parameter log: it is open already.
    mutating func beginPeek(log: Bool) { peek = Shown(log: log, timeline: false, inspector: false) }
    mutating func endPeek() { peek = nil }

    /// Half or double.
    mutating func zoomLane(nearer: Bool) {
        laneSeconds = (nearer ? laneSeconds / 2 : laneSeconds * 2).clamped(to: 1...96)
    }

    mutating func scrollInspector(by lines: Int, _ played: Played) {
        inspectorScroll = min(max(0, inspectorScroll + lines), played.source.inspectorScrollLimit)
    }

    /// No farther than to the whole tape.
    mutating func zoomOut(around time: Instant, _ played: Played) {
        timeline.zoomOut(around: time)
        if timeline.span >= played.end - Instant.zero { timeline.showAll() }
    }
}

extension InspectorState {
    /// All that is known of the frame at the playhead.
    init(_ played: Played) {
        self.init(played.log, heard: played.heard)
        if let key = record?.overlayKey {
            knowledge = played.engine.knowledge(of: key)
            isKnownBroken = played.engine.isBroken(key)
        }
        if case .at(let before) = played.timeline.find(.frames(-1)) {
            let timeline = played.timeline
            changes = StateDifference.between(timeline.session(at: before), timeline.session, of: timeline.focus)
        }
        event = record.flatMap { played.source.event(of: $0, in: played.timeline.history) }
    }
}

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
