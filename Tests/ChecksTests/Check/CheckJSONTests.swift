import Engine
import Events
import Foundation
import JSON
import Support
import Testing

@testable import Checks
@testable import Debugger
@testable import Sessions

@Suite struct CheckJSONTests {
    private func object(_ change: (inout CheckResult) -> Void = { _ in }) throws -> JSONObject {
        var result = CheckResult(file: "tape.cameo")
        change(&result)
        return try #require(CheckJSON.line(result).object)
    }

    /// Names in the first column of the page's table about it.
    private static func documented() throws -> [String] {
        let page = try String(contentsOfFile: Repository.file("docs/reference/check-json.md"), encoding: .utf8)
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = try #require(lines.firstIndex(of: "| Member | |"))
        return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.flatMap { line in
            line.split(separator: "|")[0].split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }
                .map { String($0.element) }
        }
    }

    @Test(
        "of any tape it has the members that the page lists, each once, and always all of them but those of calls and books"
    )
    func members() throws {
        let empty = try object().members.map(\.key)
        #expect(Set(empty).count == empty.count)
        #expect(try (empty + ["call", "book", "reading"]).sorted() == Self.documented().sorted())
        let other = try object {
            $0.error = "no tape"
            $0.figures.sounds = AuditFigures.Sounds()
            $0.figures.drift = DriftFigures(.zero)
        }
        #expect(other.members.map(\.key) == empty)
        let call = try object { $0.call = CallFigures() }
        #expect(call.members.map(\.key).filter { $0 != "call" } == empty && call["call"] != nil)
    }

    @Test("what was not measured is null, and what was measured and is nothing is 0")
    func null() throws {
        let nothing = try object()
        #expect(nothing["drift"] == nil && nothing["error"] == nil && nothing["other_rules"] == nil)
        #expect(
            nothing["start"] == [
                "first_audio_ms": nil, "first_frame_ms": nil, "first_draw_ms": nil, "first_sound_ms": nil,
            ])
        #expect(
            nothing["sound"] == [
                "judged": false, "decoded": nil, "failed": nil, "headerless": nil, "apart_ms": nil,
                "cut_percent": nil, "holes_percent": nil, "rate_off_percent": nil, "without_frames": 0,
            ])
        #expect(nothing["freezes"] == ["count": 0, "total_ms": 0.0, "longest_ms": 0.0])
        let measured = try object {
            $0.figures.sounds = AuditFigures.Sounds()
            $0.figures.starts.firstDraw.add(.zero)
            $0.figures.drift = DriftFigures(.zero)
        }
        #expect(
            measured["sound"] == [
                "judged": true, "decoded": 0, "failed": 0, "headerless": 0, "apart_ms": nil,
                "cut_percent": nil, "holes_percent": nil, "rate_off_percent": nil, "without_frames": 0,
            ])
        #expect(measured["start"]?.object?["first_draw_ms"] == 0.0)
        #expect(measured["drift"]?.object?["max_ms"] == 0.0 && measured["drift"]?.object?["sound_ahead_ms"] == nil)
    }

    @Test("times are milliseconds with their fractions: how many, how long together, and the longest")
    func times() throws {
        let found = try object {
            $0.duration = TimeSpan(microseconds: 1_500)
            $0.figures.gaps.add(TimeSpan(microseconds: 100_250))
            $0.figures.gaps.add(.milliseconds(50))
            $0.figures.soundAhead = .milliseconds(46)
            $0.figures.drift = DriftFigures(.milliseconds(-3))
        }
        #expect(found["duration_ms"] == 1.5)
        #expect(found["gaps"] == ["count": 2, "total_ms": 150.25, "longest_ms": 100.25])
        let drift = found["drift"]?.object
        #expect(drift?["frames"] == 1 && drift?["min_ms"] == -3.0 && drift?["sound_ahead_ms"] == 46.0)
        // Nobody has said where the sound was: by the time since it began.
        let unsaid = try object {
            $0.figures.soundAhead = .milliseconds(46)
            $0.figures.soundBehind = .zero
        }
        #expect(unsaid["drift"] == ["sound_ahead_ms": 46.0, "sound_behind_ms": 0.0])
    }

    @Test("a verdict goes with the limits that were not kept, in their order, and with the reason why one cannot read")
    func verdicts() throws {
        var limits = CheckLimits()
        limits[.late] = 2
        let beyond = try object {
            $0.figures.late = 3
            $0.figures.frames = 1
            $0.seams = 1
            $0.judge(by: limits)
        }
        #expect(beyond["verdict"] == "beyond")
        #expect(
            beyond["exceeded"] == [
                ["limit": "max_seams", "allowed": 0.0, "found": 1.0],
                ["limit": "max_late", "allowed": 2.0, "found": 3.0],
            ])
        let kept = try object {
            $0.figures.late = 2
            $0.figures.frames = 1
            $0.judge(by: limits)
        }
        #expect(kept["verdict"] == "clean" && kept["exceeded"] == [])
        let unreadable = try object {
            $0.error = "no tape"
            $0.judge(by: limits)
        }
        #expect(unreadable["verdict"] == "unreadable" && unreadable["error"] == "no tape")
        #expect(unreadable["exceeded"] == [])
    }

    @Test("a finding says where, as far as it has a place; findings stay in their order")
    func findings() throws {
        let position = FramePosition(chunk: 3, section: 1, sequence: 24, frame: 27, frameCount: 60)
        let found = try object {
            $0.findings = [
                AuditFinding(
                    .freeze, at: Instant(microseconds: 9_746_500), frame: 231, generation: 2, position: position,
                    expected: "33 ms", found: "94 ms", amount: .milliseconds(94)),
                AuditFinding(.lost, at: .zero, chunk: 4, expected: "every frame", found: "chunk 4: lost 1: 7"),
                AuditFinding(.unanswered, at: .zero, expected: "an answer", found: "none"),
            ]
        }
        let expected: JSON = [
            [
                "kind": "FREEZE", "t_ms": 9_746.5, "frame": 231, "generation": 2, "chunk": 3, "section": 1,
                "sequence": 24, "place": "2/3:1.24", "expected": "33 ms", "found": "94 ms", "ms": 94.0,
                "due_ms": nil, "arrived_ms": nil, "cause": nil,
            ],
            [
                "kind": "FRAME_LOSS", "t_ms": 0.0, "frame": nil, "generation": 0, "chunk": 4, "section": nil,
                "sequence": nil, "place": nil, "expected": "every frame", "found": "chunk 4: lost 1: 7", "ms": nil,
                "due_ms": nil, "arrived_ms": nil, "cause": nil,
            ],
            [
                "kind": "UNANSWERED", "t_ms": 0.0, "frame": nil, "generation": 0, "chunk": nil, "section": nil,
                "sequence": nil, "place": nil, "expected": "an answer", "found": "none", "ms": nil,
                "due_ms": nil, "arrived_ms": nil, "cause": nil,
            ],
        ]
        #expect(found["findings"] == expected)
    }

    @Test("a tape that ends in the middle of an answer says so in its line, too, and is judged as far as it goes")
    func unfinished() throws {
        var result = CheckResult(file: "tape.cameo")
        result.figures.frames = 1
        result.figures.unfinished = .end
        result.judged = Coverage(seams: true, sound: true)
        result.judge(by: CheckLimits())
        #expect(CheckJSON.line(result).object?["not_judged"] == ["end"])
        let line = try #require(CheckText.lines(result, isLong: false).first)
        #expect(line.hasPrefix("ok ") && line.contains("; ends during an answer, so its end is not judged: "))
        result.figures.unfinished = nil
        #expect(CheckJSON.line(result).object?["not_judged"] == [])
        #expect(CheckText.lines(result, isLong: false).first?.contains("answer") == false)
    }

    @Test("counts by name come in the same order whatever the order in which they were counted")
    func order() throws {
        func names(_ key: String, _ change: (inout CheckResult) -> Void) throws -> [String]? {
            try object(change)[key]?.object?.members.map(\.key)
        }
        #expect(
            try names("findings_dropped") { $0.dropped = [.seam: 1, .gap: 2, .late: 3, .desyncClip: 4] } == [
                "DESYNC(clip)", "GAP", "LATE", "SEAM",
            ])
        #expect(
            try names("notes") { $0.figures.notes = [.chunkGap: 1, .audioMissing: 2] } == [
                "AUDIO_MISSING", "CHUNK_GAP",
            ])
        // As the page has them, and none that no frame has.
        #expect(
            try names("statuses") { $0.figures.statuses = [.seam: 1, .held: 0, .noOverlay: 2, .sync: 3] } == [
                "SYNC", "NO-OVERLAY", "SEAM",
            ])
    }

    @Test("it is one line that can be read again, whatever a file is called")
    func hostile() throws {
        let name = "a\n\"b\"\u{1B}[2J\\\u{2028}é\u{0}.cameo"
        let text = CheckJSON.line(CheckResult(file: name)).text
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        #expect(try JSON.parse(text).object?["file"] == .string(name))
    }
}
