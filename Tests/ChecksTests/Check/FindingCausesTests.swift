import Engine
import Events
import PlaybackSupport
import Support
import Testing

@testable import Checks
@testable import Debugger
@testable import Sessions

@Suite("one cause is one finding with its consequences")
struct FindingCausesTests {
    private static func finding(
        _ kind: AuditFinding.Kind, _ frame: Int?, at seconds: Double, frames: ClosedRange<Int>? = nil,
        generation: Generation = 1
    ) -> AuditFinding {
        let position = frame.map { FramePosition(chunk: 0, section: 0, sequence: $0, frame: $0, frameCount: 50) }
        var finding = AuditFinding(
            kind, at: Instant(seconds: seconds), frame: frame, generation: generation, position: position,
            expected: "", found: "found")
        finding.frames = frames
        return finding
    }

    private static let broken = [
        finding(.noOverlay, 10, at: 1), finding(.freeze, nil, at: 1), finding(.noOverlay, 11, at: 1.1),
        finding(.lost, 10, at: 2, frames: 10...11), finding(.late, 10, at: 3, frames: 10...11),
    ]

    private func causes(_ findings: [AuditFinding]) -> [Int?] {
        let groups = FindingGroups(findings)
        return findings.indices.map { groups.cause(of: $0) }
    }

    @Test("frames that came late, the freeze in which they stood, and their loss lie below the cause")
    func late() {
        #expect(causes(Self.broken) == [4, 4, 4, 4, nil])
        // Never is a cause, too.
        #expect(causes(Array(Self.broken.dropLast())) == [3, 3, 3, nil])
        var result = CheckResult(file: "a")
        result.findings = Self.broken
        let lines = CheckText.findings(result) { _ in true }
        #expect(
            lines.count == 4 && lines[0].hasPrefix("  LATE ") && lines.dropFirst().allSatisfy { $0.hasPrefix("    ") })
        #expect(lines[1].hasPrefix("    NO-OVERLAY           frames 10–11 "))
        let causes = CheckJSON.line(result).object?["findings"]?.array?.map { $0.object?["cause"] }
        #expect(causes == [4, 4, 4, 4, nil])
    }

    @Test("frames beside them, of another message, or with another reason are none's consequences")
    func others() {
        for other in [
            Self.finding(.noOverlay, 9, at: 0.9), Self.finding(.noOverlay, 12, at: 1.2),
            Self.finding(.noOverlay, 10, at: 1, generation: 2), Self.finding(.freeze, nil, at: 1.05),
            Self.finding(.seam, 10, at: 1), Self.finding(.lost, 12, at: 2, frames: 11...12),
            Self.finding(.lost, nil, at: 2),
        ] {
            #expect(causes(Self.broken + [other]).last == .some(nil), "\(other)")
        }
        let undecodable = [Self.finding(.decodeFailed, 10, at: 1)] + Self.broken
        #expect(causes(undecodable) == [nil, 0, nil, 5, 5, nil])
        #expect(causes([]).isEmpty)
    }

    @Test("N30: frames that demand a base frame which a clip lacks lie below its holes, others of the clip do not")
    func holes() {
        func demanding(_ frame: Int, _ clip: ClipName, _ index: Int) -> AuditFinding {
            var finding = Self.finding(.desyncBaseMissing, frame, at: Double(frame))
            finding.baseFrames = ClipHoles(clip: clip, missing: [index])
            return finding
        }
        var holes = Self.finding(.note, nil, at: 20, generation: 4)
        holes.baseFrames = ClipHoles(clip: "talking", missing: [7, 9])
        let findings = [
            demanding(1, "talking", 7), demanding(2, "talking", 8), demanding(3, "other", 7), holes,
            demanding(31, "talking", 9), demanding(32, "talking", 10),
        ]
        #expect(causes(findings) == [3, nil, nil, nil, 3, nil])
        var result = CheckResult(file: "a")
        result.findings = findings
        let lines = CheckText.findings(result) { _ in true }
        let place = lines.firstIndex { $0.hasPrefix("  NOTE ") }
        #expect(place.map { lines[$0 + 1].hasPrefix("    DESYNC(base-missing)") } == true)
        #expect(lines.count { $0.hasPrefix("    ") } == 2)
    }

    @Test("a base frame that cannot be decoded is one cause, however often it is wanted, with the hole that it is")
    func undecodableBase() {
        func about(_ finding: AuditFinding, _ missing: Int..., of clip: ClipName = "talking") -> AuditFinding {
            var finding = finding
            finding.baseFrames = ClipHoles(clip: clip, missing: missing)
            return finding
        }
        let wanted = [10, 20, 30].map { about(Self.finding(.decodeFailed, $0, at: Double($0)), 11) }
        let others = [
            about(Self.finding(.decodeFailed, 40, at: 40), 12),
            about(Self.finding(.decodeFailed, 50, at: 50), 11, of: "idle"),
        ]
        #expect(causes(wanted + others) == [nil, 0, 0, nil, nil])
        let failed = about(Self.finding(.decodeFailed, nil, at: 1), 11)
        let hole = about(Self.finding(.note, nil, at: 2), 11)
        let demand = about(Self.finding(.desyncBaseMissing, 60, at: 60), 11)
        #expect(causes([failed, hole, demand]) == [nil, 0, 0])
        #expect(causes([demand, hole, failed]) == [2, 2, nil])
        #expect(causes([hole, demand, failed]) == [2, 2, nil])
        // A clip that lacks others, too, lacks them by itself.
        let holes = about(Self.finding(.note, nil, at: 2), 11, 12)
        #expect(causes([failed, holes, demand]) == [nil, nil, 1])
        #expect(causes([failed, holes, others[0], demand]) == [nil, 2, nil, 2])
    }

    @Test("lengths and mouths that fit at no lag follow from the wrong rate of their message, and from no other")
    func rate() {
        let length = Self.finding(.length, nil, at: 3)
        var lips = Self.finding(.lips, 31, at: 3)
        lips.found = "mouths and sound both move, but fit at no lag within 5.000 s, r = 0.20, over 22.850 s"
        let rate = Self.finding(.rate, nil, at: 3)
        let others = [
            Self.finding(.length, nil, at: 4, generation: 2), Self.finding(.lips, 32, at: 4),
            Self.finding(.seam, 33, at: 4),
        ]
        #expect(causes([length, lips, rate, length] + others) == [2, 2, nil, 2, nil, nil, nil])
        #expect(causes([rate, lips]) == [nil, 0] && causes([length, lips]) == [nil, nil])
    }
}
