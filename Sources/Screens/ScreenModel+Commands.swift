import Events
import Keys
import Panels

/// What each command does on every screen that does nothing else with it. One line a command, no `default`: a command that nobody
/// handles does not compile.
extension ScreenModel {
    mutating func perform(_ command: Command, _ played: Played) -> [ScreenAction] {
        if scrollStatistics(command, played) { return [] }
        if let outcome = pass(.command(command), played) { return apply(outcome) }
        switch command {
        case .togglePause: return [.togglePause]
        case .slower: return setSpeed(played.speed - KeySteps.speed, played)
        case .faster: return setSpeed(played.speed + KeySteps.speed, played)
        case .normalSpeed: return setSpeed(100, played)
        case .goLive: return [.goLive]
        case .toggleMute: return toggleMute(played)
        case .quieter: return changeVolume(by: -KeySteps.volume, played)
        case .louder: return changeVolume(by: KeySteps.volume, played)

        case .frameForward: return stepping.go(to: .frames(1))
        case .frameBack: return stepping.go(to: .frames(-1))
        case .chunkForward: return stepping.go(to: .chunks(1))
        case .chunkBack: return stepping.go(to: .chunks(-1))
        case .eventForward: return stepping.go(to: .events(1))
        case .eventBack: return stepping.go(to: .events(-1))
        case .secondsForward: return stepping.moveProbe(1, 0, played) ? [] : [.skip(KeySteps.skip)]
        case .secondsBack: return stepping.moveProbe(-1, 0, played) ? [] : [.skip(.zero - KeySteps.skip)]
        case .toStart: return stepping.go(to: .start)
        case .toEnd: return stepping.go(to: .end)
        case .tenth(let tenth):
            let whole = played.duration ?? played.end
            return [.seek(to: Instant(microseconds: whole.microseconds / 10 * Int64(tenth)))]
        case .askPlace: ask(.place)
        case .runForward: return run(Run(.forward), played)
        case .runBack: return run(Run(.backward), played)
        case .nextOtherFault: return run(Run(toOtherFault: 1), played)
        case .jumpBack: return jump(by: -1, played)
        case .jumpForward: return jump(by: 1, played)
        case .breakpoints: popup = .breakpoints(0)
        case .addMark:
            let frame = played.engine.framePlan.record?.ordinal
            ask(.markName(at: markTime(played)), frame.map { "frame \($0)" } ?? "start")
        case .marks:
            popup = .marks(0)
            // Somebody else may have changed them meanwhile.
            return [.readMarks]

        case .faults:
            var list = FaultsPanel.State()
            // The one that is looked at, or the next.
            let faults = FaultsPanel.listed(played.log, "")
            list.row = faults.firstIndex { $0.end >= markTime(played) } ?? max(0, faults.count - 1)
            popup = .faults(list)
        case .why: askWhy(played)
        case .share: return share(played)

        case .nextView: picture.view = picture.view.next
        case .previousView: picture.view = picture.view.previous
        case .toggleOutline: picture.isOutlined.toggle()
        case .moreOnion: notice = picture.setOnion(picture.onionFrames + 1)
        case .lessOnion: notice = picture.setOnion(picture.onionFrames - 1)
        case .slotA: notice = stepping.keep(in: \.slotA, "A", played, keys)
        case .slotB: notice = stepping.keep(in: \.slotB, "B", played, keys)
        case .togglePair: return isPictureShown(played) ? apply(stepping.togglePair(played, keys)) : []
        case .toggleProbe: return toggleProbe(played)
        case .moveProbe(let arrow): moveProbe(shown: arrow, played)

        case .toggleDebug, .toggleTimeline, .toggleInspector, .toggleLog, .search, .filter:
            return openDebugger(for: command, played)
        // Of a screen with a log of its own.
        case .toggleLogPage: break
        case .toggleStatistics: picture.showsStatistics.toggle()
        case .toggleCaptions: picture.showsCaptions.toggle()
        case .toggleFilling: picture.fills.toggle()
        case .nextTileMode: nextTileMode(layout(played))
        case .nextTileCorner: nextTileCorner()
        case .largerTile: setTileSize(tile.size.larger, layout(played))
        case .smallerTile: setTileSize(tile.size.smaller, layout(played))
        case .inspectorUp: _ = stepping.moveProbe(0, -1, played)
        case .inspectorDown: _ = stepping.moveProbe(0, 1, played)
        // Where there is neither a timeline nor a log to be moved.
        case .zoomIn, .zoomOut, .logUp, .logDown: break

        case .chapters: popup = .chapters(played.reader?.chapterPlace ?? 0)
        case .bookmarks:
            (popup, listedBookmarks) = (.bookmarks(0), played.book.bookmarks)
            return [.lookForBookmarks]
        // Of a book; where none is read nobody has keys for them.
        case .sentenceForward, .sentenceBack, .wordForward, .wordBack, .readForward, .readBack, .readOtherwiseForward,
            .readOtherwiseBack, .readUp, .readDown, .readPageForward, .readPageBack, .toggleIllustration, .toggleMusic,
            .toggleText, .toggleVoice, .addBookmark, .setSleepTimer,
            .retryLoading, .lookUp, .extendSelection:
            break

        case .nextMatch: return apply(stepping.goToMatch(.forward, played, keys))
        case .previousMatch: return apply(stepping.goToMatch(.backward, played, keys))
        case .nextStatus: notice = stepping.filterNextStatus(in: played.log)
        case .selectRange: notice = stepping.selectRange(at: played.heard, in: played.log, keys)
        case .writeLog: ask(.logFile, "cameo-log.txt")

        case .savePicture: return [.savePicture]
        case .export: askExport(played)

        case .say: askMessage(played)
        case .conversation: openConversation(played)
        case .nextMember: return pinNext(played)
        case .retryConnection: return retryConnection()

        case .toggleHelp: if case .help = popup { popup = nil } else { popup = .help(HelpPanel.State()) }
        case .palette: return openPalette(played)
        case .repaint: return [.repaint]
        case .suspend: return [.suspend]
        case .close: return closeInnermost(played)
        case .quit: return opening.isHosting && screen != .host ? leaveForHost() : [.quit]

        case .showStage: open(.player)
        // Of the screen that has a history.
        case .scrollBack: break
        case .hush: return screen == .host ? [.hush] : []
        case .pasteSelection: return screen == .host ? [.pasteSelection] : []
        }
        return []
    }

