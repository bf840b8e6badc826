import Cells
import Events

/// The timeline's upper row: ticks with their times, the playhead with its own, and the end of the tape.
struct TimeAxis {
    let scale: TimeScale
    let playhead: Instant
    let end: Instant?

    /// Distances between ticks, in milliseconds.
    private static let steps: [Int64] = [
        1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
        600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 28_800_000,
    ]
    /// Columns that a tick and its time need.
    private static let room = 11

    var cells: [TimelineDrawing.Cell] {
        var cells = [TimelineDrawing.Cell](repeating: .blank, count: scale.columns)
        let step =
            Self.steps.first { $0 * 1_000 * Int64(scale.columns) >= scale.span.microseconds * Int64(Self.room) }
            ?? Self.steps[Self.steps.count - 1]
        let endColumn = end.flatMap(scale.column)
        drawTicks(step, around: endColumn, &cells)
        if let endColumn { cells[endColumn] = Self.cell("┤", TextStyle(.faint)) }
        drawPlayhead(&cells)
        return cells
    }

    /// - Parameter end: column of the end's mark, into which no time is written.
    private func drawTicks(_ step: Int64, around end: Int?, _ cells: inout [TimelineDrawing.Cell]) {
        var time = scale.from.microseconds / (step * 1_000) * step * 1_000
        let last = (scale.from + scale.span).microseconds
        while time < last, !cells.isEmpty {
            if let column = scale.column(Instant(microseconds: time)) {
                let text = "|" + Self.text(Instant(microseconds: time), step: step)
                if end.map({ !(column..<column + text.count).contains($0) }) ?? true {
                    put(text, at: column, TextStyle(.faint), &cells)
                }
            }
            let (next, isBeyond) = time.addingReportingOverflow(step * 1_000)
            if isBeyond { return }
            time = next
        }
    }

    /// Its sign, and its time where there is room on one of its sides.
    private func drawPlayhead(_ cells: inout [TimelineDrawing.Cell]) {
        guard let column = scale.column(playhead) else { return }
        let style = TextStyle(.accent, isBold: true)
        let text = Self.text(playhead, step: 1)
        let isRight = column + 1 + text.count + 1 <= cells.count
        let first = isRight ? column : column - text.count
        if first >= 0 {
            clear(first - 1...first + text.count + 1, &cells)
            put(isRight ? "▼" + text : text + "▼", at: first, style, &cells)
        } else {
            cells[column] = Self.cell("▼", style)
        }
    }

    /// Blanks a stretch and what is left of labels that reach into it.
    private func clear(_ columns: ClosedRange<Int>, _ cells: inout [TimelineDrawing.Cell]) {
        var first = max(0, columns.lowerBound)
        while first > 0, first < cells.count, cells[first].text != " ", cells[first].text != "|" { first -= 1 }
        var last = min(columns.upperBound, cells.count - 1)
        while last + 1 < cells.count, cells[last + 1].text != " ", cells[last + 1].text != "|" { last += 1 }
        guard first <= last else { return }
        for column in first...last { cells[column] = .blank }
    }

    /// Only as a whole.
    private func put(_ text: String, at column: Int, _ style: TextStyle, _ cells: inout [TimelineDrawing.Cell]) {
        guard column + text.count <= cells.count else { return }
        for (place, character) in text.enumerated() { cells[column + place] = Self.cell(String(character), style) }
    }

    private static func cell(_ text: String, _ style: TextStyle) -> TimelineDrawing.Cell {
        TimelineDrawing.Cell(text: text, style: style)
    }

    /// `1:01.004`, with as many decimals as ticks of this distance need.
    /// - Parameter step: milliseconds.
    private static func text(_ time: Instant, step: Int64) -> String {
        let decimals = step >= 1_000 ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3
        let rest = (max(0, time.microseconds) / 1_000 % 1_000).padded(toDigits: 3)
        return TimeText.clock(time) + (decimals > 0 ? "." + String(rest.prefix(decimals)) : "")
    }
}
