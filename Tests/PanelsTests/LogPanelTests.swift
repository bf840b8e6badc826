import Cells
import Debugger
import Engine
import Events
import Testing

@testable import Panels

@Suite struct LogPanelTests {
    private static func rect(_ columns: Int, _ rows: Int) -> CellRect {
        CellRect(column: 0, row: 0, columns: columns, rows: rows)
    }

    @Test("a wide panel has a column for each figure")
    func wide() {
        var log: [LogPanel.Entry] = []
        log.append(.frame(record()))
        log.append(.frame(record(key: nil, status: .desyncBaseMissing, note: "lost")))
        log.append(.note(Note(time: Instant(seconds: 62.5), code: .chunkGap, text: "chunk 4 is missing")))
        #expect(
            text(LogPanel.panel(log, in: Self.rect(120, 9))).map(\.trimmed) == [
                "frame time     mode   msg chunk    base want late  status     overlay and clip",
                "1234  61.004   talk   1   3:2/60   45   =    +4    SYNC       J1_X2_M0.webp talking/45",
                "1234  61.004   talk   1   3:2/60   45   =    +4    DESYNC(base-missing) "
                    + "talking_1_s_talking_1_e (lost)",
                "62.500 CHUNK_GAP chunk 4 is missing",
            ])
    }

    @Test(
        "how late a frame was is rounded, as in the log of the step-debug screen",
        arguments: [(1_600, "+2"), (-1_600, "-2"), (499, "0"), (12_300_000, "+12.3s")] as [(Int64, String)])
    func lateness(microseconds: Int64, text: String) {
        var record = record()
        record.shown = record.due + Span(microseconds: microseconds)
        #expect(FrameLine.text(record).contains(" \(text) "))
        let columns = LogColumns.fitting(200).spans(record, SessionLog()).map(\.text).joined()
        #expect(columns.contains(" \(text) "))
    }

    @Test("a narrow panel has time, place, base and status")
    func narrow() {
        var log: [LogPanel.Entry] = []
        log.append(.frame(record(status: .noOverlay)))
        #expect(
            text(LogPanel.panel(log, in: Self.rect(60, 9))).map(\.trimmed) == [
                "time      chunk     base status", "61.004    3:2/60    45   NO-OVERLAY",
            ])
    }

    @Test("the status word has its own color, also where it is wider than its column", arguments: statuses)
    func color(status: FrameStatus) {
        for columns in [60, 120] {
            var log: [LogPanel.Entry] = []
            log.append(.frame(record(status: status)))
            let spans = LogPanel.panel(log, in: Self.rect(columns, 5)).lines[1].spans
            #expect(spans.contains { $0.text == status.text && $0.style.color == status.role.textColor })
        }
    }

    @Test("the newest lines are shown, the newest at the end")
    func newest() {
        var log: [LogPanel.Entry] = []
        for number in 0..<100 {
            log.append(.note(Note(time: .zero, code: .odd, text: "remark \(number)")))
        }
        let lines = text(LogPanel.panel(log, in: Self.rect(80, 5)))
        #expect(lines.count == 5)
        #expect(lines.dropFirst().map { $0.suffix(2) } == ["96", "97", "98", "99"])
    }

    @Test("no line is wider than the panel, whatever the names are", arguments: strangeNames)
    func width(name: String) {
        var log: [LogPanel.Entry] = []
        for status in statuses {
            log.append(.frame(record(clip: name, key: name, status: status, frameCount: 20_000, note: name)))
        }
        log.append(.note(Note(time: Instant(microseconds: .max), code: .missingBaseClip, text: name)))
        var found: [String] = []
        for columns in [1, 2, 8, 9, 40, 75, 76, 77, 120, 200, 300] {
            found += faults(LogPanel.panel(log, in: Self.rect(columns, 12)), on: CellSize(columns: columns, rows: 12))
        }
        #expect(found == [])
    }
}
