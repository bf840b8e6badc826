import Decoding
import Dispatch
import Events
import Files
import JSON
import Live
import PictureInPicture
import Playback
import Screens
import Settings
import Terminal
import Typesetting

/// Those who own what the screen's model decides about: playback, sound, pictures and text, files, and a live session.
///
/// Owner: the run loop, main actor.
@MainActor
final class ScreenController {
    var playback: PlaybackController
    let renderer: ScreenRenderer
    let outputs: Outputs
    let files: ScreenFiles
    let call: AgentCall?
    let tile: TileController
    /// `nil` where no book is read.
    let book: BookController?
    /// `nil` where no program is hosted.
    let host: Host?
    let clock: SessionClock
    /// It is over behind the last word: the tape has the way home, for which nobody waits.
    var endsOnWayHome = false
    /// The program is over.
    var ending: Result<Ending, CommandError>?
    private let recorder: Recorder?
    /// What is heard goes onto a tape that the user named.
    private var recording: Played.Recording
    let options: PlaybackOptions
    let mailbox: Mailbox<Message>
    private let firstNotices: [ScreenInput]
    /// Without it nothing is left to be shown.
    let isVideoAlone: Bool
    /// Who speaks is a voice of ours, and can be stopped.
    let speaksItself: Bool
    let lines: LineInput?

    /// Have the screen until `stop`, which gives the terminal back.
    init(
        _ subject: ScreenSubject, _ options: PlaybackOptions, _ screen: any TerminalScreen,
        _ mailbox: Mailbox<Message>, _ host: Host? = nil
    ) {
        (self.options, self.host, self.mailbox) = (options, host, mailbox)
        (call, clock, recorder) = (subject.call, subject.clock, subject.recorder)
        recording = options.record == nil ? .none : .running
        (speaksItself, lines, isVideoAlone) = (subject.voice != nil, subject.lines, subject.isVideoAlone)
        // A book has the loudspeaker for itself.
        outputs = Outputs(subject, subject.book == nil ? options.sound : nil, mailbox)
        book = subject.book.map { book in
            BookController(book, options.sound, subject.clock) { mailbox.post(.book($0)) }
        }
        files = ScreenFiles(subject, options) { mailbox.post($0) }
        let loader = TileLoader(MemberImages(subject.blobs, folder: subject.folder), subject.backend) {
            mailbox.post(.tile($0))
        }
        let video = TileVideo(named: subject.videos, folder: subject.folder, clock) { mailbox.post(.video($0)) }
        renderer = ScreenRenderer(subject, options, outputs, video, screen)
        tile = TileController(loader, renderer)
        renderer.host = host?.program
        renderer.bookPicture = book.map { book in { book.picture } }
        renderer.tile.pictures.film = book.map { book in { book.filmPicture } }
        renderer.bookLevels = book.map { book in { book.levels(of: $0, from: $1, to: $2) } }
        let player = FeedPlayer(subject.feed, options.playing, isRecording: recorder != nil)
        let unused = player.hearing == .replayed ? options.playing.adjusted.unused : nil
        let notices = [screen.capabilities.substitution, subject.notice ?? unused].compactMap(\.self)
        firstNotices =
            (player.hearing.notice.map { [.remark($0)] } ?? [])
            + (notices.isEmpty ? [] : [.notice(notices.joined(separator: "; "))])
        playback = PlaybackController(player, blobs: subject.blobs, at: clock.now, hearsAll: options.steps)
        playback.runner.helpers = outputs.all.mapValues(\.helpers)
        // Before anything is looked up in somebody's log.
        if let held = subject.heldAvatar { (playback.focus, outputs.focus) = (held, held) }
        playback.breakpoints = files.breakpoints
        playback.expectsCaptions =
            subject.lives.isEmpty ? (try? subject.tape.hasTexts()) ?? false : subject.voice != nil
    }

    /// What the model hears before everything else.
    var firstInputs: [ScreenInput] {
        [.resized(renderer.geometry)] + files.readMarks() + files.notices + firstNotices
    }

    // MARK: From beginning to end

    func start() {
        let mailbox = mailbox
        if playback.isOfUnknownLength {
            playback.awaitLength()
            files.measureLength()
        }
        if outputs.lives.isEmpty { files.verifyTape() }
        outputs.start()
        playback.receiveInput(.settingsChanged(options.playing.settings))
        if let opening = book?.opening { playback.receiveInput(.narration(opening)) }
        for input in book?.start() ?? [] { playback.receiveInput(.reading(input)) }
        for live in outputs.lives {
            let member = live.options.member
            live.start(wake: { mailbox.post(.wake) }, report: { mailbox.post(.live(member, $0)) }, wantsHistory: true)
        }
    }

    /// Gives the terminal back, and waits for nobody.
    func stop() {
        renderer.screen.leave()
        files.abandonLogWriting()
        if let reader = playback.edgeReader { book?.stop(reader) }
        outputs.close()
        renderer.tile.pictures.video.close()
        host?.close()
        // Last: a slow terminal may owe answers, which are waited for.
        renderer.stop()
    }

