import Cells
import Debugger
import Engine
import Events
import Exports
import Frames
import Keys
import Live
import Panels
import Platform
import Playback
import Settings
import Sound
import Tapes
import Terminal

/// The place where everything meets: takes one message at a time, lets the player hear it, shows what came of it.
///
/// Owns the engine (in `FeedPlayer`), the pictures (in `FramePresenter`), the painter and the screen. Main actor.
@MainActor
final class RunLoop {
    let clock: SessionClock
    let mailbox = Mailbox<Message>()
    let decoding = DecodeQueue()
    let options: PlaybackOptions
    let blobs: any BlobSource
    let tape: TapeReader
    /// As the user names what is played.
    let file: String
    var keys: KeyMap { options.keys }
    private let recorder: Recorder?
    /// `nil` where a tape is played.
    let live: LiveSession?
    var opening: InitialUtterance?
    /// The one that the caption marks.
    private var markedWord: Range<Int>?
    let sound: SoundController
    let soundWorker = SoundWorker()
    /// Which clock moves the frames.
    var pacing: PlaybackSettings.Clock
    var conversation = Conversation()
    let screen: Screen

    var playback: PlaybackController
    var presenter: FramePresenter
    var painter: Painter
    var state = ScreenState()
    private var rate = RateCounter()
    private var figures = PaintFigures()
    private var messages = MessageCursor()
    private var ending: Ending?

    /// Whether a message is on its way that goes on hearing ahead; another one would only add to it.
    private var isWakePosted = false
    /// What some views draw with the frame, and for which place.
    var framesBefore: (heard: EventCount, count: Int, frames: [Composite])?
    var exportJob: ExportJob?
    /// Where somebody wanted to go last, for saying that it is not there.
    var soughtGoal: Goal?
    /// What the inspector shows, and for which place.
    var inspection: (heard: EventCount, said: Int, state: InspectorState)?
    /// What is being looked for in the log, and what of it is being written.
    var logMatch: LogMatch?
    var logWriting: LogWriting?

    /// What the screen was last told, so that nothing is drawn that has not changed.
    private var content = ScreenContent()
    private(set) var layout = ScreenLayout(.zero)
    private var drawn: Drawn?
    private var panelsDrawnAt: Instant?
    private var panelsHeard: EventCount = 0
    private var arePanelsStale = true
    private var shownRate = 0
    private let wakes: WakeTimer

    private struct Drawn: Equatable {
        var frame: DrawnFrame
        /// The other one of two side by side, at the left.
        var beside: DrawnFrame?
        var wish: DrawingWish
        var isExact: Bool
        var probe: PixelPoint?
        var swatch: CellRect?
    }

    /// Panels follow the picture at this distance while it moves: figures that change 30 times a second cannot be read,
    /// lines of a log that scroll ten times a second can.
    private var panelInterval: Span { state.showsLog ? .milliseconds(100) : .milliseconds(250) }
    /// A rate on the status line is looked at again after this time, even when no frame comes any more.
    private static let rateInterval = Span.seconds(1)
    /// Base frames that the workers decode ahead.
    private static let basesAhead = 4

    /// Takes the terminal; `run` gives it back.
    /// - Throws: what a tape, a recording or a terminal can; the terminal is as it was then.
    ///
    /// - Parameter file: as the user names what is played; breakpoints are kept beside it.
    package convenience init(
        _ tape: TapeReader, of file: String, _ options: PlaybackOptions, device: TerminalDevice
    ) throws {
        let feed = try TapeFeed(tape, isFresh: options.isFresh, isGrowing: options.follows)
        let recorder = try options.record.map { try Recorder(path: $0, source: tape) }
        try self.init(
            feed, tape, of: file, blobs: tape, recorder, live: nil, opening: nil, options, SessionClock(), device)
    }

    /// The same for a live session, whose tape is being recorded.
    /// - Parameter opening: what is said as soon as it can be shown.
    convenience init(
        _ live: LiveSession, opening: InitialUtterance?, _ options: PlaybackOptions, _ clock: SessionClock,
        device: TerminalDevice
    ) throws {
        let (tape, feed) = (live.tape, LiveFeed(stream: live.tape.stream))
        try self.init(
            feed, tape.reader, of: tape.reader.path, blobs: tape.stream, tape.recorder, live: live, opening: opening,
            options, clock, device)
    }

