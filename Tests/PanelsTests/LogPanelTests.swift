import Cells
import Engine
import Events
import Testing

@testable import Panels

@Suite struct LogPanelTests {
    private static func rect(_ columns: Int, _ rows: Int) -> CellRect {
        CellRect(column: 0, row: 0, columns: columns, rows: rows)
    }

    @Test(
        "the columns are those of the step-debug screen, whatever the width",
        arguments: [20, 40, 60, 76, 100, 120, 200])
    func columns(cells: Int) {
        let log = Sessions.talking(frames: 20)
        var view = LogView()
        view.update(with: log)
        let debugging = text(view.panel(log, heard: 18, Landmarks(), in: Self.rect(cells, 30)))
        let playing = text(LogPanel.panel(log, heard: 18, in: Self.rect(cells, 8)))
        #expect(playing[0].trimmed == debugging[0].trimmed && playing.count == 8)
        // The one at the playhead has a sign there.
        let lines = debugging.map { $0.replacing("▶", with: " ").trimmed }
        for line in playing.dropFirst() { #expect(lines.contains(line.trimmed), "\(line)") }
    }

    @Test(
        "how late a frame was is rounded, as in the log of the step-debug screen",
        arguments: [(1_600, "+2"), (-1_600, "-2"), (499, "0"), (12_300_000, "+12.3s")] as [(Int64, String)])
    func lateness(microseconds: Int64, text: String) {
        var record = record()
        record.shown = record.due + TimeSpan(microseconds: microseconds)
        #expect(FrameLine.text(record).contains(" \(text) "))
        let log = Sessions.talking(frames: 1)
        let columns = LogColumns.fitting(200, in: log).spans(record, log).map(\.text).joined()
        #expect(columns.contains(" \(text) "))
    }

    @Test("of a frame of which nothing is demanded no index is")
    func undemanded() {
        var record = record(status: .noOverlay)
        #expect(FrameLine.want(record) == "=")
        (record.demandedClip, record.demandedIndex) = (nil, 0)
        #expect(FrameLine.want(record) == "-" && FrameLine.text(record).contains(" 45   -    "))
    }

    @Test("no line is wider than the panel, and a panel of one row has the heading alone")
    func width() {
        let log = Sessions.talking(frames: 30)
        var found: [String] = []
        for columns in [1, 2, 8, 9, 40, 75, 76, 77, 120, 200, 300] {
            for rows in [1, 2, 12] {
                let panel = LogPanel.panel(log, heard: 28, in: Self.rect(columns, rows))
                found += faults(panel, on: CellSize(columns: columns, rows: rows))
                #expect(panel.lines.count == rows)
            }
        }
        #expect(found == [])
    }
}
