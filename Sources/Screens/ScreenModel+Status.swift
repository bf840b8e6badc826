import Debugger
import Engine
import Events
import Keys
import Panels
import PictureInPicture

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
            loading: engine.framePlan.composite == nil ? progress : nil, isPaused: played.isPaused,
            rate: rate, bufferReady: buffer.ready, bufferKnown: buffer.known, queuedChunks: engine.queuedChunks,
            view: picture.view == .composite ? nil : picture.view.rawValue, notice: said ?? workAhead(played),
            time: played.position, duration: played.isLengthKnown ? played.duration : nil)
        status.faults = record.map { played.log.faults(marking: $0.ordinal).map(\.kind) } ?? []
        status.faultCount = opening.isSpokenHere && screen != .debugger ? 0 : played.log.faultCount
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
        status.hints.help = hint(.toggleHelp)
        status.hints.quit = hint(.quit)
        status.hints.retry = hint(.retryConnection)
        status.member = avatarName(played)
        status.call = played.call.flatMap { call in
            let shown = ShownTile(played, avatar: nil)
            // An avatar has a line of its own.
            return shown.isCall ? StatusState.Call(call, shown.frame) : nil
        }
        status.showsOrdinal = part.isForStepping && layout.log == nil && layout.inspector == nil
        return status
    }

    /// Said for as long as it is so, whatever else is said.
    func unusual(_ played: Played) -> [String] {
        var words: [String] = []
        if damage != nil { words.append("damaged") }
        if played.isOver { words.append("end") }
        switch played.recording {
        case .none: break
        case .running: words.append("REC")
        case .ended: words.append("REC ended")
        }
        if played.speed != 100 { words.append("speed \(played.speed) %") }
        let sound = played.sound
        if case .unavailable = sound.device {
            // Why there is none has it, too.
            return notice?.hasPrefix(SoundState.unheard) == true ? words : words + ["no sound"]
        }
        return words + [sound.unusual].compactMap(\.self)
    }

    private func fillLink(_ status: inout StatusState, _ played: Played) {
        guard let link = played.link else { return }
        (status.link, status.now, status.isInsecure) = (link, played.now, opening.source == .live(isInsecure: true))
        let clips = played.timeline.edge.clipsProgress
        if clips.loaded < clips.known {
            status.clips = ClipProgress(
                loaded: clips.loaded, known: clips.known, percent: clips.frames * 100 / max(1, clips.announced))
        }
    }

    /// Said while something is heard ahead, or exported, how far that is.
    private func workAhead(_ played: Played) -> String? {
        if played.timeline.isDoubtful { return "an event could not be read again: this state may be wrong" }
        if stepping.awaitedRun != nil { return "looking at the pixels of all frames first" + keys.givingUp }
        if let progress = stepping.logProgress { return progress + keys.givingUp }
        let part = "\(Int(played.part * 100)) %" + (played.isGrowing ? "" : keys.givingUp)
        switch played.runAhead {
        case .none: return exporting.map { "export: \($0)" + keys.givingUp }
        case .seeking: return "on the way there: " + part
        case .listening: return "hearing what is to come: " + part
        }
    }
}

extension StatusState.Call {
    fileprivate init(_ tile: Tile, _ frame: ShownTile.Frame) {
        let snapshot = tile.record.snapshot
        let content =
            switch snapshot.content {
            case .inactive: tile.call.isThere ? "nobody is shown" : ""
            case .reconnecting: "reconnecting"
            case .screenSharing: "shares a screen"
            case .avatar: "without video"
            case .video: tile.record.picture == .frame ? "video" : "video, no frame yet"
            }
        // Another window shows what was painted in that one.
        let kept =
            if case .painted(let kept) = frame { " as painted at \(kept.cells.columns)x\(kept.cells.rows)" } else { "" }
        self.init(
            state: tile.call.isThere ? tile.call.state : nil, member: snapshot.shownName, content: content + kept,
            members: tile.call.members.count)
    }
}