    /// When the frame came on screen that is looked at: the same one is marked by whatever clock the tape is shown next.
    private func markTime(_ played: Played) -> Instant {
        let now = played.timeline.now
        guard let record = played.record, now - record.shown <= record.period else { return now }
        return record.shown
    }

    /// Arrows are theirs while not all of them is shown, and no probe is moved.
    private mutating func scrollStatistics(_ command: Command, _ played: Played) -> Bool {
        guard stepping.probe == nil else { return false }
        let limit = played.source.statisticsScrollLimit
        return switch command {
        case .inspectorUp: picture.scrollStatistics(by: -1, limit: limit)
        case .inspectorDown: picture.scrollStatistics(by: 1, limit: limit)
        default: false
        }
    }

    // MARK: Playing

    private mutating func setSpeed(_ percent: Int, _ played: Played) -> [ScreenAction] {
        let speed = percent.clamped(to: played.speeds)
        notice = "speed \(speed) %"
        return [.setSpeed(speed)]
    }

    private mutating func toggleMute(_ played: Played) -> [ScreenAction] {
        let isMuted = !played.sound.isMuted
        notice = isMuted ? "muted" : "volume \(played.sound.volume) %"
        sayWhyUnheard(played)
        return [.setMuted(isMuted)]
    }

    private mutating func changeVolume(by percent: Int, _ played: Played) -> [ScreenAction] {
        let sound = played.sound
        let volume = (sound.volume + percent).clamped(to: sound.volumes)
        notice = "volume \(volume) %"
        sayWhyUnheard(played)
        return (sound.isMuted ? [.setMuted(false)] : []) + [.setVolume(volume)]
    }

    private mutating func sayWhyUnheard(_ played: Played) {
        if let reason = played.sound.whyUnheard { notice = unheardWords(reason) ?? SoundStatus.unheard }
    }
}
