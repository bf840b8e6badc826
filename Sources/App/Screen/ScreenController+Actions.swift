import Events
import JSON
import Playback
import Screens
import Settings

/// What the model decides, and who does it.
extension ScreenController {
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
            outputs.setMuted(isMuted)
            book?.setMuted(isMuted)
        case .setVolume(let percent):
            outputs.setVolume(percent)
            book?.setVolume(percent)
        case .read(let command): if book != nil { playback.receiveInput(.reading(.command(command))) }
        case .lookUp(let query): book?.lookUp(query)
        case .searchBook(let text, let start): book?.search(text, from: start)
        case .toggleMusic: return book?.toggleMusic() ?? []
        case .setBookmark(let bookmark): return book?.set(bookmark) ?? []
        case .removeBookmark(let bookmark): return book?.remove(bookmark) ?? []
        case .lookForBookmarks: book?.lookForBookmarks()
        case .pin(let member): call?.pin(member)

        case .savePicture:
            return files.savePicture(playback.engine.framePlan) { try outputs.shown.pictures.fullPicture($0) }
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
        case .retryConnection: for live in outputs.lives where !live.link.isConnected { live.retry() }

        // Whoever hosts a program may have forbidden it.
        case .copy(let text):
            if options.hosting?.clipboard != .off { renderer.screen.copy(Base64.encode(text.utf8)) }
        case .repaint:
            renderer.screen.repaint()
            renderer.forget()
        case .suspend: return suspend()
        case .endProbe: outputs.shown.pictures.endProbe()
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
    func suspend() -> [ScreenInput] {
        let (wasPlaying, wasLive) = (!playback.isPaused, playback.isLive && playback.isAtEdge)
        var inputs = wasPlaying ? attempt { try playback.togglePause(at: clock.now) } : []
        tile.tell(.suspended, &playback)
        renderer.tile.pictures.video.pause()
        renderer.screen.suspend()
        renderer.tile.pictures.video.resume()
        tile.tell(.continued, &playback)
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
