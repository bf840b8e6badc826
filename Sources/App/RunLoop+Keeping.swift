import Debugger
import Events
import Panels

/// Breakpoints and marks: read at the beginning, kept with every change.
extension RunLoop {
    private var breakpointFile: BreakpointFile { BreakpointFile(tape: options.file) }

    func readBreakpointsAndMarks() {
        deck.breakpoints = Breakpoint.usual
        attempt {
            if let kept = try breakpointFile.read() { deck.breakpoints = kept }
        }
        attempt { state.debug.landmarks.set(marks: try tape.marks()) }
    }

    /// Changes the breakpoints, and keeps them beside the tape.
    func change(_ breakpoints: [Breakpoint]) {
        deck.breakpoints = breakpoints
        do {
            try breakpointFile.write(breakpoints)
        } catch {
            state.message = "kept for now only: \(error.message)"
        }
    }

    /// Puts a mark at the playhead on the tape.
    func addMark(named name: String, note: String = "") {
        guard options.file == tape.path else {
            state.message = "marks are kept on tapes: cameo convert makes one of this"
            return
        }
        let mark = Mark(time: deck.timeline.now, name: name, note: note)
        do {
            try tape.add(mark)
            state.debug.landmarks.set(marks: try tape.marks())
            state.message = "mark \(name) at \(FrameLine.time(mark.time)) s"
        } catch {
            state.message = AppError.words(for: error)
        }
    }

    func remove(_ mark: Mark) {
        attempt {
            try tape.remove(mark)
            state.debug.landmarks.set(marks: try tape.marks())
        }
    }
}

extension Breakpoint {
    /// What is there before anybody has chosen anything: faults stop, all else can be switched on.
    static let usual: [Breakpoint] = Condition.kinds.compactMap { kind in
        switch kind {
        case .overlay, .event: nil
        case .fault: Breakpoint(kind)
        default: Breakpoint(kind, isEnabled: false)
        }
    }
}
