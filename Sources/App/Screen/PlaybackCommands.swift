import Debugger
import Engine
import Events
import Files
import Frames
import Keys
import Terminal

/// What the keys do while playing: one method a command.
extension RunLoop {
    func perform(_ command: Command, at now: Instant) {
        switch command {
        case .togglePause: attempt { try playback.togglePause(at: now) }
        case .slower: setSpeed(playback.speed - 10, at: now)
        case .faster: setSpeed(playback.speed + 10, at: now)
        case .normalSpeed: setSpeed(100, at: now)
        case .goLive: playback.goLive(at: now)
        case .toggleMute: toggleMute()
        case .quieter: changeVolume(by: -10)
        case .louder: changeVolume(by: 10)
        case .frameForward: go(to: .frames(1), at: now)
        case .frameBack: go(to: .frames(-1), at: now)
        case .chunkForward: go(to: .chunks(1), at: now)
        case .chunkBack: go(to: .chunks(-1), at: now)
        case .eventForward: go(to: .events(1), at: now)
        case .eventBack: go(to: .events(-1), at: now)
        case .secondsForward: if !moveProbe(1, 0) { seek(by: .seconds(5), at: now) }
        case .secondsBack: if !moveProbe(-1, 0) { seek(by: .seconds(-5), at: now) }
        case .toStart: go(to: .start, at: now)
        case .toEnd: go(to: .end, at: now)
        case .tenth(let tenth): seek(toTenth: tenth, at: now)
        case .nextView: state.view = state.view.next
        case .previousView: state.view = state.view.previous
        case .toggleOutline: state.isOutlined.toggle()
        case .moreOnion: setOnion(state.onionFrames + 1)
        case .lessOnion: setOnion(state.onionFrames - 1)
        case .toggleStatistics: state.showsStatistics.toggle()
        case .toggleCaptions: state.showsCaptions.toggle()
        case .toggleFilling: state.fills.toggle()
        case .savePicture: savePicture()
        case .toggleHelp: toggleHelp()
        case .repaint:
            screen.repaint()
            forceRefresh()
        case .suspend: suspend()
        case .quit: quit()
        case .say: askMessage()
        case .conversation: openConversation()
        case .retryConnection: retryConnection()
        default: perform(debugging: command, at: now)
        }
    }

    /// A tape that cannot be read any further is said on the status line; what is on screen stays.
    func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            state.message = CommandError(error).reason
        }
    }

    func go(to goal: Goal, at now: Instant) {
        // What is still looked for would lead away from there.
        logMatch = nil
        soughtGoal = goal
        attempt { try playback.go(to: goal, at: now) }
    }

    private func setSpeed(_ percent: Int, at now: Instant) {
        playback.setSpeed(percent, at: now)
        state.message = "speed \(playback.speed) %"
    }

    private func seek(by span: Span, at now: Instant) {
        attempt { try playback.seek(by: span, at: now) }
    }

    private func seek(toTenth tenth: Int, at now: Instant) {
        let whole = playback.duration ?? playback.end
        attempt { try playback.seek(to: Instant(microseconds: whole.microseconds / 10 * Int64(tenth)), at: now) }
    }

    private func setOnion(_ frames: Int) {
        let range = PictureView.onionFrames
        state.onionFrames = min(max(frames, range.lowerBound), range.upperBound)
        state.message = "onion skin of \(state.onionFrames) frames" + (state.view == .onion ? "" : ", see view onion")
    }

    /// The composite at the source's full resolution, in a new file in the current folder.
    private func savePicture() {
        let plan = playback.engine.framePlan
        guard let composite = plan.composite else {
            state.message = "no picture to save yet"
            return
        }
        do {
            let bytes = try encodePNG(try presenter.fullPicture(composite))
            let name = try ExclusiveFile.write(bytes, named: "cameo-\(plan.record?.ordinal ?? 0)", ending: "png")
            state.message = "saved \(name)"
        } catch {
            state.message = "not saved: \(CommandError(error).reason)"
        }
    }
}
