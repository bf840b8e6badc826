import Cells
import Debugger
import Events
import Sessions
import Typesetting

/// All faults of a session in the order of their times, a row for each cause with its consequences below it, or those that some
/// letters are found in.
package enum FaultsPanel {
    /// What the user has chosen of it.
    package struct State: Hashable, Sendable {
        package var row = 0
        package var filter = TypedFilter()

        package init() {}
    }

    /// Beyond, a list is nothing to look through.
    package static let mostListed = 5_000

    /// Rows that are listed, by the times of the causes: one of a moment may have shown long after it.
    package static func listed(_ log: SessionLog, _ typed: String) -> [FaultRow] {
        let fuzzy = Fuzzy(typed)
        guard !fuzzy.isEmpty else { return log.faultRows(atMost: mostListed) }
        return log.faultRows(atMost: mostListed) { fuzzy.match(words($0, log).lowercased()) != nil }
    }

    /// - Parameter judged: what was looked at; what was not is said beside the count, as far as there is room.
    package static func popup(
        _ state: State, _ log: SessionLog, _ judged: Coverage, in layout: ScreenLayout
    ) -> Panel {
        let listed = listed(log, state.filter.text)
        let count =
            state.filter.text.isEmpty
            ? count(log) : "\(listed.count { !$0.isConsequence }) of \(log.faultGroupCount)"
        let none = log.faultCount == 0 ? "No faults found" : "No fault matches the filter"
        let chosen =
            listed.indices.contains(state.row) ? OutsideText.shown(sentence(listed[state.row], log), cells: 400) : nil
        let columns = max(1, layout.size.columns - 4)
        let title = title(count, judged, cells: columns - 2)
        // With room for few letters the sentence is below the list alone.
        let hasSentences = columns >= leastForSentences
        // Where the row has no room for all of it, what it is says more than when.
        let isNarrow = columns < leastForPlaces
        let kindCells =
            Set(listed.map(Self.name)).map(TerminalText.cellWidth).max().map { max($0, 4) + 2 } ?? 0
        let names =
            hasSentences
            ? "     time   frame  " + TerminalText.padded("kind", toCells: kindCells) + "found"
            : isNarrow ? "kind, time" : "     time frame kind"
        let shownColumns = min(columns, mostColumns)
        return ListPanel.popup(
            title: title, typed: state.filter.isOpen ? state.filter.row("find:", cells: shownColumns) : nil,
            heading: listed.isEmpty ? none : names, count: listed.count,
            columns: listed.isEmpty ? max(32, TerminalText.cellWidth(of: title)) : shownColumns,
            selected: state.row, detail: chosen,
            detailRows: rows(of: chosen ?? "", least: hasSentences ? 2 : 4, cells: shownColumns, in: layout),
            hint: state.filter.isTyping
                ? "Enter done  Esc clear"
                : listed.isEmpty && state.filter.text.isEmpty ? "q close" : "Enter go  / find  q close", in: layout
        ) { place in
            let (row, fault) = (listed[place], listed[place].fault)
            let name = TextSpan(Self.name(row), TextStyle(fault.kind.role.textColor, isBold: true))
            guard !isNarrow else { return TextLine([name, TextSpan(" " + fault.time.inSeconds + times(row))]) }
            let frame = log.frame(markedBy: fault).map(String.init) ?? "-"
            let place =
                TerminalText.rightAligned(fault.time.inSeconds, toCells: 9) + " "
                + TerminalText.rightAligned(frame, toCells: hasSentences ? 7 : 5) + (hasSentences ? "  " : " ")
            let kind = [TextSpan(place), name]
            guard hasSentences else { return TextLine(kind + [TextSpan(times(row))]) }
            let gap = String(repeating: " ", count: max(0, kindCells - TerminalText.cellWidth(of: Self.name(row))))
            // What was found; below the list stands what was expected, too.
            let found = log.finding(fault)?.shortWords ?? ""
            let words = OutsideText.shown(range(row).map { "\($0): \(found)" } ?? found, cells: mostColumns)
            return TextLine(kind + [TextSpan(gap + words, TextStyle(.faint))])
        }
    }

    private static func count(_ log: SessionLog) -> String {
        let (faults, groups) = (log.faultCount, log.faultGroupCount)
        return plural(faults, "fault") + (groups < faults ? ", \(plural(groups, "cause"))" : "")
    }

    /// Consequences stand further to the right than their cause.
    private static func name(_ row: FaultRow) -> String { (row.isConsequence ? "  " : "") + row.fault.kind.rawValue }

    private static func times(_ row: FaultRow) -> String { row.count > 1 ? " ×\(row.count)" : "" }

    /// How many there are, and until when; `nil` of a single one.
    private static func range(_ row: FaultRow) -> String? {
        guard row.count > 1 else { return nil }
        return "\(row.count) times" + (row.end > row.fault.time ? " until \(row.end.inSeconds) s" : "")
    }

    /// What most sentences need, so that the list hardly moves when another one is chosen; for a longer one the list gives
    /// way, by up to a third of the screen.
    private static func rows(of sentence: String, least: Int, cells: Int, in layout: ScreenLayout) -> Int {
        max(least, min(TerminalText.wrapped(sentence, toCells: cells).count, layout.size.rows / 3))
    }

    /// A list that is empty is not a stream that is clean of what nobody looked for.
    private static func title(_ count: String, _ judged: Coverage, cells: Int) -> String {
        guard !judged.missing.isEmpty else { return count }
        let titles = [judged.missing, "check incomplete"].map { "\(count); \($0)" }
        return titles.first { TerminalText.cellWidth(of: $0) <= cells } ?? count
    }

    private static let leastForSentences = 60
    private static let leastForPlaces = 34
    /// Whole sentences of most kinds.
    private static let mostColumns = 120

    /// Of its first one, with how many there are and what they follow from.
    private static func sentence(_ row: FaultRow, _ log: SessionLog) -> String {
        let cause = row.isConsequence ? log.cause(of: row.fault) : nil
        let parts = [cause.map { "because of \($0.kind.rawValue) at \($0.time.inSeconds) s" }, range(row)]
        let remark = parts.compactMap(\.self).joined(separator: ", ")
        let words = sentence(row.fault, log)
        guard !remark.isEmpty else { return words }
        return words.isEmpty ? remark : "\(words) (\(remark))"
    }

    /// Empty where there are too many of its kind.
    private static func sentence(_ fault: Fault, _ log: SessionLog) -> String {
        log.finding(fault)?.sentence ?? ""
    }

    private static func words(_ fault: Fault, _ log: SessionLog) -> String {
        "\(fault.kind.rawValue) \(sentence(fault, log))"
    }
}

extension Fault {
    /// Behind its words where it shows at another frame than the one that it marks: a fault of a moment is one frame's in lists and
    /// logs, of the frame behind it.
    /// - Parameter frame: the ordinal of the frame at which it shows; `nil` before the first one.
    package func remark(at frame: Int?, in log: SessionLog) -> String? {
        guard let marked = log.frame(markedBy: self), marked != frame else { return nil }
        return " (marks frame \(marked))"
    }
}
