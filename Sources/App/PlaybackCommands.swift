import Engine
import Events
import Frames
import Terminal

/// What the keys do while playing: one method a command.
extension RunLoop {
    func carryOut(_ command: Command, at now: Instant) {
        switch command {
        case .togglePause: attempt { try deck.togglePause(at: now) }
        case .stepForward: attempt { try deck.go(to: .frames(1), at: now) }
        case .toggleOutline: state.isOutlined.toggle()
        case .toggleStatistics: state.showsStatistics.toggle()
        case .toggleLog: state.showsLog.toggle()
        case .nextView: state.view = state.view.next
        case .toggleCaptions: state.showsCaptions.toggle()
        case .toggleFilling: state.fills.toggle()
        case .savePicture: savePicture()
        case .toggleHelp: state.popup = state.popup == .help ? nil : .help
        case .repaint:
            screen.repaint()
            forceRefresh()
        case .suspend: suspend()
        case .close: close()
        case .quit: quit()
        }
    }

    /// A tape that cannot be read any further is said on the status line; what is on screen stays.
    func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            state.message = AppError.words(for: error)
        }
    }

    private func close() {
        if state.popup != nil {
            state.popup = nil
        } else if state.showsStatistics {
            state.showsStatistics = false
        } else {
            state.showsLog = false
        }
    }

    /// The composite at the source's full resolution, in a new file in the current folder.
    private func savePicture() {
        let plan = deck.engine.framePlan
        guard let composite = plan.composite else {
            state.message = "no picture to save yet"
            return
        }
        do {
            let bytes = try encodePNG(try presenter.fullPicture(composite))
            let name = try NewFile.write(bytes, named: "cameo-\(plan.record?.ordinal ?? 0)", ending: "png")
            state.message = "saved \(name)"
        } catch {
            state.message = "not saved: \(AppError.words(for: error))"
        }
    }
}
