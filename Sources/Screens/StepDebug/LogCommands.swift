import Debugger
import Engine
import Events
import Keys
import Panels

/// Looking through the log of a session, which may be hours long: a part at a time, keys are answered in between.
extension ScreenModel {
    /// Lines that are looked at between two looks at the clock; a log that is no longer is done at once.
    package static let linesAtOnce = 2_000

    static let stillFiltering = "still filtering the log"

    mutating func setFilter(_ filter: LogFilter, _ played: Played) {
        debugger.logMatch = nil
        debugger.log.setFilter(filter, in: played.log, atMost: Self.linesAtOnce)
    }

    /// How many lines there are, in words; nothing while that is not known.
    mutating func lineCount(_ played: Played) -> String {
        isLogSeen(played) ? ": \(debugger.log.count) lines" : ""
    }

    mutating func updateLog(_ played: Played) {
        debugger.log.update(with: played.log, atMost: Self.linesAtOnce)
    }

    /// Counts hits on, where anybody sees them.
    mutating func updateHits(_ played: Played) {
        guard showsHits else { return }
        debugger.landmarks.hits.update(with: played.timeline, played.breakpoints, atMost: Self.linesAtOnce)
    }

    private var showsHits: Bool { debugger.isOpen || popup?.isOfBreakpoints == true }

    /// Whether it is known of all lines if they pass the filter.
    mutating func isLogSeen(_ played: Played) -> Bool {
        updateLog(played)
        return debugger.log.unseenCount(of: played.log) == 0
    }

    // MARK: What is asked for

    /// All lines, then those of one status after the other.
    mutating func filterNextStatus(_ played: Played) {
        let choices: [Set<FrameStatus>] = [[]] + FrameStatus.allCases.map { [$0] }
        let now = choices.firstIndex(of: debugger.log.filter.statuses) ?? 0
        var filter = debugger.log.filter
        filter.statuses = choices[(now + 1) % choices.count]
        setFilter(filter, played)
        message = filter.statuses.first.map { "only \($0.text)\(lineCount(played))" } ?? "all lines"
    }

    mutating func goToMatch(_ direction: Search.Direction, _ played: Played) -> [ScreenAction] {
        guard !debugger.log.search.isEmpty else {
            message = "/ looks for something first"
            return []
        }
        let (log, heard) = (played.log, played.heard)
        let here = direction == .forward ? log.said(after: heard) - 1 : log.said(after: heard - 1)
        let (problem, actions) = findInLog(direction, from: here, played)
        message = problem
        return actions
    }

    /// Begins to look for what the view's `search` says, and goes there once it is found.
    /// - Returns: what is wrong; `nil` when it is found, or not known yet.
    mutating func findInLog(
        _ direction: Search.Direction, from place: Int, goesAround: Bool = false, _ played: Played
    ) -> (problem: String?, actions: [ScreenAction]) {
        guard isLogSeen(played) else { return (Self.stillFiltering, []) }
        debugger.logMatch = LogMatch(direction, from: place, in: debugger.log, goesAround: goesAround)
        return lookOn(played)
    }

    private mutating func lookOn(_ played: Played) -> (problem: String?, actions: [ScreenAction]) {
        guard var match = debugger.logMatch else { return (nil, []) }
        let outcome = match.next(in: debugger.log, played.log, atMost: Self.linesAtOnce)
        debugger.logMatch = outcome == .notYet ? match : nil
        switch outcome {
        case .at(let place): return (nil, go(to: .heard(played.log.entries[place].heard)))
        case .notYet: return (nil, [])
        case .nowhere: return ("not found: \(match.text)", [])
        }
    }

    // MARK: A part of it

    /// Something is looked for, the filter has not seen all lines, or hits have not been counted to their end.
    package func hasLogWork(_ played: Played) -> Bool {
        if debugger.logMatch != nil { return true }
        let hits = debugger.landmarks.hits
        if showsHits, hits.unseenCount(of: played.timeline, played.breakpoints) > Self.linesAtOnce { return true }
        return debugger.isOpen && debugger.log.unseenCount(of: played.log) > Self.linesAtOnce
    }

    mutating func workOnLog(_ played: Played) -> [ScreenAction] {
        updateLog(played)
        updateHits(played)
        let (problem, actions) = lookOn(played)
        if let problem { message = problem }
        return actions
    }

    /// Said while something is under way, how far that is.
    var logProgress: String? {
        if let match = debugger.logMatch {
            return "looking for \(match.text): \(Int(match.progress * 100)) %  (Esc gives up)"
        }
        guard let writing = debugger.logWriting else { return nil }
        return "writing \(writing.path): \(Int(writing.progress * 100)) %  (Esc gives up)"
    }

    /// Places of the lines that are shown, those of the chosen range where there is one.
    package func chosenLines(of log: SessionLog) -> [Int] {
        debugger.log.selection(debugger.landmarks.selection, in: log)
    }

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
