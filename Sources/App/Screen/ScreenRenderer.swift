import BookFolders
import Cells
import Debugger
import Engine
import Events
import Exports
import Frames
import Live
import Panels
import Playback
import Screens
import Sessions
import Settings
import Sound
import Tapes
import Terminal

/// Draws the screen: text by the terminal, pictures by the painter. Draws again when the model, or what is played, is another
/// than what was drawn.
///
/// Owner: the run loop, main actor.
@MainActor
final class ScreenRenderer {
    let screen: any TerminalScreen
    private let outputs: Outputs
    let tile: TileRenderer
    private let tape: TapeReader
    private let tolerance: Int
    private var painters: [PaintedLayer: Painter]
    /// Those that they are for.
    private var capabilities: Capabilities
    var view = ScreenView()
    private var rate = RateCounter()
    /// Knows how loud the book is that is read here.
    var bookLevels: ((BookSound, TimeSpan, TimeSpan) -> [UInt8]?)?
    /// The program that is hosted, whose screen is drawn in the place of a picture.
    var host: HostController?
    /// What is drawn beside the text of that book.
    var bookPicture: (() -> (picture: BookPicture, pixels: Picture)?)?
    private var figures = PaintFigures()

    private var content = ScreenContent()
    /// A copy: while the view draws, which keys do something is asked for, and it cannot be read.
    private(set) var statisticsScrollLimit = 0
    private var layout = ScreenLayout(.zero)
    private var drawn = Drawn()
    private var schedule = PanelSchedule<ShownByPanels, Place?>()
    /// It was to be looked whether anything is another than what was drawn while the terminal still took that.
    private(set) var awaitsTerminal = false

    /// What is painted on each layer.
    private struct Drawn: Equatable {
        var picture: Picture?
        var tile: TileRenderer.Drawn?

        enum Picture: Equatable {
            case frame(ScreenPictures.Drawn)
            /// The member of a call who is shown.
            case call(TileRenderer.Drawn)
            /// Of a book, in so many cells.
            case book(BookPicture, PictureArea)
            /// A program's screen, by how often it has changed.
            case hosted(Int)

            /// What of the avatar is drawn.
            var request: DrawingRequest? { if case .frame(let drawn) = self { drawn.request } else { nil } }
            /// No frame of anything that is played.
            var isText: Bool {
                switch self {
                case .book, .hosted: true
                case .frame, .call: false
                }
            }
        }
    }

    /// What panels show of what does not move by itself: another one is drawn at once.
    private struct ShownByPanels: Equatable {
        var model: ScreenModel
        var layout: ScreenLayout
        /// A word is marked while it is heard, not when the panels have their turn.
        var word: Range<Int>?
        var link: LinkState?
        /// What is read goes on by words, not when the panels have their turn.
        var book: ShownBook?
        var sound: SoundStatus
        var breakpoints: [Breakpoint]
        var isBusy: Bool
        var isPaused: Bool
        /// Percent.
        var speed: Int
        /// The timeline ends where the log does, which does not grow at every turn.
        var isTimelineWhole: Bool
        /// While nothing moves every other place is another state.
        var place: Place?
        /// `nil` while there is none.
        var tile: TileShape?
    }

    /// What of the tile decides which cells it takes.
    private struct TileShape: Equatable {
        var isThere: Bool
        var aspect: Double

        init(_ tile: ShownTile) { (isThere, aspect) = (tile.record.content != .inactive, tile.aspect) }
    }

    /// How much has been heard and said: what moves by itself.
    private struct Place: Equatable {
        var heard: EventCount
        var edge: EventCount
        var lines: Int

        init(_ played: Played) {
            (heard, edge, lines) = (played.heard, played.timeline.history.count, played.log.entries.count)
        }
    }

    /// Has the screen until `stop`, which gives the terminal back.
    init(
        _ subject: ScreenSubject, _ options: PlaybackOptions, _ outputs: Outputs, _ video: TileVideo,
        _ screen: any TerminalScreen
    ) {
        (tape, self.outputs, self.screen) = (subject.tape, outputs, screen)
        tolerance = options.tolerance
        capabilities = screen.capabilities
        let painter = capabilities.painter
        painters = Dictionary(uniqueKeysWithValues: PaintedLayer.allCases.map { ($0, painter) })
        tile = TileRenderer(blobs: subject.blobs, video, capabilities, isStill: options.isStill)
    }

