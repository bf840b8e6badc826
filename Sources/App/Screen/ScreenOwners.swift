import Decoding
import Dispatch
import Engine
import Events
import Files
import JSON
import Keys
import Live
import PictureInPicture
import Playback
import Screens
import Scripts
import Settings
import Sound
import Terminal
import Video

/// Those who own what the screen's model decides about: playback, sound, pictures and text, files, and a live session.
///
/// Owner: the run loop, main actor.
@MainActor
final class ScreenOwners {
    var playback: PlaybackController
    let renderer: ScreenRenderer
    let rooms: Rooms
    let files: ScreenFiles
    private let call: AgentCall?
    private let tileLoader: TileLoader
    /// `nil` where no book is read.
    private let book: BookController?
    /// `nil` where no program is hosted.
    let host: Host?
    let clock: SessionClock
    /// It is over behind the last word: the tape has the way home, for which nobody waits.
    private var endsOnWayHome = false
    /// The program is over.
    private(set) var ending: Result<Ending, CommandError>?
    private let recorder: Recorder?
    /// What is heard goes onto a tape that the user named.
    private var recording: Played.Recording
    private let options: PlaybackOptions
    let mailbox: Mailbox<Message>
    private let firstNotices: [ScreenInput]
    /// Without it nothing is left to be shown.
    private let isVideoAlone: Bool
    /// Who speaks is a voice of ours, and can be stopped.
    let speaksItself: Bool
    private let lines: LineInput?

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
        rooms = Rooms(subject, subject.book == nil ? options.sound : nil, mailbox)
        book = subject.book.map { book in
            BookController(book, options.sound, subject.clock) { mailbox.post(.book($0)) }
        }
        files = ScreenFiles(subject, options) { mailbox.post($0) }
        tileLoader = TileLoader(MemberImages(subject.blobs, folder: subject.folder), subject.backend) {
            mailbox.post(.tile($0))
        }
        let video = TileVideo(named: subject.videos, folder: subject.folder, clock) { mailbox.post(.video($0)) }
        renderer = ScreenRenderer(subject, options, rooms, video, screen)
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
        playback.runner.helpers = rooms.all.mapValues(\.helpers)
        // Before anything is looked up in somebody's log.
        if let held = subject.heldAvatar { (playback.focus, rooms.focus) = (held, held) }
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
        if rooms.lives.isEmpty { files.verifyTape() }
        rooms.start()
        playback.receive(.settingsChanged(options.playing.settings))
        if let opening = book?.opening { playback.receive(.narration(opening)) }
        for input in book?.start() ?? [] { playback.receive(.reading(input)) }
        for live in rooms.lives {
            let member = live.options.member
            live.start(wake: { mailbox.post(.wake) }, report: { mailbox.post(.live(member, $0)) }, wantsHistory: true)
        }
    }

    /// Gives the terminal back, and waits for nobody.
    func stop() {
        renderer.screen.leave()
        files.abandonLogWriting()
        if let reader = playback.edgeReader { book?.stop(reader) }
        rooms.close()
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
        rooms.finish(until: end)
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
        guard let first = rooms.lives.first else { return await recorder?.close() }
        if endsOnWayHome, !first.tape.isTemporary { playback.hearOut(at: clock.now) }
        await withTaskGroup(of: Void.self) { group in
            for live in rooms.lives.dropFirst() { group.addTask { await live.hangUp() } }
        }
        return await first.end { playback.hearRest(at: clock.now) }
    }

    // MARK: A turn

    /// Lets time pass.
    /// - Returns: what the model is to hear of it, as of all below.
    func advance(_ model: ScreenModel) throws -> [ScreenInput] {
        playback.stopsAtBreakpoints = model.stopsAtBreakpoints
        for (member, room) in rooms.all { room.sound.chooseClock(&playback, of: member) }
        let now = clock.now
        try playback.advance(to: now) { rooms.all[$0]?.sound.inputs(for: $1, at: now) ?? [] }
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
    private func name(of member: Member) -> String? {
        let members = rooms.all.count > 1 ? playback.edgeTile?.avatarMembers ?? [] : []
        return members.first { $0.avatar == member }?.name
    }

    /// The screen is about whom the tile shows at the playhead, unless the user holds on to another one there, also before that one
    /// is heard of.
    /// - Parameter playback: as of `played(of:)`.
    private func follow(_ playback: inout PlaybackController, _ model: ScreenModel) {
        let tile = playback.tile
        let called = tile?.calledAvatars ?? []
        for member in called where rooms.all[member] == nil && playback.edgeEngine(of: member) != nil {
            if rooms.add(member) { playback.runner.helpers[member] = rooms[member].helpers }
        }
        let isLive = playback.isLive && playback.isAtEdge && !playback.isPaused
        guard let shown = (isLive ? nil : model.heldAvatar) ?? tile?.shownAvatar, shown != playback.focus else {
            return
        }
        (playback.focus, rooms.focus) = (shown, shown)
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
        for live in rooms.lives { live.record(reports, playback.timeline) }
        renderer.count(reports, playback, at: clock.now)
        guard let recorder else { return [] }
        recorder.record(playback.takeHeard())
        guard let failure = recorder.takeFailure() else { return [] }
        if recording == .running { recording = .ended }
        let isWanted = rooms.lives.first?.tape.isTemporary != true
        let what = isWanted ? "Recording stopped: " : "History is unavailable from here on: "
        return [.notice(what + failure.reason)]
    }

    /// How going somewhere ended, and what is heard at the playhead.
    func outcome() -> [ScreenInput] {
        var inputs: [ScreenInput] = []
        if let outcome = playback.takeOutcome() {
            rooms.shown.sound.receive(outcome, playback.engine)
            inputs.append(.arrived(outcome))
        }
        let notices = rooms.all.compactMap { $1.sound.follow(playback, of: $0, at: clock.now) }
        // All of them are heard over the same device.
        if let notice = notices.first { inputs.append(.notice(notice)) }
        if let reason = rooms.all.compactMap({ $1.sound.takeUnsaid() }).first { inputs.append(.unheard(reason)) }
        return inputs
    }

    /// Draws what is another than what was drawn. When its panels are due, the model takes note of what has come first.
    /// - Returns: what the model wants done.
    func refresh(_ model: inout ScreenModel) -> [ScreenAction] {
        let (actions, broken) = draw(&model, played)
        for broken in broken {
            let failure = LocalInput.baseFrameFailed(broken.clip, index: broken.index, reason: broken.reason)
            playback.receive(failure, for: playback.focus)
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
            playback.nextWake, renderer.nextWake, rooms.shown.sound.nextWake(at: clock.now), nextVideoFrame,
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
        (played.sound, played.links) = (book?.sound ?? rooms.main.sound.state, rooms.links)
        if let book { played.book = book.facts }
        return played
    }

    // MARK: Messages

    /// Gives each message to whom it is for.
    func receive(_ message: Message) -> [ScreenInput] {
        switch message {
        case .wake, .work: return []
        case .terminal(.inputReady):
            let keys = renderer.screen.readKeys()
            return followCapabilities() + receive(keys)
        case .terminal(.outputReady): renderer.screen.flush()
        case .terminal(.closed): ending = .success(.closed)
        case .terminal(.signal(let signal)): return receive(signal)
        case .decoded(let member, .overlays(let results)):
            for (job, result) in results {
                rooms[member].pictures.store(result, for: job)
                playback.receive(job, result.map(\.size), for: member)
            }
        case .decoded(let member, .base(let hash, let decoded)):
            rooms[member].pictures.store(base: decoded, hash)
        case .sound(let member, let news):
            if let input = rooms[member].sound.receive(news) { playback.receive(input, for: member) }
        case .live(let member, let news): return receive(news, of: member)
        case .posted(let member, let outcome):
            if let failure = outcome.failure { host?.voice?.fail(failure) }
            if outcome.failure != nil { rooms[member].live?.refuse(outcome.generation, at: clock.now) }
            return [.posted(outcome.number, failure: outcome.failure)]
        case .tile(let news): receive(news)
        case .video(let news): return receive(news)
        case .book(let news):
            guard let outcome = book?.receive(news) else { return [] }
            if let input = outcome.input { playback.receive(input) }
            if let message = outcome.message { rooms.main.live?.keep(message, at: clock.now) }
            return outcome.told
        case .files(let input): return [input]
        case .length(let length): playback.learn(length: length)
        case .host(let event): if let ended = host?.program.receive(event) { ending = .success(ended) }
        case .utterance(let event): host?.voice?.handle(event)
        }
        return []
    }

    private func receive(_ keys: [Key]) -> [ScreenInput] {
        var inputs: [ScreenInput] = []
        var rest = keys[...]
        while let key = rest.popFirst() {
            inputs += receive(key)
            guard var ahead = host?.program.takeTypedAhead() else { continue }
            // Who has the keys behind one of ours is known once that has been done.
            while case .raw(let bytes)? = rest.first {
                ahead += bytes
                rest.removeFirst()
            }
            renderer.screen.giveBack(ahead)
        }
        return inputs
    }

    private func receive(_ key: Key) -> [ScreenInput] {
        guard case .raw(let bytes) = key else { return [.key(key)] }
        return host?.program.type(bytes, at: clock.now) ?? []
    }

    private func receive(_ news: TileNews) {
        tileLoader.finish(news)
        switch news {
        case .frame(let source, let payload, .success(let picture)):
            renderer.tile.pictures.store(picture, of: payload)
            playback.receive(.tile(.frameDecoded(source, payload, picture.size)))
        case .frame(let source, let payload, .failure(let error)):
            playback.receive(.tile(.frameFailed(source, payload, reason: error.reason)))
        case .image(let image, .success(let picture)):
            renderer.tile.pictures.store(picture, for: image)
            playback.receive(.tile(.image(image, failure: nil)))
        case .image(let image, .failure(let failure)):
            playback.receive(.tile(.image(image, failure: failure.reason)))
        }
    }

    /// Has decoded what the tile wants at the edge; a replay has heard what came of it.
    func followTile() {
        guard !playback.isReplay, let tile = playback.edgeTile else { return }
        tileLoader.follow(tile)
        let video = renderer.tile.pictures.video
        if let input = video.follow(tile, at: playback.position(at: clock.now)) { playback.receive(.tile(input)) }
        if video.hasNews { renderer.tile.pictures.renew() }
    }

    /// Has loaded and heard what the reader of a book wants, and lets it hear what came of that.
    func followBook(_ model: ScreenModel) -> [ScreenInput] {
        guard let book, !playback.isReplay else { return [] }
        book.showsFilm = model.tile.mode != .off
        while let reader = playback.edgeReader, let input = book.follow(reader, at: clock.now) {
            playback.receive(.reading(input))
        }
        if let narrator = playback.edgeNarrator, let reader = playback.edgeReader {
            book.followNarrator(narrator, reader, at: clock.now)
        }
        guard model.wantsIllustration, let reader = playback.edgeReader else { return [] }
        return book.followPicture(reader)
    }

    private func tellTile(_ input: TileInput) { if playback.edgeTile != nil { playback.receive(.tile(input)) } }

    /// Where it is and what the user chose, as far as it has been told otherwise: the tape says what was on this screen.
    func tellTile(of model: ScreenModel) {
        guard !playback.isReplay, let tile = playback.edgeTile else { return }
        if tile.settings != model.tile { playback.receive(.tile(.settings(model.tile.all))) }
        guard let place = renderer.view.tilePlace else { return }
        if tile.place.stage != place.stage { playback.receive(.tile(.stage(place.stage))) }
        if tile.place.window != place.window { playback.receive(.tile(.window(place.window))) }
    }

    private func receive(_ news: TileVideo.News) -> [ScreenInput] {
        let video = renderer.tile.pictures.video
        let (inputs, notice) = video.receive(news)
        for input in inputs { playback.receive(.tile(input)) }
        if isVideoAlone, !video.hasBegun, case .failed(let failure) = news.event {
            ending = .failure(.unusable(failure.reason))
            return []
        }
        return notice.map { [.notice($0)] } ?? []
    }

    private func followCapabilities() -> [ScreenInput] {
        guard renderer.followCapabilities() else { return [] }
        host?.program.adopt(renderer.screen.capabilities)
        return [.resized(renderer.geometry)]
    }

    private func receive(_ signal: Signal) -> [ScreenInput] {
        switch signal {
        case .windowChanged: renderer.screen.resize()
        case .stopRequested: return suspend()
        case .continued: renderer.screen.takeBack()
        case .endRequested(let number): ending = .success(.signal(number))
        }
        return followWindow()
    }

    /// It may have another size, also after somebody else had the terminal, and may show anything.
    private func followWindow() -> [ScreenInput] {
        host?.program.resize(renderer.screen.window)
        renderer.forget()
        return [.resized(renderer.geometry)]
    }

    private func receive(_ news: LiveNews, of member: Member) -> [ScreenInput] {
        rooms[member].live?.receive(news)
        switch news {
        case .link: return []
        case .history(let past, let user): return [.history(past, of: user, with: name(of: member))]
        case .trouble(let reason) where host != nil:
            host?.voice?.fail(reason)
            return [.notice(reason)]
        // Who is in a call has nobody else to see to its lines.
        case .odd(let oddities):
            let words = oddities.take()
            return [rooms[member].live?.options.isCall == true ? .notice(words) : .remark(words)]
        case .remark(let words): return [.remark(words)]
        case .trouble(let reason): return [.trouble(reason)]
        case .nothing(let reason):
            ending = .failure(.unusable(reason))
            return []
        case .saidAll: return [.saidAll]
        }
    }

    // MARK: Actions

    /// Has done what the model wants.
    func perform(_ action: ScreenAction, for model: ScreenModel) -> [ScreenInput] {
        let now = clock.now
        switch action {
        case .togglePause: return attempt { try playback.togglePause(at: now) }
        case .setSpeed(let percent): playback.setSpeed(percent, at: now)
        case .goLive: playback.goLive(at: now)
        case .go(let goal): return attempt { try playback.go(to: goal, at: now) }
        case .play(let goal): return attempt { try playback.play(from: goal, at: now) }
        case .skip(let span): return attempt { try playback.seek(by: span, at: now) }
        case .seek(to: let time): return attempt { try playback.seek(to: time, at: now) }
        case .run(let direction, let times):
            return attempt { try playback.run(direction, times: times, at: now) }
        case .runToOtherFault(let times): return attempt { try playback.runToOtherFault(times: times, at: now) }
        case .runAhead: playback.hearAll()
        case .abandonRunAhead: playback.abandon(at: now)
        case .add(let findings):
            playback.add(found: findings)
            renderer.forgetLog()
        case .testSeams: files.testSeams()

        case .setMuted(let isMuted):
            rooms.setMuted(isMuted)
            book?.setMuted(isMuted)
        case .setVolume(let percent):
            rooms.setVolume(percent)
            book?.setVolume(percent)
        case .read(let command): if book != nil { playback.receive(.reading(.command(command))) }
        case .lookUp(let query): book?.lookUp(query)
        case .searchBook(let text, let start): book?.search(text, from: start)
        case .toggleMusic: return book?.toggleMusic() ?? []
        case .setBookmark(let bookmark): return book?.set(bookmark) ?? []
        case .removeBookmark(let bookmark): return book?.remove(bookmark) ?? []
        case .lookForBookmarks: book?.lookForBookmarks()
        case .pin(let member): call?.pin(member)

        case .savePicture:
            return files.savePicture(playback.engine.framePlan) { try rooms.shown.pictures.fullPicture($0) }
        case .setBreakpoints(let breakpoints):
            playback.breakpoints = breakpoints
            return files.keep(breakpoints)
        case .readRecentTapes: return [.recent(files.recentTapes())]
        case .readMarks: return files.readMarks()
        case .addMark(let mark): return files.add(mark)
        case .rename(let mark, let name, let note): return files.rename(mark, to: name, note: note)
        case .remove(let mark): return files.remove(mark)
        case .writeLog(to: let path): return files.writeLog(to: path, model.stepping.chosenLines(of: playback.log))
        case .abandonLogWriting: files.abandonLogWriting()
        case .export(let path, let frames): return files.export(frames, to: path, model, playback.timeline)
        case .abandonExport: files.abandonExport()

        case .beginSelection(let cell): host?.program.press(cell, at: now)
        case .hush: return hush()
        case .findInHistory(let search): return host?.program.find(search) ?? []
        case .pasteSelection: return host?.program.paste() ?? []
        case .send(let message): send(message)
        case .readLine: lines?.next { [mailbox] in mailbox.post(.files($0)) }
        case .retryConnection: for live in rooms.lives where !live.link.isConnected { live.retry() }

        // Whoever hosts a program may have forbidden it.
        case .copy(let text):
            if options.hosting?.clipboard != .off { renderer.screen.copy(Base64.encode(text.utf8)) }
        case .repaint:
            renderer.screen.repaint()
            renderer.forget()
        case .suspend: return suspend()
        case .endProbe: rooms.shown.pictures.endProbe()
        case .quit: ending = .success(.quit)
        case .endSpeech: (ending, endsOnWayHome) = (.success(.quit), true)
        case .fail(let reason):
            // Where nothing was said there is no way home.
            endsOnWayHome = playback.edgeEngine(of: .main)?.isAnimating == true
            ending = .failure(.failed(reason))
        }
        return []
    }

    /// A tape that cannot be read any further is said on the status line; what is on screen stays.
    private func attempt(_ body: () throws -> Void) -> [ScreenInput] {
        do {
            try body()
            return []
        } catch {
            return [.notice(CommandError(error).reason)]
        }
    }

    /// What is played waits while the process is stopped; who was live is live again.
    private func suspend() -> [ScreenInput] {
        let (wasPlaying, wasLive) = (!playback.isPaused, playback.isLive && playback.isAtEdge)
        var inputs = wasPlaying ? attempt { try playback.togglePause(at: clock.now) } : []
        tellTile(.suspended)
        renderer.tile.pictures.video.pause()
        renderer.screen.suspend()
        renderer.tile.pictures.video.resume()
        tellTile(.continued)
        if wasPlaying, playback.isPaused {
            if wasLive {
                playback.goLive(at: clock.now)
            } else {
                inputs += attempt { try playback.togglePause(at: clock.now) }
            }
        }
        return inputs + followWindow()
    }
}