    /// Waits for what is on its way to a file.
    /// - Returns: why the recording ended early, if it did.
    func leave() async -> CommandError? {
        // What only reads ends soon, and nobody waits long for it.
        let end = DispatchTime.now() + .milliseconds(5)
        files.leave(until: end)
        if let shortfall = await book?.leave() { Self.tell(shortfall) }
        outputs.finish(until: end)
        let failure = await closeTape()
        if failure == nil, let tape = options.record {
            Self.tell(
                "recorded to \(OutsideText.shown(tape, cells: Limits.shownNameCells)); open it with `cameo step`")
        }
        return failure
    }

    private static func tell(_ text: String) {
        StandardError.write("cameo: \(TerminalText.visible(text))", folding: FoldedLine.message)
    }

    private func closeTape() async -> CommandError? {
        guard let first = outputs.lives.first else { return await recorder?.close() }
        if endsOnWayHome, !first.tape.isTemporary { playback.hearOut(at: clock.now) }
        await withTaskGroup(of: Void.self) { group in
            for live in outputs.lives.dropFirst() { group.addTask { await live.hangUp() } }
        }
        return await first.end { playback.hearRest(at: clock.now) }
    }

    // MARK: A turn

    /// Lets time pass.
    /// - Returns: what the model is to hear of it, as of all below.
    func advance(_ model: ScreenModel) throws -> [ScreenInput] {
        playback.stopsAtBreakpoints = model.stopsAtBreakpoints
        for (member, output) in outputs.all { output.sound.chooseClock(&playback, of: member) }
        let now = clock.now
        try playback.advance(to: now) { outputs.all[$0]?.sound.inputs(for: $1, at: now) ?? [] }
        follow(&playback, model)
        return playback.takeSaid().map { .spoken($0.segment, by: name(of: $0.member), at: $0.time) }
    }

    /// What is to be done at the end of a tape that plays, where the user has said so.
    func followEnd() {
        guard options.atEnd != .stay, !playback.isPaused, playback.isOver(at: clock.now) else { return }
        switch options.atEnd {
        case .stay: break
        case .quit: ending = .success(.quit)
        case .rewind(let start): try? playback.seek(to: start, at: clock.now)
        }
    }

    /// As an avatar is called; `nil` where there is no other.
    func name(of member: Member) -> String? {
        let members = outputs.all.count > 1 ? playback.edgeTile?.avatarMembers ?? [] : []
        return members.first { $0.avatar == member }?.name
    }

    /// The screen is about whom the tile shows at the playhead, unless the user holds on to another one there, also before that one
    /// is heard of.
    /// - Parameter playback: as of `played(of:)`.
    private func follow(_ playback: inout PlaybackController, _ model: ScreenModel) {
        let tile = playback.tile
        let called = tile?.calledAvatars ?? []
        for member in called where outputs.all[member] == nil && playback.edgeEngine(of: member) != nil {
            if outputs.add(member) { playback.runner.helpers[member] = outputs[member].helpers }
        }
        let isLive = playback.isLive && playback.isAtEdge && !playback.isPaused
        guard let shown = (isLive ? nil : model.heldAvatar) ?? tile?.shownAvatar, shown != playback.focus else {
            return
        }
        (playback.focus, outputs.focus) = (shown, shown)
        renderer.forgetLog()
    }

    /// Hears some of what is to come, where somebody wants to go there.
    func work(until isOver: () -> Bool) -> [ScreenInput] {
        do {
            try playback.work(at: clock.now, until: isOver)
            return []
        } catch {
            // What has been heard can be looked at all the same.
            playback.endHearing()
            return [.notice(CommandError(error).reason)]
        }
    }

    /// What goes through all of a long log, a part at a time.
    /// - Returns: `nil` where there is nothing to do.
    func workOnLog(for model: ScreenModel) -> [ScreenInput]? {
        guard hasLogWork(model) else { return nil }
        renderer.view.work(model, on: playback.log)
        return [.workDue] + files.writeOn(playback.log)
    }

    /// Something is left that goes on as soon as what has come meanwhile has been answered.
    func hasWork(for model: ScreenModel) -> Bool { playback.isBusy || hasLogWork(model) }

    private func hasLogWork(_ model: ScreenModel) -> Bool {
        model.hasWork(played) || renderer.view.hasWork(model, in: playback.log) || files.isWriting
    }

    /// Carries out what the engine wants, and puts what it heard on the tape.
    func performEffects() -> [ScreenInput] {
        let reports = playback.perform()
        for live in outputs.lives { live.record(reports, playback.timeline) }
        renderer.count(reports, playback, at: clock.now)
        guard let recorder else { return [] }
        recorder.record(playback.takeHeard())
        guard let failure = recorder.takeFailure() else { return [] }
        if recording == .running { recording = .ended }
        let isWanted = outputs.lives.first?.tape.isTemporary != true
        let what = isWanted ? "Recording stopped: " : "History is unavailable from here on: "
        return [.notice(what + failure.reason)]
    }

