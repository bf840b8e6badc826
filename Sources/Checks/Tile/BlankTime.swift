import Debugger
import Events

/// How long a member is shown with video that is on and of which no frame comes, whatever becomes of its source meanwhile.
struct BlankTime: Sendable {
    let limit: Span
    private(set) var longest = Span.zero
    private var blank: (member: String, since: Instant)?

    init(limit: Span) { self.limit = limit }

    /// - Parameter member: who is shown so from now on.
    /// - Returns: what is over, where it was too long.
    mutating func follow(_ member: String?, at time: Instant) -> [AuditFinding] {
        guard member != blank?.member else { return [] }
        let before = blank
        blank = member.map { ($0, time) }
        guard let before else { return [] }
        let span = time - before.since
        longest = max(longest, span)
        guard span > limit else { return [] }
        return [
            AuditFinding(
                .blankTile, at: before.since, expected: "one within \(limit.words)",
                found: "no frame of \(before.member) for \(span.words)", amount: span)
        ]
    }
}
