import Events

/// Findings of a book by their kinds: the first of each, how many there were, and the longest.
package struct BookTally: Hashable, Sendable {
    private let most: Int
    package private(set) var findings: [BookFinding] = []
    package private(set) var counts: [BookFinding.Kind: Int] = [:]
    /// What was measured, whether or not it is beyond its limit; `nil` where nothing was.
    package private(set) var longest: [BookFinding.Kind: Span] = [:]

    /// - Parameter most: findings of a kind that are kept.
    package init(keeping most: Int) { self.most = most }

    package mutating func add(_ found: [BookFinding]) { for finding in found { add(finding) } }

    package mutating func add(_ finding: BookFinding) {
        let count = counts[finding.kind] ?? 0
        counts[finding.kind] = count + 1
        if count < most { findings.append(finding) }
    }

    package mutating func measure(_ kind: BookFinding.Kind, _ span: Span) {
        longest[kind] = max(longest[kind] ?? span, span)
    }

    /// Findings that are only made beyond a limit.
    /// - Parameter limit: `nil` for none.
    package mutating func add(_ finding: BookFinding, beyond limit: Span?) {
        guard let amount = finding.amount else { return add(finding) }
        measure(finding.kind, amount)
        if let limit, amount > limit { add(finding) }
    }

    package func count(_ kind: BookFinding.Kind) -> Int { counts[kind] ?? 0 }
    package var dropped: [BookFinding.Kind: Int] { counts.mapValues { $0 - most }.filter { $0.value > 0 } }
}
