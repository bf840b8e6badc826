import Engine
import Events
import Support
import Testing

@testable import Sessions

@Suite struct FaultTests {
    @Test("a fault of a moment marks the nearest frame that was on screen then or came after it, else the last one")
    func marked() {
        // Frames at 0, 10, 20, 20 and 30 ms; the third was passed over.
        let times = [0, 10, 20, 20, 30].map { Instant(microseconds: $0 * 1_000) }
        func frame(_ milliseconds: Int64, own: Int? = nil) -> Int? {
            Fault.marked(
                frame: own, time: Instant(microseconds: milliseconds * 1_000), count: 5, shown: { times[$0] },
                wasShown: { $0 != 2 })
        }
        #expect([0, 1, 10, 11, 20, 30, 99].map { frame($0) } == [0, 1, 1, 3, 3, 4, 4])
        #expect(frame(99, own: 2) == 2)
        #expect(Fault.marked(frame: nil, time: .zero, count: 0, shown: { _ in .zero }, wasShown: { _ in true }) == nil)
    }

    @Test("a freeze is the frame's that stood, too: by the frame that ended it, or by its moment")
    func freezes() {
        func log(_ finding: AuditFinding) -> SessionLog {
            var log = SessionLog()
            for (ordinal, milliseconds) in [0, 10, 20, 30].enumerated() {
                let shown = Instant(microseconds: Int64(milliseconds) * 1_000)
                let record = FrameRecord(
                    ordinal: ordinal, mode: .overlay, generation: 1, baseIndex: 0, demandedIndex: 0,
                    status: ordinal == 2 ? .skipped : .sync, due: shown, shown: shown)
                log.appendEntry(LogEntry(heard: ordinal + 1, time: shown, .frame(record)))
            }
            log.addFinding(finding, heard: finding.frame.map { $0 + 1 } ?? 4)
            return log
        }
        func finding(_ kind: AuditFinding.Kind, _ milliseconds: Int64, frame: Int? = nil) -> AuditFinding {
            AuditFinding(
                kind, at: Instant(microseconds: milliseconds * 1_000), frame: frame, expected: "", found: "")
        }
        func frames(_ finding: AuditFinding) -> [Int] {
            let log = log(finding)
            return (0..<4).filter { !log.freezes(of: $0).isEmpty }
        }
        #expect(frames(finding(.freeze, 30, frame: 3)) == [1])
        #expect(frames(finding(.freeze, 14)) == [1])
        // Of the moment at which a frame came, or behind the last one, it is that frame's already.
        #expect(frames(finding(.freeze, 10)) == [] && frames(finding(.freeze, 99)) == [])
        #expect(frames(finding(.gap, 14)) == [] && frames(finding(.freeze, 1, frame: 1)) == [0])
    }

    @Test("a freeze is that of each frame that was held meanwhile, and of the one whose picture stayed")
    func held() {
        var log = Self.log { ordinal, record in if (2...3).contains(ordinal) { record.status = .held } }
        log.addFinding(
            AuditFinding(.freeze, at: Instant(microseconds: 120_000), frame: 4, expected: "", found: ""), heard: 5)
        #expect((0..<7).filter { !log.freezes(of: $0).isEmpty } == [1, 2, 3])
        #expect((0..<7).filter { !log.faults(marking: $0).isEmpty } == [4])
    }

    @Test("what marks a frame is all that says so of itself, of any number of moments, also behind the last frame")
    func allMarks() {
        var random = SplitMix64(seed: 7)
        var log = Self.log { ordinal, record in if ordinal == 3 { record.status = .skipped } }
        for _ in 0..<2_000 {
            let time = Instant(microseconds: Int64(random.next() % 40) * 10_000)
            log.addFinding(AuditFinding(.gap, at: time, expected: "", found: ""), heard: 7)
        }
        let all = log.faults(0...EventCount.max)
        for ordinal in 0..<7 {
            let marking = log.faults(marking: ordinal).count
            #expect(marking == all.count { log.frame(markedBy: $0) == ordinal })
            #expect((marking > 0) == (ordinal != 3))
        }
        #expect(log.faults(marking: 6).contains { $0.time > Instant(microseconds: 180_000) })
    }

