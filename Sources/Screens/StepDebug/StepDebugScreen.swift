import Debugger
import Events
import Panels

/// What is chosen on the step-debug screen.
package struct StepDebugScreen: Equatable, Sendable {
    var showsLog = true
    var showsTimeline = true
    var showsInspector = true
    var isLogAlone = false
    var timeline = TimelineView()
    var inspectorScroll = 0
    /// A book is read here; its text is in the place of the picture.
    var isOfBook = false
    /// How much of a file of sound its lane shows, in seconds.
    var laneSeconds = 6

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
        if let key = record?.overlayKey { knowledge = played.engine.knowledge(of: key) }
        if case .at(let before) = played.timeline.find(.frames(-1)) {
            changes = StateDifference.between(played.timeline.session(at: before), played.timeline.session)
        }
        event = record.flatMap { played.source.event(of: $0, in: played.timeline.history) }
    }
}
