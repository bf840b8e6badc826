import Cells
import Debugger
import Engine
import Events
import Exports
import Frames
import Panels
import Sound

/// What the step-debug screen shows, gathered from the controller.
extension RunLoop {
    var layoutWish: ScreenLayout.Wish {
        var wish = ScreenLayout.Wish(
            log: state.debug.isOpen ? state.debug.showsLog : state.showsLog,
            caption: state.showsCaptions && playback.hasCaptions)
        wish.debug = state.debug.isOpen
        wish.timeline = state.debug.showsTimeline
        wish.inspector = state.debug.showsInspector
        wish.split = pair != nil
        return wish
    }

    /// The picture's cells; those of both where two stand side by side.
    var pictureRect: CellRect? {
        guard let left = layout.picture, let right = layout.second else { return layout.picture }
        return CellRect(
            origin: left.origin,
            size: CellSize(columns: left.size.columns + right.size.columns, rows: left.size.rows))
    }

    // MARK: The picture

    func drawnFrame() -> DrawnFrame {
        if let pair { return DrawnFrame(composite: pair.right, mode: .overlay, isPast: true) }
        let plan = playback.engine.framePlan
        var frame = DrawnFrame(composite: plan.composite, mode: plan.record?.mode, isPast: !playback.isAtEdge)
        let count = state.view.framesBefore(onion: state.onionFrames)
        if count > 0 {
            if framesBefore?.heard != playback.heard || framesBefore?.count != count {
                framesBefore = (playback.heard, count, playback.shown(before: count))
            }
            frame.before = framesBefore?.frames ?? []
        }
        if state.view.needsDemanded, let record = plan.record, let clip = record.demandedClip {
            frame.demanded = playback.engine.base(clip, playback.log.madeFor(record.ordinal) ?? record.demandedIndex)
        }
        return frame
    }

    func pairedFrame() -> DrawnFrame? { pair.map { DrawnFrame(composite: $0.left, mode: .overlay, isPast: true) } }

    /// A beside B, or beside the frame at the playhead when nothing is in B.
    private var pair: (left: Composite, right: Composite)? {
        guard state.debug.showsPair, let left = state.debug.slotA?.composite,
            let right = state.debug.slotB?.composite ?? playback.engine.framePlan.composite
        else { return nil }
        return (left, right)
    }

    // MARK: Panels

    func debugPanels() -> [Panel] {
        guard state.debug.isOpen else {
            return layout.log.map { [LogPanel.panel(playback.log, heard: playback.heard, in: $0)] } ?? []
        }
        updateViews()
        var panels: [Panel] = []
        if let rect = layout.log {
            panels.append(state.debug.log.panel(playback.log, heard: playback.heard, state.debug.landmarks, in: rect))
        }
        if let rect = layout.timeline { panels.append(timelinePanel(in: rect)) }
        if let rect = layout.inspector {
            panels.append(InspectorPanel.panel(inspected(), in: rect, scroll: state.debug.inspectorScroll))
        }
        return panels
    }

    func debugPopups() -> [Panel] {
        var popups: [Panel] = []
        switch state.popup {
        case .help(let page): popups.append(HelpPanel.popup(helpGroups, page: page, in: layout))
        case .breakpoints(let row):
            updateViews()
            let hits = state.debug.landmarks.hits.counts
            popups.append(BreakpointsPanel.popup(playback.breakpoints, hits: hits, selected: row, in: layout))
        case .marks(let row):
            popups.append(MarksPanel.popup(state.debug.landmarks.marks, playback.log, selected: row, in: layout))
        case .conversation(let row):
            popups.append(ConversationPanel.popup(conversation.lines, selected: row, in: layout))
        case nil: break
        }
        if let prompt = state.prompt, let rect = layout.prompt {
            popups.append(
                PromptPanel.panel(
                    prompt.label, prompt.editor, isSelected: prompt.isOffer, error: prompt.error, in: rect))
        }
        return popups
    }

    private func timelinePanel(in rect: CellRect) -> Panel {
        let heard = playback.timeline.history.time(after: playback.timeline.history.count)
        let now = playback.timeline.now
        state.debug.timelineIndex.update(with: playback.log)
        state.debug.timeline.update(playhead: now, end: playback.end)
        var shown = TimelineState(
            view: state.debug.timeline, playhead: now, heard: heard, duration: playback.duration,
            landmarks: state.debug.landmarks)
        for name in state.debug.timelineIndex.chunks(in: state.debug.timeline) {
            shown.levels[name] = sound.levels(of: SoundName(name.chunk, name.generation))
        }
        return TimelinePanel.panel(playback.log, state.debug.timelineIndex, shown, in: rect)
    }

    // MARK: The probe

    /// What the probe says, away from the pixel, and the cells that show its color.
    private var probePopup: (panel: Panel, swatch: CellRect?)? {
        guard let picture = pictureRect, let probed else { return nil }
        return ProbePanel.popup(probed, at: probedCell, on: picture, in: layout)
    }

    private var probedCell: CellPoint? {
        guard let point = state.debug.probe, let picture = pictureRect,
            let composite = playback.engine.framePlan.composite,
            let (placement, _) = presenter.placement(composite, drawingWish(picture).area),
            let target = placement.target(of: point)
        else { return nil }
        return CellPoint(column: picture.origin.column + target.x, row: picture.origin.row + target.y / 2)
    }

