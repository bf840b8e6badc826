import Debugger
import Events
import Keys
import Panels
import PictureInPicture
import Typesetting

/// The screen as a value: what the user has opened, chosen and typed. It decides; `ScreenController` carry out.
///
/// Whatever it says can be tested without a terminal, and that it has changed is the reason to draw it again.
package struct ScreenModel: Equatable, Sendable {
    struct Damage: Hashable, Sendable {
        let reason: String
        var isSaid = false
    }

    package let opening: Opening
    package internal(set) var geometry = ScreenGeometry(cells: CellSize(columns: 80, rows: 24))
    package internal(set) var picture = PictureChoice()
    package internal(set) var tile: TileSettings
    /// Those that are open; each has the one before it behind it. The first is the one that the program was opened on.
    var screens: [ScreenName]
    var player = PlayerScreen()
    var debugger = StepDebugScreen()
    var reader = ReaderScreen()
    package internal(set) var host = HostScreen()
    private var face = FaceScreen()
    package internal(set) var stepping = Stepping()
    var popup: Popup?
    /// The line that is being typed.
    var prompt: Prompt?
    /// The tape was being recorded when it was opened, and once that has been seen it is not any more.
    private var wasGrowing = false
    private(set) var hasRecordingEnded = false
    /// Said on the status line until `noticeEnd`, or the next key.
    var notice: String? { didSet { noticeEnd = nil } }
    /// The last one that said why it stands. What is remarked of the stream does not cover it: the list of faults has that.
    private var stopNotice: String?
    /// Why there is no sound, until there is room to say it.
    private var unheard: String?
    /// The last one that was told: several avatars, and a book, tell of the same device.
    private var knownUnheard: String?
    /// What the tape lacks, or has otherwise than it was recorded, and whether that has been said.
    private(set) var damage: Damage?
    /// As the list of them was last.
    var listedBookmarks: [Bookmark] = []
    /// On the clock of `Played.now`; `nil` where nothing is said.
    package internal(set) var noticeEnd: Instant?
    /// Digits that wait for the key that they count.
    var count: Count?
    var conversation = Conversation()
    /// Whom the screen is about while what was is looked at, whoever spoke then.
    package var heldAvatar: Member?
    /// What is said by itself.
    var initialUtterance: InitialUtterance?
    var script: LineScript?
    /// In a chat: the program has not answered all of what was said last.
    var isAwaited = false
    /// How far an export has come that is at work, in words.
    var exporting: String?
    /// Paths of tapes that were open before, the last one first.
    var recentTapes: [String] = []
    /// Until it has been said.
    private var whatToTryNext: String?

    package init(_ opening: Opening) {
        (self.opening, initialUtterance, heldAvatar) = (opening, opening.initialUtterance, opening.heldAvatar)
        let player = opening.isClean ? ScreenName.face : .player
        screens = [opening.isHosting ? .host : opening.steps ? .debugger : opening.isReading ? .reader : player]
        whatToTryNext = opening.whatToTryNext
        host.prefixName = opening.hostPrefix
        face = FaceScreen(hasPromptLine: opening.isChat, isLive: opening.isLive)
        self.player.hasConversation = opening.isChat
        script = opening.isScripted ? LineScript() : nil
        stepping.judged.idling = !opening.isLive
        stepping.judged.lastAnswer = !opening.isLive && !opening.isGrowing
        reader.showsIllustrations = opening.showsIllustrations
        (picture.fills, self.player.log, tile) = (opening.fills, opening.showsLog ? .beside : .none, opening.tile)
        show(opening.view)
    }

    /// Something waits for what is played: it wants to hear of each turn.
    package var awaitsTurn: Bool {
        if case .found = stepping.seams { return true }
        if case .bookmarks = popup { return true }
        if !stepping.awaitedSlots.isEmpty || unheard != nil || damage?.isSaid == false { return true }
        if opening.source == .growingTape, !hasRecordingEnded { return true }
        return initialUtterance != nil || script != nil || whatToTryNext != nil
    }

    /// Where breakpoints stop what is played.
    package var stopsAtBreakpoints: Bool { part.isForStepping }
    var keys: KeyMap { opening.keys[screen] }

    // MARK: The open screen

    /// The one in front: its keys count.
    package var screen: ScreenName { screens.last ?? .player }

    /// One that is open already comes to the front: those before it are left.
    mutating func open(_ screen: ScreenName) {
        if let place = screens.firstIndex(of: screen) {
            screens.removeSubrange((place + 1)...)
        } else {
            screens.append(screen)
        }
    }

    /// Back to the screen behind the open one. Behind the one that the program was opened on there is none: its panels make
    /// room for the player.
    private mutating func leaveScreen() { if screens.count > 1 { screens.removeLast() } else { open(.player) } }

    /// A line a screen.
    var part: any ScreenPart {
        switch screen {
        case .player: player
        case .debugger: debugger
        case .reader: reader
        case .host: host
        case .face: face
        }
    }

    /// Lets the open screen handle an input.
    mutating func pass(_ input: ScreenPartInput, _ played: Played) -> Outcome? {
        let context = context(played)
        switch screen {
        case .player: return player.handle(input, &stepping, context)
        case .debugger: return debugger.handle(input, &stepping, context)
        case .reader: return reader.handle(input, &stepping, context)
        case .host: return host.handle(input, &stepping, context)
        case .face: return face.handle(input, &stepping, context)
        }
    }

    func context(_ played: Played) -> ScreenContext {
        let layoutRequest = layoutRequest(played)
        let layout = ScreenLayout(geometry.cells, layoutRequest)
        return ScreenContext(
            keys: keys, cells: geometry.cells, layoutRequest: layoutRequest, layout: layout,
            picture: pictureRect(layout).map { ($0, drawingRequest($0).area) }, played: played,
            tile: tileBesideText(layout, played))
    }

    /// Says, asks and opens what is to be.
    mutating func apply(_ outcome: Outcome) -> [ScreenAction] {
        if let notice = outcome.notice { self.notice = notice }
        if let prompt = outcome.prompt { self.prompt = prompt }
        guard outcome.leaves else { return outcome.actions }
        leaveScreen()
        return outcome.actions + cameBack
    }

    /// What is read, or talks beside a program, is so now.
    private var cameBack: [ScreenAction] {
        (screen == .reader || screen == .host) && opening.isLive ? [.goLive] : []
    }

    /// Back to the hosted program, which does not end with a screen that lies before it.
    mutating func leaveForHost() -> [ScreenAction] {
        open(.host)
        return cameBack
    }

    // MARK: Inputs

    /// - Returns: what is to be done, in order.
    package mutating func handle(_ input: ScreenInput, _ played: Played) -> [ScreenAction] {
        let jumps = stepping.jumps
        let actions = receiveInput(input, played)
        // Where the program was opened nobody has been anywhere yet.
        if case .began = input {} else { rememberJump(by: actions, jumps, played) }
        if let notice, noticeEnd == nil { noticeEnd = played.now + timeToRead(notice) }
        return actions
    }

    /// A recording that was followed and has ended is one like any other from then on.
    private mutating func followRecording(_ played: Played) -> [ScreenAction] {
        defer { wasGrowing = played.isGrowing }
        guard opening.source == .growingTape, wasGrowing, !played.isGrowing, !hasRecordingEnded else { return [] }
        hasRecordingEnded = true
        stepping.judged.lastAnswer = true
        notice = "The recording has ended at \(played.end.inSeconds) s"
        return screen == .debugger ? testSeams(played) : []
    }

    /// Five seconds, more for what is longer than a short sentence; two where it lies over what somebody works on.
    private func timeToRead(_ text: String) -> TimeSpan {
        isCramped ? .seconds(2) : max(.seconds(5), .milliseconds(Int64(min(text.count, 1_000)) * 80))
    }

    private mutating func receiveInput(_ input: ScreenInput, _ played: Played) -> [ScreenAction] {
        switch input {
        case .noticeDue: if let noticeEnd, played.now >= noticeEnd { notice = nil }
        case .countDue: if let count, played.now >= count.end { return endCount(played) }
        case .began: return begin(played)
        case .key(let key): return receiveKey(key, played)
        case .resized(let geometry): self.geometry = geometry
        case .turned:
            stepping.fillSlots(played)
            followBookmarks(played)
            if notice == nil, let reason = unheard.take() { notice = unheardWords(reason) }
            sayDamage()
            sayWhatToTryNext(played)
            let actions = apply(stepping.addFound(played, keys)) + followInitialUtterance(played) + followScript(played)
            return actions + followRecording(played)
        case .workDue: return workOnLog(played)
        case .panelsDue:
            updateHits(played)
            renewPalette(played)
            return apply(pass(.panelsDue, played) ?? .nothing)
        case .arrived(let outcome):
            receiveOutcome(outcome, played)
            // Where it was opened at a place that is not there, its beginning is better than nothing.
            let isOpening = opening.view.at != nil && stepping.soughtGoal == opening.view.at
            if outcome == .nowhere, isOpening, played.record == nil, played.log.frameCount > 0 {
                return stepping.go(to: .start)
            }
        case .notice(let text): notice = text
        case .unheard(let reason): if reason != knownUnheard { (unheard, knownUnheard) = (reason, reason) }
        case .damaged(let reason): damage = Damage(reason: reason)
        case .remark(let text): if isDebugging, notice == nil || notice != stopNotice { notice = text }
        case .answered(let reason): if let reason { prompt?.error = reason } else { prompt = nil }
        case .marks(let marks):
            stepping.landmarks.set(marks: marks)
            renewPalette(played)
        case .recent(let tapes):
            recentTapes = tapes
            renewPalette(played)
        case .looked(let percent): if case .looking = stepping.seams { stepping.seams = .looking(percent: percent) }
        case .found(let findings, let judged):
            let found = stepping.receive(findings, judged, played, keys)
            notice = notice ?? found
        case .exporting(let progress): exporting = progress
        case .exported(let text): (notice, exporting) = (text, nil)
        case .writing(let path, let progress):
            stepping.logWriting = Stepping.Writing(path: path, progress: progress)
        case .written(let text):
            let lack = stepping.unwritten.isEmpty ? "" : "; " + stepping.unwritten
            (notice, stepping.logWriting) = (text + lack, nil)
        case .spoken(let segment, let name, let time): conversation.receive(segment, by: name, at: time)
        case .history(let past, let user, let name): receiveHistory(past, of: user, with: name)
        case .posted(let number, let failure):
            conversation.settle(number, failure: failure)
            if let failure { notice = "Not sent: \(failure)" }
        case .trouble(let reason):
            initialUtterance?.trouble = reason
            script?.fail(reason)
            if isAwaited { conversation.missAnswer() }
            notice = reason
        case .saidAll:
            initialUtterance?.finish()
            script?.finish()
            isAwaited = false
        case .line(let line): script?.receive(line)
        case .lookedUp(let lookup): reader.receiveLookup(lookup)
        case .illustrated(let isThere): reader.isIllustrated = isThere
        case .matches(let matches): return apply(reader.receiveMatches(matches, played, saying: notice))
        case .hosted(let event): return receiveHostEvent(event, played)
        }
        return []
    }

    /// Not in the place of what is said already, such as where the tape was left.
    private mutating func sayDamage() {
        guard notice == nil, let damage, !damage.isSaid else { return }
        notice = damage.reason
        self.damage?.isSaid = true
    }

    /// Behind the end of what plays, once.
    private mutating func sayWhatToTryNext(_ played: Played) {
        guard played.isOver, notice == nil, let next = whatToTryNext else { return }
        whatToTryNext = nil
        if screen == .player { notice = next + keys.advice("; ", .toggleDebug, " shows every frame") }
    }

    private mutating func receiveHostEvent(_ event: HostEvent, _ played: Played) -> [ScreenAction] {
        switch event {
        case .caught(let key): return receiveWhileGlancing(key, played)
        case .found(let back): showFound(back)
        case .prefixed(let program): (host.isPrefixed, host.program) = (true, program)
        case .abandoned:
            host.isPrefixed = false
            notice = noSuchKey
        case .typed:
            (notice, host.isPrefixed, host.isQuitting) = (nil, false, false)
            host.comeBack()
        case .wheeled(let lines): host.glance(by: lines)
        case .history(let lines, let pushed): host.follow(historyLines: lines, pushed: pushed)
        case .cursorCovered: tile.corner = tile.corner.clockwise
        case .cursor(let row): host.cursorRow = row
        }
        return []
    }

    private mutating func receiveKey(_ typed: Key, _ played: Played) -> [ScreenAction] {
        host.isPrefixed = false
        // Signals elsewhere; one would end the program that is hosted, and all that runs there.
        if opening.isHosting, typed == .control("z") { return [.suspend] }
        let key = opening.isHosting && typed == .control("c") ? .named(.escape) : typed
        if case .mouse(let event) = key { return receiveMouse(event, played) }
        // What is said goes with the next key, whatever that does; a line that is typed into takes many.
        if prompt == nil { notice = nil }
        if closesOverProgram(key) { return [] }
        if let actions = receiveInPopup(key, played) { return actions }
        let command = keys.command(for: key).flatMap { screen != .face || keys.has($0) ? $0 : nil }
        if let actions = receiveInCount(key, command, played) { return actions }
        // What was looked up lies over the book like a list does, and goes like one.
        if command == .quit, key != .control("c"), closables(played).contains(.lookup) {
            return apply(pass(.close(.lookup), played) ?? .nothing)
        }
        // Whatever it is, the count is over with it.
        let times = count?.times ?? 1
        count = nil
        // With nothing but the face what has nothing to do is no key either.
        guard let command, screen != .face || use(of: command, played) == .useful else {
            if screen == .host { notice = noSuchKey }
            return screen == .face ? perform(.toggleHelp, played) : []
        }
        return run(command, times: times, played)
    }

    /// Behind the prefix: elsewhere such a key disturbs nothing.
    private var noSuchKey: String {
        "No such key" + (keys.hint(of: .toggleHelp).map { "; \(opening.hostPrefix) \($0) lists them" } ?? "")
    }

    /// What the key of a command does, and choosing it from a list.
    mutating func run(_ command: Command, times: Int = 1, _ played: Played) -> [ScreenAction] {
        notice = nil
        if !command.keepsPlayhead { stepping.awaitedRun = nil }
        return command == .close ? closeInnermost(played) : perform(command, times: times, played)
    }

    /// A click does not go through what lies on top.
    private mutating func receiveMouse(_ event: MouseEvent, _ played: Played) -> [ScreenAction] {
        if event.action == .wheelDown, scrollHelp(by: 3, played) { return [] }
        if event.action == .wheelUp, scrollHelp(by: -3, played) { return [] }
        if takesWheel { return host.receive(event) }
        guard !played.source.isCovered(event.cell), let part = layout(played).part(at: event.cell) else { return [] }
        (notice, count) = (nil, nil)
        return apply(pass(.mouse(event, on: part), played) ?? .nothing)
    }

    // MARK: Places

    /// How going somewhere ended, when that cannot be seen.
    private mutating func receiveOutcome(_ outcome: SeekOutcome, _ played: Played) {
        stepping.log.follow()
        debugger.inspectorScroll = 0
        let words = SeekWords(stepping: stepping, keys: keys, played: played)
        switch outcome {
        case .stepped: break
        case .arrived(let hits, let member):
            guard !hits.isEmpty else {
                if case .chunk(let chunk)? = stepping.soughtGoal { notice = words.otherMessage(ofChunk: chunk) }
                return
            }
            hold(member, played)
            notice = "Stopped: " + words.hit(hits, of: member)
            stopNotice = notice
        case .nowhere: notice = Goal.missing(stepping.soughtGoal, in: played.log)
        case .start: notice = "Start of the recording"
        case .end: notice = played.isGrowing ? words.nothingLater : "End of the recording"
        case .noStop: notice = words.noStop
        case .noOtherFault: notice = words.noOtherFault
        }
    }

    /// What stopped is about somebody: that one is on the screen then, whoever speaks there and whoever was held before.
    private mutating func hold(_ member: Member, _ played: Played) {
        let shown = heldAvatar ?? played.call?.shownAvatar ?? played.timeline.focus
        if shown != member { heldAvatar = member }
    }

    // MARK: Layout

    package func layout(_ played: Played) -> ScreenLayout { ScreenLayout(geometry.cells, layoutRequest(played)) }

    func layoutRequest(_ played: Played) -> ScreenLayout.Request {
        ScreenLayout.Request(
            part.arrangement, caption: screen != .host && picture.showsCaptions && played.hasCaptions,
            split: pair(played) != nil)
    }
}