    /// The terminal may have answered late: what it can do is used from now on.
    /// - Returns: whether everything is to be drawn anew.
    func followCapabilities() -> Bool {
        guard capabilities != screen.capabilities else { return false }
        capabilities = screen.capabilities
        for layer in PaintedLayer.allCases { painters[layer] = capabilities.painter }
        tile.follow(capabilities)
        forget()
        return true
    }

    var geometry: ScreenGeometry {
        let pixels = screen.capabilities.cellPixels.value
        return ScreenGeometry(
            cells: screen.window.cells, cell: CellShape(width: pixels.width, height: pixels.height) ?? .usual,
            background: screen.capabilities.background.value ?? .black, signs: tile.signs)
    }

    /// Gives the terminal back.
    func stop() {
        screen.stop()
    }

    private var pictures: ScreenPictures { outputs.shown.pictures }
    private var live: LiveSession? { outputs.shown.live }
    /// Where the tile is, as it was drawn last.
    var shownTile: CellRect? { content.tile }
    var shownPopups: [CellRect] { content.popups.map(\.rect) }

    // MARK: What was drawn

    /// The terminal may show anything.
    func forget() {
        for layer in PaintedLayer.allCases { painters[layer]?.forgetAll() }
        drawn = Drawn()
        schedule.forget()
    }

    /// Lines of the log are others than they were.
    func forgetLog() {
        view.forgetLog()
        schedule.forget()
    }

    /// Frames that put something new on, as against those that were passed over or waited for. What is heard ahead, or while
    /// somebody looks at what was, is not on screen.
    func count(_ reports: [Effect], _ playback: PlaybackController, at now: Instant) {
        guard playback.isAtEdge, !playback.isPaused, !playback.isBusy, !playback.isAheadOfTime else { return }
        for case .show(let record) in reports.of(playback.focus)
        where record.status != .skipped && record.status != .held { countFrame(at: now) }
    }

    private func countFrame(at now: Instant) {
        rate.count(now)
        figures.showFrame()
    }

    // MARK: Drawing

    /// Whether the panels have their turn now.
    func hasPanelsDue(_ model: ScreenModel, _ played: Played) -> Bool {
        guard screen.isIdle, screen.isActive else { return false }
        let place = place(model, played)
        // How far it is behind, and for how long nothing has come, changes by itself.
        // Nor does anything happen in most seconds of a call whose members are not drawn here, and its time goes on all the same.
        let isRunningCall = played.call != nil && played.composite == nil && !played.isPaused && !played.isOver
        let moves =
            place != nil && (played.isGrowing || isRunningCall) || view.hasWork(model, in: played.log)
        let shown = shownByPanels(model, played)
        schedule.look(
            at: shown, place, moves: moves, isLogBeside: shown.layout.log != nil, isBusy: played.isBusy, now: played.now
        )
        return schedule.isDue(at: played.now)
    }

    /// What moves by itself; `nil` where nothing does that is not looked at as a whole: the text of a book says all of what it shows.
    private func place(_ model: ScreenModel, _ played: Played) -> Place? {
        model.screen == .reader || model.screen == .host && !model.showsCaption(played) ? nil : Place(played)
    }

    /// - Parameter drawsPanels: they are due, and the model has taken note of what has come.
    /// - Returns: base frames that turned out to be no pictures.
    func refresh(_ model: ScreenModel, _ played: Played, drawsPanels: Bool) -> [FramePresenter.BrokenBase] {
        awaitsTerminal = !screen.isIdle
        guard screen.isIdle, screen.isActive else { return [] }
        if drawsPanels { drawPanels(model, played) }
        var next = drawing(model, played)
        tile.pace(&next.tile, after: drawn.tile, played)
        let isNew = drawn.picture != next.picture
        let isFrame = next.picture.map { !$0.isText } ?? false
        if isNew, isFrame, !played.isAtEdge, !played.isPaused { countFrame(at: played.now) }
        let isOther = isNew || drawsPanels || drawn.tile != next.tile
        tile.pictures.video.show(streamSize(next))
        drawn = next
        if isOther { show(next, played, countsTime: isNew && isFrame) }
        if isFrame { figures.reachScreen() }
        if isOther { prefetch(next, played) }
        return pictures.takeBroken()
    }

