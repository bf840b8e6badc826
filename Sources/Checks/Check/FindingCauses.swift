import Debugger
import Events

/// Which findings are consequences of others: what came late or never leaves frames without their picture, and the picture before
/// them standing. One cause is told once, with its consequences below it.
struct FindingCauses {
    /// For each finding the place of its cause among them; `nil` where it is none's consequence.
    let causes: [Int?]
    private let consequences: [AuditFinding: [AuditFinding]]

    init(_ findings: [AuditFinding]) {
        let late = findings.indices.filter { findings[$0].kind == .late && findings[$0].frames != nil }
        let lost = findings.indices.filter { findings[$0].kind == .lost && findings[$0].frames != nil }
        let undecodable = Set(findings.filter { $0.kind == .decodeFailed }.compactMap(\.frame))
        var causes = findings.map { finding -> Int? in
            switch finding.kind {
            case .noOverlay where finding.frame.map { !undecodable.contains($0) } ?? false,
                .lost where finding.frames != nil:
                let frames = finding.kind == .lost ? finding.frames : finding.frame.map { $0...$0 }
                return (finding.kind == .lost ? late : late + lost).first { findings[$0].holds(frames, of: finding) }
            default: return nil
            }
        }
        for place in findings.indices where findings[place].kind == .freeze {
            // It began with the first frame of which nothing came.
            let began = findings.indices.first {
                causes[$0] != nil && findings[$0].kind == .noOverlay && findings[$0].time == findings[place].time
            }
            causes[place] = began.flatMap { causes[$0] }
        }
        // Of a consequence that has some itself: all are the first one's.
        for place in causes.indices {
            if let cause = causes[place], let first = causes[cause] { causes[place] = first }
        }
        self.causes = causes
        consequences = Dictionary(
            grouping: findings.indices.filter { causes[$0] != nil }, by: { findings[causes[$0] ?? 0] }
        ).mapValues { $0.map { findings[$0] } }
    }

    func consequences(of causes: [AuditFinding]) -> [AuditFinding] {
        consequences.isEmpty ? [] : causes.flatMap { consequences[$0] ?? [] }
    }
}

extension AuditFinding {
    /// Whether it is about all of these frames.
    fileprivate func holds(_ others: ClosedRange<Int>?, of finding: AuditFinding) -> Bool {
        guard let frames, let others, generation == finding.generation else { return false }
        return frames.lowerBound <= others.lowerBound && others.upperBound <= frames.upperBound
    }
}
