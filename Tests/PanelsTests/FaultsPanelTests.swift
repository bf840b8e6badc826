import Engine
import Events
import Testing
import Typesetting

@testable import Debugger
@testable import Panels
@testable import Sessions

@Suite("Faults as a list, and why a frame is as it is")
struct FaultsPanelTests {
    private static let layout = ScreenLayout(CellSize(columns: 120, rows: 40))
    private static let all = Coverage(seams: true, sound: true)

    private static func faulty() -> SessionLog {
        var log = Sessions.talking(frames: 30)
        let records = log.entries.compactMap(\.record)
        let findings = [(AuditFinding.Kind.seam, 4, "talking 5", "talking 3"), (.drift, 9, "80 ms", "120 ms")].map {
            AuditFinding($0, at: records[$1].shown, frame: records[$1].ordinal, expected: $2, found: $3)
        }
        log.addMediaFindings(findings) { _ in 0 }
        return log
    }

    private func lines(_ state: FaultsPanel.State, _ log: SessionLog) -> (title: String, lines: [String]) {
        let panel = FaultsPanel.popup(state, log, Self.all, in: Self.layout)
        #expect(faults(panel, on: Self.layout.size) == [])
        return (panel.border?.title ?? "", text(panel).map(\.trimmed))
    }

    @Test("each fault has its time, frame, kind and sentence; letters choose among them")
    func list() throws {
        let log = Self.faulty()
        #expect(log.faultCount == 2)
        var state = FaultsPanel.State()
        let all = lines(state, log)
        #expect(
            all.title == "2 faults" && all.lines[1].contains("SEAM") && all.lines.contains { $0.contains("talking 5") })
        #expect(all.lines[1].hasPrefix("▶") && all.lines[2].contains("DRIFT"))
        // The longest kind that is listed leaves the rest of the row to what was found.
        let rows = text(FaultsPanel.popup(state, log, Self.all, in: Self.layout))
        func column(_ word: String, _ row: String) -> Int? {
            row.range(of: word).map { row[..<$0.lowerBound].count }
        }
        let drift = try #require(column("DRIFT", rows[2]))
        #expect(column("kind", rows[0]) == drift && column("found", rows[0]) == drift + "DRIFT  ".count)
        state.filter = TypedFilter("drf", isTyping: true)
        let some = lines(state, log)
        #expect(
            some.title == "1 of 2" && some.lines[0] == "find: drf" && some.lines[2].contains("DRIFT")
                && !some.lines.contains { $0.contains("SEAM") })
        state.filter = TypedFilter("zzz", isTyping: true)
        #expect(lines(state, log).lines[1].trimmed == "No fault matches the filter")
        // Of nothing there is nothing to go to.
        let none = lines(FaultsPanel.State(), SessionLog()).lines.filter { !$0.isEmpty }
        #expect(none.first == "No faults found" && none.last == "q close")
    }

    @Test("one cause is one row, with a row for each kind of consequence, how many there are and until when")
    func oneCause() {
        var log = Sessions.talking(frames: 60)
        let records = log.entries.compactMap(\.record)
        let broken = (10..<40).flatMap { frame in
            [AuditFinding.Kind.noOverlay, .decodeFailed].map {
                AuditFinding($0, records[frame], expected: "", found: "overlay J\(frame)_M0.webp")
            }
        }
        log.addMediaFindings(broken + [AuditFinding(.seam, records[50], expected: "talking 5", found: "talking 3")]) {
            _ in 0
        }
        var state = FaultsPanel.State()
        let all = lines(state, log)
        let end = records[39].shown.inSeconds
        #expect(all.title == "61 faults, 2 causes")
        #expect(all.lines[1].contains("DECODE_FAILED"))
        #expect(all.lines[1].contains("30 times until \(end) s: overlay J10_M0"))
        #expect(all.lines[2].contains("  NO-OVERLAY ") && all.lines[2].contains("30 times until \(end) s"))
        #expect(all.lines[3].contains("SEAM") && !all.lines[3].contains("times"))
        state.row = 1
        let cause = "because of DECODE_FAILED at \(records[10].shown.inSeconds) s, 30 times"
        #expect(lines(state, log).lines.joined(separator: " ").contains(cause))
        // Letters find any of them; a consequence comes with its cause.
        state = FaultsPanel.State()
        state.filter = TypedFilter("no-overlay j25_m0", isTyping: true)
        let some = lines(state, log)
        #expect(
            some.title == "1 of 2" && some.lines[2].contains("DECODE_FAILED") && some.lines[3].contains("NO-OVERLAY"))
        let narrow = FaultsPanel.popup(
            FaultsPanel.State(), log, Self.all, in: ScreenLayout(CellSize(columns: 34, rows: 20)))
        #expect(text(narrow).contains { $0.contains("DECODE_FAILED") && $0.contains("×30") })
    }

    @Test("they stand by their times, also one that showed later")
    func order() {
        var log = Sessions.talking(frames: 30)
        let records = log.entries.compactMap(\.record)
        // A freeze is known when it is over.
        for (kind, frame) in [(AuditFinding.Kind.seam, 5), (.freeze, 3)] {
            log.addMediaFindings([AuditFinding(kind, at: records[frame].shown, expected: "a", found: "b")]) { _ in
                kind == .seam ? 5 : 9
            }
        }
        #expect(FaultsPanel.listed(log, "").map(\.fault.kind) == [.freeze, .seam])
    }

    @Test("a fault of a moment says which frame it marks, wherever else it shows")
    func remark() throws {
        var log = Sessions.talking(frames: 30)
        let moment = log.entries.compactMap(\.record)[4].shown
        log.addMediaFindings([AuditFinding(.drift, at: moment, expected: "80 ms", found: "120 ms")]) { _ in 10 }
        let fault = try #require(FaultsPanel.listed(log, "").first?.fault)
        let marked = try #require(log.frame(markedBy: fault))
        #expect(fault.remark(at: marked, in: log) == nil)
        for frame in [nil, marked + 1] { #expect(fault.remark(at: frame, in: log) == " (marks frame \(marked))") }
        #expect(InspectorState(log, heard: 10).words[fault]?.hasSuffix(" (marks frame \(marked))") == true)
    }

    @Test(
        "what nobody looked at is said beside the count, as far as there is room",
        arguments: [(120, "seams not tested, sound not judged"), (40, "check incomplete"), (24, nil)])
    func notJudged(columns: Int, said: String?) {
        let layout = ScreenLayout(CellSize(columns: columns, rows: 20))
        for (log, count) in [(Self.faulty(), "2 faults"), (SessionLog(), "0 faults")] {
            let panel = FaultsPanel.popup(
                FaultsPanel.State(), log, Coverage(seams: false, sound: false), in: layout)
            #expect(faults(panel, on: layout.size) == [])
            #expect(panel.border?.title == count + (said.map { "; \($0)" } ?? ""))
        }
        #expect(Coverage(seams: true, sound: true, idling: false).missing == "idling not judged")
        #expect(
            Coverage(seams: false, sound: false, idling: false).missing
                == "seams not tested, sound and idling not judged")
        #expect(
            Coverage(seams: true, sound: false, idling: false, lastAnswer: false).missing
                == "sound, idling and the last answer not judged")
    }

    @Test(
        "the whole sentence of the chosen fault is below the list where its row cuts it",
        arguments: [(40, 12), (80, 24)])
    func detail(columns: Int, rows: Int) {
        var log = Sessions.talking(frames: 30)
        let record = log.entries.compactMap(\.record)[4]
        let finding = AuditFinding(
            .desyncBaseMissing, at: record.shown, frame: record.ordinal, expected: "decodable pictures",
            found: "overlay talking_1/57/J2_X4_M1.webp: it ends in the middle END")
        log.addMediaFindings([finding]) { _ in 0 }
        let layout = ScreenLayout(CellSize(columns: columns, rows: rows))
        let panel = FaultsPanel.popup(FaultsPanel.State(), log, Self.all, in: layout)
        #expect(faults(panel, on: layout.size) == [])
        let shown = text(panel).map(\.trimmed).joined(separator: " ")
        #expect(shown.contains("J2_X4_M1.webp: it ends in the middle END"), "\(shown)")
        // With no room for the sentence there is no column for it, and the kind is whole.
        #expect(columns > 40 || !shown.contains("…") && !shown.contains("what"), "\(shown)")
    }

    @Test(
        "a long sentence of the chosen fault is whole below a list that fills the screen, and the list keeps most of it",
        arguments: [(80, 24), (100, 30), (120, 40)])
    func longDetail(columns: Int, rows: Int) {
        var log = Sessions.talking(frames: 120)
        let words = (1...35).map { "word\($0)" }.joined(separator: " ")
        // Those of neighboring frames would be one row.
        let records = log.entries.compactMap(\.record).filter { $0.ordinal % 2 == 0 }
        let findings = records.prefix(50).map {
            AuditFinding(
                .decodeFailed, at: $0.shown, frame: $0.ordinal, expected: "decodable pictures",
                found: "\(words) bytes 7d 49 END")
        }
        log.addMediaFindings(findings) { _ in 0 }
        let layout = ScreenLayout(CellSize(columns: columns, rows: rows))
        var state = FaultsPanel.State()
        for row in [0, 25, 49] {
            state.row = row
            let panel = FaultsPanel.popup(state, log, Self.all, in: layout)
            #expect(faults(panel, on: layout.size) == [])
            let lines = text(panel).map(\.trimmed)
            #expect(lines.joined(separator: " ").contains("\(words) bytes 7d 49 END"), "\(lines)")
            #expect(lines.filter { $0.contains("DECODE_FAILED") }.count >= rows / 2)
            #expect(lines.filter { $0.hasPrefix("▶") }.count == 1)
        }
    }

    @Test("a title without room for how many are out of view does not say half of that")
    func narrowTitle() {
        for columns in 16..<40 {
            let layout = ScreenLayout(CellSize(columns: columns, rows: 12))
            let panel = PalettePanel.popup(TypedFilter(), count: 1_520, of: 1_520, selected: 0, in: layout) { _ in
                PalettePanel.Row(.command, "log")
            }
            let title = panel.border?.title ?? ""
            #expect(title.hasPrefix("1520 command") && (title.contains("↓1513") || !title.contains("↓")), "\(title)")
            #expect(!title.contains("↓") || TerminalText.cellWidth(of: title) + 4 <= panel.rect.size.columns)
        }
    }

    @Test("what is listed comes before what is said about it", arguments: [(20, 5), (20, 6), (40, 8)])
    func small(columns: Int, rows: Int) {
        let layout = ScreenLayout(CellSize(columns: columns, rows: rows))
        let everything = PalettePanel.popup(
            TypedFilter("l"), count: 9, of: 12, selected: 8, in: layout
        ) { place in
            PalettePanel.Row(.command, "log \(place)")
        }
        #expect(faults(everything, on: layout.size) == [])
        #expect(text(everything).contains { $0.contains("▶") && $0.contains("log 8") }, "\(text(everything))")
        let panel = FaultsPanel.popup(FaultsPanel.State(), Self.faulty(), Self.all, in: layout)
        #expect(faults(panel, on: layout.size) == [])
        #expect(text(panel).contains { $0.contains("▶") && $0.contains("SEAM") }, "\(text(panel))")
    }

    @Test(
        "letters are found in their order, each word for itself, whatever the case",
        arguments: [
            ("", "SEAM", true), ("sm", "SEAM", true), ("ms", "SEAM", false), ("5 seam", "SEAM talking 5", true),
            ("5 drift", "SEAM talking 5", false), ("é", "É", true),
            // Letters that stand apart begin a word, and go on in it or with a later one.
            ("vdif", "view: difference", true), ("vdff", "view: difference", true), ("vf", "view: difference", false),
            ("seam", "message 3, frame 12", false), ("seam", "sets a mode", true), ("sme", "sets a mode", true),
            ("ab", "aa b", true), ("abb", "ab", false),
            // A whole sentence has the letters of any word somewhere.
            ("seam", "setting play.fill = false: each time as many rows", true),
            ("seam", "setting play.fill = false: the picture each time has as many rows", false),
            ("many", "setting play.fill = false: the picture each time has as many rows", true),
        ])
    func fuzzy(typed: String, text: String, expected: Bool) {
        #expect(Fuzzy.isFound(typed, in: text) == expected)
    }

    @Test("what stands within another word comes last")
    func ranks() {
        let texts = ["next fault", "fault list", "frame and unit lost", "not set: default"]
        #expect(texts.map { Fuzzy("fault").match($0) } == [.phrase, .phrase, .scattered, .inside])
        #expect(
            Fuzzy("list fault").match("fault list") == .whole && Fuzzy("list fault").match("list: default") == .inside)
    }

    @Test("every step of why is there, whole, and the chosen one in view", arguments: [(120, 40), (40, 12), (20, 6)])
    func why(columns: Int, rows: Int) {
        let place = Why.Place(time: Instant(seconds: 12.4), heard: 400, frame: 312)
        let steps = Why.Kind.allCases.map { kind in
            let sentence =
                "a sentence about \(kind.rawValue) that is so long that it takes more than one row of most screens, and ends with END"
            return Why.Step(kind, sentence, at: kind == .packet ? nil : place)
        }
        let why = Why(record: Sessions.frame(4), steps: steps)
        let layout = ScreenLayout(CellSize(columns: columns, rows: rows))
        var seen: Set<String> = []
        for selected in why.steps.indices {
            let panel = WhyPanel.popup(why, selected: selected, in: layout)
            #expect(faults(panel, on: layout.size) == [])
            let lines = text(panel).map(\.trimmed)
            #expect(lines.contains { $0.hasPrefix("▶" + why.steps[selected].kind.rawValue) }, "\(lines)")
            seen.formUnion(lines)
            let row = panel.lines.firstIndex { $0.spans.first?.text == "▶" }
            #expect(row != nil && panel.cursor?.row == row.map { $0 + 1 } && panel.cursor?.column == 1)
        }
        guard columns == 120 else { return }
        // The chosen row is marked over all of the popup.
        #expect(WhyPanel.popup(why, selected: 0, in: layout).rect.size.columns == 120)
        for step in why.steps { #expect(seen.contains { $0.contains(step.kind.rawValue) }) }
        let rows = text(WhyPanel.popup(why, selected: 0, in: layout)).map(\.trimmed).joined(separator: " ")
        #expect(!rows.contains("…") && rows.split(separator: "END [frame 312, 12.400 s]").count == why.steps.count)
    }
}
