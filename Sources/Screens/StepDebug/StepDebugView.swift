import Cells
import Engine
import Events
import Panels
import Sessions

/// The step-debug screen as panels.
///
/// Keeps what it has gathered from the log, so that hours of it are not gone through for each picture.
struct StepDebugView {
    private var timelineIndex = TimelineIndex()
    /// What the inspector shows, and for which place.
    private var inspection: (heard: EventCount, lineCount: Int, state: InspectorState)?
    /// In lines, as it was drawn last.
    private(set) var inspectorScrollLimit = 0

    /// Lines of the log are others than they were.
    mutating func forgetLog() { (timelineIndex, inspection) = (TimelineIndex(), nil) }

    /// The timeline has not seen all of a long log.
    func hasWork(_ screen: StepDebugScreen, in log: @autoclosure () -> SessionLog) -> Bool {
        screen.shown.timeline && timelineIndex.unseenCount(of: log()) > Stepping.linesAtOnce
    }

    mutating func work(on log: SessionLog) { timelineIndex.update(with: log, atMost: Stepping.linesAtOnce) }

    mutating func panels(
        _ screen: StepDebugScreen, _ stepping: Stepping, _ layout: ScreenLayout, _ played: Played
    ) -> [Panel] {
        var panels: [Panel] = []
        if let rect = layout.log {
            panels.append(stepping.log.panel(played.log, heard: played.heard, stepping.landmarks, in: rect))
        }
        if let reader = played.reader { return panels + book(screen, reader, layout, played) }
        if let rect = layout.timeline { panels.append(timeline(screen.timeline, stepping.landmarks, played, in: rect)) }
        if let rect = layout.inspector {
            var inspected = inspected(played)
            inspected.hasTestedSeams = stepping.judged.seams
            inspectorScrollLimit = InspectorPanel.scrollLimit(inspected, in: rect)
            panels.append(InspectorPanel.panel(inspected, in: rect, scroll: screen.inspectorScroll))
        }
        return panels
    }

    /// Of a book that is read: its text, its sound, and the state of its reader.
    private mutating func book(
        _ screen: StepDebugScreen, _ reader: BookReader, _ layout: ScreenLayout, _ played: Played
    ) -> [Panel] {
        var panels: [Panel] = []
        if let rect = layout[.transcript] { panels.append(TranscriptPanel(reader, in: rect).panel) }
        if let rect = layout.timeline {
            let lane = SoundLane(reader, seconds: screen.laneSeconds) {
                played.source.levels(ofBook: $0, from: $1, to: $2)
            }
            panels.append(SoundLanePanel.panel(lane, in: rect))
        }
        if let rect = layout.inspector {
            inspectorScrollLimit = ReaderInspector.scrollLimit(reader, in: rect)
            panels.append(ReaderInspector.panel(reader, in: rect, scroll: screen.inspectorScroll))
        }
        return panels
    }

    private mutating func timeline(
        _ view: TimelineView, _ landmarks: Landmarks, _ played: Played, in rect: CellRect
    ) -> Panel {
        let history = played.timeline.history
        work(on: played.log)
        let known = timelineIndex.known(of: played.log, until: history.time(after: history.count))
        var shown = TimelineState(
            view: view, playhead: played.timeline.now, heard: known,
            duration: played.duration, landmarks: landmarks)
        for name in timelineIndex.chunks(in: view) {
            shown.levels[name] = played.source.levels(ofChunk: name.chunk, name.generation)
        }
        return TimelinePanel.panel(played.log, timelineIndex, shown, in: rect)
    }

    /// Gathered anew when the playhead has moved.
    private mutating func inspected(_ played: Played) -> InspectorState {
        let lineCount = played.log.entries.count
        if let inspection, inspection.heard == played.heard, inspection.lineCount == lineCount || played.isBusy {
            return inspection.state
        }
        let found = InspectorState(played)
        inspection = (played.heard, lineCount, found)
        return found
    }
}
