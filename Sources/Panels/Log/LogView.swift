import Engine
import Events
import Sessions

/// What of a session's log is looked at: a filter, a search, and a place to which it was scrolled or the playhead that it
/// follows. Keeps the numbers of the lines that pass the filter, so that drawing does not look at the others.
///
/// *Place* is an index into `SessionLog.entries`, *line* one into those that pass.
package struct LogView: Hashable, Sendable {
    package private(set) var filter = LogFilter()
    /// What to look for; nothing when empty.
    package var search = ""

    /// Places of the lines that pass; not kept without a filter, when all do.
    private var passing: [Int32] = []
    private var seen = 0
    /// The log as it was when its lines were looked at last for what faults say of them.
    private var known: Extent?
    /// Place of the uppermost line; `nil` while the playhead is followed.
    private var top: Int?

    private struct Extent: Hashable {
        let lines: Int
        let faults: Int

        init(_ log: SessionLog) { (lines, faults) = (log.entries.count, log.faultCount) }
    }

    package init() {}

    // MARK: The lines

    /// Takes note of lines that came since the last time, at most so many of them where there is a filter. To be called
    /// before anything else when the log may have grown.
    package mutating func update(with log: SessionLog, atMost lines: Int = .max) {
        if seen > log.entries.count {
            forgetLines()
            top = nil
        }
        guard !filter.isEmpty else {
            seen = log.entries.count
            return
        }
        var needle = LogNeedle(filter.text)
        if needle.asksForFaults { forgetOtherwiseMarked(in: log) }
        let end = seen + min(max(0, lines), log.entries.count - seen)
        for place in seen..<end where passes(log.entries[place], &needle, log) {
            passing.append(Int32(clamping: place))
        }
        seen = end
    }

    /// Lines that faults may mark otherwise than they did when they were looked at: a fault can be of a moment before it showed,
    /// and the last frame has what comes behind it until another one is shown.
    private mutating func forgetOtherwiseMarked(in log: SessionLog) {
        let (before, now) = (known, Extent(log))
        known = now
        guard let before, before != now, log.entries.indices.contains(before.lines - 1) else { return }
        let heard = log.entries[before.lines - 1].heard
        let marked = log.faults(heard...EventCount.max).compactMap { log.frame(markedBy: $0) }
        let last = log.frame(after: heard).map { ordinal in
            log.record(ordinal)?.wasShown == true ? ordinal : log.ordinal(shownBefore: ordinal) ?? ordinal
        }
        guard let first = (marked + [last].compactMap(\.self)).min().flatMap(log.place(ofFrame:)), first < seen
        else { return }
        passing.removeLast(passing.count - line(from: first))
        seen = first
    }

    /// Lines of which it is not known yet whether they pass.
    package func unseenCount(of log: SessionLog) -> Int { max(0, log.entries.count - seen) }

    /// Shows other lines. Looks at all of them once; where that takes too long, `update` does the rest.
    package mutating func setFilter(_ filter: LogFilter, in log: SessionLog, atMost lines: Int = .max) {
        self.filter = filter
        forgetLines()
        update(with: log, atMost: lines)
    }

    /// Lines have changed: all of them are looked at anew.
    package mutating func forgetLines() { (passing, seen, known) = ([], 0, nil) }

    private func passes(_ entry: LogEntry, _ needle: inout LogNeedle, _ log: SessionLog) -> Bool {
        if !filter.statuses.isEmpty {
            guard case .frame(let record) = entry.body, filter.statuses.contains(record.status) else { return false }
        }
        if filter.isOfBook {
            guard case .note(let note) = entry.body, note.isOfReader else { return false }
        }
        return needle.isFound(in: entry, of: log)
    }

    /// How many lines there are, those that do not pass included.
    var seenCount: Int { seen }

    /// How many lines pass.
    package var count: Int { filter.isEmpty ? seen : passing.count }

    package func place(ofLine line: Int) -> Int? {
        guard (0..<count).contains(line) else { return nil }
        return filter.isEmpty ? line : Int(passing[line])
    }

    /// The first line whose place is not before `place`.
    func line(from place: Int) -> Int {
        filter.isEmpty ? min(max(0, place), seen) : (0..<passing.count).partitionPoint { Int(passing[$0]) >= place }
    }

    // MARK: Where it stands

    var followsPlayhead: Bool { top == nil }
    package mutating func follow() { top = nil }

    /// The uppermost line of `rows`. While the playhead is followed, its line stands two thirds down, or where the log's
    /// ends allow.
    func firstLine(rows: Int, _ log: SessionLog, heard: EventCount) -> Int {
        let last = lastTop(rows: rows, log, heard: heard)
        if let top { return min(line(from: top), last) }
        let current = line(from: log.entryCount(upTo: heard)) - 1
        let first = current - max(0, rows - 1) * 2 / 3
        // What was said since the frame came has no more rows than leave the frame in view, if that can be.
        let frame = log.place(ofFrameAfter: heard).map(line(from:)) ?? first
        return min(max(0, frame < first && current - frame < rows ? frame : first), last)
    }

    /// The uppermost line at the log's end, where the sign of a playhead whose line is left out has a row, too.
    private func lastTop(rows: Int, _ log: SessionLog, heard: EventCount) -> Int {
        let signs = signPlace(log, heard: heard) == nil ? 0 : 1
        return max(0, min(count - 1, count + signs - max(rows, 1)))
    }

    /// Before the line with this place, or behind the last one, stands the sign of a playhead whose own line does not pass; `nil` where
    /// that does.
    func signPlace(_ log: SessionLog, heard: EventCount) -> Int? {
        // What happened to a book up to here has happened, also behind the frame that is shown.
        if filter.isOfBook { return log.entryCount(upTo: heard) }
        let frame = log.place(ofFrameAfter: heard)
        return frame.flatMap { place(ofLine: line(from: $0)) == $0 ? nil : $0 }
    }

    /// Scrolls by lines, down when positive. At the end the playhead is not followed again by itself.
    package mutating func scroll(by lines: Int, rows: Int, _ log: SessionLog, heard: EventCount) {
        let first = firstLine(rows: rows, log, heard: heard)
        let last = lastTop(rows: rows, log, heard: heard)
        scroll(toLine: min(max(0, first + max(-count, min(lines, count))), last))
    }

    private mutating func scroll(toLine line: Int) { top = place(ofLine: line) ?? 0 }

    /// Place of the line of the frame that is on screen at the playhead, else of what was said last.
    package static func place(at heard: EventCount, in log: SessionLog) -> Int {
        log.place(ofFrameAfter: heard) ?? max(0, log.entryCount(upTo: heard) - 1)
    }

    // MARK: A part of it

    /// Places of all lines that pass, or of those of them that were said within a range of events.
    package func selection(_ range: ClosedRange<EventCount>? = nil, in log: SessionLog) -> [Int] {
        let all = (0..<count).compactMap(place(ofLine:)).filter(log.entries.indices.contains)
        guard let range else { return all }
        return all.filter { range.contains(log.entries[$0].heard) }
    }
}
