import Cells
import Debugger
import Engine
import Events
import Frames
import Panels

/// The screen's model as panels: text beside the picture and over it.
///
/// Keeps what it has gathered from the log, so that hours of it are not gone through for each picture.
package struct ScreenView {
    private var timelineIndex = TimelineIndex()
    private var messages = MessageCursor()
    /// What the inspector shows, and for which place.
    private var inspection: (heard: EventCount, said: Int, state: InspectorState)?
    /// What some views draw with the frame, and for which place.
    private var framesBefore: (heard: EventCount, count: Int, frames: [Composite])?

    package init() {}

    /// Lines have come into the middle of the log.
    package mutating func forgetLog() { (timelineIndex, inspection) = (TimelineIndex(), nil) }

    // MARK: A long log, a part at a time

    /// More of the log is to be looked at for the timeline than is done at once: what is drawn meanwhile ends before that.
    package func hasTimelineWork(_ model: ScreenModel, in log: @autoclosure () -> SessionLog) -> Bool {
        model.debugger.isOpen && model.debugger.showsTimeline
            && timelineIndex.unseenCount(of: log()) > DebugScreen.linesAtOnce
    }

    package mutating func workOnTimeline(_ log: SessionLog) {
        timelineIndex.update(with: log, atMost: DebugScreen.linesAtOnce)
    }

    // MARK: Drawing

    /// What is on screen in this layout.
    /// - Parameter model: takes note of what has come since it was shown last.
    /// - Parameter rate: frames shown in the last second.
    package mutating func content(
        _ model: inout ScreenModel, _ layout: ScreenLayout, _ played: Played, rate: Int
    ) -> ScreenContent {
        guard let picture = model.pictureRect(layout), let status = layout.status else {
            return TooSmallPanel.content(layout)
        }
        model.follow(played)
        var panels = [StatusLine.panel(model.status(layout, played, rate: rate), in: status)]
        if let rect = layout.caption {
            panels.append(CaptionPanel.panel(played.caption, word: played.engine.spokenWord, in: rect))
        }
        panels += model.debugger.isOpen ? debugPanels(&model, layout, played) : model.logPanel(layout, played)
        var popups = model.picturePopups(layout, played)
        // What Esc closes first lies on top.
        if model.player.showsStatistics {
            popups.append(StatisticsPanel.popup(statistics(model, picture, played), in: layout))
        }
        popups += model.popups(layout, played)
        return ScreenContent(panels: panels, popups: popups, picture: picture)
    }

    /// The frame at the playhead, as it is to be drawn.
    package mutating func drawnFrame(_ model: ScreenModel, _ played: Played) -> DrawnFrame {
        model.drawnFrame(played) { count in
            if let known = framesBefore, known.heard == played.heard, known.count == count { return known.frames }
            let frames = played.shown(before: count)
            framesBefore = (played.heard, count, frames)
            return frames
        }
    }

    // MARK: The step-debug screen

    private mutating func debugPanels(_ model: inout ScreenModel, _ layout: ScreenLayout, _ played: Played) -> [Panel] {
        var panels: [Panel] = []
        if let rect = layout.log {
            panels.append(
                model.debugger.log.panel(played.log, heard: played.heard, model.debugger.landmarks, in: rect))
        }
        if let rect = layout.timeline { panels.append(timeline(model, played, in: rect)) }
        if let rect = layout.inspector {
            let inspected = inspected(played)
            model.debugger.inspectorScrollLimit = InspectorPanel.scrollLimit(inspected, in: rect)
            panels.append(InspectorPanel.panel(inspected, in: rect, scroll: model.debugger.inspectorScroll))
        }
        return panels
    }

    private mutating func timeline(_ model: ScreenModel, _ played: Played, in rect: CellRect) -> Panel {
        let history = played.timeline.history
        workOnTimeline(played.log)
        let heard = timelineIndex.known(of: played.log, until: history.time(after: history.count))
        var shown = TimelineState(
            view: model.debugger.timeline, playhead: played.timeline.now, heard: heard,
            duration: played.duration, landmarks: model.debugger.landmarks)
        for name in timelineIndex.chunks(in: model.debugger.timeline) {
            shown.levels[name] = played.source.levels(ofChunk: name.chunk, name.generation)
        }
        return TimelinePanel.panel(played.log, timelineIndex, shown, in: rect)
    }

    /// Gathered anew when the playhead has moved.
    private mutating func inspected(_ played: Played) -> InspectorState {
        let said = played.log.entries.count
        if let inspection, inspection.heard == played.heard, inspection.said == said || played.isBusy {
            return inspection.state
        }
        let found = InspectorState(played)
        inspection = (played.heard, said, found)
        return found
    }

    // MARK: Statistics

    private mutating func statistics(_ model: ScreenModel, _ picture: CellRect, _ played: Played) -> StatisticsState {
        let (engine, log) = (played.engine, played.log)
        let buffer = engine.buffer
        var statistics = StatisticsState(
            counters: engine.counters, generation: engine.generation, queuedChunks: engine.queuedChunks,
            decodedBytes: engine.decodedBytes, bufferReady: buffer.ready, bufferKnown: buffer.known,
            picture: picture.size, pixels: model.drawingWish(picture).area.pixels, colors: "")
        statistics.faults = (log.faultCount(heard: played.heard), log.faultCount)
        statistics.seams = model.seamCount(played)
        statistics.hasJudgedSound = model.debugger.judged.sound
        statistics.session = played.source.session
        statistics.sound = played.sound.words
        if let record = engine.framePlan.record {
            statistics.drift = (record.drift, log.drift(upTo: record))
            statistics.message = messages.figures(upTo: record.ordinal, in: log)
        }
        statistics.messageBefore = statistics.message.flatMap { messages.previous(to: $0, in: log) }
        played.source.fill(&statistics)
        return statistics
    }
}

