import Engine
import Events
import Support
import Testing

@testable import Debugger
@testable import Sessions

@Suite struct AuditAnswersTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let script: @Sendable (inout EngineRun) -> Void
        let expected: [AuditFinding.Kind]

        init(_ name: String, _ expected: [AuditFinding.Kind], _ script: @escaping @Sendable (inout EngineRun) -> Void) {
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
        Case("a message that was not taken", []) {
            $0.at(1, LocalInput.sent)
            $0.at(1.5, LocalInput.refused(1))
        },
        Case("an end signal that came too early, and the link lost behind what followed it", [.brokenOff, .noEnd]) {
            $0.at(1, LocalInput.sent)
            $0.at(2, Stream.chunk(0, frames: 30) + [.baseAnimationRequested(Stream.idleBack)])
            $0.at(2.5, Stream.chunk(1, frames: 30))
            $0.at(2.6, LocalInput.linkLost(reason: "transport close"))
        },
        Case(
            "the link is lost behind a clip to go home by, which may come long before the last chunk",
            [.brokenOff, .noEnd]
        ) {
            $0.at(1, LocalInput.sent)
            $0.at(2, Stream.chunk(0, frames: 30) + [.baseAnimationRequested(Stream.idleBack)])
            $0.at(2.5, LocalInput.linkLost(reason: "transport close"))
        },
        Case(
            "N45 the link is lost when nothing of the answer could be shown, which is one fault", [.brokenOff, .noEnd]
        ) {
            $0.at(1, LocalInput.sent)
            $0.at(2, Stream.sent(0, 10))
            $0.at(2.1, LocalInput.linkLost(reason: "gone"))
        },
        Case("N45 an answer in which the link is lost twice is one that was cut off", [.brokenOff, .noEnd]) {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(2.1, Stream.audio(1, frames: 30), Stream.batch(1, Stream.frames(0..<10), of: 3))
            $0.at(2.5, LocalInput.linkLost(reason: "gone"))
            $0.at(2.6, LocalInput.linkRestored)
            $0.at(2.7, Stream.chunk(2, frames: 30))
            $0.at(2.8, LocalInput.linkLost(reason: "gone"))
        },
        Case("the same, and the rest comes on another link", []) {
            $0.at(2, Stream.chunk(0, frames: 30) + [.baseAnimationRequested(Stream.idleBack)])
            $0.at(2.5, LocalInput.linkLost(reason: "transport close"))
            $0.at(2.6, LocalInput.linkRestored)
            $0.at(2.7, Stream.chunk(1, frames: 30))
            $0.at(2.8, .audioEnded)
        },
        Case("an end signal comes when the avatar is home, and then the link is lost", []) {
            $0.at(2, Stream.chunk(0, frames: 30) + [.baseAnimationRequested(Stream.idleBack)])
            $0.at(6, .audioEnded)
            $0.at(7, LocalInput.linkLost(reason: "reset"))
        },
        Case("the link is lost long behind a clip to go home by", []) {
            $0.at(2, Stream.chunk(0, frames: 30) + [.baseAnimationRequested(Stream.idleBack)])
            $0.at(19, LocalInput.linkLost(reason: "transport close"))
        },
        Case("only pictures, and a chunk that is incomplete when we leave", [.halfAnswer]) {
            $0.at(2, Stream.chunk(0, frames: 30).filter { !sound($0) })
            $0.at(2.5, Stream.batch(1, Stream.frames(0..<10), of: 3))
            $0.at(2.6, LocalInput.linkClosed)
        },
        Case("nothing that was asked", []) {
            $0.at(1, .userSaid(" "))
            $0.at(1, LocalInput.sent)
        },
        Case("a question after nothing that was asked", [.unanswered]) {
            $0.at(1, .userSaid(""))
            $0.at(1, LocalInput.sent)
            $0.at(2, .userSaid("why?"))
            $0.at(2, LocalInput.sent)
        },
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
        Case("we leave behind an answer without end signal, and what came is replayed from the stream", [.noEnd]) {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(5, LocalInput.linkClosed)
        },
        Case("the recording ends in the middle of a chunk, which nobody judges", []) {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(2.1, Stream.audio(1, frames: 30), Stream.batch(1, Stream.frames(0..<10), of: 3))
            $0.at(2.2, LocalInput.linkClosed)
        },
        Case("N45 the link is lost behind the end signal", []) {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(2.1, .audioEnded)
            $0.at(2.2, LocalInput.linkLost(reason: "gone"))
        },
        Case("N45 the link is lost behind the end signal, and a chunk is incomplete", [.brokenOff]) {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(2.1, Stream.audio(1, frames: 30), Stream.batch(1, Stream.frames(0..<10), of: 3))
            $0.at(2.2, .audioEnded)
            $0.at(2.5, LocalInput.linkLost(reason: "gone"))
        },
        Case("N45 the link is lost between two chunks, and comes back with the rest and the end signal", []) {
            $0.at(2, Stream.chunk(0, frames: 60))
            $0.at(2.5, LocalInput.linkLost(reason: "gone"))
            $0.at(3, LocalInput.linkRestored)
            $0.at(3.5, Stream.chunk(1, frames: 30, from: 20))
            $0.at(3.6, .audioEnded)
        },
        Case("the older message's end signal is no end of the answer", [.brokenOff, .noEnd]) {
            $0.at(1, LocalInput.sent)
            $0.at(2, Stream.chunk(0, frames: 90))
            $0.at(3, LocalInput.sent)
            $0.at(4, Stream.audio(0, frames: 30, sound: 7))
            $0.at(4.05, .audioEnded)
            $0.at(4.1, Stream.batch(0, Stream.frames(0..<30, from: 20), of: 1), Stream.sent(0, 30))
            $0.at(4.5, LocalInput.linkLost(reason: "gone"))
        },
        Case("frames of a clip that is not there, which show nothing", [.halfAnswer]) {
            $0.at(2, Stream.chunk(0, frames: 30, clip: "other"))
            $0.at(2.1, .audioEnded)
        },
        Case("pictures that were said to have been sent, and never came", [.unanswered, .noEnd]) {
            $0.at(1, LocalInput.sent)
            $0.at(2, Stream.sent(0, 10))
        },
        Case("N45 the link is lost long after an answer without end signal", [.noEnd]) {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(19, LocalInput.linkLost(reason: "gone"))
        },
    ]

    @Test("what became of an answer", arguments: cases)
    func table(_ one: Case) {
        var session = EngineRun.loaded([(Stream.idle, 61), (Stream.idleBack, 61), (Stream.talking, 90)])
        one.script(&session)
        session.run(to: 20)
        var audited = Audited(session)
        audited.findings += audited.audit.finish(at: Instant(seconds: 20))
        let kinds: [AuditFinding.Kind] = [.unanswered, .halfAnswer, .brokenOff, .noEnd]
        #expect(audited.findings.map(\.kind).filter(kinds.contains) == one.expected)
        // Lists show this without what was expected.
        let words = ["no answer for ", "answer received, but nothing of it shown or played"]
        #expect(audited.all(.unanswered).allSatisfy { finding in words.contains { finding.found.hasPrefix($0) } })
    }

    @Test(
        "N45 a link that is lost and not back for long is a fault where the recording goes on, unless it broke off an answer"
    )
    func gone() {
        func judged(to end: Double, _ ticks: AuditTicks = .recorded, _ change: (inout EngineRun) -> Void) -> (
            [String], Audit
        ) {
            var audited = Audited(ticks: ticks)
            audited.session.loadClips(Audited.clips)
            change(&audited.session)
            audited.run(to: end)
            audited.findings += audited.audit.finish(at: Instant(seconds: end))
            return (
                audited.findings.filter { $0.found.hasPrefix("LINK") || $0.kind == .brokenOff }.map(\.found),
                audited.audit
            )
        }
        let lost = LocalInput.linkLost(reason: "reset")
        let (said, audit) = judged(to: 20) { $0.at(2, lost) }
        #expect(
            said.count == 1 && said[0].hasPrefix("LINK: connection lost and not restored for 1")
                && said[0].hasSuffix(": reset"))
        #expect(audit.figures.linksGone == 1 && audit.figures.isLinkGone)
        #expect(judged(to: 16) { $0.at(2, lost) }.0 == [])
        #expect(judged(to: 20, .made) { $0.at(2, lost) }.0 == [])
        let (back, figures) = judged(to: 40) {
            $0.at(2, lost)
            $0.at(18.5, .linkRestored)
            $0.at(30, lost)
            $0.at(31, .linkClosed)
        }
        #expect(
            back == [] && figures.figures.linkLosses.count == 2 && !figures.figures.isLinkGone,
            "\(back) \(figures.figures.linkLosses)")
        #expect(figures.figures.linkLosses.longest == .milliseconds(16_500))
        let half = judged(to: 40) {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(2.1, Stream.audio(1, frames: 30), Stream.batch(1, Stream.frames(0..<10), of: 3))
            $0.at(2.2, lost)
        }
        #expect(half.0 == ["connection lost during chunk 1: reset"])
        let broken = judged(to: 40) {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(2.2, lost)
        }
        #expect(
            broken.0.count == 1 && broken.0.first?.hasPrefix("connection lost") == true
                && broken.1.figures.linksGone == 0
        )
    }

    @Test(
        "a message that is the last of a recording says so, and not for how long nobody answered", arguments: [0, 2.0])
    func lastOfAll(later: Double) {
        var session = EngineRun.loaded([(Stream.idle, 61), (Stream.idleBack, 61), (Stream.talking, 90)])
        session.at(1, LocalInput.sent)
        session.run(to: 1 + later)
        var audited = Audited(session)
        audited.findings += audited.audit.finish(at: Instant(seconds: 1 + later))
        let words = later == 0 ? "no answer: the recording ends right after the message" : "no answer for 2000 ms"
        #expect(audited.all(.unanswered).map(\.found) == [words])
    }

    struct End: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What was still to come, in words; `nil` where the answer was over.
        let unfinished: String?
        let until: Double
        let script: @Sendable (inout EngineRun) -> Void

        init(
            _ name: String, _ unfinished: String?, until: Double = 20,
            _ script: @escaping @Sendable (inout EngineRun) -> Void
        ) {
            (testDescription, self.unfinished, self.until, self.script) = (name, unfinished, until, script)
        }
    }

    private static let behindClip = "no audio_end after play_base_animation"

    /// Ends of recordings.
    static let ends: [End] = [
        End("behind the answer", nil) {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(2, .audioEnded)
            $0.at(19, LocalInput.linkClosed)
        },
        End("behind a long silence without an end signal", nil) {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(19, LocalInput.linkClosed)
        },
        End("we leave before its end signal", "its end signal has not arrived") {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(2.2, LocalInput.linkClosed)
        },
        End("we leave in the middle of a chunk", "chunk 1 is waiting for 20 of its 30 pictures") {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(2.1, Stream.audio(1, frames: 30), Stream.batch(1, Stream.frames(0..<10), of: 3))
            $0.at(2.2, LocalInput.linkClosed)
        },
        End("we leave while the pictures behind an end signal are waited for", "chunk 1 is waiting for its 30 pictures")
        {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(2.1, Stream.audio(1, frames: 30), .audioEnded)
            $0.at(8, LocalInput.linkClosed)
        },
        End("the program is killed before anything is shown", "chunk 0 is waiting for its 30 pictures", until: 2.2) {
            $0.at(1, LocalInput.sent)
            $0.at(2, Stream.audio(0, frames: 30))
        },
        End("the network breaks it off, which is judged", nil, until: 4) {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(2.5, LocalInput.linkLost(reason: "reset"))
        },
        End("the network breaks it off in the middle of a chunk, and the recording ends soon", nil, until: 4) {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(2.1, Stream.audio(1, frames: 30), Stream.batch(1, Stream.frames(0..<10), of: 3))
            $0.at(2.5, LocalInput.linkLost(reason: "reset"))
        },
        End("the network breaks it off in the middle of a chunk, and we leave", nil, until: 4) {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(2.1, Stream.audio(1, frames: 30), Stream.batch(1, Stream.frames(0..<10), of: 3))
            $0.at(2.5, LocalInput.linkLost(reason: "reset"))
            $0.at(3.5, LocalInput.linkClosed)
        },
        End("the network breaks it off behind a clip to go home by, which is judged", nil) {
            $0.at(2, Stream.chunk(0, frames: 30) + [.baseAnimationRequested(Stream.idleBack)])
            $0.at(2.5, LocalInput.linkLost(reason: "reset"))
        },
        End("the same, and we leave, which is judged", nil) {
            $0.at(2, Stream.chunk(0, frames: 30) + [.baseAnimationRequested(Stream.idleBack)])
            $0.at(2.5, LocalInput.linkLost(reason: "reset"))
            $0.at(12, LocalInput.linkClosed)
        },
        End("the same, and it is said to be over on the next link", nil) {
            $0.at(2, Stream.chunk(0, frames: 30) + [.baseAnimationRequested(Stream.idleBack)])
            $0.at(2.5, LocalInput.linkLost(reason: "reset"))
            $0.at(3, LocalInput.linkRestored)
            $0.at(3.1, .audioEnded)
        },
        End("the link is lost behind a clip to go home by and an end signal", nil) {
            $0.at(2, Stream.chunk(0, frames: 30) + [.baseAnimationRequested(Stream.idleBack)])
            $0.at(2, .audioEnded)
            $0.at(2.5, LocalInput.linkLost(reason: "reset"))
        },
        End("the link is lost long after the clip to go home by", nil, until: 40) {
            $0.at(2, Stream.chunk(0, frames: 30) + [.baseAnimationRequested(Stream.idleBack)])
            $0.at(30, LocalInput.linkLost(reason: "reset"))
        },
        End("we leave behind a clip to go home by", Self.behindClip) {
            $0.at(2, Stream.chunk(0, frames: 30) + [.baseAnimationRequested(Stream.idleBack)])
            $0.at(2.5, LocalInput.linkClosed)
        },
        End("the program is killed behind a clip to go home by", Self.behindClip, until: 2.5) {
            $0.at(2, Stream.chunk(0, frames: 30) + [.baseAnimationRequested(Stream.idleBack)])
        },
        End(
            "the link is lost behind a clip to go home by, of a backend that has ended with one", Self.behindClip,
            until: 30
        ) {
            $0.at(2, Stream.chunk(0, frames: 30) + [.baseAnimationRequested(Stream.idleBack)])
            $0.at(20, LocalInput.sent)
            $0.at(21, Stream.chunk(0, frames: 30) + [.baseAnimationRequested(Stream.idleBack)])
            $0.at(21.5, LocalInput.linkLost(reason: "reset"))
        },
        End("all of it has come, and no pictures yet", "its end signal has not arrived", until: 2.02) {
            $0.at(1, LocalInput.sent)
            $0.at(2, Stream.chunk(0, frames: 30))
        },
        End("we leave, and a later answer is whole", nil) {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(2.2, LocalInput.linkClosed)
            $0.at(3, LocalInput.linkRestored)
            $0.at(3.1, LocalInput.sent)
            $0.at(4, Stream.chunk(0, frames: 30))
            $0.at(4, .audioEnded)
        },
        End("the program is killed while the answer is shown", "its end signal has not arrived", until: 2.5) {
            $0.at(2, Stream.chunk(0, frames: 30))
        },
        End("the program is killed while the last of it is shown", "its last frames were not shown", until: 2.5) {
            $0.at(2, Stream.chunk(0, frames: 30))
            $0.at(2, .audioEnded)
        },
    ]

    @Test("what was still to come of an answer when the recording ended", arguments: ends)
    func end(_ one: End) {
        var session = EngineRun.loaded([(Stream.idle, 61), (Stream.idleBack, 61), (Stream.talking, 90)])
        one.script(&session)
        session.run(to: one.until)
        var audited = Audited(ticks: .recorded)
        audited.play(session.heard)
        audited.finish()
        #expect(audited.audit.figures.unfinished?.words == one.unfinished)
        // What is not judged to its end is not said to lack one.
        #expect(one.unfinished == nil || (audited.all(.noEnd).isEmpty && audited.audit.figures.missingEnds == 0))
        #expect(one.unfinished == nil || audited.all(.unanswered).isEmpty && audited.audit.figures.unanswered == 0)
    }

    @Test("who leaves while a chunk is waited for has seen the gap in front of it", arguments: [2.5, 8])
    func leftInGap(at moment: Double) {
        var session = EngineRun.loaded([(Stream.idle, 61), (Stream.idleBack, 61), (Stream.talking, 90)])
        session.at(2, Stream.chunk(0, frames: 30))
        session.at(2.1, Stream.audio(1, frames: 30), .audioEnded)
        session.at(moment, LocalInput.linkClosed)
        session.run(to: 20)
        let gaps = Audited(session).all(.gap)
        // At the first moment the chunk before is still shown.
        #expect(gaps.count == (moment == 8 ? 1 : 0))
        #expect(gaps.allSatisfy { $0.found.hasSuffix(", until the client disconnected") })
        #expect(gaps.allSatisfy { ($0.amount ?? .zero) > .milliseconds(4_500) })
    }

    @Test("chunks that waited for their first picture are counted, with the longest wait")
    func waits() {
        var session = EngineRun.loaded([(Stream.idle, 61), (Stream.idleBack, 61), (Stream.talking, 90)])
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
            findings += audit.receiveEvent(event, by: engine)
            for case .finishChunk(let report) in effects { findings += audit.receiveReport(report) }
        }
        #expect(findings.map(\.kind) == [.wait])
        let waits = audit.figures.waits
        #expect(waits.count == 1 && waits.longest > .milliseconds(500) && waits.longest < .milliseconds(800))
    }

    @Test("what came of an older message counts in no figure of the current one", arguments: [false, true])
    func strays(hasStrays: Bool) {
        var session = EngineRun.loaded([(Stream.idle, 61), (Stream.idleBack, 61), (Stream.talking, 90)])
        session.at(1, LocalInput.sent)
        session.at(1.5, Stream.audio(0, frames: 60, emitted: 1.5))
        session.at(1.5, Stream.batch(0, Stream.frames(0..<60), of: 1, emitted: 1.5), Stream.sent(0, 60))
        session.at(3, LocalInput.sent)
        if hasStrays {
            session.at(3.2, Stream.audio(3, frames: 30, sound: 8, emitted: 2.9))
            session.at(3.2, Stream.batch(3, Stream.frames(0..<30), of: 1, emitted: 2.9))
        }
        session.at(4.5, Stream.audio(0, frames: 12, sound: 9, emitted: 4.5))
        session.at(4.6, Stream.batch(0, Stream.frames(0..<12, from: 20), of: 1, emitted: 4.6), Stream.sent(0, 12))
        session.at(4.7, .audioEnded)
        session.at(15, LocalInput.sent)
        session.run(to: 20)
        let audited = Audited(session)
        #expect(audited.engine.counters.stale == (hasStrays ? 2 : 0))
        #expect(audited.all(.gap).isEmpty && audited.audit.figures.shownMessages == 2)
        let starts = audited.audit.figures.starts
        #expect(starts.firstAudio.longest == .milliseconds(1_500) && starts.firstFrame.longest == .milliseconds(1_600))
    }

    @Test(
        "an answer that was held aside and whose frames were all passed over has come: its end is missed",
        arguments: [
            FrameStatus.skipped, .held, .noOverlay, .sync,
        ])
    func passedOver(status: FrameStatus) {
        let engine = PlaybackEngine()
        var (answers, figures) = (AuditAnswers(), AuditFigures())
        let sent = Event(Instant(seconds: 1), .local(.sent))
        _ = answers.receiveEvent(sent, by: engine, sounding: nil, &figures)
        let moment = Instant(seconds: 2)
        answers.receiveFrame(
            FrameRecord(
                ordinal: 0, mode: .overlay, generation: engine.generation,
                position: FramePosition(chunk: 0, section: 0, sequence: 0, frame: 0, frameCount: 1), clip: nil,
                baseIndex: 0, demandedClip: nil, demandedIndex: 0, overlayKey: nil, status: status, due: moment,
                shown: moment, arrived: nil, decoded: nil, soundPosition: nil, character: nil, note: nil))
        let findings = answers.finish(at: Instant(seconds: 20), &figures)
        #expect(figures.missingEnds == 1)
        #expect(findings.contains { $0.kind == .unanswered } == (status != .sync))
    }
}