    /// Has decoded what the tile wants at the edge; a replay has heard what came of it.
    func followTile() { tile.follow(&playback, at: clock.now) }

    /// Where it is and what the user chose, as far as it has been told otherwise: the tape says what was on this screen.
    func tellTile(of model: ScreenModel) { tile.tell(of: model, &playback) }

    /// Has loaded and heard what the reader of a book wants, and lets it hear what came of that.
    func followBook(_ model: ScreenModel) -> [ScreenInput] {
        guard let book, !playback.isReplay else { return [] }
        book.showsFilm = model.tile.mode != .off
        while let reader = playback.edgeReader, let input = book.follow(reader, at: clock.now) {
            playback.receiveInput(.reading(input))
        }
        if let narrator = playback.edgeNarrator, let reader = playback.edgeReader {
            book.followNarrator(narrator, reader, at: clock.now)
        }
        guard model.wantsIllustration, let reader = playback.edgeReader else { return [] }
        return book.followPicture(reader)
    }

    /// How going somewhere ended, and what is heard at the playhead.
    func outcome() -> [ScreenInput] {
        var inputs: [ScreenInput] = []
        if let outcome = playback.takeOutcome() {
            outputs.shown.sound.receiveOutcome(outcome, playback.engine)
            inputs.append(.arrived(outcome))
        }
        let notices = outputs.all.compactMap { $1.sound.follow(playback, of: $0, at: clock.now) }
        // All of them are heard over the same device.
        if let notice = notices.first { inputs.append(.notice(notice)) }
        if let reason = outputs.all.compactMap({ $1.sound.takeUnsaid() }).first { inputs.append(.unheard(reason)) }
        return inputs
    }

    /// Draws what is another than what was drawn. When its panels are due, the model takes note of what has come first.
    /// - Returns: what the model wants done.
    func refresh(_ model: inout ScreenModel) -> [ScreenAction] {
        let (actions, broken) = draw(&model, played)
        for broken in broken {
            let failure = LocalInput.baseFrameFailed(broken.clip, index: broken.index, reason: broken.reason)
            playback.receiveInput(failure, for: playback.focus)
        }
        return actions
    }

    /// Something could not be drawn, since the terminal had not taken what came before.
    var awaitsTerminal: Bool { renderer.awaitsTerminal }

    private func draw(
        _ model: inout ScreenModel, _ played: Played
    ) -> (actions: [ScreenAction], broken: [FramePresenter.BrokenBase]) {
        let drawsPanels = renderer.hasPanelsDue(model, played)
        let actions = drawsPanels ? model.handle(.panelsDue, played) : []
        return (actions, renderer.refresh(model, played, drawsPanels: drawsPanels))
    }

    /// When there is something to do again that nobody tells.
    var nextWake: Instant? {
        [
            playback.nextWake, renderer.nextWake, outputs.shown.sound.nextWake(at: clock.now), nextVideoFrame,
            renderer.tile.pictures.video.nextWake, playback.edgeReader.flatMap { book?.nextWake($0, at: clock.now) },
            host?.program.nextWake(canDraw: renderer.screen.isIdle && renderer.screen.isActive),
            host?.voice?.nextWake(at: clock.now),
        ]
        .compactMap { $0 }.min()
    }

    /// Of a file, which goes along with what is played.
    private var nextVideoFrame: Instant? {
        let now = clock.now
        guard !playback.isPaused, let next = renderer.tile.pictures.video.nextFrame else { return nil }
        return now + max(.milliseconds(1), next - playback.position(at: now))
    }

    /// What the model has to know of everything that is played. For one call: see `Played`.
    var played: Played { played(of: &playback) }

    /// - Parameter playback: is only looked at. Through `self` each look would copy all of it, several times a turn.
    private func played(of playback: inout PlaybackController) -> Played {
        let now = clock.now
        var played = Played(playback.timeline, renderer)
        (played.now, played.position, played.end) = (now, playback.position(at: now), playback.end)
        (played.duration, played.isLengthKnown) = (playback.duration, playback.isLengthKnown)
        (played.part, played.breakpoints) = (playback.part, playback.breakpoints)
        (played.isPaused, played.isStill, played.isGrowing) = (playback.isPaused, playback.isStill, playback.isLive)
        if playback.isBusy { played.runAhead = playback.seekTarget == nil ? .listening : .seeking }
        (played.isExhausted, played.speed, played.speeds) = (playback.isExhausted, playback.speed, PlaybackClock.speeds)
        (played.recording, played.isOver) = (recording, playback.isOver(at: now))
        (played.lag, played.silence) = (playback.lag(at: now), playback.silence(at: now))
        let caption = playback.caption
        (played.caption, played.lastWord, played.captionStart) = (caption.text, caption.last, caption.start)
        played.hasCaptions = playback.hasCaptions
        played.isCalm = options.isStill && !playback.isPaused
        played.captions = playback.captionLines
        (played.sound, played.links) = (book?.sound ?? outputs.main.sound.state, outputs.links)
        if let book { played.book = book.facts }
        return played
    }
}