extension ScreenModel {
    /// Takes note of what has come since it was shown last.
    fileprivate mutating func follow(_ played: Played) {
        updateHits(played)
        guard debugger.isOpen else { return }
        debugger.updateLog(with: played.log)
        debugger.timeline.update(playhead: played.timeline.now, end: played.end)
    }

    fileprivate func logPanel(_ layout: ScreenLayout, _ played: Played) -> [Panel] {
        layout.log.map { [LogPanel.panel(played.log, heard: played.heard, in: $0)] } ?? []
    }

    // MARK: Popups

    fileprivate func popups(_ layout: ScreenLayout, _ played: Played) -> [Panel] {
        var popups: [Panel] = []
        switch popup {
        case .help(let page): popups.append(HelpPanel.popup(helpGroups(layout), page: page, in: layout))
        case .breakpoints(let row):
            let hits = debugger.landmarks.hits.counts
            popups.append(BreakpointsPanel.popup(played.breakpoints, hits: hits, selected: row, in: layout))
        case .marks(let row):
            popups.append(MarksPanel.popup(debugger.landmarks.marks, played.log, selected: row, in: layout))
        case .conversation(let row):
            popups.append(ConversationPanel.popup(conversation.lines, selected: row, in: layout))
        case nil: break
        }
        if let prompt, let rect = layout.prompt {
            popups.append(
                PromptPanel.panel(
                    prompt.label, prompt.editor, isSelected: prompt.isOffer, error: prompt.error, in: rect))
        }
        return popups
    }

    /// What lies on pictures and belongs to them.
    fileprivate func picturePopups(_ layout: ScreenLayout, _ played: Played) -> [Panel] {
        pairPanels(layout, played)
            + [legend(layout, played), probePopup(layout, played)?.panel].compactMap { $0 }
    }

    private func pairPanels(_ layout: ScreenLayout, _ played: Played) -> [Panel] {
        guard let pair = pair(played), let area = pictureRect(layout), layout.second != nil else { return [] }
        let a = debugger.slotA.flatMap { played.log.record($0.ordinal) }
        let b = debugger.slotB.map { played.log.record($0.ordinal) } ?? played.record
        let name = debugger.slotB == nil ? "now" : "B"
        let half = drawingWish(area).area.half
        let right = CellPoint(
            column: area.origin.column + area.size.columns - half.cells.columns, row: area.origin.row)
        var panels = [
            PairPanel.label("A", a, over: shownRect(pair.left, half, from: area.origin, played)),
            PairPanel.label(name, b, over: shownRect(pair.right, half, from: right, played)),
        ]
        if let rect = layout.pair { panels.append(PairPanel.difference(a, b, name, in: rect)) }
        return panels
    }

