import Cells
import Debugger
import Engine
import Events
import Frames
import Panels
import PictureInPicture
import Sessions

/// The screen's model as panels: text beside the picture and over it.
///
/// Keeps what it has gathered from the log, so that hours of it are not gone through for each picture.
package struct ScreenView {
    private var stepDebug = StepDebugView()
    private var messages = MessageCursor()
    /// What some views draw with the frame, and for which place.
    private var framesBefore: (heard: EventCount, count: Int, frames: [Composite])?

    /// What the tile knows of the screen, as it was drawn last; `nil` where it was too small for anything.
    package private(set) var tilePlace: TilePlace?

    package init() {}

    /// Lines of the log are others than they were.
    package mutating func forgetLog() {
        stepDebug.forgetLog()
        (messages, framesBefore) = (MessageCursor(), nil)
    }
    /// How far the inspector can be scrolled, as it was drawn last.
    package var inspectorScrollLimit: Int { stepDebug.inspectorScrollLimit }
    /// In lines, as they were drawn last; 0 while they are not.
    package private(set) var statisticsScrollLimit = 0

    // MARK: A long log, a part at a time

    /// More of the log is to be looked at than is done at once: what is drawn meanwhile ends before that. A line a screen.
    package func hasWork(_ model: ScreenModel, in log: @autoclosure () -> SessionLog) -> Bool {
        switch model.screen {
        case .player, .face, .reader, .host: false
        case .debugger: stepDebug.hasWork(model.debugger, in: log())
        }
    }

    package mutating func work(_ model: ScreenModel, on log: SessionLog) {
        switch model.screen {
        case .player, .face, .reader, .host: break
        case .debugger: stepDebug.work(on: log)
        }
    }

    // MARK: Drawing

    /// What is on screen in this layout.
    /// - Parameters:
    ///   - tile: what it would show; asked for only where there may be one, or a call.
    ///   - rate: frames shown in the last second.
    package mutating func content(
        _ model: ScreenModel, _ layout: ScreenLayout, _ played: Played, tile: () -> ShownTile? = { nil }, rate: Int
    ) -> ScreenContent {
        (tilePlace, statisticsScrollLimit) = (nil, 0)
        if model.screen == .host { return hostContent(model, layout, played, tile: tile) }
        guard let typed = layout.prompt else { return TooSmallPanel.content(layout) }
        let picture = model.pictureRect(layout)
        var status = model.status(layout, played, rate: rate)
        let opened = model.popups(layout, played)
        let waiting = waitingPanel(status, picture, played, under: opened.map(\.rect))
        status.isExplained = waiting != nil
        var panels: [Panel] = []
        let line = model.screen == .face ? nil : layout.status.map { statusPanel(status, model, played, in: $0) }
        // What is said there is read before what has the attention else.
        if status.notice == nil, let line { panels.append(line) }
        if let rect = layout.caption {
            panels.append(
                CaptionPanel.panel(
                    played.caption, word: played.litWord, last: played.placeWord,
                    shownFor: played.timeline.now - played.captionStart, in: rect))
        }
        let said = said(status, model, layout, played, typed)
        panels += self.panels(model, layout, played, under: said?.rect)
        if status.notice != nil, let line { panels.append(line) }
        var popups = [waiting].compactMap(\.self) + model.picturePopups(layout, played)
        if played.call != nil, let picture, let empty = tile().flatMap({ EmptyStage.panel($0, in: picture) }) {
            popups.append(empty)
        }
        // What Esc closes first lies on top.
        if model.picture.showsStatistics, picture != nil || model.screen != .reader {
            let statistics = statistics(model, picture ?? CellRect(column: 0, row: 0, columns: 0, rows: 0), played)
            let drawn = StatisticsPanel.popup(
                statistics, in: layout.above(said?.rect), beside: model.drawnRect(layout, played),
                scroll: model.picture.statisticsScroll)
            statisticsScrollLimit = drawn.scrollLimit
            popups.append(drawn.panel)
        }
        popups += opened
        if let said { popups.append(said) }
        let placed = model.placeTile(
            model.tilePlace(layout, under: popups.map(\.rect)), under: popups.map(\.rect),
            besides: [waiting?.rect].compactMap(\.self) + model.figures(layout), tile)
        tilePlace = placed.known
        return ScreenContent(
            panels: panels, popups: popups, picture: picture ?? model.illustrationRect(layout, played),
            tile: placed.rect)
    }

    /// The picture is the program's screen, of all cells.
    private mutating func hostContent(
        _ model: ScreenModel, _ layout: ScreenLayout, _ played: Played, tile: () -> ShownTile?
    ) -> ScreenContent {
        let popups = model.popups(layout, played)
        var place = model.tilePlace(layout, under: popups.map(\.rect))
        // A line that is typed into, and what is wrong with it, are not to lie under the tile, which keeps its size.
        if model.prompt != nil, let top = popups.suffix(2).map(\.rect.origin.row).min() {
            place.window.band = top..<max(top, layout.size.rows)
        }
        let placed = model.placeTile(place, under: popups.map(\.rect), tile)
        tilePlace = placed.known
        let whole = CellRect(column: 0, row: 0, columns: layout.size.columns, rows: layout.size.rows)
        return ScreenContent(
            popups: popups + model.hostPanels(layout, tile: placed.rect, played), picture: whole, tile: placed.rect)
    }

    /// What is waited for, in the place of a picture that is not there yet, whole or not at all.
    private func waitingPanel(
        _ status: StatusState, _ picture: CellRect?, _ played: Played, under covered: [CellRect]
    ) -> Panel? {
        // A session with one avatar is a call as well, which has nobody else to show.
        guard let picture, played.engine.framePlan.composite == nil, status.call == nil, played.reader == nil else {
            return nil
        }
        let address = status.link == nil ? nil : played.source.session?.address
        let panel = WaitingPanel.panel(status, address: address, in: picture)
        return panel.flatMap { panel in covered.allSatisfy { $0.intersection(panel.rect).isEmpty } ? panel : nil }
    }

    /// What is said and stands nowhere else: where there is no status line, or a chat's line in its place, all of it.
    private func said(
        _ status: StatusState, _ model: ScreenModel, _ layout: ScreenLayout, _ played: Played, _ line: CellRect
    ) -> Panel? {
        guard model.screen == .face || model.opening.isChat && model.prompt != nil else {
            return model.prompt == nil ? saidAbove(status, model, played, line) : nil
        }
        let isLineTaken = model.prompt != nil || layout.status != nil
        var below = layout.caption ?? line
        if layout.caption == nil, !isLineTaken { below.origin.row += 1 }
        // Where nothing of what was said is in view nothing else tells that an answer, or more of it, is on its way.
        let edge = played.timeline.edge
        let isAwaited = model.isAwaited && layout.conversation == nil && (edge.isAwaitingAnswer || edge.isResting)
        let message = StatusLine.message(of: status) ?? (isAwaited ? "…" : nil)
        return message.flatMap { StatusLine.said($0, above: below) }
    }

    /// What is said and has no room on the status line.
    private func saidAbove(_ status: StatusState, _ model: ScreenModel, _ played: Played, _ line: CellRect) -> Panel? {
        guard isOfBook(model, played), let reader = played.reader else {
            return StatusLine.overflow(status, above: line)
        }
        // All of it is gathered for the line already, and most of the time nothing is said.
        guard status.notice != nil else { return nil }
        let state = ReadingView.status(model.keys, notice: status.notice, reader, played)
        return ReadingLines.overflow(state, above: line)
    }

    private func isOfBook(_ model: ScreenModel, _ played: Played) -> Bool {
        played.reader != nil
            && (model.screen == .reader || model.screen == .debugger && model.debugger.isOfBook)
    }

    private func statusPanel(
        _ status: StatusState, _ model: ScreenModel, _ played: Played, in rect: CellRect
    ) -> Panel {
        guard isOfBook(model, played), let reader = played.reader else { return StatusLine.panel(status, in: rect) }
        return ReadingLines.status(ReadingView.status(model.keys, notice: status.notice, reader, played), in: rect)
    }

    /// Those of the open screen. A line a screen.
    /// - Parameter said: covers what is there, for a moment.
    private mutating func panels(
        _ model: ScreenModel, _ layout: ScreenLayout, _ played: Played, under said: CellRect?
    ) -> [Panel] {
        switch model.screen {
        case .player, .face: PlayerView.panels(model, layout, played, under: said)
        case .debugger: stepDebug.panels(model.debugger, model.stepping, layout, played)
        case .reader: ReadingView.panels(model.reader, layout, played, beside: model.tileBesideText(layout, played))
        case .host: []
        }
    }

    /// The frame at the playhead, as it is to be drawn.
    package mutating func drawnFrame(_ model: ScreenModel, _ played: Played) -> DrawnFrame {
        model.drawnFrame(played) { count in
            if let known = framesBefore, known.heard == played.heard, known.count == count { return known.frames }
            let frames = played.shown(before: count, at: played.heard)
            framesBefore = (played.heard, count, frames)
            return frames
        }
    }

    // MARK: Statistics

    private mutating func statistics(_ model: ScreenModel, _ picture: CellRect, _ played: Played) -> StatisticsState {
        let (engine, log) = (played.engine, played.log)
        let buffer = engine.buffer
        var statistics = StatisticsState(
            counters: engine.counters, generation: engine.generation, queuedChunks: engine.queuedChunks,
            decodedBytes: engine.decodedBytes, bufferReady: buffer.ready, bufferKnown: buffer.known,
            picture: picture.size, pixels: model.drawingRequest(picture).area.pixels, colors: "")
        statistics.faults = (log.faultCount(heard: played.heard), log.faultCount)
        statistics.seams = model.seamCount(played)
        statistics.unjudged = model.stepping.judged.unjudged
        statistics.session = played.source.session
        statistics.damage = model.damage?.reason
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
    // MARK: Popups

    fileprivate func popups(_ layout: ScreenLayout, _ played: Played) -> [Panel] {
        var popups: [Panel] = []
        switch popup {
        case .help(let state):
            popups.append(
                HelpPanel.popup(
                    helpGroups(played), state, behind: screen == .host ? opening.hostPrefix : nil, in: layout))
        case .palette(let palette): popups.append(panel(palette, layout, played))
        case .breakpoints(let row):
            let hits = stepping.landmarks.hits.counts
            popups.append(BreakpointsPanel.popup(played.breakpoints, hits: hits, selected: row, in: layout))
        case .marks(let row):
            popups.append(MarksPanel.popup(stepping.landmarks.marks, played.log, selected: row, in: layout))
        case .faults(let state): popups.append(FaultsPanel.popup(state, played.log, stepping.judged, in: layout))
        case .why(let why, let row): popups.append(WhyPanel.popup(why, selected: row, in: layout))
        case .conversation(let row):
            let closing = keys.hint(of: .conversation) ?? "Esc"
            popups.append(
                ConversationPanel.popup(
                    conversationLines(played), with: opening.canTalk ? opening.avatar : nil, selected: row,
                    isLive: opening.canTalk, closing: closing, in: layout))
        case .chapters(let row):
            let chapters = played.reader?.book?.chapters ?? []
            popups.append(
                ChaptersPanel.popup(chapters, current: played.reader?.chapterPlace, selected: row, in: layout))
        case .bookmarks(let row):
            popups.append(BookmarksPanel.popup(played.book.bookmarks, selected: row, in: layout))
        case nil: break
        }
        if let prompt, let rect = layout.prompt {
            let fits = prompt.error.map { !prompt.pointsAtError && PromptPanel.hasRoom(for: $0, in: rect) } ?? true
            popups.append(
                PromptPanel.panel(
                    prompt.label, prompt.editor, isSelected: prompt.isOffer, error: fits ? prompt.error : nil,
                    aside: opening.isChat && screen != .face ? unusual(played).joined(separator: "  ") : "", in: rect)
            )
            popups += [above(prompt, fits: fits, rect, played)].compactMap(\.self)
        }
        return popups
    }

    /// What the line has no room for: what is wrong with it, or what could be typed.
    private func above(_ prompt: Prompt, fits: Bool, _ rect: CellRect, _ played: Played) -> Panel? {
        if let error = prompt.error {
            if fits { return nil }
            return prompt.pointsAtError
                ? PromptPanel.pointer(prompt.label, prompt.editor, error, above: rect)
                : StatusLine.said(error, above: rect)
        }
        return stopCompletion(played).flatMap { PromptPanel.candidates($0.candidates, above: rect) }
    }

    /// What lies on pictures and belongs to them.
    fileprivate func picturePopups(_ layout: ScreenLayout, _ played: Played) -> [Panel] {
        frameWords(layout, played)
            + [probePopup(layout, played)?.panel].compactMap { $0 }
    }

    /// What a view says of a frame, or of each of two, and what these are.
    private func frameWords(_ layout: ScreenLayout, _ played: Played) -> [Panel] {
        guard let pair = pair(played) else {
            guard let record = played.record, let rect = layout.picture else { return [] }
            return [legend(record, played.composite, played.engine, over: rect, played)].compactMap { $0 }
        }
        guard let area = pictureRect(layout), layout.second != nil else { return [] }
        let half = drawingRequest(area).area.half
        let right = CellPoint(
            column: area.origin.column + area.size.columns - half.cells.columns, row: area.origin.row)
        let a = played.log.record(pair.left.ordinal)
        let b = pair.right.map { played.log.record($0.ordinal) } ?? played.record
        let name = pair.right == nil ? "now" : "B"
        var panels: [Panel] = []
        for (name, record, composite, engine, origin) in [
            ("A", a, pair.left.composite, pair.left.engine, area.origin),
            (name, b, pair.right?.composite ?? played.composite, pair.right?.engine ?? played.engine, right),
        ] {
            let rect =
                composite.map { shownRect($0, half, from: origin, played) }
                ?? CellRect(origin: origin, size: half.cells)
            panels.append(PairPanel.label(name, record, over: rect))
            if let words = record.flatMap({ legend($0, composite, engine, over: rect, played) }) {
                panels.append(words)
            }
        }
        if let rect = layout.pair { panels.append(PairPanel.difference(a, b, name, in: rect)) }
        return panels
    }

    /// The cells that the frame at the playhead takes; `nil` where there is none, or two.
    fileprivate func drawnRect(_ layout: ScreenLayout, _ played: Played) -> CellRect? {
        guard let composite = played.engine.framePlan.composite, pair(played) == nil, let area = pictureRect(layout)
        else { return nil }
        return shownRect(composite, drawingRequest(area).area, from: area.origin, played)
    }

    /// The cells that a frame takes of an area; all of it when its base frame is no picture.
    private func shownRect(
        _ composite: Composite, _ area: PictureArea, from origin: CellPoint, _ played: Played
    ) -> CellRect {
        var rect = CellRect(origin: origin, size: area.cells)
        guard let target = played.placement(of: composite, in: area)?.target else { return rect }
        rect.origin = CellPoint(column: origin.column + target.minX, row: origin.row + target.minY / 2)
        rect.size = CellSize(columns: target.size.width, rows: (target.size.height + 1) / 2)
        return rect
    }

    /// Said where a view does not show by itself what it is.
    /// - Parameter engine: that shows it.
    private func legend(
        _ record: FrameRecord, _ composite: Composite?, _ engine: PlaybackEngine, over rect: CellRect, _ played: Played
    ) -> Panel? {
        let index = played.log.madeFor(record.ordinal)
        switch picture.view {
        case .demanded:
            let came = record.demandedClip.flatMap { clip -> ViewLegend.Arrival in
                let wanted = index ?? record.demandedIndex
                if engine.base(clip, wanted) != nil { return .here }
                if engine.isBroken(clip, wanted) { return .broken }
                return played.timeline.edge.base(clip, wanted) == nil ? .never : .later
            }
            return ViewLegend.demanded(record, fits: index, came ?? .never, over: rect)
        case .fromDemanded: return ViewLegend.fromDemanded(record, fits: index, over: rect)
        case .composite, .base, .overlay, .outline, .difference, .onion:
            guard let composite, played.source.size(of: composite) == nil else { return nil }
            return ViewLegend.broken(composite, over: rect)
        }
    }

    fileprivate func seamCount(_ played: Played) -> StatisticsState.Seams {
        guard stepping.seams != .notBegun else { return .notSought }
        guard stepping.seams == .done else { return .sought }
        guard stepping.judged.seams else { return .notSought }
        let here = played.record.map { $0.ordinal + 1 } ?? 0
        return .found(soFar: played.log.seamCount(before: here), inAll: played.log.seamCount)
    }
}