    private func prefetch(_ drawn: Drawn, _ played: Played) {
        // What the engine would draw next is not seen while a face reads.
        guard played.narrated == nil, !played.isCalm else { return }
        if let request = drawn.picture?.request {
            pictures.prefetch(request, played.engine)
        } else if let request = drawn.tile?.request {
            let places = tile.placesDrawn(FramePresenter.basesKept, played)
            pictures.prefetch(request, played.engine, places, for: tile.presenter)
        }
    }

    /// The larger of both, where frames of a pipe or a file are drawn.
    private func streamSize(_ drawn: Drawn) -> PixelSize? {
        var sizes = [drawn.tile?.streamSize]
        if case .call(let stage)? = drawn.picture { sizes.append(stage.streamSize) }
        return sizes.compactMap { $0 }.max { $0.count < $1.count }
    }

    /// Whether what the tile shows is drawn anywhere.
    private func hasTile(_ played: Played) -> Bool { content.tile != nil || played.call != nil }

    private func drawing(_ model: ScreenModel, _ played: Played) -> Drawn {
        var next = Drawn()
        let shown = hasTile(played) ? ShownTile(played, avatar: model.opening.avatar) : nil
        let (geometry, position) = (model.geometry, played.position)
        func drawnTile(_ rect: CellRect, _ layer: PaintedLayer) -> TileRenderer.Drawn? {
            shown.map { tile.drawn($0, in: rect.size, layer, fills: model.picture.fills, geometry, at: position) }
        }
        next.tile = content.tile.flatMap { drawnTile($0, .tile) }
        if model.screen == .host, let host {
            next.picture = .hosted(host.generation(at: played.now))
            return next
        }
        guard let rect = model.pictureRect(layout) else {
            next.picture = content.picture.flatMap { rect in
                bookPicture?().map { .book($0.picture, PictureArea(cells: rect.size, cell: geometry.cell)) }
            }
            return next
        }
        if shown?.isCall == true {
            next.picture = drawnTile(rect, .picture).map { .call($0) }
        } else {
            next.picture = .frame(
                ScreenPictures.Drawn(
                    frame: view.drawnFrame(model, played), beside: model.pairedFrame(played),
                    request: model.drawingRequest(rect), isExact: played.isStill, probe: model.stepping.probe,
                    swatch: model.swatch(layout, played)))
        }
        return next
    }

    private func shownByPanels(_ model: ScreenModel, _ played: Played) -> ShownByPanels {
        let stands = played.isPaused && !played.isBusy && !played.isGrowing
        return ShownByPanels(
            model: model, layout: model.layout(played), word: played.engine.spokenWord, link: played.link,
            book: model.screen == .reader ? played.reader.map { ShownBook($0, played) } : nil, sound: played.sound,
            breakpoints: played.breakpoints, isBusy: played.isBusy, isPaused: played.isPaused,
            speed: played.speed, isTimelineWhole: !played.isBusy && !view.hasWork(model, in: played.log),
            place: stands ? Place(played) : nil,
            tile: hasTile(played) ? TileShape(ShownTile(played, avatar: model.opening.avatar)) : nil)
    }

    private func bookGrid(_ area: PictureArea) -> PixelGrid {
        guard let shown = bookPicture?() else { return PixelGrid(filling: area.cells) }
        return PixelGrid(showing: shown.pixels, in: area, over: geometry.background)
    }

    private func drawPanels(_ model: ScreenModel, _ played: Played) {
        let rate = played.isPaused ? 0 : rate.rate(at: played.now)
        layout = model.layout(played)
        content = view.content(
            model, layout, played, tile: { ShownTile(played, avatar: model.opening.avatar) }, rate: rate)
        statisticsScrollLimit = view.statisticsScrollLimit
        schedule.draw(shownByPanels(model, played), place(model, played), rate: rate, now: played.now)
    }

