import Debugger
import Engine
import Events
import Keys
import Panels

/// Looking through the log of a session, which may be hours long: a part at a time, keys are answered in between.
extension DebugScreen {
    /// Lines that are looked at between two looks at the clock; a log that is no longer is done at once.
    package static let linesAtOnce = 2_000

    static let stillFiltering = "still filtering the log"

    // MARK: The filter

    mutating func setFilter(_ filter: LogFilter, in log: SessionLog) {
        logMatch = nil
        self.log.setFilter(filter, in: log, atMost: Self.linesAtOnce)
    }

    /// All lines, then those of one status after the other.
    /// - Returns: which they are, in words.
    mutating func filterNextStatus(in log: SessionLog) -> String {
        let choices: [Set<FrameStatus>] = [[]] + FrameStatus.allCases.map { [$0] }
        var filter = self.log.filter
        let now = choices.firstIndex(of: filter.statuses) ?? 0
        filter.statuses = choices[(now + 1) % choices.count]
        setFilter(filter, in: log)
        return filter.statuses.first.map { "only \($0.text)\(lineCount(of: log))" } ?? "all lines"
    }

    /// How many lines there are, in words; nothing while that is not known.
    mutating func lineCount(of log: SessionLog) -> String {
        isLogSeen(log) ? ": \(self.log.count) lines" : ""
    }

    mutating func updateLog(with log: SessionLog) { self.log.update(with: log, atMost: Self.linesAtOnce) }

    /// Whether it is known of all lines if they pass the filter.
    mutating func isLogSeen(_ log: SessionLog) -> Bool {
        updateLog(with: log)
        return self.log.unseenCount(of: log) == 0
    }

    // MARK: Looking for something

    /// From the playhead to the next line, or the one before, that has what was looked for last.
    mutating func goToMatch(_ direction: Search.Direction, _ played: Played) -> Outcome {
        guard !log.search.isEmpty else { return ("/ looks for something first", []) }
        let (said, heard) = (played.log, played.heard)
        let here = direction == .forward ? said.said(after: heard) - 1 : said.said(after: heard - 1)
        return findInLog(direction, from: here, in: said)
    }

    /// Begins to look for what the view's `search` says, and goes there once it is found.
    /// - Returns: with what is wrong; nothing when it is found, or not known yet.
    mutating func findInLog(
        _ direction: Search.Direction, from place: Int, goesAround: Bool = false, in log: SessionLog
    ) -> Outcome {
        guard isLogSeen(log) else { return (Self.stillFiltering, []) }
        logMatch = LogMatch(direction, from: place, in: self.log, goesAround: goesAround)
        return lookOn(in: log)
    }

    /// Looks at some more lines, where anything is looked for.
    mutating func lookOn(in log: SessionLog) -> Outcome {
        guard var match = logMatch else { return (nil, []) }
        let outcome = match.next(in: self.log, log, atMost: Self.linesAtOnce)
        logMatch = outcome == .notYet ? match : nil
        switch outcome {
        case .at(let place): return (nil, go(to: .heard(log.entries[place].heard)))
        case .notYet: return (nil, [])
        case .nowhere: return ("not found: \(match.text)", [])
        }
    }

    /// Said while something is under way, how far that is.
    var logProgress: String? {
        if let match = logMatch {
            return "looking for \(match.text): \(Int(match.progress * 100)) %  (Esc gives up)"
        }
        guard let writing = logWriting else { return nil }
        return "writing \(writing.path): \(Int(writing.progress * 100)) %  (Esc gives up)"
    }

    /// Places of the lines that are shown, those of the chosen range where there is one.
    package func chosenLines(of log: SessionLog) -> [Int] { self.log.selection(landmarks.selection, in: log) }
}

extension ScreenModel {
    // MARK: A part of it

    /// Something is looked for, the filter has not seen all lines, or hits have not been counted to their end where anybody sees them.
    /// - Parameter played: asked for in each turn, and gathered only where it matters.
    package func hasLogWork(_ played: @autoclosure () -> Played) -> Bool {
        if debugger.logMatch != nil { return true }
        guard showsHits else { return false }
        let played = played()
        let unseen = debugger.isOpen ? debugger.log.unseenCount(of: played.log) : 0
        let uncounted = debugger.landmarks.hits.unseenCount(of: played.timeline, played.breakpoints)
        return max(unseen, uncounted) > DebugScreen.linesAtOnce
    }

    mutating func workOnLog(_ played: Played) -> [ScreenAction] {
        debugger.updateLog(with: played.log)
        updateHits(played)
        return apply(debugger.lookOn(in: played.log))
    }

    /// Counts hits on, where anybody sees them.
    mutating func updateHits(_ played: Played) {
        guard showsHits else { return }
        debugger.landmarks.hits.update(with: played.timeline, played.breakpoints, atMost: DebugScreen.linesAtOnce)
    }

    private var showsHits: Bool { debugger.isOpen || popup?.isOfBreakpoints == true }

    // MARK: Scrolling

    mutating func scrollLog(byPages pages: Int, _ played: Played) {
        guard let rect = layout(played).log, debugger.isOpen else { return }
        let rows = LogView.rows(in: rect)
        debugger.log.scroll(by: pages * max(1, rows - 1), rows: rows, played.log, heard: played.heard)
    }

    mutating func scrollLog(byLines lines: Int, _ played: Played) {
        guard let rect = layout(played).log, debugger.isOpen else { return }
        debugger.log.scroll(by: lines, rows: LogView.rows(in: rect), played.log, heard: played.heard)
    }
}
