import Debugger
import Engine
import Events
import Keys
import Panels
import PictureInPicture
import Typesetting

extension ScreenModel {
    /// What the status line says.
    func status(_ layout: ScreenLayout, _ played: Played, rate: Int) -> StatusState {
        let engine = played.engine
        let buffer = engine.buffer
        let progress = engine.clipProgress(engine.currentClip).map {
            StatusState.Loading(loaded: $0.loaded, announced: $0.announced)
        }
        let record = played.record
        let said = count.map { "count \($0.value)" } ?? notice
        var status = StatusState(
            mode: engine.modeName, record: record, clipName: engine.currentClip.rawValue,
            loading: engine.framePlan.composite == nil ? progress : nil,
            isPaused: played.isPaused && !(isStillOpening(played) && !opening.view.isPaused),
            rate: rate, bufferReady: buffer.ready, bufferKnown: buffer.known, queuedChunks: engine.queuedChunks,
            view: picture.view == .composite ? nil : picture.view.rawValue, notice: said ?? workAhead(played),
            time: played.position, duration: played.isLengthKnown ? played.duration : nil)
        status.showsClock = !played.isCalm || isDebugging
        status.faults = record.map { played.log.faults(marking: $0.ordinal).map(\.kind) } ?? []
        (status.audience, status.title) = (isDebugging ? .debugger : .viewer, title(played))
        (status.faultCount, status.namesMessage) = (played.log.faultCount, played.log.hasSeveralMessages)
        status.hasTestedSeams = stepping.judged.seams
        status.lag = played.lag
        // A backend that says nothing is no news: its pings tell whether it is there.
        if !opening.isLive { status.silence = played.silence }
        fillLink(&status, played)
        status.unusual = unusual(played)
        // It is there anyway.
        if count == nil, screen != .face, let notice, status.unusual.contains(notice) {
            status.notice = workAhead(played)
        }
        // While a line is typed they are letters of it.
        let hint = { (command: Command) in prompt == nil ? keys.hint(of: command) : nil }
        status.hints.pause = hint(.togglePause)
        status.hints.say = opening.canTalk ? hint(.say) : nil
        status.hints.help = hint(.toggleHelp)
        status.hints.quit = hint(.quit)
        if opening.isHosting, screen != .host { status.hints.leaves = "back" }
        status.hints.retry = opening.canTalk ? hint(.retryConnection) : nil
        status.member = avatarName(played)
        status.call = played.call.flatMap { call in
            let shown = ShownTile(played, avatar: nil)
            // An avatar has a line of its own.
            return shown.isCall ? StatusState.Call(call, shown.frame) : nil
        }
        status.showsOrdinal = part.isForStepping && layout.log == nil && layout.inspector == nil
        return status
    }

    /// Somebody looks behind what is played: figures are wanted.
    var isDebugging: Bool {
        opening.showsFigures || screen == .debugger || picture.showsStatistics
            || screen == .player && player.log != .none
    }

    /// What is played, in a few words; `nil` where nobody knows.
    private func title(_ played: Played) -> String? {
        if avatarName(played) != nil { return nil }
        return opening.avatar ?? avatarMembers(played).first { $0.avatar == played.timeline.focus }?.name
    }

    /// Said for as long as it is so, whatever else is said.
    func unusual(_ played: Played) -> [String] {
        var words: [String] = []
        if damage != nil { words.append("damaged") }
        if played.isOver { words.append("finished") }
        switch played.recording {
        case .none: break
        case .running: words.append("recording")
        case .ended: words.append("recording ended")
        }
        if played.speed != 100 { words.append("speed \(played.speed) %") }
        let sound = played.sound
        if case .unavailable = sound.device {
            // Why there is none has it, too.
            return notice?.hasPrefix(SoundStatus.unheard) == true ? words : words + ["no sound"]
        }
        return words + [sound.unusual].compactMap(\.self)
    }

    private func fillLink(_ status: inout StatusState, _ played: Played) {
        guard let link = played.link else { return }
        (status.isLive, status.now) = (!opening.isSpokenHere, played.now)
        // What this program says itself comes over no link.
        if !opening.isSpokenHere || isDebugging { status.link = link }
        status.isInsecure = opening.source == .live(isInsecure: true)
        let clips = played.timeline.edge.clipsProgress
        if clips.loaded < clips.known {
            status.clips = ClipProgress(
                loaded: clips.loaded, known: clips.known, percent: clips.frames * 100 / max(1, clips.announced))
        }
    }

    /// A tape that begins at a place gets there before anybody can read that it is on its way.
    private func isStillOpening(_ played: Played) -> Bool {
        played.runAhead == .seeking && played.composite == nil && played.now < Instant(seconds: 1) && !isDebugging
    }

    /// Said while something is heard ahead, or exported, how far that is.
    private func workAhead(_ played: Played) -> String? {
        if played.timeline.isDoubtful { return "An event could not be read again; this state may be wrong" }
        if let percent = stepping.waitedPercent(played) {
            return "Testing all frames for seams, \(percent) %" + keys.givingUp
        }
        if let progress = stepping.logProgress { return progress + keys.givingUp }
        let part = "\(Int(played.part * 100)) %" + (played.isGrowing ? "" : keys.givingUp)
        switch played.runAhead {
        case .none: return exporting.map { "Exporting: \($0)" + keys.givingUp }
        case .seeking: return isStillOpening(played) ? nil : "Seeking, " + part
        case .listening: return "Indexing the recording, " + part
        }
    }

    /// A narrow screen keeps its rows for the captions: whoever hears nothing needs them. That there is no sound stands in the line.
    func unheardWords(_ reason: String) -> String? {
        let columns = geometry.cells.columns
        let whole = SoundStatus.unheard(because: reason)
        // Beside the tile there are rows for it.
        if screen == .host { return isCramped ? SoundStatus.unheard : whole }
        // Where there is no line either it is said all the same.
        let hasLine = screen != .face && !(opening.isChat && prompt != nil)
        guard columns >= 60 else { return hasLine ? nil : SoundStatus.unheard }
        let advice = prompt == nil ? keys.advice(" (press ", .toggleStatistics, " for details)") : ""
        let hasRoom = columns >= 100 || TerminalText.cellWidth(of: whole) <= columns / 2
        return hasRoom || advice.isEmpty ? whole : SoundStatus.unheard + advice
    }
}

extension StatusState.Call {
    fileprivate init(_ tile: Tile, _ frame: ShownTile.Frame) {
        let snapshot = tile.record.snapshot
        let content =
            switch snapshot.content {
            case .inactive: tile.call.isThere ? "empty tile" : ""
            // Its state says so.
            case .reconnecting: ""
            case .screenSharing: "sharing a screen"
            case .avatar: "no video"
            case .video: tile.record.picture == .frame ? "" : "no frame yet"
            }
        // Another window shows what was painted in that one.
        let kept =
            if case .painted(let kept) = frame { " as painted at \(kept.cells.columns)x\(kept.cells.rows)" } else { "" }
        self.init(
            state: tile.call.isThere ? tile.call.state : nil, member: snapshot.shownName,
            content: (content + kept).trimmed,
            members: tile.call.members.count)
    }
}