    /// While the terminal takes nothing the panels wait for it, not for the clock.
    var nextWake: Instant? {
        screen.isIdle && screen.isActive ? [schedule.dueAt, tile.nextWake].compactMap { $0 }.min() : nil
    }

    private func show(_ drawn: Drawn, _ played: Played, countsTime: Bool) {
        let started = ContinuousClock.now
        var painted: [PaintedLayer: PaintedPicture] = [:]
        painted[.picture] = drawn.picture.flatMap { picture in
            switch picture {
            case .frame(let frame): PaintedPicture(pictures.grid(frame))
            case .call(let member): tile.picture(member, .picture, of: outputs)
            case .book(_, let area): PaintedPicture(bookGrid(area))
            case .hosted: nil
            }
        }
        painted[.tile] = drawn.tile.map { tile.picture($0, .tile, of: outputs) }
        let composed = ContinuousClock.now
        let spent = pictures.takeSpent()
        var (painting, paintedBytes) = (Duration.zero, 0)
        let tolerance = played.isStill ? 0 : tolerance
        let isHosted = if case .hosted = drawn.picture { true } else { false }
        var hosted = isHosted ? host?.takeView(at: played.now, under: content.popups.map(\.rect)) : nil
        if hosted?.keysAreOurs == true, let cursor = content.cursor { hosted?.cursor = cursor }
        screen.present(content, hosted: hosted) { layer, request, bytes in
            if isHosted, layer == .picture {
                host?.paint(request, on: screen.window.cells, into: &bytes)
                return
            }
            let began = ContinuousClock.now
            defer { painting += .now - began }
            painters[layer]?.tolerance = tolerance
            painters[layer]?.follow(request, on: layout.size)
            let start = bytes.count
            if let picture = painted[layer] { painters[layer]?.paint(picture, into: &bytes) }
            paintedBytes += bytes.count - start
        }
        if played.isAtEdge, let live, let kept = tile.takePainted(at: played.now)?.message {
            live.keep(kept, at: played.now)
        }
        guard countsTime, painted[.picture] != nil else { return }
        let timing = FrameTiming(
            drawing: composed - started, spent, painting: painting, writing: .now - composed - painting)
        figures.count(timing, bytes: paintedBytes)
        if played.isAtEdge, let live, let record = played.record { live.record(timing, of: record) }
    }
}

/// What the model cannot know of what is played.
extension ScreenRenderer: @MainActor ScreenSource {
    func size(of composite: Composite) -> PixelSize? { pictures.size(of: composite) }
    func reading(of composite: Composite, at point: PixelPoint) -> PixelReading? {
        pictures.reading(of: composite, at: point)
    }

    func event(of record: FrameRecord, in history: History) -> InspectorState.RawEvent? {
        guard let arrived = record.arrived, let position = record.position else { return nil }
        // A burst may have come at one moment; nobody waits for more than some of it to be read.
        for place in (history.heard(before: arrived)..<history.heard(at: arrived)).prefix(64) {
            guard history.moments[place].member == outputs.focus, let entry = history.entry(at: place),
                let raw = FrameMessage(tape, entry, position)
            else { continue }
            return InspectorState.RawEvent(
                name: raw.name, entry: entry, time: arrived, text: raw.text, byteCount: raw.byteCount)
        }
        return nil
    }

    func levels(ofChunk chunk: Int, _ generation: Generation) -> [UInt8]? {
        outputs.shown.sound.levels(of: SoundName(chunk, generation))
    }

    func levels(ofBook sound: BookSound, from start: TimeSpan, to end: TimeSpan) -> [UInt8]? {
        bookLevels?(sound, start, end)
    }

    func isCovered(_ cell: CellPoint) -> Bool {
        content.tile?.contains(cell) == true || content.popups.contains { $0.rect.contains(cell) }
    }
    var inspectorScrollLimit: Int { view.inspectorScrollLimit }
    var session: SessionFigures? { live?.figures }

    func fill(_ statistics: inout StatisticsState) {
        statistics.colors = screen.capabilities.colors.value.rawValue
        statistics.keptBytes = outputs.keptBytes
        statistics.totalBytes = screen.takenBytes
        figures.fill(&statistics)
    }
}
