import Events
import Support
import Testing

@testable import Sessions

@Suite struct FaultLogTests {
    private static func finding(
        _ kind: AuditFinding.Kind, _ milliseconds: Int64, frame: Int? = nil, chunk: Int? = nil,
        found: String = ""
    ) -> AuditFinding {
        AuditFinding(
            kind, at: Instant(microseconds: milliseconds * 1_000), frame: frame, chunk: chunk, expected: "",
            found: found)
    }

    /// Heard at 2, 5, 5 and 9; found afterwards at 3 and 5.
    private static func log() -> FaultLog {
        var log = FaultLog()
        log.addFinding(finding(.late, 20, frame: 1), heard: 2)
        log.addFinding(finding(.gap, 50), heard: 5)
        log.addFinding(finding(.drift, 51), heard: 5)
        log.addFinding(finding(.freeze, 90, frame: 4), heard: 9)
        log.addMediaFindings([(finding(.outside, 52, frame: 3), 5), (finding(.seam, 30, frame: 2), 3)])
        return log
    }

    @Test("what is only a remark is no fault")
    func remarks() {
        var log = FaultLog()
        log.addFinding(Self.finding(.duplicate, 1), heard: 1)
        log.addMediaFindings([(Self.finding(.wait, 1), 1)])
        #expect(log.isEmpty && log.count == 0)
    }

    @Test("faults lie where they showed, whoever told them")
    func places() {
        let log = Self.log()
        #expect(!log.isEmpty && log.count == 6)
        #expect(log.faults(5...5).map(\.kind) == [.gap, .drift, .outside])
        #expect(log.faults(3...8).map(\.kind) == [.gap, .drift, .seam, .outside])
        #expect(log.faults(0...99).count == 6 && log.faults(6...8).isEmpty && log.faults(10...99).isEmpty)
        #expect([0, 1, 2, 3, 4, 5, 8, 9].map { log.count(heard: $0) } == [0, 0, 1, 2, 2, 5, 5, 6])
    }

    @Test("of several of one event each keeps its own words")
    func twins() {
        var log = FaultLog()
        for words in ["a", "b", "c"] { log.addFinding(Self.finding(.odd, 10, found: words), heard: 2) }
        log.addFinding(Self.finding(.odd, 10, found: "d"), heard: 3)
        #expect(log.faults(2...3).map { log.finding($0)?.found } == ["a", "b", "c", "d"])
        #expect(Set(log.faults(2...3)).count == 4)
    }

    @Test("the next place with a fault and the one before, without the place itself")
    func neighbors() {
        let log = Self.log()
        #expect([0, 2, 3, 5, 9].map { log.place(after: $0) } == [2, 3, 5, 9, nil])
        #expect([2, 3, 5, 9, 99].map { log.place(before: $0) } == [nil, 2, 3, 5, 9])
        #expect(FaultLog().place(after: 0) == nil && FaultLog().place(before: 9) == nil)
    }

    @Test("what is found again, or was heard already, is not added; another frame's or moment's is")
    func foundTwice() {
        var log = Self.log()
        log.addMediaFindings([
            (Self.finding(.seam, 30, frame: 2, found: "in other words"), 3), (Self.finding(.gap, 50), 7),
            (Self.finding(.seam, 30, frame: 3), 3), (Self.finding(.seam, 31, frame: 2), 3),
            (Self.finding(.outside, 30, frame: 2), 3),
        ])
        #expect(log.count == 9)
        log.addMediaFindings([(Self.finding(.lips, 1), 1), (Self.finding(.lips, 1), 1)])
        #expect(log.count == 10)
    }

