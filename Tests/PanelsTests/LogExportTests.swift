import Events
import Testing

@testable import Debugger
@testable import Engine
@testable import Panels
@testable import Sessions

@Suite struct LogExportTests {
    private static let log: SessionLog = {
        var log = Sessions.talking(frames: 4, length: 3) { record in
            if record.ordinal == 1 {
                record.status = .desyncIndex
                record.demandedIndex = 7
                record.note = "a \"b\", c"
            }
            if record.ordinal == 2 { record.status = .held }
        }
        log.appendEntry(
            LogEntry(heard: 4, time: Instant(seconds: 2), .note(Note(time: .zero, code: .odd, text: "x\u{1B}y|z"))))
        return log
    }()

    private static func value(_ name: String, _ place: Int) -> LogExport.Value? {
        LogExport.fields(log.entries[place], in: log).first { $0.name == name }?.value
    }

    @Test("every line has all names in the same order, and what it lacks is nothing")
    func fields() {
        for entry in Self.log.entries {
            #expect(LogExport.fields(entry, in: Self.log).map(\.name) == LogExport.names)
        }
        #expect(Self.value("status", 1) == .text("DESYNC(index)"))
        #expect(Self.value("demanded_index", 1) == .integer(7))
        #expect(Self.value("arrived_ms", 0) == .time(188_000))
        #expect(Self.value("drift_ms", 0) == .time(-12_000))
        #expect(Self.value("guess", 0) == .flag(false) && Self.value("faults", 0) == .nothing)
        #expect(Self.value("hold_ms", 2) == .time(33_333))
        #expect(Self.value("hold_ms", 1) == .nothing)
        #expect(Self.value("text", 4) == .text("x\u{1B}y|z"))
        #expect(Self.value("frame", 4) == .nothing && Self.value("mode", 0) == .mode(.overlay))
    }

    @Test("a guess and the faults that mark a frame are fields, whatever its status")
    func marks() throws {
        var log = SessionLog()
        var record = Sessions.frame(0)
        (record.status, record.isGuess) = (.noOverlay, true)
        log.appendEntry(LogEntry(heard: 1, time: record.shown, .frame(record)))
        for kind in [AuditFinding.Kind.freeze, .drift] {
            log.addFinding(AuditFinding(kind, record, expected: "", found: ""), heard: 1)
        }
        let entry = try #require(log.entries.first)
        let fields = LogExport.fields(entry, in: log)
        #expect(fields.first { $0.name == "guess" }?.value == .flag(true))
        #expect(fields.first { $0.name == "faults" }?.value == .text("FREEZE DRIFT"))
        #expect(LogExport.csv([0], of: log)[1].contains(",true,FREEZE DRIFT,"))
    }