    private init(
        _ feed: any Feed, _ tape: TapeReader, of file: String, blobs: any BlobSource, _ recorder: Recorder?,
        live: LiveSession?, opening: InitialUtterance?, _ options: PlaybackOptions, _ clock: SessionClock,
        _ device: TerminalDevice
    ) throws {
        (self.options, self.blobs, self.tape, self.recorder) = (options, blobs, tape, recorder)
        (self.live, self.clock, self.file, self.opening) = (live, clock, file, opening)
        sound = SoundController(soundWorker, options.sound)
        pacing = options.settings.clock
        let player = FeedPlayer(
            feed, settings: options.settings, adjusted: options.adjusted, isRecording: recorder != nil)
        playback = PlaybackController(player, blobs: blobs, at: clock.now, hearsAll: options.steps)
        presenter = FramePresenter(blobs: blobs)
        let mailbox = mailbox
        wakes = WakeTimer { mailbox.post(.wake) }
        do {
            screen = try Screen(device, colors: options.colors) { mailbox.post(.terminal($0)) }
        } catch {
            if live == nil { recorder?.discard() }
            throw error
        }
        painter = Painter(depth: screen.capabilities.colors.value, style: options.blocks)
        (playback.runner.pictures, playback.runner.sounds, playback.runner.clips) = (self, sound, live)
        state.fills = options.fills
        state.showsLog = options.log
        readBreakpointsAndMarks()
        if let notice = player.hearing.notices(options.adjusted).first { state.message = notice }
    }

    /// Plays until somebody ends it. The screen has been given back when this returns or throws.
    /// - Throws: `TapeError` when the tape cannot be read any further, `CommandError` when the recording ended early.
    package func run() async throws -> Ending {
        let workers = max(1, ProcessorCount.online - 1)
        let (decoding, blobs, bufferPool, mailbox) = (decoding, blobs, presenter.bufferPool, mailbox)
        openSound()
        let played = await withTaskGroup(of: Void.self) { group in
            for _ in 0..<workers {
                group.addTask {
                    await decodePictures(from: decoding, blobs: blobs, bufferPool: bufferPool) {
                        mailbox.post(.decoded($0))
                    }
                }
            }
            let played = await outcome()
            // Before anything is waited for: quitting is instant.
            screen.stop()
            // A file that is not complete goes with it.
            logWriting = nil
            wakes.cancel()
            decoding.close()
            sound.stop()
            soundWorker.close()
            return played
        }
        exportJob?.leave()
        let failure = live == nil ? await recorder?.close() : await hangUp()
        let ending = try played.get()
        if let failure { throw failure }
        return ending
    }

    private func outcome() async -> Result<Ending, any Error> {
        do { return .success(try await loop()) } catch { return .failure(error) }
    }

    private func loop() async throws -> Ending {
        playback.receive(.settingsChanged(options.settings))
        let mailbox = mailbox
        live?.start { mailbox.post(.live($0)) }
        if options.steps {
            openDebugger(at: clock.now)
            // A tape that grows has no last frame yet, and what is new is at its end.
            if !isGrowing {
                go(to: .start, at: clock.now)
                testSeams()
            }
        }
        try turn()
        return try await mailbox.serve { message in
            self.receive(message)
            if let ending = self.ending { return ending }
            try self.turn()
            return try self.followOpening() ? .quit : nil
        }
    }

    /// Lets time pass and shows what came of it.
    private func turn() throws {
        chooseClock()
        let now = clock.now
        try playback.advance(to: now) { sound.inputs(for: $0, at: now) }
        work()
        workOnLog()
        receive(playback.perform())
        hearConversation()
        followWord()
        addSeams()
        applyOutcome()
        record()
        followSound()
        refresh()
        scheduleWake()
    }

    /// A word is marked while it is heard, not when the panels have their turn.
    private func followWord() {
        let word = playback.engine.spokenWord
        guard word != markedWord else { return }
        markedWord = word
        drawPanelsNext()
    }

    /// Looks for what is beyond what has been heard, a slice at a time; keys are answered in between.
    private func work() {
        guard playback.isBusy else { return }
        let started = ContinuousClock.now
        do {
            try playback.work(at: clock.now) { ContinuousClock.now - started > Self.slice }
        } catch {
            // What has been heard can be looked at all the same.
            playback.endHearing()
            state.message = CommandError(error).reason
        }
        if !playback.isBusy {
            drawPanelsNext()
        } else {
            wakeSoon()
        }
        arePanelsStale = true
    }

