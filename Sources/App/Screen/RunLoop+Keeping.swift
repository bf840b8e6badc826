import Checks
import Debugger
import Events
import Panels
import Settings

/// Breakpoints and marks: read at the beginning, kept with every change.
extension RunLoop {
    private var breakpointFile: BreakpointFile { BreakpointFile(tape: file) }

    func readBreakpointsAndMarks() {
        playback.breakpoints = Breakpoint.usual
        do {
            if let kept = try breakpointFile.read() { playback.breakpoints = kept }
        } catch {
            state.message = error.reason
            state.debug.keepsBreakpoints = false
        }
        attempt(readMarks)
    }

    private func readMarks() throws { state.debug.landmarks.set(marks: try tape.marks()) }

    /// Somebody else may have changed them meanwhile.
    func openMarks() {
        attempt(readMarks)
        state.popup = .marks(0)
    }

    /// Changes the breakpoints, and keeps them beside the tape.
    func change(_ breakpoints: [Breakpoint]) {
        playback.breakpoints = breakpoints
        guard state.debug.keepsBreakpoints else {
            state.message = "kept for now only: the file of breakpoints could not be read, and stays as it is"
            return
        }
        do {
            if let path = try breakpointFile.write(breakpoints) {
                state.message = "kept for all tapes without breakpoints of their own: \(path)"
            }
        } catch {
            state.message = "kept for now only: \(error.reason)"
        }
    }

    /// Puts a mark at the playhead on the tape.
    func addMark(_ typed: TypedMark) {
        guard file == tape.path else {
            state.message = "marks are kept on tapes: cameo convert makes one of this"
            return
        }
        let mark = Mark(time: playback.timeline.now, name: typed.name, note: typed.note ?? "")
        do {
            try tape.add(mark)
            try readMarks()
            state.message = "mark \(typed.shortName) at \(FrameLine.time(mark.time)) s"
        } catch {
            state.message = CommandError(error).reason
        }
    }

    /// The same moment under another name; its note stays unless another one is typed.
    func rename(_ mark: Mark, _ typed: TypedMark) {
        attempt {
            try readMarks()
            guard let old = state.debug.landmarks.marks.first(where: { ($0.time, $0.name) == (mark.time, mark.name) })
            else { return sayGone(mark) }
            // The new one first: what fails on the way leaves two and not none.
            try tape.add(Mark(time: old.time, name: typed.name, note: typed.note ?? old.note))
            if typed.name != old.name { try tape.remove(old) }
            try readMarks()
        }
    }

    func remove(_ mark: Mark) {
        attempt {
            try readMarks()
            let isThere = state.debug.landmarks.marks.contains { ($0.time, $0.name) == (mark.time, mark.name) }
            guard isThere else { return sayGone(mark) }
            try tape.remove(mark)
            try readMarks()
        }
    }

    private func sayGone(_ mark: Mark) {
        state.message = "mark \(OutsideText.shown(mark.name, cells: 24)) is gone: somebody else took it away"
    }
}

extension Breakpoint {
    /// What is there before anybody has chosen anything: what a stream without faults does not have stops, all else can be
    /// switched on.
    static let usual: [Breakpoint] = Condition.kinds.compactMap { kind in
        switch kind {
        case .overlay, .event: nil
        case .fault, .late, .lost, .chunkGap: Breakpoint(kind)
        default: Breakpoint(kind, isEnabled: false)
        }
    }
}