    /// Frames at 0, 30, 60 ms and so on.
    private static func log(_ change: (Int, inout FrameRecord) -> Void) -> SessionLog {
        var log = SessionLog()
        for ordinal in 0..<7 {
            let shown = Instant(microseconds: Int64(ordinal) * 30_000)
            var record = FrameRecord(
                ordinal: ordinal, mode: .overlay, generation: 1, baseIndex: 0, demandedClip: "a", demandedIndex: 0,
                status: .sync, due: shown, shown: shown)
            change(ordinal, &record)
            log.appendEntry(LogEntry(heard: ordinal + 1, time: shown, .frame(record)))
        }
        return log
    }

    @Test(
        "a freeze of frames that cannot be drawn is that of each of them and of the frame that stood, not of the next one",
        arguments: [false, true])
    func holes(cameWithoutClip: Bool) {
        var log = Self.log { ordinal, record in
            guard (2...4).contains(ordinal) || ordinal == 6 else { return }
            if cameWithoutClip {
                (record.status, record.note) = (.held, Note.Code.missingBaseClip.rawValue)
            } else {
                (record.status, record.demandedClip) = (.noOverlay, nil)
            }
        }
        let freeze = AuditFinding(
            .freeze, at: Instant(microseconds: 60_000), expected: "", found: "", amount: .milliseconds(90))
        log.addFinding(freeze, heard: 6)
        #expect((0..<7).filter { !log.freezes(of: $0).isEmpty } == [1, 3, 4])
        #expect((0..<7).filter { !log.faults(marking: $0).isEmpty } == [2])
    }

    @Test("faults take the place of SYNC and stand beside every other status; the worst gives the color")
    func words() {
        #expect(FrameStatus.sync.words(with: []) == "SYNC")
        #expect(FrameStatus.sync.words(with: [.gap]) == "GAP")
        #expect(FrameStatus.seam.words(with: [.seam, .gap]) == "SEAM GAP")
        #expect(FrameStatus.held.words(with: [.late]) == "HELD LATE")
        #expect(FrameStatus.sync.role(with: [.gap, .freeze]) == .bad)
        #expect(FrameStatus.sync.role(with: []) == .good && FrameStatus.noOverlay.role(with: []) == .missing)
    }

    @Test("every status but SYNC, HELD and SKIPPED is a finding of the same name")
    func statuses() {
        let harmless: Set<FrameStatus> = [.sync, .held, .skipped]
        for status in FrameStatus.allCases {
            #expect((status.finding == nil) == harmless.contains(status), "\(status)")
            #expect(status.finding.map { $0.rawValue == status.text } ?? true)
        }
    }

    @Test("what somebody finds afterwards gives a frame its status, once, and what is known is not added again")
    func found() throws {
        var timeline = HeardSession(HeardSession.conversation(), judge: nil).timeline
        let record = try #require(timeline.log.record(200))
        #expect(record.status == .sync)
        let before = timeline.log.faults(0...timeline.history.count).count
        let outside = AuditFinding(.outside, record, expected: "", found: "partly outside")
        var seam = AuditFinding(.seam, record, expected: "", found: "")
        (seam.madeFor, seam.demandedBase) = (3, 9)
        for _ in 0..<2 { timeline.addMediaFindings([outside, seam]) }
        #expect(timeline.log.record(200)?.status == .seam && timeline.log.madeFor(200) == 3)
        #expect(timeline.log.faults(0...timeline.history.count).count == before + 2)
        #expect(timeline.log.faults(marking: 200).map(\.kind) == [.outside, .seam])
    }
}