    /// The cells that a frame takes of an area; all of it when its base frame is no picture.
    private func shownRect(
        _ composite: Composite, _ area: PictureArea, from origin: CellPoint, _ played: Played
    ) -> CellRect {
        var rect = CellRect(origin: origin, size: area.cells)
        guard let target = placement(of: composite, in: area, played)?.target else { return rect }
        rect.origin = CellPoint(column: origin.column + target.minX, row: origin.row + target.minY / 2)
        rect.size = CellSize(columns: target.size.width, rows: (target.size.height + 1) / 2)
        return rect
    }

    /// Said where a view has nothing to show.
    private func legend(_ layout: ScreenLayout, _ played: Played) -> Panel? {
        guard pair(played) == nil, let record = played.record, let picture = layout.picture else { return nil }
        let index = played.log.madeFor(record.ordinal)
        switch player.view {
        case .demanded:
            let came = record.demandedClip.flatMap { clip -> ViewLegend.Arrival in
                let wanted = index ?? record.demandedIndex
                if played.engine.base(clip, wanted) != nil { return .here }
                return played.timeline.edge.base(clip, wanted) == nil ? .never : .later
            }
            return ViewLegend.demanded(record, fits: index, came ?? .never, over: picture)
        case .fromDemanded: return ViewLegend.fromDemanded(record, fits: index, over: picture)
        case .composite, .base, .overlay, .outline, .difference, .onion: return nil
        }
    }

    fileprivate func seamCount(_ played: Played) -> StatisticsState.Seams {
        guard setting.steps, !setting.isGrowing else { return .notSought }
        guard debugger.seams == .none else { return .sought }
        let here = played.record.map { $0.ordinal + 1 } ?? 0
        return .found(soFar: played.log.seamCount(before: here), inAll: played.log.seamCount)
    }

    // MARK: The status line

    fileprivate func status(_ layout: ScreenLayout, _ played: Played, rate: Int) -> StatusState {
        let engine = played.engine
        let buffer = engine.buffer
        let progress = engine.clipProgress(engine.currentClip).map {
            StatusState.Loading(loaded: $0.loaded, announced: $0.announced)
        }
        let record = played.record
        var status = StatusState(
            mode: engine.modeName, record: record, clipName: engine.currentClip.rawValue,
            loading: engine.framePlan.composite == nil ? progress : nil, isPaused: played.isPaused,
            rate: rate, bufferReady: buffer.ready, bufferKnown: buffer.known, queuedChunks: engine.queuedChunks,
            view: player.view == .composite ? nil : player.view.rawValue, message: message ?? workAhead(played),
            time: played.position, duration: played.duration)
        status.faults = record.map { played.log.faults(marking: $0.ordinal).map(\.kind) } ?? []
        status.lag = played.lag
        // A backend that says nothing is no news: its pings tell whether it is there.
        if !setting.isLive { status.silence = played.silence }
        fillLink(&status, played)
        status.speed = played.speed
        status.hints.help = keys.hint(of: .toggleHelp)
        status.hints.quit = keys.hint(of: .quit)
        status.hints.retry = keys.hint(of: .retryConnection)
        status.showsOrdinal = debugger.isOpen && layout.log == nil && layout.inspector == nil
        return status
    }

    private func fillLink(_ status: inout StatusState, _ played: Played) {
        guard let link = played.link else { return }
        (status.link, status.now, status.isInsecure) = (link, played.now, setting.isInsecure)
        let clips = played.timeline.edge.clipsProgress
        if clips.loaded < clips.known {
            status.clips = ClipProgress(
                loaded: clips.loaded, known: clips.known, percent: clips.frames * 100 / max(1, clips.announced))
        }
    }

    /// Said while something is heard ahead, or exported, how far that is.
    private func workAhead(_ played: Played) -> String? {
        if played.timeline.isDoubtful { return "an event could not be read again: this state may be wrong" }
        if debugger.awaitedRun != nil { return "looking at the pixels of all frames first  (Esc gives up)" }
        if let progress = debugger.logProgress { return progress }
        guard played.isBusy else { return exporting.map { "export: \($0)  (Esc gives up)" } }
        return (played.isSeeking ? "on the way there: " : "hearing what is to come: ")
            + "\(Int(played.part * 100)) %" + (played.isLive ? "" : "  (Esc gives up)")
    }
}
