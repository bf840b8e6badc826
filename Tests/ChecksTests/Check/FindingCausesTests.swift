import Engine
import Events
import PlaybackSupport
import Support
import Testing
import Wire

@testable import Checks
@testable import Debugger

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

    @Test("frames that came late, the freeze in which they stood, and their loss lie below the cause")
    func late() {
        #expect(FindingCauses(Self.broken).causes == [4, 4, 4, 4, nil])
        // Never is a cause, too.
        #expect(FindingCauses(Self.broken.dropLast()).causes == [3, 3, 3, nil])
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
            #expect(FindingCauses(Self.broken + [other]).causes.last == .some(nil), "\(other)")
        }
        let undecodable = [Self.finding(.decodeFailed, 10, at: 1)] + Self.broken
        #expect(FindingCauses(undecodable).causes == [nil, nil, nil, 5, 5, nil])
        #expect(FindingCauses([]).causes.isEmpty)
    }
}
