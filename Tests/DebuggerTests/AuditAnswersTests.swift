import Engine
import Events
import Support
import Testing

@testable import Debugger

@Suite struct AuditAnswersTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let script: @Sendable (inout Session) -> Void
        let expected: [AuditFinding.Kind]

        init(_ name: String, _ expected: [AuditFinding.Kind], _ script: @escaping @Sendable (inout Session) -> Void) {
            (testDescription, self.expected, self.script) = (name, expected, script)
        }
    }

    private static let sound: @Sendable (WireEvent) -> Bool = { if case .audioArrived = $0 { true } else { false } }

    /// Of the kinds that are about answers, what is found until 20 s.
    static let cases: [Case] = [
        Case("an answer", []) {
            $0.at(1, LocalInput.sent)
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(2, .audioEnded)
        },
        Case("no answer", [.unanswered]) { $0.at(1, LocalInput.sent) },
        Case("an end signal and nothing else", [.unanswered]) {
            $0.at(1, LocalInput.sent)
            $0.at(2, .audioEnded)
        },
        Case("no answer, but a later message was sent and answered", []) {
            $0.at(1, LocalInput.sent)
            $0.at(2, LocalInput.sent)
            $0.at(3, Stream.chunk(0, frames: 30))
            $0.at(3, .audioEnded)
        },
        Case("an answer of which nothing is played", [.unanswered, .noEnd]) {
            $0.at(1, LocalInput.sent)
            $0.at(2, Stream.sent(0, 0))
        },
        Case("only sound", [.halfAnswer]) {
            $0.at(1, LocalInput.sent)
            $0.at(2, Stream.audio(0, frames: 0), Stream.sent(0, 0))
            $0.at(2.1, .audioEnded)
        },
        Case("only pictures", [.halfAnswer]) {
            $0.at(2, Stream.chunk(0, frames: 30).filter { !sound($0) })
            $0.at(2, .audioEnded)
        },
        Case("no end signal", [.noEnd]) { $0.at(2, Stream.chunk(0, frames: 30)) },
        Case("interrupted by a send before its end signal", []) {
            $0.at(2, Stream.chunk(0, frames: 90))
            $0.at(3, LocalInput.sent)
            $0.at(4, Stream.chunk(0, frames: 30, from: 20))
            $0.at(4, .audioEnded)
        },
        Case("N45 the link is lost in the middle", [.brokenOff, .noEnd]) {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(2.2, LocalInput.linkLost(reason: "gone"))
        },
        Case("N45 the link is lost behind the end signal", []) {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(2.1, .audioEnded)
            $0.at(2.2, LocalInput.linkLost(reason: "gone"))
        },
        Case("N45 the link is lost long after an answer without end signal", [.noEnd]) {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(19, LocalInput.linkLost(reason: "gone"))
        },
    ]

    @Test("what became of an answer", arguments: cases)
    func table(_ one: Case) {
        var session = Session.loaded([(Stream.idle, 61), (Stream.idleBack, 61), (Stream.talking, 90)])
        one.script(&session)
        session.run(to: 20)
        var engine = PlaybackEngine()
        var audit = Audit()
        var findings: [AuditFinding] = []
        for event in session.heard {
            let effects = engine.handle(event)
            findings += audit.hear(event, by: engine)
            for effect in effects {
                switch effect {
                case .show(let record): findings += audit.take(record, engine.framePlan.composite)
                case .finishChunk(let report): findings += audit.take(report)
                default: break
                }
            }
        }
        findings += audit.finish(at: Instant(seconds: 20))
        let kinds: [AuditFinding.Kind] = [.unanswered, .halfAnswer, .brokenOff, .noEnd]
        #expect(findings.map(\.kind).filter(kinds.contains) == one.expected)
    }

    @Test("chunks that waited for their first picture are counted, with the longest wait")
    func waits() {
        var session = Session.loaded([(Stream.idle, 61), (Stream.idleBack, 61), (Stream.talking, 90)])
        session.at(1, Stream.chunk(0, frames: 30))
        let second = Stream.chunk(1, frames: 30, from: 30)
        session.at(1.1, second.filter { if case .audioArrived = $0 { true } else { false } })
        session.at(2.7, second.filter { if case .audioArrived = $0 { false } else { true } })
        session.at(2.7, Stream.chunk(2, frames: 20, from: 60))
        session.at(2.8, .audioEnded)
        session.run(to: 9)
        var engine = PlaybackEngine()
        var audit = Audit()
        var findings: [AuditFinding] = []
        for event in session.heard {
            let effects = engine.handle(event)
            findings += audit.hear(event, by: engine)
            for case .finishChunk(let report) in effects { findings += audit.take(report) }
        }
        #expect(findings.map(\.kind) == [.wait])
        let waits = audit.figures.waits
        #expect(waits.count == 1 && waits.longest > .milliseconds(500) && waits.longest < .milliseconds(800))
    }
}
