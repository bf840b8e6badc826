import Debugger
import Events
import Keys
import Panels
import Sessions
import Typesetting

/// What is said of how going somewhere ended.
struct SeekWords {
    let stepping: Stepping
    let keys: KeyMap
    let played: Played

    /// No breakpoint is hit in that direction.
    var noStop: String {
        // A tape that is clean of these is not clean of what nobody looked for.
        let sought = played.breakpoints.filter(\.isEnabled).map(\.condition.text).joined(separator: ", ")
        let missing = stepping.judged.missing
        let advice = missing.isEmpty ? keys.advice("; press ", .breakpoints, " to choose stops") : "; " + missing
        return "No further hits in that direction (\(sought))" + advice
    }

    var noOtherFault: String {
        let missing = stepping.judged.missing
        return "No further fault of another kind" + (missing.isEmpty ? "" : "; " + missing)
    }

    /// Each message has chunks of the same numbers.
    func otherMessage(ofChunk chunk: Int) -> String? {
        let message = { (heard: EventCount) in
            played.log.frame(after: heard).flatMap { played.log.record($0) }?.generation
        }
        guard let here = message(played.heard), let left = stepping.jumps.places.last.flatMap(message), here != left
        else {
            return nil
        }
        return "Chunk \(chunk) of message \(here); message \(left) has none"
    }

    /// At the end of what is still going on.
    var nothingLater: String {
        // What is read here comes from nobody, and stands while it is looked at.
        played.book.isReadHere
            ? "Nothing read beyond this yet" + keys.advice("; press ", .toggleDebug, " for the book")
            : "Nothing received beyond this yet" + keys.advice("; press ", .goLive, " to go live")
    }

    /// What was hit: of breakpoints at faults, which of these.
    func hit(_ hits: [Breakpoint], of member: Member) -> String {
        let conditions = hits.map(\.condition)
        let kinds = conditions.reduce(into: Set<AuditFinding.Kind>()) { $0.formUnion($1.faultKinds ?? []) }
        let others = conditions.filter { $0.faultKinds == nil }.map(\.meaning)
        guard !kinds.isEmpty, let log = played.timeline.log(of: member) else { return others.joined(separator: "; ") }
        let here = log.frame(after: played.heard)
        let faults = log.faults(at: played.heard).filter { kinds.contains($0.kind) }.map { fault in
            let words = log.finding(fault)?.shownWords ?? fault.text
            let cause = log.cause(of: fault).map { " (because of \($0.kind.rawValue) at \($0.time.inSeconds) s)" }
            return words + (cause ?? fault.remark(at: here, in: log) ?? "")
        }
        let meanings = conditions.filter { $0.faultKinds != nil }.map(\.meaning)
        let found = faults.isEmpty ? meanings : [Self.listed(faults)]
        return (found + others).joined(separator: "; ")
    }

    /// Of several faults with their reasons.
    private static let stopCells = 400

    /// As many as are to be read at once, each whole.
    private static func listed(_ faults: [String]) -> String {
        var (said, cells) = ([String](), 0)
        for fault in faults.map({ OutsideText.shown($0, cells: stopCells) }) {
            cells += TerminalText.cellWidth(of: fault)
            guard said.isEmpty || cells <= stopCells else { break }
            said.append(fault)
        }
        let rest = faults.count - said.count
        return said.joined(separator: "; ") + (rest > 0 ? "; \(rest) more" : "")
    }
}