    /// Goes on as soon as what has come meanwhile has been answered.
    func wakeSoon() {
        guard !isWakePosted else { return }
        isWakePosted = true
        mailbox.post(.wake)
    }

    static let slice = Duration.milliseconds(12)

    private func record() {
        guard let recorder else { return }
        recorder.record(playback.takeHeard())
        guard let failure = recorder.takeFailure() else { return }
        let isWanted = live?.tape.isTemporary != true
        state.message =
            (isWanted ? "the recording has ended: " : "the past cannot be looked at from here on: ") + failure.reason
        drawPanelsNext()
    }

    // MARK: Messages

    private func receive(_ message: Message) {
        switch message {
        case .wake: isWakePosted = false
        case .live(let news): receive(news)
        case .sound(let news): receive(news)
        case .posted(let outcome): receive(outcome)
        case .decoded(.overlays(let results)): for (job, result) in results { overlayDecoded(job, result) }
        case .decoded(.base(let hash, let decoded)):
            presenter.store(base: decoded, hash)
            decoding.finish(base: hash)
        case .faultsFound(let findings, let judged): receive(findings, judged)
        case .exporting(.progress(let progress)):
            state.debug.exporting = progress
            drawPanelsNext()
        case .exporting(.ended(let message)):
            (state.message, state.debug.exporting, exportJob) = (message, nil, nil)
            drawPanelsNext()
        case .terminal(.inputReady): for key in screen.readKeys() { receive(key) }
        case .terminal(.outputReady): screen.flush()
        case .terminal(.closed): ending = .closed
        case .terminal(.signal(let signal)): receive(signal)
        }
    }

    private func receive(_ signal: Signal) {
        switch signal {
        case .windowChanged:
            screen.resize()
            forceRefresh()
        case .stopRequested: suspend()
        case .continued:
            screen.takeBack()
            forceRefresh()
        case .endRequested(let number): ending = .signal(number)
        }
    }

    private func receive(_ key: Key) {
        if case .mouse(let event) = key { return receive(event) }
        if takeInPopup(key) { return drawPanelsNext() }
        guard let command = keys.command(for: key) else { return }
        let said = state.message
        state.message = nil
        if !command.leavesPlayhead { state.debug.awaitedRun = nil }
        drawPanelsNext()
        if command == .close { close(said, at: clock.now) } else { perform(command, at: clock.now) }
    }

    private func overlayDecoded(_ job: DecodeJob, _ result: Result<Picture, PictureError>) {
        if case .success(let picture) = result { presenter.store(picture, for: job) }
        playback.receive(job, result.map(\.size))
    }

    // MARK: What the engine says

    private func receive(_ reports: [Effect]) {
        live?.record(reports, playback.timeline)
        for report in reports {
            arePanelsStale = true
            // What is heard ahead, or while somebody looks at what was, is not on screen.
            guard playback.isAtEdge, !playback.isPaused, !playback.isBusy else { continue }
            if case .show(let record) = report { count(record) }
        }
    }

    /// Frames that put something new on, as against those that were passed over or waited for.
    private func count(_ record: FrameRecord) {
        if record.status != .skipped, record.status != .held { countFrame() }
    }

    private func countFrame() {
        rate.count(clock.now)
        figures.showFrame()
    }

    /// What is played goes on to grow.
    var isGrowing: Bool { options.follows || live != nil }

    func quit() { ending = .quit }

    /// What is played waits while the process is stopped; who was live is live again.
    func suspend() {
        let (wasPlaying, wasLive) = (!playback.isPaused, playback.isLive && playback.isAtEdge)
        if wasPlaying { attempt { try playback.togglePause(at: clock.now) } }
        screen.suspend()
        if wasPlaying, playback.isPaused {
            if wasLive { playback.goLive(at: clock.now) } else { attempt { try playback.togglePause(at: clock.now) } }
        }
        forceRefresh()
    }

    /// Draws everything again, whatever the terminal shows.
    func forceRefresh() {
        painter.forgetAll()
        drawn = nil
        drawPanelsNext()
    }

    func drawPanelsNext() {
        panelsDrawnAt = nil
        arePanelsStale = true
    }

    // MARK: Showing

    private func refresh() {
        guard screen.isIdle, screen.isActive else { return }
        let drawsPanels = arePanelsDue(at: clock.now)
        if drawsPanels { drawPanels(at: clock.now) }
        let next = pictureRect.map { picture in
            Drawn(
                frame: drawnFrame(), beside: pairedFrame(), wish: drawingWish(picture), isExact: playback.isStill,
                probe: state.debug.probe, swatch: swatch)
        }
        let isNew = drawn != next
        if isNew, !playback.isAtEdge, !playback.isPaused { countFrame() }
        drawn = next
        if isNew || drawsPanels { show(next, countsTime: isNew) }
        if next != nil { figures.reachScreen() }
        if isNew || drawsPanels { prefetch(next?.wish) }
    }