    @Test(
        "a sound that was heard to be none is no other one when it is decoded again; another chunk's is"
    )
    func soundFoundTwice() {
        func sound(_ chunk: Int, _ milliseconds: Int64) -> AuditFinding {
            Self.finding(.soundFailed, milliseconds, chunk: chunk)
        }
        var log = FaultLog()
        log.addFinding(sound(3, 20), heard: 2)
        log.addMediaFindings([(sound(3, 21), 3), (sound(4, 21), 3)])
        #expect(log.faults(0...9).map(\.sound?.chunk) == [3, 4])
        var other = sound(3, 22)
        other.generation = 1
        log.addMediaFindings([(other, 4), (sound(4, 21), 3)])
        #expect(log.count == 3)
    }

    @Test("those of no frame are found by their moments, in whichever order they showed")
    func moments() {
        var log = Self.log()
        log.addFinding(Self.finding(.start, 10), heard: 12)
        log.addFinding(Self.finding(.lost, 51), heard: 12)
        func kinds(_ first: Int64, _ last: Int64) -> [AuditFinding.Kind] {
            log.faults(ofMoments: Instant(microseconds: first * 1_000)...Instant(microseconds: last * 1_000)).map(
                \.kind)
        }
        #expect(kinds(0, 99) == [.start, .gap, .drift, .lost])
        #expect(kinds(10, 50) == [.start, .gap] && kinds(11, 49) == [] && kinds(51, 51) == [.drift, .lost])
        #expect(kinds(52, 99) == [])
    }

    @Test(
        "why is asked of the frame on screen, or of the one that a fault marks which was told with it or since; its own first"
    )
    func explained() throws {
        var log = HeardSession(HeardSession.conversation(), judge: nil).timeline.log
        let heard = { (ordinal: Int) in log.entry(ofFrame: ordinal)?.heard ?? 0 }
        // Faults are told in order.
        let told = log.faults(0...EventCount.max).map(\.heard).max() ?? 0
        let own = try #require((6..<log.frameCount - 1).first { heard($0) > told && heard($0 + 1) > heard($0) + 1 })
        let (here, next) = (heard(own), heard(own + 1))
        #expect(log.frame(explainedAt: here) == own)
        log.addFinding(Self.finding(.brokenOff, 0, frame: 2), heard: here)
        #expect(log.frame(explainedAt: here) == 2)
        log.addFinding(Self.finding(.seam, 0, frame: own), heard: here)
        #expect(log.frame(explainedAt: here) == own)
        log.addFinding(Self.finding(.late, 0, frame: 5), heard: here + 1)
        #expect(log.frame(explainedAt: here + 1) == 5 && log.frame(explainedAt: next) == own + 1)
    }

    @Test("a fault that is told later than its frame was shown marks that frame, once, and lies where it was told")
    func later() throws {
        var log = HeardSession(HeardSession.conversation(), judge: nil).timeline.log
        let heard = { (ordinal: Int) in log.entry(ofFrame: ordinal)?.heard ?? 0 }
        let told = log.faults(0...EventCount.max).map(\.heard).max() ?? 0
        let own = try #require((6..<log.frameCount - 1).first { heard($0) > told && heard($0 + 1) > heard($0) + 1 })
        let here = heard(own)
        log.addFinding(Self.finding(.late, 0, frame: 2), heard: here)
        log.addFinding(Self.finding(.seam, 0, frame: own), heard: here)
        #expect(log.faults(marking: 2).map(\.kind).suffix(1) == [.late])
        #expect(log.faults(marking: own).map(\.kind) == [.seam])
        #expect(log.faults(at: here).map(\.kind) == [.late, .seam])
    }

    @Test("the words of the first thousand of a kind are kept")
    func words() {
        var log = FaultLog()
        for number in 0..<1_001 {
            log.addFinding(Self.finding(.late, Int64(number), frame: number, found: "x"), heard: number)
        }
        log.addFinding(Self.finding(.gap, 0, found: "y"), heard: 2_000)
        let faults = log.faults(0...2_000)
        #expect(faults.count == 1_002)
        #expect(log.finding(faults[0])?.found == "x" && log.finding(faults[999])?.found == "x")
        #expect(log.finding(faults[1_000]) == nil && log.finding(faults[1_001])?.found == "y")
    }
}
