import Engine
import Events
import Support

@testable import Debugger
@testable import Sessions

/// A session whose every event, record, note and report goes through an audit.
struct Audited {
    var session: EngineRun
    var audit: Audit
    var findings: [AuditFinding] = []
    private(set) var engine = PlaybackEngine()
    var misdraw: (FrameRecord, Composite?) -> Composite? = { $1 }

    init(_ thresholds: AuditThresholds = AuditThresholds(), ticks: AuditTicks = .made) {
        session = EngineRun()
        audit = Audit(thresholds)
        audit.ticks = ticks
    }

    /// Of a session that has been run.
    init(_ session: EngineRun) {
        self.init()
        self.session = session
        play(session.heard)
    }

    /// Plays the session again, event by event, into the audit.
    mutating func run(to seconds: Double) {
        session.run(to: seconds)
        play(session.heard)
    }

    mutating func play(_ events: [Event]) {
        engine = PlaybackEngine()
        for event in events {
            let effects = engine.handle(event)
            findings += audit.receiveEvent(event, by: engine)
            for effect in effects {
                switch effect {
                case .show(let record):
                    let composite = record.status == .skipped ? nil : engine.framePlan.composite
                    findings += audit.receiveFrame(record, misdraw(record, composite))
                case .note(let note): if let finding = audit.receiveNote(note) { findings.append(finding) }
                case .finishChunk(let report): findings += audit.receiveReport(report)
                default: break
                }
            }
        }
    }

    mutating func finish() { findings += audit.finish(at: engine.now, isSpeaking: engine.isSpeaking) }

    func all(_ kind: AuditFinding.Kind) -> [AuditFinding] { findings.filter { $0.kind == kind } }

    /// Without a bridge, so that a chunk's first frame is shown when it comes.
    static let clips = [(Stream.idle, 61), (Stream.idleBack, 61), (Stream.talking, 90)]

    /// Clips and a message of two chunks.
    static func message(_ thresholds: AuditThresholds = AuditThresholds(), second: Double = 1.2) -> Audited {
        var audited = Audited(thresholds)
        audited.session.loadClips(clips)
        audited.session.at(1, Stream.chunk(0, frames: 30))
        audited.session.at(second, Stream.chunk(1, frames: 20, from: 30))
        audited.session.at(second, .audioEnded)
        return audited
    }
}