    /// At most ten times a second while the picture moves; at once when paused, or when there is another layout.
    private func arePanelsDue(at now: Instant) -> Bool {
        let wanted = ScreenLayout(screen.window.cells, layoutWish)
        // How far it is behind, and for how long nothing has come, changes by itself.
        if playback.isLive { arePanelsStale = true }
        if playback.heard != panelsHeard, playback.isPaused || !playback.isAtEdge { arePanelsStale = true }
        guard wanted == layout, let panelsDrawnAt else {
            layout = wanted
            return true
        }
        let age = now - panelsDrawnAt
        if arePanelsStale { return (playback.isPaused && !playback.isBusy && !playback.isLive) || age >= panelInterval }
        return shownRate > 0 && age >= Self.rateInterval
    }

    private func drawPanels(at now: Instant) {
        shownRate = playback.isPaused ? 0 : rate.rate(at: now)
        content = screenContent()
        panelsHeard = playback.heard
        panelsDrawnAt = now
        arePanelsStale = false
    }

    private func show(_ drawn: Drawn?, countsTime: Bool) {
        let started = ContinuousClock.now
        let grid = drawn.map(grid)
        let composed = ContinuousClock.now
        let spent = presenter.takeSpent()
        var painting = Duration.zero
        painter.tolerance = playback.isStill ? 0 : options.tolerance
        screen.present(content) { area, bytes in
            let began = ContinuousClock.now
            defer { painting = .now - began }
            painter.place(area.rect, on: layout.size)
            painter.cover(area.covered)
            switch area.lost {
            case .nothing: break
            case .rects(let rects): for rect in rects { painter.forget(rect) }
            case .everything: painter.forgetAll()
            }
            if let grid { painter.paint(grid, into: &bytes) }
        }
        if countsTime, grid != nil {
            let timing = FrameTiming([
                .decode: spent.decoding, .scale: spent.scaling,
                .compose: composed - started - spent.decoding - spent.scaling, .paint: painting,
                .write: .now - composed - painting,
            ])
            figures.count(timing, bytes: painter.lastPaint.bytes)
            if playback.isAtEdge, let record = playback.record { live?.record(timing, of: record) }
        }
        for broken in presenter.takeBroken() {
            playback.receive(.baseFrameFailed(broken.clip, index: broken.index, reason: broken.reason))
        }
    }

    private func grid(_ drawn: Drawn) -> PixelGrid {
        if let other = drawn.beside { return presenter.draw(other, beside: drawn.frame, drawn.wish) }
        var grid = presenter.draw(drawn.frame, drawn.wish)
        if let probe = drawn.probe, let composite = drawn.frame.composite {
            presenter.showProbe(probe, of: composite, drawn.wish, on: &grid)
            if let swatch = drawn.swatch { presenter.showSwatch(probe, of: composite, swatch, on: &grid) }
        }
        return grid
    }

    private func prefetch(_ wish: DrawingWish?) {
        guard let wish else { return }
        let engine = playback.engine
        let missing = presenter.missingBases(
            engine.upcomingBases(Self.basesAhead), wish, isTalking: engine.modeName == .overlay)
        decoding.setBases(missing)
    }

    func drawingWish(_ rect: CellRect) -> DrawingWish {
        let pixels = screen.capabilities.cellPixels.value
        let background = screen.capabilities.background.value
        return DrawingWish(
            area: PictureArea(
                cells: rect.size, cell: CellShape(width: pixels.width, height: pixels.height) ?? .usual,
                filling: state.fills ? .fill : .fit),
            background: background ?? .black, view: state.view,
            isOutlined: state.isOutlined)
    }

    private func screenContent() -> ScreenContent {
        guard let picture = pictureRect, let status = layout.status else { return TooSmallPanel.content(layout) }
        var panels = [StatusLine.panel(statusState(), in: status)]
        if let rect = layout.caption {
            panels.append(CaptionPanel.panel(playback.caption, word: playback.engine.spokenWord, in: rect))
        }
        panels += debugPanels()
        var popups: [Panel] = []
        popups += picturePopups()
        // What Esc closes first lies on top.
        if state.showsStatistics { popups.append(StatisticsPanel.popup(statistics(picture), in: layout)) }
        popups += debugPopups()
        return ScreenContent(panels: panels, popups: popups, picture: picture)
    }

