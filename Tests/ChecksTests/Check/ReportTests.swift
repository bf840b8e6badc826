import Events
import Foundation
import JSON
import Support
import Testing

@testable import Checks
@testable import Panels

@Suite struct ReportTests {
    private static func line(
        _ file: String, _ verdict: String, exceeded: [(String, Double)] = [], allowed: Double = 0,
        error: String? = nil, milliseconds: Double = 1_000
    ) -> String {
        let value: JSON = [
            "file": .string(file), "verdict": .string(verdict), "error": error.map(JSON.string) ?? .null,
            "exceeded": .array(
                exceeded.map { ["limit": .string($0.0), "allowed": .double(allowed), "found": .double($0.1)] }),
            "frames": 100, "chunks": 2, "duration_ms": .double(milliseconds), "statuses": ["SYNC": 99, "HELD": 1],
            "findings": [
                ["kind": "SEAM", "frame": 7, "t_ms": 12.5, "expected": "a", "found": "b"],
                ["kind": "LATE", "t_ms": 1, "expected": "c", "found": "d"],
            ],
        ]
        return value.text
    }

    private static func report(_ lines: [String], top: Int = 20) throws -> Report {
        let folder = try Folder()
        let path = folder.file("lines.json")
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
        var report = Report(listing: top, keepsAll: true)
        try report.read(path)
        return report
    }

    @Test(
        "what cannot be read comes first, then what is further beyond its limits; a frame's time weighs as much as one")
    func order() throws {
        let lines = [
            Self.line("ok", "clean"), Self.line("one", "beyond", exceeded: [("max_seams", 1)]),
            Self.line("two", "beyond", exceeded: [("max_seams", 9), ("max_late", 1)]),
            Self.line("gone", "unreadable", error: "no such file"),
            Self.line("nine", "beyond", exceeded: [("max_seams", 9)]),
            Self.line("gap", "beyond", exceeded: [("max_notes", 1), ("max_gap_ms", 150)]),
        ]
        var report = try Self.report(lines)
        let object = try #require(try JSON.parse(report.json()).object)
        let files = object["worst"]?.array?.compactMap { $0.object?["file"]?.string }
        #expect(files == ["gone", "two", "nine", "gap", "one"])
        #expect(object["tapes"] == 6 && object["clean"] == 1 && object["beyond"] == 4 && object["unreadable"] == 1)
        #expect(object["statuses"] == ["HELD": 6, "SYNC": 594])
        let seams = try #require(object["limits"]?.array?.first?.object)
        #expect(seams["limit"] == "max_seams" && seams["tapes"] == 3 && seams["worst"] == 9.0 && seams["file"] == "two")
        #expect(report.status == 2)
        let text = report.lines()
        #expect(text.first?.hasPrefix("6 tapes: 1 clean, 4 beyond limits, 1 unreadable; 600 frames") == true)
        // Only findings that tell of a limit that was not kept.
        #expect(text.contains { $0.contains("SEAM frame 7") })
        #expect(text.filter { $0.contains("LATE") }.count == 1)
    }

    @Test("a cause stands before its consequences")
    func causes() throws {
        let findings: [JSON] = [
            ["kind": "NO-OVERLAY", "found": "bare", "cause": 2], ["kind": "SEAM", "found": "off", "cause": nil],
            ["kind": "LATE", "found": "late", "cause": nil],
        ]
        let exceeded: [JSON] = ["max_no_overlay", "max_seams", "max_late"].map {
            ["limit": .string($0), "allowed": 0, "found": 1]
        }
        let line: JSON = [
            "file": "a", "verdict": "beyond", "exceeded": .array(exceeded), "frames": 1, "chunks": 1,
            "duration_ms": 5, "statuses": [:], "findings": .array(findings),
        ]
        #expect(try ReportLine(Array(line.text.utf8)).findings == ["SEAM off", "LATE late", "NO-OVERLAY bare"])
    }

