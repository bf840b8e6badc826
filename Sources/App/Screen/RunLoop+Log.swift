import Debugger
import Panels

/// Looking through the log of a session, which may be hours long: a part at a time, keys are answered in between.
extension RunLoop {
    /// Lines that are looked at between two looks at the clock; a log that is no longer is done at once.
    nonisolated static let linesAtOnce = 2_000
    nonisolated static let linesWrittenAtOnce = 250

    static let stillFiltering = "still filtering the log"

    // MARK: What is asked for

    func setFilter(_ filter: LogFilter) {
        logMatch = nil
        state.debug.log.setFilter(filter, in: playback.log, atMost: Self.linesAtOnce)
    }

    /// How many lines there are, in words; nothing while that is not known.
    var lineCount: String { isLogSeen ? ": \(state.debug.log.count) lines" : "" }

    func updateLog() { state.debug.log.update(with: playback.log, atMost: Self.linesAtOnce) }

    /// Whether it is known of all lines if they pass the filter.
    var isLogSeen: Bool {
        updateLog()
        return state.debug.log.unseenCount(of: playback.log) == 0
    }

    /// Begins to look for what the view's `search` says, and goes there once it is found.
    /// - Returns: what is wrong; `nil` when it is found, or not known yet.
    func findInLog(_ direction: Search.Direction, from place: Int, goesAround: Bool = false) -> String? {
        guard isLogSeen else { return Self.stillFiltering }
        logMatch = LogMatch(direction, from: place, in: state.debug.log, goesAround: goesAround)
        return lookOn()
    }

    private func lookOn() -> String? {
        guard var match = logMatch else { return nil }
        let outcome = match.next(in: state.debug.log, playback.log, atMost: Self.linesAtOnce)
        logMatch = outcome == .notYet ? match : nil
        switch outcome {
        case .at(let place): go(to: .heard(playback.log.entries[place].heard), at: clock.now)
        case .notYet: break
        case .nowhere: return "not found: \(match.text)"
        }
        return nil
    }

    /// Gives up what is under way; `false` when nothing is.
    func abandonLogWork() -> Bool {
        guard logMatch != nil || logWriting != nil else { return false }
        (logMatch, logWriting) = (nil, nil)
        return true
    }

    /// Said while something is under way, how far that is.
    var logProgress: String? {
        if let logMatch { return "looking for \(logMatch.text): \(Int(logMatch.progress * 100)) %  (Esc gives up)" }
        guard let logWriting else { return nil }
        return "writing \(logWriting.path): \(Int(logWriting.progress * 100)) %  (Esc gives up)"
    }

    // MARK: A part of it

    private var hasLogWork: Bool {
        if logMatch != nil || logWriting != nil { return true }
        return state.debug.isOpen && state.debug.log.unseenCount(of: playback.log) > Self.linesAtOnce
    }

    /// Goes on with what was asked for, for one slice.
    func workOnLog() {
        guard hasLogWork else { return }
        let started = ContinuousClock.now
        repeat {
            updateLog()
            if logMatch != nil, let problem = lookOn() { state.message = problem }
            writeOn()
        } while hasLogWork && ContinuousClock.now - started < Self.slice
        if hasLogWork { wakeSoon() }
        drawPanelsNext()
    }

    private func writeOn() {
        guard var writing = logWriting else { return }
        do {
            if try writing.write(playback.log, atMost: Self.linesWrittenAtOnce) {
                logWriting = nil
                state.message = "wrote \(writing.count) lines to \(writing.path)"
            } else {
                logWriting = writing
            }
        } catch {
            logWriting = nil
            state.message = error.reason
        }
    }
}
