import Debugger
import Engine
import Events
import Keys
import Panels
import Sessions

/// Looking through the log of a session, which may be hours long: a part at a time, keys are answered in between.
extension Stepping {
    /// Lines that are looked at between two looks at the clock; a log that is no longer is done at once.
    package static let linesAtOnce = 2_000

    static let stillFiltering = "Still filtering the log"

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
        return filter.statuses.first.map { "Only \($0.text)\(lineCount(of: log))" } ?? "All lines"
    }

    /// How many lines there are, in words; nothing while that is not known.
    mutating func lineCount(of log: SessionLog) -> String {
        isLogSeen(log) ? ": \(plural(self.log.count, "line"))" : ""
    }

    mutating func updateLog(with log: SessionLog) { self.log.update(with: log, atMost: Self.linesAtOnce) }

    /// Whether it is known of all lines if they pass the filter.
    mutating func isLogSeen(_ log: SessionLog) -> Bool {
        updateLog(with: log)
        return self.log.unseenCount(of: log) == 0
    }

    // MARK: Looking for something

    /// From the playhead to the next line, or the one before, that has what was looked for last.
    /// - Parameter times: that many matches away, as far as there are any.
    mutating func goToMatch(
        _ direction: Search.Direction, times: Int = 1, _ played: Played, _ keys: KeyMap
    ) -> Outcome {
        guard !log.search.isEmpty else {
            return Outcome("No search text yet" + keys.advice("; press ", .search, " to search"))
        }
        let (sessionLog, heard) = (played.log, played.heard)
        let here =
            direction == .forward ? sessionLog.entryCount(upTo: heard) - 1 : sessionLog.entryCount(upTo: heard - 1)
        return findInLog(direction, times: times, from: here, in: sessionLog)
    }

    /// Begins to look for what the view's `search` says, and goes there once it is found.
    /// - Returns: with what is wrong; nothing when it is found, or not known yet.
    mutating func findInLog(
        _ direction: Search.Direction, times: Int = 1, from place: Int, goesAround: Bool = false, in log: SessionLog
    ) -> Outcome {
        guard isLogSeen(log) else { return Outcome(Self.stillFiltering) }
        logMatch = LogMatch(direction, times: times, from: place, in: self.log, goesAround: goesAround)
        return lookOn(in: log)
    }

    /// Looks at some more lines, where anything is looked for.
    mutating func lookOn(in log: SessionLog) -> Outcome {
        guard var match = logMatch else { return .nothing }
        let outcome = match.next(in: self.log, log, atMost: Self.linesAtOnce)
        logMatch = outcome == .notYet ? match : nil
        switch outcome {
        case .at(let place): return Outcome(nil, go(to: .heard(log.entries[place].heard)))
        case .notYet: return .nothing
        case .nowhere: return Outcome("\(Self.missing(match)): \(match.text)")
        }
    }

    /// Where it goes no further it may well be elsewhere.
    private static func missing(_ match: LogMatch) -> String {
        match.goesAround ? "Not found" : match.direction == .forward ? "No later match" : "No earlier match"
    }

    /// Said while something is under way, how far that is.
    var logProgress: String? {
        if let match = logMatch { return "Searching for \(match.text), \(Int(match.progress * 100)) %" }
        return logWriting.map { "Writing \($0.path), \(Int($0.progress * 100)) %" }
    }

    /// Places of the lines that are shown, those of the chosen range where there is one.
    package func chosenLines(of log: SessionLog) -> [Int] { self.log.selection(landmarks.selection, in: log) }

    // MARK: Scrolling

    mutating func scrollLog(byPages pages: Int, _ context: ScreenContext) {
        guard let rect = context.layout.log else { return }
        scrollLog(byLines: pages * max(1, LogView.rows(in: rect) - 1), context)
    }

    mutating func scrollLog(byLines lines: Int, _ context: ScreenContext) {
        guard let rect = context.layout.log else { return }
        let played = context.played
        log.scroll(by: lines, rows: LogView.rows(in: rect), played.log, heard: played.heard)
    }
}

extension ScreenModel {
    // MARK: A part of it

    /// Something is looked for, the filter has not seen all lines, or hits have not been counted to their end where anybody sees them.
    /// - Parameter played: asked for in each turn, and gathered only where it matters.
    package func hasWork(_ played: @autoclosure () -> Played) -> Bool {
        if stepping.logMatch != nil { return true }
        guard showsHits else { return false }
        let played = played()
        let unseen = part.isForStepping ? stepping.log.unseenCount(of: played.log) : 0
        let uncounted = stepping.landmarks.hits.unseenCount(of: played.timeline, played.breakpoints)
        return max(unseen, uncounted) > Stepping.linesAtOnce
    }

    mutating func workOnLog(_ played: Played) -> [ScreenAction] {
        stepping.updateLog(with: played.log)
        updateHits(played)
        return apply(stepping.lookOn(in: played.log))
    }

    /// Counts hits on, where anybody sees them.
    mutating func updateHits(_ played: Played) {
        guard showsHits else { return }
        stepping.landmarks.hits.update(with: played.timeline, played.breakpoints, atMost: Stepping.linesAtOnce)
    }

    private var showsHits: Bool { part.isForStepping || popup?.isOfBreakpoints == true }
}