    @Test("of many findings of a tape three are listed, and how many more there are, in JUnit's form too")
    func more() throws {
        let findings: [JSON] = (0..<5).map {
            ["kind": "SEAM", "frame": .number($0), "t_ms": 12.5, "expected": "a", "found": "b"]
        }
        let line: JSON = [
            "file": "many", "verdict": "beyond", "error": .null,
            "exceeded": [["limit": "max_seams", "allowed": 0, "found": 12]],
            "frames": 100, "chunks": 2, "duration_ms": 5, "statuses": ["SYNC": 99], "findings": .array(findings),
            "findings_dropped": ["SEAM": 7, "NOTE": 3],
        ]
        var report = try Self.report([line.text])
        let text = report.lines()
        #expect(text.filter { $0.contains("SEAM frame") }.count == 3 && text.contains("      ... and 9 more"))
        let folder = try Folder()
        try report.writeJUnit(to: folder.file("report.xml"))
        #expect(try folder.text(of: "report.xml").contains("&#10;... and 9 more</failure>"))
    }

    @Test("each kind of what is wrong is listed before a second one of its kind")
    func kinds() throws {
        func finding(_ kind: String, _ frame: Int) -> JSON {
            ["kind": .string(kind), "frame": .number(frame), "t_ms": 1, "expected": "a", "found": "b"]
        }
        let exceeded: [JSON] = ["max_seams", "max_late"].map { ["limit": .string($0), "allowed": 0, "found": 4] }
        let line: JSON = [
            "file": "a", "verdict": "beyond", "error": .null, "exceeded": .array(exceeded), "frames": 9, "chunks": 1,
            "duration_ms": 5, "statuses": [:],
            "findings": .array((1...4).map { finding("SEAM", $0) } + [finding("LATE", 5)]),
        ]
        var report = try Self.report([line.text])
        let text = report.lines()
        #expect(
            text.filter { $0.hasPrefix("      ") }.map { String($0.split(separator: ",")[0]).trimmed } == [
                "SEAM frame 1", "SEAM frame 2", "LATE frame 5", "... and 2 more",
            ])
    }

    @Test("the worst of a limit is furthest from it, be it a least or a most, and each tape has its own limit")
    func worstOfALimit() throws {
        var report = try Self.report([
            Self.line("less", "beyond", exceeded: [("min_sync_percent", 70)], allowed: 99),
            Self.line("least", "beyond", exceeded: [("min_sync_percent", 10)], allowed: 99),
            Self.line("most", "beyond", exceeded: [("min_sync_percent", 90)], allowed: 99),
            Self.line("strict", "beyond", exceeded: [("max_late", 5)], allowed: 1),
            Self.line("lax", "beyond", exceeded: [("max_late", 7)], allowed: 6),
        ])
        let limits = try #require(try JSON.parse(report.json()).object?["limits"]?.array).compactMap(\.object)
        #expect(limits.map { $0["file"] } == ["least", "strict"] && limits.map { $0["worst"] } == [10.0, 5.0])
        #expect(report.lines().contains("  min_sync_percent: 3 tapes, worst 10 (limit 99) in least"))
        #expect(report.lines().contains("  max_late: 2 tapes, worst 5 (limit 1) in strict"))
    }

    @Test("the status is that of the worst line", arguments: [("clean", 0), ("beyond", 1), ("unreadable", 2)])
    func status(verdict: String, status: Int32) throws {
        let exceeded = verdict == "beyond" ? [("max_late", 1.0)] : []
        #expect(
            try Self.report([Self.line("a", "clean"), Self.line("b", verdict, exceeded: exceeded)]).status == status)
    }

    @Test("a line that contradicts itself is none of a check")
    func contradiction() throws {
        for line in [
            Self.line("a", "clean", exceeded: [("max_late", 1)]), Self.line("a", "beyond"),
            Self.line("a", "clean", error: "is damaged"), Self.line("a", "unreadable"),
        ] {
            var report = try Self.report([line])
            #expect(report.status == 2 && report.lines().first?.hasPrefix("0 tapes: ") == true)
        }
        // Of one that could be read to its middle what is known until there is told.
        var half = try Self.report([Self.line("a", "unreadable", exceeded: [("max_late", 1)], error: "cut off")])
        #expect(half.lines().first?.hasPrefix("1 tape: ") == true)
    }

    @Test("a tape without a line, or with two, is no success", arguments: [(1, 2), (2, 0), (3, 2)])
    func number(expected: Int, status: Int32) throws {
        var report = try Self.report([Self.line("a", "clean"), Self.line("b", "clean")])
        #expect(report.status == 0)
        report.expectedTapes = expected
        #expect(report.status == status)
        let isSaid = report.lines().last == "expected \(plural(expected, "tape")), found 2"
        #expect(isSaid == (status == 2))
        let folder = try Folder()
        try report.writeJUnit(to: folder.file("a.xml"))
        let text = String(decoding: try folder.bytes(of: "a.xml"), as: UTF8.self)
        #expect(text.contains("expected \(plural(expected, "tape")),") == (status == 2))
    }

    @Test("two names stay two names in XML, as far as it can say them")
    func names() throws {
        let folder = try Folder()
        let report = try Self.report([Self.line("a\tb", "clean"), Self.line("a\u{1B}b", "clean")])
        try report.writeJUnit(to: folder.file("a.xml"))
        let text = String(decoding: try folder.bytes(of: "a.xml"), as: UTF8.self)
        #expect(text.contains("a&#9;b") && text.contains("a\u{FFFD}b"))
    }

    @Test("what nobody judged of a tape that is clean otherwise is said, in text, JSON and JUnit's form")
    func notJudged() throws {
        func line(_ file: String, _ parts: String) throws -> String {
            Self.line(file, "clean").replacing("{\"file\"", with: "{\"not_judged\":[\(parts)],\"file\"")
        }
        var report = try Self.report([
            line("a", "\"end\""), line("b", "\"end\",\"member anna\",\"end\""), line("c", ""),
        ])
        #expect(report.status == 0)
        #expect(report.lines().contains("not judged: end of 2 tapes, member anna of 1 tape"))
        #expect(try JSON.parse(report.json()).object?["not_judged"] == ["end": 2, "member anna": 1])
        let folder = try Folder()
        try report.writeJUnit(to: folder.file("a.xml"))
        let junit = String(decoding: try folder.bytes(of: "a.xml"), as: UTF8.self)
        #expect(junit.contains("name=\"a\">\n      <system-out>not judged: end</system-out>\n    </testcase>"))
        #expect(junit.contains("name=\"c\"/>") && junit.contains("failures=\"0\""))
        var clean = try Self.report([Self.line("a", "clean")])
        #expect(!clean.lines().contains { $0.hasPrefix("not judged") })
    }

    @Test("a mark of the byte order stands before a text, and nowhere else")
    func byteOrderMark() throws {
        let (line, other) = (Self.line("a", "clean"), Self.line("b", "clean"))
        #expect(try Self.report(["\u{FEFF}" + line, other]).status == 0)
        #expect(try Self.report([line, "\u{FEFF}" + other]).status == 2)
    }

    @Test("lines that are none are named with their place, and decide the status")
    func badLines() throws {
        var report = try Self.report([Self.line("a", "clean"), "nonsense", "", "{\"file\":1}", Self.line("b", "clean")])
        #expect(report.status == 2)
        let text = report.lines()
        #expect(text.contains("2 unreadable lines"))
        #expect(text.contains { $0.contains("lines.json:2: ") } && text.contains { $0.contains("lines.json:4: ") })
        let counts = "2 tapes: 2 clean, 0 beyond limits, 0 unreadable, 2 unreadable lines; 200 frames"
        #expect(text.first?.hasPrefix(counts) == true)
        let object = try #require(try JSON.parse(report.json()).object)
        #expect(object["tapes"] == 2 && object["unreadable"] == 0 && object["bad_lines"] == 2)
        let folder = try Folder()
        try report.writeJUnit(to: folder.file("a.xml"))
        let junit = String(decoding: try folder.bytes(of: "a.xml"), as: UTF8.self)
        #expect(junit.contains("errors=\"1\"") && junit.contains("2 unreadable lines: "))
    }

    @Test(
        "a line without what a check always writes says nothing about a tape",
        arguments: ["exceeded", "frames", "chunks", "duration_ms", "statuses", "findings", "verdict", "file"])
    func incomplete(member: String) throws {
        var object = try #require(try JSON.parse(Self.line("a", "clean")).object)
        object.members.removeAll { $0.key == member }
        var report = try Self.report([JSON.object(object).text])
        report.expectedTapes = 1
        #expect(report.status == 2)
        #expect(report.lines().contains { $0.hasSuffix(":1: not a line of `cameo check --json`") })
        #expect(report.lines().last == "expected 1 tape, found 0")
    }

    @Test("what a check writes of a tape that it cannot read is a line of its own")
    func unreadable() throws {
        var result = CheckResult(file: "gone.cameo")
        result.error = "no such file"
        let report = try Self.report([CheckJSON.line(result).text])
        #expect(report.status == 2)
        var lines = report
        #expect(!lines.lines().contains { $0.contains("cannot be read") })
    }

    @Test("a tape that is told of twice stands in for no other one, and is named")
    func doubled() throws {
        var report = try Self.report([Self.line("a", "clean"), Self.line("a", "clean")])
        #expect(report.status == 0)
        let said = ["1 duplicate line", "  a"]
        #expect(Array(report.lines().suffix(2)) == said)
        for expected in 1...2 {
            report.expectedTapes = expected
            #expect(report.status == 2)
            let number = "expected \(plural(expected, "tape")), found 1, plus 1 duplicate line"
            #expect(Array(report.lines().suffix(3)) == said + [number])
        }
        #expect(try JSON.parse(report.json()).object?["doubled"] == ["a"])
    }

    @Test("a tape counts once, by the worst of its lines and with the figures of the first, in either order")
    func countedOnce() throws {
        let lines = [
            Self.line("a", "clean"), Self.line("a", "beyond", exceeded: [("max_late", 2)]),
            Self.line("b", "beyond", exceeded: [("max_late", 1)]),
            Self.line("b", "beyond", exceeded: [("max_late", 3)]), Self.line("b", "clean"),
        ]
        for lines in [lines, lines.reversed()] {
            var report = try Self.report(lines)
            let text = report.lines()
            let counts = "2 tapes: 0 clean, 2 beyond limits, 0 unreadable; 200 frames, 4 chunks"
            #expect(text.first?.hasPrefix(counts) == true)
            #expect(text.contains("  max_late: 2 tapes, worst 3 (limit 0) in b"))
            #expect(!text.contains { $0.contains("more not clean") })
            #expect(report.status == 1)
            // A case a tape, and a tape is listed once.
            let folder = try Folder()
            try report.writeJUnit(to: folder.file("a.xml"))
            let xml = try folder.text(of: "a.xml")
            #expect(xml.components(separatedBy: "<testcase ").count == 3 && xml.contains("failures=\"2\""))
            #expect(text.count { $0.hasPrefix("  BEYOND") } == 2)
        }
    }

    @Test("each limit counts each tape once, whatever was said of it before")
    func limitsOfOneTape() throws {
        var report = try Self.report([
            Self.line("a", "beyond", exceeded: [("max_late", 1)]),
            Self.line("a", "beyond", exceeded: [("max_seams", 1)]),
            Self.line("b", "unreadable", exceeded: [("max_late", 1)], error: "cut off"),
            Self.line("b", "beyond", exceeded: [("max_late", 1)]),
        ])
        let text = report.lines()
        #expect(
            text.contains { $0.hasPrefix("  max_late: 2 tapes") }
                && text.contains { $0.hasPrefix("  max_seams: 1 tape,") })
    }

    @Test("times are added up without what a binary fraction leaves behind")
    func duration() throws {
        let lines = ["a", "b", "c"].map { Self.line($0, "clean", milliseconds: 2_044.429_333) }
        var report = try Self.report(lines)
        #expect(report.json().contains("\"duration_ms\":6133.287,"), "\(report.json())")
    }

    @Test("where nothing was to be read the JUnit file fails, too")
    func noLines() throws {
        let folder = try Folder()
        try Self.report([]).writeJUnit(to: folder.file("a.xml"))
        #expect(try folder.text(of: "a.xml").contains("errors=\"1\""))
    }

    @Test("of many bad tapes the worst are listed, and the others counted")
    func many() throws {
        let lines = (0..<500).map { Self.line("t\($0)", "beyond", exceeded: [("max_late", Double($0))]) }
        var report = try Self.report(lines, top: 3)
        let files = try JSON.parse(report.json()).object?["worst"]?.array?.compactMap { $0.object?["file"]?.string }
        #expect(files == ["t499", "t498", "t497"])
        #expect(report.lines().contains("  ... and 497 more not clean"))
        // Told once more, they are no more.
        var twice = try Self.report(lines + lines, top: 3)
        #expect(twice.lines().contains("  ... and 497 more not clean"))
        #expect(twice.lines().count { $0.hasPrefix("  BEYOND") } == 3)
    }
}