    private func statusState() -> StatusState {
        let engine = playback.engine
        let buffer = engine.buffer
        let progress = engine.clipProgress(engine.currentClip).map {
            StatusState.Loading(loaded: $0.loaded, announced: $0.announced)
        }
        var status = StatusState(
            mode: engine.modeName, record: playback.record, clipName: engine.currentClip.rawValue,
            loading: engine.framePlan.composite == nil ? progress : nil, isPaused: playback.isPaused,
            rate: shownRate, bufferReady: buffer.ready, bufferKnown: buffer.known,
            queuedChunks: engine.queuedChunks, view: state.view == .composite ? nil : state.view.rawValue,
            message: state.message ?? workAhead, time: playback.position(at: clock.now), duration: playback.duration)
        status.faults = playback.record.map { playback.log.faults(marking: $0.ordinal).map(\.kind) } ?? []
        status.lag = playback.lag(at: clock.now)
        // A backend that says nothing is no news: its pings tell whether it is there.
        if live == nil { status.silence = playback.silence(at: clock.now) }
        fillLink(&status)
        status.speed = playback.speed
        status.hints.help = keys.hint(of: .toggleHelp)
        status.hints.quit = keys.hint(of: .quit)
        status.hints.retry = keys.hint(of: .retryConnection)
        status.showsOrdinal = state.debug.isOpen && layout.log == nil && layout.inspector == nil
        return status
    }

    /// Said while something is heard ahead, or exported, how far that is.
    private var workAhead: String? {
        if playback.timeline.isDoubtful { return "an event could not be read again: this state may be wrong" }
        if state.debug.awaitedRun != nil { return "looking at the pixels of all frames first  (Esc gives up)" }
        if let logProgress { return logProgress }
        guard playback.isBusy else { return state.debug.exporting.map { "export: \($0.text)  (Esc gives up)" } }
        return (playback.quest == nil ? "hearing what is to come: " : "on the way there: ")
            + "\(Int(playback.part * 100)) %" + (playback.isLive ? "" : "  (Esc gives up)")
    }

    private func statistics(_ picture: CellRect) -> StatisticsState {
        let engine = playback.engine
        let buffer = engine.buffer
        let area = drawingWish(picture).area
        var statistics = StatisticsState(
            counters: engine.counters, generation: engine.generation, queuedChunks: engine.queuedChunks,
            decodedBytes: engine.decodedBytes, bufferReady: buffer.ready, bufferKnown: buffer.known,
            picture: picture.size, pixels: area.pixels, colors: painter.quantizer.depth.rawValue)
        statistics.keptBytes = presenter.keptBytes
        statistics.totalBytes = screen.takenBytes
        statistics.faults = (playback.log.faultCount(heard: playback.heard), playback.log.faultCount)
        statistics.seams = seamCount
        statistics.hasJudgedSound = state.debug.judged.sound
        statistics.session = live?.figures
        statistics.sound = soundWords
        if let record = engine.framePlan.record {
            statistics.drift = (record.drift, playback.log.drift(upTo: record))
            statistics.message = messages.figures(upTo: record.ordinal, in: playback.log)
        }
        statistics.messageBefore = statistics.message.flatMap { messages.previous(to: $0, in: playback.log) }
        figures.fill(&statistics)
        return statistics
    }

    // MARK: Waking

    private func scheduleWake() {
        guard let wish = [playback.nextWake, panelsWake, soundWake].compactMap({ $0 }).min() else { return }
        wakes.wake(at: wish, now: clock.now)
    }

    /// While the terminal takes nothing the panels wait for it, not for the clock.
    private var panelsWake: Instant? {
        guard screen.isIdle, screen.isActive, let panelsDrawnAt else { return nil }
        if arePanelsStale { return panelsDrawnAt + panelInterval }
        return shownRate > 0 ? panelsDrawnAt + Self.rateInterval : nil
    }
}

/// Overlays are decoded by the workers and kept for drawing.
extension RunLoop: @MainActor PictureDecoder {
    func decode(_ job: DecodeJob) { decoding.decode(job) }
    func discard(_ keys: [PictureKey]) { presenter.discard(keys) }
    func begin(_ generation: Generation) {
        decoding.begin(generation)
        presenter.begin(generation)
    }
}
