import Debugger
import Events

/// Members who are shown for a shorter time than the rate of changes allows (picture-in-picture 3.2).
struct Flicker: Sendable {
    static let period = Span.milliseconds(300)

    private var shown: String?
    private var since: Instant?
    private var call = 0
    /// Who is shown had a source when the last turn was over.
    private var hadSource = false

    /// - Parameter member: who is shown from now on.
    mutating func receive(
        _ member: String?, _ told: ToldCall, includesLocal: Bool, at time: Instant
    ) -> [AuditFinding] {
        guard member != shown else { return [] }
        defer { (shown, since, call) = (member, time, told.number) }
        // Where nobody was shown, nobody is taken away.
        guard let shown, let since, time - since < Self.period, call == told.number,
            told.isCandidate(shown, includesLocal: includesLocal), !(hadSource && told.source(of: shown) == nil),
            !(member.map(told.sharesScreen) == true && !told.sharesScreen(shown))
        else { return [] }
        let span = time - since
        return [
            AuditFinding(
                .flicker, at: time, expected: "at least \(Self.period.words)",
                found: "\(shown) replaced by \(member ?? "an empty tile") after \(span.words)", amount: span)
        ]
    }

    mutating func endTurn(_ told: ToldCall) { hadSource = shown.flatMap { told.source(of: $0) } != nil }
}