    /// Within the picture.
    var swatch: CellRect? {
        guard let picture = pictureRect, let swatch = probePopup?.swatch else { return nil }
        return CellRect(
            column: swatch.origin.column - picture.origin.column, row: swatch.origin.row - picture.origin.row,
            columns: swatch.size.columns, rows: swatch.size.rows)
    }

    // MARK: Two pictures, and none

    /// What lies on pictures and belongs to them.
    func picturePopups() -> [Panel] {
        pairPanels() + [legend, probePopup?.panel].compactMap { $0 }
    }

    private func pairPanels() -> [Panel] {
        guard let pair, let area = pictureRect, layout.second != nil else { return [] }
        let a = state.debug.slotA.flatMap { playback.log.record($0.ordinal) }
        let b = state.debug.slotB.map { playback.log.record($0.ordinal) } ?? playback.record
        let name = state.debug.slotB == nil ? "now" : "B"
        var wish = drawingWish(area)
        wish.area = wish.area.half
        let right = area.size.columns - wish.area.cells.columns
        var panels = [
            PairPanel.label("A", a, over: shownRect(pair.left, wish, from: area.origin)),
            PairPanel.label(
                name, b,
                over: shownRect(
                    pair.right, wish, from: CellPoint(column: area.origin.column + right, row: area.origin.row))),
        ]
        if let rect = layout.pair { panels.append(PairPanel.difference(a, b, name, in: rect)) }
        return panels
    }

    /// The cells that a frame takes of an area; all of it when its base frame is no picture.
    private func shownRect(_ composite: Composite, _ wish: DrawingWish, from origin: CellPoint) -> CellRect {
        var rect = CellRect(origin: origin, size: wish.area.cells)
        guard let (placement, _) = presenter.placement(composite, wish.area) else { return rect }
        let target = placement.target
        rect.origin = CellPoint(column: origin.column + target.minX, row: origin.row + target.minY / 2)
        rect.size = CellSize(columns: target.size.width, rows: (target.size.height + 1) / 2)
        return rect
    }

    /// Said where a view has nothing to show.
    private var legend: Panel? {
        guard pair == nil, let record = playback.record, let picture = layout.picture else { return nil }
        let index = playback.log.madeFor(record.ordinal)
        switch state.view {
        case .demanded:
            let came = record.demandedClip.flatMap { clip -> ViewLegend.Arrival in
                let wanted = index ?? record.demandedIndex
                if playback.engine.base(clip, wanted) != nil { return .here }
                return playback.timeline.edge.base(clip, wanted) == nil ? .never : .later
            }
            return ViewLegend.demanded(record, fits: index, came ?? .never, over: picture)
        case .fromDemanded: return ViewLegend.fromDemanded(record, fits: index, over: picture)
        default: return nil
        }
    }

    var seamCount: StatisticsState.Seams {
        guard options.steps, !isGrowing else { return .notSought }
        guard case .none = state.debug.seams else { return .sought }
        let here = playback.record.map { $0.ordinal + 1 } ?? 0
        return .found(soFar: playback.log.seamCount(before: here), inAll: playback.log.seamCount)
    }

    private var probed: PixelReading? {
        guard let point = state.debug.probe, let composite = playback.engine.framePlan.composite else { return nil }
        return presenter.probe(composite, at: point)
    }

    func updateViews() {
        updateLog()
        state.debug.landmarks.hits.update(with: playback.timeline, playback.breakpoints)
        state.debug.landmarks.slotA = state.debug.slotA?.heard
        state.debug.landmarks.slotB = state.debug.slotB?.heard
    }

    // MARK: The inspector

    /// Gathered anew when the playhead has moved.
    private func inspected() -> InspectorState {
        let said = playback.log.entries.count
        if let inspection, inspection.heard == playback.heard, inspection.said == said || playback.isBusy {
            return inspection.state
        }
        var found = InspectorState(playback.log, heard: playback.heard)
        if let key = found.record?.overlayKey { found.knowledge = playback.engine.knowledge(of: key) }
        if case .at(let before) = playback.timeline.find(.frames(-1)) {
            found.changes = StateDifference.between(playback.timeline.engine(at: before), playback.engine)
        }
        found.event = found.record.flatMap(rawEvent)
        inspection = (playback.heard, said, found)
        return found
    }

    /// The event that brought a frame of a chunk, with the frame's own part of it first.
    private func rawEvent(of record: FrameRecord) -> InspectorState.RawEvent? {
        guard let arrived = record.arrived, let position = record.position else { return nil }
        let history = playback.timeline.history
        // A burst may have come at one moment; nobody waits for more than some of it to be read.
        for place in (history.heard(before: arrived)..<history.heard(at: arrived)).prefix(64) {
            guard let entry = history.entry(at: place), let raw = RawFrame(tape, entry, position) else { continue }
            return InspectorState.RawEvent(
                name: raw.name, entry: entry, time: arrived, text: raw.text, byteCount: raw.byteCount)
        }
        return nil
    }
}
