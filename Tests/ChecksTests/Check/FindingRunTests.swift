import Engine
import Events
import Playback
import PlaybackSupport
import Support
import Testing
import Typesetting

@testable import Checks
@testable import Debugger
@testable import Sessions

@Suite("findings that go on, and long lines")
struct FindingRunTests {
    private static func finding(
        _ kind: AuditFinding.Kind, _ frame: Int?, at seconds: Double = 0, chunk: Int = 0, sequence: Int? = nil,
        generation: Generation = 1, expected: String = "clip/1", found: String = "clip/2"
    ) -> AuditFinding {
        let position = sequence.map {
            FramePosition(chunk: chunk, section: 0, sequence: $0, frame: $0, frameCount: 50)
        }
        return AuditFinding(
            kind, at: Instant(seconds: seconds), frame: frame, generation: generation, position: position,
            expected: expected, found: found)
    }

    private static func lines(_ findings: [AuditFinding]) -> [String] { FindingRun.runs(of: findings).map(\.text) }

    // MARK: Runs

    @Test("neighboring frames with the same finding are one line, whose figures are ranges")
    func neighbors() {
        let findings = (0..<20).map {
            Self.finding(
                .desyncIndex, 76 + $0, at: 4 + Double($0) / 4, chunk: $0 < 9 ? 0 : 1,
                sequence: $0 < 9 ? 45 + $0 : $0 - 9,
                expected: "clip_1/\(33 + $0) with clip_1/\(33 + $0)/J\($0)_M0.webp", found: "clip_1/32")
        }
        let first = Self.lines(Array(findings.prefix(9)))
        #expect(
            first == [
                "DESYNC(index)        frames 76–84 4.000–6.000 s 0:0.45–53 clip_1/32 (expected clip_1/33–41 with clip_1/33–41/[J0_M0.webp, J1_M0.webp, J2_M0.webp, J3_M0.webp and 5 more])"
            ])
        let all = Self.lines(findings)
        let range = " frames 76–95 4.000–8.750 s 0:0.45–1:0.10 clip_1/32 (expected clip_1/33–52 "
        #expect(all.count == 1 && all[0].contains(range))
    }

    @Test("where several messages were shown a place says of which it is, as it can be typed")
    func messages() {
        let findings = [(5, 56, 3), (9, 20, 3), (10, 21, 3)].map {
            Self.finding(.seam, $0.0, chunk: 2, sequence: $0.1, generation: $0.2)
        }
        let named = FindingRun.runs(of: findings, namesMessages: true).map(\.text)
        #expect(named.count == 2 && named[0].contains(" 3/2:0.56 ") && named[1].contains(" 3/2:0.20–21 "))
        #expect(Self.lines(findings)[0].contains(" 2:0.56 "))
        let moments = [Self.finding(.gap, nil, generation: 3), Self.finding(.flicker, nil, generation: 3)]
        let told = FindingRun.runs(of: moments, namesMessages: true).map(\.text)
        #expect(told[0].contains(" message 3 ") && !told[1].contains("message"))
        #expect(Self.lines(moments).allSatisfy { !$0.contains("message") })
        var result = CheckResult(file: "a")
        result.findings = findings
        #expect(CheckText.findings(result) { _ in true }[1].contains(" 2:0.20–21 "))
        result.figures.shownMessages = 2
        #expect(CheckText.findings(result) { _ in true }[1].contains(" 3/2:0.20–21 "))
        // Without its message it would be a moment.
        let position = FramePosition(chunk: 4, section: 10, sequence: 24, frame: 0, frameCount: 1)
        let far = AuditFinding(.seam, at: .zero, generation: 1, position: position, expected: "", found: "")
        let place = far.place(namesMessage: false)
        #expect(place?.typed == "1/4:10.24" && place.flatMap { FramePlace(typed: $0.typed) } == place)
    }

    @Test("other kinds between them do not matter, a frame in between, another message and other words do")
    func apart() {
        let findings = [
            Self.finding(.seam, 1), Self.finding(.outside, 1), Self.finding(.seam, 2), Self.finding(.outside, 2),
            Self.finding(.seam, 4), Self.finding(.seam, 5, generation: 2), Self.finding(.seam, 6, generation: 2),
            Self.finding(.seam, 7, generation: 2, found: "no base frame"),
        ]
        let frames = Self.lines(findings).map { $0.split(separator: "0.000").first.map(String.init) ?? "" }
        #expect(
            frames.map { $0.split(separator: " ").joined(separator: " ") } == [
                "SEAM frames 1–2", "OUTSIDE frames 1–2", "SEAM frame 4", "SEAM frames 5–6", "SEAM frame 7",
            ])
    }

    @Test("findings about no frame are one line where they are of the same moment, or nearly")
    func moments() {
        let findings = [1.0, 1, 1.1, 1.21, 3].map {
            Self.finding(.decodeFailed, nil, at: $0, expected: "pictures", found: "chunk 1 has none")
        }
        let lines = Self.lines(findings)
        #expect(lines.count == 3 && lines[0].contains(" 3 times ") && lines[0].hasSuffix(" chunk 1 has none"))
        #expect(!lines[1].contains("times"))
    }

    private func merged(_ texts: String...) -> String? {
        var words = MergedWords(texts[0])
        for text in texts.dropFirst() where !words.add(text) { return nil }
        return words.text
    }

    @Test("words that differ: numbers are a range, names and what is quoted a list")
    func words() {
        #expect(merged("gap 1200 ms", "gap 34 ms", "gap 50.5 ms") == "gap 34–1200 ms")
        #expect(merged("a 6dd4, 3 pixels", "a 12e4, 5 pixels", "a 6dd4, 4 pixels") == "a [6dd4, 12e4], 3–5 pixels")
        #expect(merged("clip a_1", "clip b_1", "clip 7") == "clip [a_1, b_1, 7]")
        #expect(merged("state is \"joined\"", "state is \"left\"") == "state is \"[joined, left]\"")
        #expect(merged("a/1", "a/2/b") == nil && merged("a b", "a  b") == nil)
        #expect(merged("", "") == "" && merged("-3 ms", "5 ms") == "-3–5 ms")
        let five = (1...6).map { "x\($0)" }
        var words = MergedWords(five[0])
        for name in five.dropFirst() + five {
            let isTaken = words.add(name)
            #expect(isTaken)
        }
        #expect(words.text == "[x1, x2, x3, x4 and 2 more]")
    }

    @Test("c-merged-keeps-words: two different sentences are two lines")
    func sentences() {
        #expect(merged("no picture", "no sound") == nil && merged("a is true", "a is false") == nil)
        #expect(merged("\"a b\" is odd", "\"a c\" is odd") == nil)
        let lines = Self.lines([
            Self.finding(.odd, nil, expected: "", found: "malformed call_state: state is \"joined\""),
            Self.finding(.odd, nil, expected: "", found: "malformed call_state: call is \"joined\""),
            Self.finding(.odd, nil, expected: "", found: "malformed call_state: call is \"left\""),
        ])
        #expect(
            lines.count == 2 && lines[0].hasSuffix("state is \"joined\"")
                && lines[1].hasSuffix("call is \"[joined, left]\""))
    }

    @Test("numbers of several names are no range: findings about different clips are a line each")
    func names() {
        #expect(merged("idle_1_s lacks 1 frame: 6", "talking_1_s lacks 1 frame: 10") == nil)
        #expect(merged("base frame 10 of a_1: no bytes", "base frame 11 of b_1: no bytes") == nil)
        let one = merged("base frame 10 of a_1: no bytes", "base frame 11 of a_1: no bytes")
        #expect(one == "base frame 10–11 of a_1: no bytes")
        #expect(merged("a_1 lacks 1 frame: 6", "b_1 lacks 1 frame: 6") == "[a_1, b_1] lacks 1 frame: 6")
        #expect(merged("clip_1/33/J0_M0", "clip_1/34/J1_M0") == "clip_1/33–34/[J0_M0, J1_M0]")
        // Nor are they one stop.
        for kind in [AuditFinding.Kind.note, .decodeFailed] {
            func groups(_ names: [String]) -> Int {
                let found = names.map { Self.finding(kind, nil, expected: "", found: "\($0) lacks 1 frame: 6") }
                return FindingGroups(found).count
            }
            #expect(groups(["idle_1_s", "talking_1_s"]) == 2 && groups(["idle_1_s", "idle_1_s"]) == 1)
        }
    }

    @Test("how many more of a kind there are stands below the last one of that kind")
    func more() {
        var result = CheckResult(file: "a")
        result.findings = [
            Self.finding(.seam, 1), Self.finding(.unplaced, 5, at: 1),
            Self.finding(.note, nil, at: 2, found: "LIMIT"),
        ]
        result.dropped = [.unplaced: 16, .gap: 3]
        let lines = CheckText.findings(result) { _ in true }
        #expect(lines.count == 5 && lines[2] == "  ... and 16 more UNPLACED" && lines[3].hasPrefix("  NOTE "))
        #expect(lines.last == "  3 GAP")
    }

    @Test("of hashes, which say nothing, several that differ are one sign")
    func hashes() {
        let merged = { (texts: [String]) in
            var words = MergedWords(texts[0], differing: .anything)
            for text in texts.dropFirst() where !words.add(text) { return nil as String? }
            return words.text
        }
        #expect(merged(["bytes 84 7a 15 35", "bytes 17 b2 d9 35"]) == "bytes 17–84 … 35")
        #expect(merged(["a 6dd4+82cd, 3 pixels", "a 12e4+82cf, 5 pixels", "a 1+2, 4 pixels"]) == "a …, 3–5 pixels")
        #expect(merged(["/a", "/b"]) == "/…")
    }

    @Test("a sign behind a word that differs, or in front of it, stays", arguments: Array(",;:/|+()[]=%#?!\"“”."))
    func signs(sign: Character) {
        let names = [
            ("12", "45", "12–45"), ("J0_X3_M0.webp", "J2_X4_M1.webp", "[J0_X3_M0.webp, J2_X4_M1.webp]"),
            ("1.5", "3", "1.5–3"),
        ]
        for (first, second, both) in names {
            let behind = { (name: String) in "two are named clip/\(name)\(sign) the first one stays\(sign)" }
            #expect(merged(behind(first), behind(second)) == behind(both))
            // A dot in front is part of the name.
            guard sign != "." else { continue }
            #expect(merged("named \(sign)\(first)", "named \(sign)\(second)") == "named \(sign)\(both)")
        }
    }

    // MARK: Lines

    @Test("a long line goes on in the next one, indented, with its words whole")
    func folded() {
        let words = (1...30).map { "word\($0)" }
        let lines = FoldedLine.folded("  KIND   " + words.joined(separator: " "))
        #expect(lines.count == 3 && lines[0].hasPrefix("  KIND   word1 ") && lines[1].hasPrefix("      word"))
        #expect(lines.allSatisfy { TerminalText.cellWidth(of: $0) <= 100 && $0.last != " " })
        #expect(lines.flatMap { $0.split(separator: " ") }.dropFirst().map(String.init) == words)
        let long = String(repeating: "x", count: 150)
        #expect(FoldedLine.folded("a \(long) b") == ["a", "    \(long)", "    b"])
        #expect(FoldedLine.folded(String(repeating: "漢", count: 50)).count == 1)
        #expect(FoldedLine.folded(String(repeating: "漢字 ", count: 25)).count == 2)
        #expect(FoldedLine.folded("") == [""])
    }

    @Test(
        "a tape whose clip has a hole: the run is one finding, in the text and in JUnit's form, and no line is too long"
    )
    func tape() async throws {
        let folder = try Folder()
        var job = RewriteJob()
        job.recipes = ["N30"]
        let path = folder.file("N30.cameo")
        _ = try job.run(try RewrittenDemo.tape(in: folder), to: path)
        var checking = Checking()
        checking.junit = folder.file("results.xml")
        checking.options.limits[.desync] = 0
        var lines: [String] = []
        let status = try await checking.run([path]) { lines.append($0) }
        #expect(status == 1)
        #expect(lines.filter { $0.contains("DESYNC(base-missing) frames 76–95 ") }.count == 1)
        #expect(lines.contains { $0.hasPrefix("  max_desync: ") })
        let last = try #require(lines.last)
        #expect(last.hasPrefix("    ... and ") && last.hasSuffix(" more DESYNC(base-missing)"))
        // The tape's own path is one word.
        #expect(lines.dropFirst(2).allSatisfy { TerminalText.cellWidth(of: $0) <= 100 })
        let junit = try folder.text(of: "results.xml")
        #expect(junit.contains("frames 76–95 ") && !junit.contains("frame 77"))
        // Nothing is left out there that the text has.
        let found = lines.drop { !$0.hasPrefix("    DESYNC") }.joined(separator: "&#10;")
        #expect(found.hasSuffix(" more DESYNC(base-missing)") && junit.contains("\(found)</failure>"))
        checking.asJSON = true
        checking.junit = nil
        var json = ""
        _ = try await checking.run([path]) { json += $0 }
        #expect((76...95).allSatisfy { json.contains("\"frame\":\($0),") })
        (checking.asJSON, checking.options.findingsKept) = (false, 0)
        var counted: [String] = []
        _ = try await checking.run([path]) { counted.append($0) }
        #expect(counted.contains { $0.wholeMatch(of: #/  [0-9]+ DESYNC\(base-missing\)/#) != nil }, "\(counted)")
    }
}
