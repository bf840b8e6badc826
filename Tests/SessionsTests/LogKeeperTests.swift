import Engine
import Events
import Support
import Testing

@testable import Sessions

@Suite("What a session's judge finds, in its log")
struct LogKeeperTests {
    /// Finds something wrong with each frame that was shown, with each tick, and with each note.
    private struct Judge: SessionJudge {
        private var asked = 0

        mutating func judge(_ event: Event, by engine: PlaybackEngine, _ notes: [Note], _ effects: [Effect])
            -> Judgement
        {
            asked += 1
            var judgement = Judgement(judge(notes))
            for effect in effects {
                let own = if case .other(_, let own) = effect { own } else { effect }
                guard case .show(let record) = own else { continue }
                judgement.findings.append(AuditFinding(.seam, record, expected: "", found: "\(asked)"))
            }
            if event.body == .local(.ticked) { judgement.frozen = .milliseconds(60) }
            return judgement
        }

        mutating func judge(_ notes: [Note]) -> [AuditFinding] {
            notes.map { AuditFinding(.note, at: $0.time, expected: "", found: $0.text) }
        }
    }

    @Test("each event is judged once, with its effects, and what is found stands where the event does")
    func found() throws {
        let heard = HeardSession.conversation()
        let log = HeardSession(heard, judge: Judge()).timeline.log
        #expect(log.frameCount > 100 && log.faultCount == log.frameCount)
        for ordinal in 0..<log.frameCount {
            let fault = try #require(log.faults(marking: ordinal).first)
            let entry = try #require(log.entry(ofFrame: ordinal))
            #expect(fault.heard == entry.heard && log.finding(fault)?.found == "\(entry.heard)")
        }
        let frozen = log.entries.count { if case .tally(let tally) = $0.body { tally.frozen != nil } else { false } }
        #expect(frozen == heard.count { $0.body == .local(.ticked) })
    }

    @Test("notes about what no engine hears are judged, too")
    func notes() throws {
        let members = (0...Limits.members).compactMap { Member("m\($0)") }
        var timeline = HeardSession.empty([], judge: Judge())
        for member in members { _ = timeline.receiveInput(.sent, at: .zero, for: member) }
        let finding = try #require(timeline.log.faults(at: members.count).first.flatMap(timeline.log.finding))
        #expect(finding.found == "more than \(Limits.members) members; others are ignored")
    }

    @Test("each member's log has a judge of its own, and without one nothing is found")
    func members() throws {
        let anna = try #require(Member("anna"))
        let events = [Event].merged([(.main, HeardSession.random(1)), (anna, HeardSession.random(2))])
        func timeline(_ judge: (any SessionJudge)?) -> Timeline {
            var timeline = HeardSession.empty(events, judge: judge)
            for (place, event) in events.enumerated() { timeline.receiveEvent(event, place: place) }
            return timeline
        }
        let judged = timeline(Judge())
        for member in [.main, anna] {
            let log = try #require(judged.log(of: member))
            let own = try #require(log.faults(0...events.count).last.flatMap(log.finding))
            let heard = try #require(log.entries.last { $0.record?.ordinal == own.frame }).heard
            #expect(own.found == "\(events.prefix(heard).count { $0.member == member })")
        }
        #expect(timeline(nil).log.faultCount == 0)
    }
}