    @Test("CSV has a heading, one value a name, and quotes doubled inside of quotes")
    func csv() {
        let lines = LogExport.csv(Array(0..<5), of: Self.log)
        #expect(lines.count == 6)
        #expect(lines[0].hasPrefix("kind,t_ms,frame,mode,generation,chunk,"))
        #expect(
            lines[1]
                == "frame,1004.000,0,talk,1,0,0,0,talking_1_s_talking_1_e,20,talking_1_s_talking_1_e,20,"
                + "talking/20/J0_X2_M0.webp,a,SYNC,1000.000,1004.000,188.000,210.000,,12.000,-12.000,false,,,,")
        #expect(lines[2].contains(",\"a \"\"b\"\", c\",,"))
        #expect(lines[5].hasSuffix(",ODD,x^[y|z"))
    }

    @Test("the originals' form has 14 columns, and lines for drawn frames of chunks only")
    func original() {
        let lines = OriginalLog.lines(Array(0..<5), of: Self.log, session: "a|b", epoch: 1_772_366_399_000)
        #expect(
            lines == [
                "timestamp|source|session|chunk|seq|anim|base|overlay|sync|fps|sprite|char|buffer|next_chunk",
                "2026-03-01T12:00:00.004Z|CAMEO|a¦b|0|0|talking_1_s_talking_1_e|20|talking/20/J0_X2_M0.webp|SYNC||20"
                    + "|a|2/3|3",
                "2026-03-01T12:00:00.037Z|CAMEO|a¦b|0|1|talking_1_s_talking_1_e|21|talking/21/J1_X2_M0.webp|DESYNC|30.0|7"
                    + "|a|1/3|3",
                "2026-03-01T12:00:00.103Z|CAMEO|a¦b|1|0|talking_1_s_talking_1_e|23|talking/23/J0_X2_M0.webp|SYNC|20.0|23"
                    + "|a|2/3|none",
            ])
    }

    @Test("K66 a frame without its overlay, and one with an overlay of another base frame, are not called SYNC")
    func statuses() {
        let told: [FrameStatus: String] = [
            .sync: "SYNC", .desyncIndex: "DESYNC", .desyncClip: "DESYNC", .desyncBaseMissing: "DESYNC",
            .desyncOverlay: "DESYNC",
            .noOverlay: "NO-OVERLAY", .guess: "GUESS", .seam: "SEAM", .unplaced: "UNPLACED", .outside: "OUTSIDE",
        ]
        for status in FrameStatus.allCases {
            let log = Sessions.talking(frames: 1) { $0.status = status }
            let lines = OriginalLog.lines([0], of: log, session: "s", epoch: nil).dropFirst()
            // What was not drawn has no line.
            #expect(lines.map { $0.split(separator: "|")[8] }.map(String.init) == (told[status].map { [$0] } ?? []))
        }
        let log = Sessions.talking(frames: 1) { $0.status = .noOverlay }
        #expect(OriginalLog.lines([0], of: log, session: "s", epoch: nil)[1].contains("|unknown|NO-OVERLAY|"))
    }

    @Test("the rate is the measured one, whichever lines are taken", arguments: [(Int64(1), "30.0"), (2, "15.0")])
    func rate(slowness: Int64, text: String) {
        let log = Sessions.talking(frames: 90) { record in
            record.shown = Instant(microseconds: 1_000_000 + Int64(record.ordinal) * 33_333 * slowness)
        }
        for places in [Array(0..<90), [80], [89, 3], [5, 6, 7]] {
            let lines = OriginalLog.lines(places, of: log, session: "s", epoch: nil).dropFirst()
            for (place, line) in zip(places, lines) {
                let fields = line.split(separator: "|", omittingEmptySubsequences: false)
                #expect(fields[9] == (place == 0 ? "" : text), "\(place) of \(places)")
            }
        }
    }

    @Test(
        "days of the calendar are right around the ends of February and of years",
        arguments: [
            (Int64(951_782_400_000), "2000-02-29T00:00:00.000Z"), (951_868_800_000, "2000-03-01T00:00:00.000Z"),
            (4_107_456_000_000, "2100-02-28T00:00:00.000Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (1_767_225_599_999, "2025-12-31T23:59:59.999Z"), (0, "1970-01-01T00:00:00.000Z"),
        ])
    func calendar(milliseconds: Int64, text: String) {
        let log = Sessions.talking(frames: 1) { $0.shown = .zero }
        let line = OriginalLog.lines([0], of: log, session: "s", epoch: milliseconds)[1]
        #expect(line.hasPrefix(text + "|"))
    }

    @Test("without a beginning in the calendar times are milliseconds of the session")
    func running() {
        #expect(OriginalLog.lines([0], of: Self.log, session: "s", epoch: nil)[1].hasPrefix("1004|CAMEO|s|0|0|"))
        #expect(OriginalLog.lines([0], of: Self.log, session: "s", epoch: .max)[1].hasPrefix("1004|CAMEO|s|0|0|"))
    }

    @Test("text is the widest form of the panel, and shows no control character")
    func text() {
        let lines = LogExport.text([0, 4, 99, -1], of: Self.log)
        #expect(lines.count == 3)
        #expect(lines[1].contains("talking_1_s_talking_1_e J0_X2_M0.webp talking/20"))
        #expect(lines[2].hasSuffix("ODD x^[y|z"))
    }

    @Test("a range of events is exported whole, and with a filter those of its lines that pass")
    func range() {
        let log = Sessions.talking(frames: 90) { if $0.ordinal % 2 == 0 { $0.status = .held } }
        var view = LogView()
        view.update(with: log)
        #expect(view.selection(10...19, in: log) == Array(9...18))
        view.setFilter(LogFilter(statuses: [.held]), in: log)
        #expect(view.selection(10...19, in: log) == [10, 12, 14, 16, 18])
        #expect(view.selection(0...0, in: log) == [])
        #expect(view.selection(Int.min...Int.max, in: log).count == 45)
    }
}
