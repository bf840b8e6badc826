import Engine
import Events
import Sessions

/// The faults in a session's log are those that `cameo check` finds.
extension Audit: SessionJudge {
    package mutating func judge(
        _ event: Event, by engine: PlaybackEngine, _ notes: [Note], _ effects: [Effect]
    ) -> Judgement {
        var judgement = Judgement(receiveEvent(event, by: engine))
        judgement.frozen = judgement.findings.last { $0.kind == .freeze }?.amount
        judgement.findings += judge(notes)
        for effect in effects { judgement.findings += receiveEffect(effect, by: engine) }
        return judgement
    }

    package mutating func judge(_ notes: [Note]) -> [AuditFinding] {
        var findings: [AuditFinding] = []
        for note in notes { if let finding = receiveNote(note) { findings.append(finding) } }
        return findings
    }

    /// - Parameter engine: the engine after it has handled the event.
    package mutating func receiveEffect(_ effect: Effect, by engine: PlaybackEngine) -> [AuditFinding] {
        switch effect {
        case .other(_, let own): receiveEffect(own, by: engine)
        case .show(let record): receiveFrame(record, record.wasShown ? engine.framePlan.composite : nil)
        case .note(let note): judge([note])
        case .finishChunk(let report): receiveReport(report)
        default: []
        }
    }
}
