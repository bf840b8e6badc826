import Cells
import Decoding
import Events
import Exports
import Frames
import JSON
import Panels
import Playback
import Sessions
import Settings
import Tapes
import Terminal
import Typesetting

/// `cameo inspect --timing`: what drawing every picture of a tape takes on this machine, here and now. Nothing of it was measured
/// while the tape was recorded.
package struct TimingInspection {
    private let tape: TapeReader
    private let file: String
    private let playing: TapePlaying
    private let cells: CellSize

    package init(_ tape: TapeReader, of file: String, _ playing: TapePlaying, cells: CellSize) {
        (self.tape, self.file, self.playing, self.cells) = (tape, file, playing, cells)
    }

    /// Plays the tape without a screen, draws each picture that differs from the one before it, and hands its bytes to a
    /// pseudo-terminal.
    package func run(asJSON: Bool, _ write: (String) throws -> Void) throws {
        var drawing = TimedDrawing(tape, cells)
        defer { drawing.terminal = nil }
        var run = try VirtualRun(tape, playing)
        try run.run { item in
            if case .frame(let record, let composite?) = item { drawing.receive(composite, record.mode) }
        }
        let summary = TimingSummary(drawing.timings)
        let stages = FrameTiming.Stage.allCases.filter { $0 != .write || drawing.terminal != nil }
        if asJSON { return try write(json(summary, stages).text) }
        for line in lines(summary, stages) { try write(line) }
    }

    private func lines(_ summary: TimingSummary, _ stages: [FrameTiming.Stage]) -> [String] {
        let heading = ["ms", "p50", "p90", "p99", "most"]
        let rows = stages.map { row($0.rawValue, summary.stages[$0]) } + [row("all", summary.total)]
        let notes = [
            "\(plural(summary.count, "picture")) at \(cells.columns)x\(cells.rows) cells, drawn here and now: "
                + "not measured in the recorded session",
            "decode: every overlay, and base frames not cached in scaled form; a player decodes ahead on other threads",
            stages.contains(.write)
                ? "write: to a pseudo-terminal that never blocks; a real terminal may be slower"
                : "write: not measured (no pseudo-terminal available)",
        ]
        guard summary.count > 0 else { return Array(notes.prefix(1)) }
        return Array(notes.prefix(1)) + ([heading] + rows).map(Self.line)
            + ["slow     \(summary.slowText)"] + notes.dropFirst()
    }

    private func row(_ name: String, _ figures: TimingSummary.Figures?) -> [String] {
        let values = figures.map { [$0.p50, $0.p90, $0.p99, $0.most] } ?? []
        return [name] + values.map { $0.fixed(3) }
    }

    private static func line(_ fields: [String]) -> String {
        TerminalText.padded(fields.first ?? "", toCells: 8)
            + fields.dropFirst().map { String(repeating: " ", count: max(1, 9 - $0.count)) + $0 }.joined()
    }

    private func json(_ summary: TimingSummary, _ stages: [FrameTiming.Stage]) -> JSON {
        func object(_ figures: TimingSummary.Figures?) -> JSON {
            guard summary.count > 0, let figures else { return .null }
            return [
                "p50_ms": .double(figures.p50), "p90_ms": .double(figures.p90), "p99_ms": .double(figures.p99),
                "most_ms": .double(figures.most),
            ]
        }
        return [
            "file": .string(file), "columns": .int(Int64(cells.columns)), "rows": .int(Int64(cells.rows)),
            "pictures": .int(Int64(summary.count)),
            "stages": .object(JSONObject(stages.map { .init($0.rawValue, object(summary.stages[$0])) })),
            "all": object(summary.total), "slow": .int(Int64(summary.slowCount)),
            "bottlenecks": .object(
                JSONObject(stages.map { .init($0.rawValue, .int(Int64(summary.bottlenecks[$0] ?? 0))) })),
        ]
    }
}

/// Draws as the run loop does.
private struct TimedDrawing {
    private var presenter: FramePresenter
    private var painter = Painter(depth: .truecolor, style: .any)
    private let request: DrawingRequest
    var terminal: EagerTerminal?
    private var last: Composite?
    private(set) var timings: [FrameTiming] = []

    init(_ blobs: any BlobSource, _ cells: CellSize) {
        presenter = FramePresenter(blobs: blobs)
        terminal = try? EagerTerminal()
        painter.place(CellRect(origin: .zero, size: cells), on: cells)
        request = DrawingRequest(
            area: PictureArea(cells: cells, cell: .usual, filling: .fit), background: .black, view: .composite,
            isOutlined: false)
    }

    mutating func receive(_ composite: Composite, _ mode: ModeName) {
        guard composite != last else { return }
        last = composite
        let began = ContinuousClock.now
        // By their bytes: nobody has decoded anything for it.
        let grid = presenter.draw(DrawnFrame(composite: composite, mode: mode, isPast: true), request)
        let composed = ContinuousClock.now
        var bytes: [UInt8] = []
        painter.paint(grid, into: &bytes)
        let painted = ContinuousClock.now
        terminal?.write(bytes)
        let written = ContinuousClock.now
        timings.append(
            FrameTiming(
                drawing: composed - began, presenter.takeSpent(), painting: painted - composed,
                writing: written - painted))
    }
}
