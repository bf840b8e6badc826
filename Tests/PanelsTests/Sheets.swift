import Cells
import Engine
import Events
import Typesetting

@testable import Panels

/// A panel's lines as plain text, without its border.
func text(_ panel: Panel) -> [String] { panel.lines.map { $0.spans.map(\.text).joined() } }

/// Cells that a panel has for its lines.
func room(_ panel: Panel) -> CellSize {
    let edges = panel.border == nil ? 0 : 2
    return CellSize(columns: panel.rect.size.columns - edges, rows: panel.rect.size.rows - edges)
}

/// What is wrong with a panel: lines wider or more than its room, control characters, a place outside of the screen.
func faults(_ panel: Panel, on screen: CellSize) -> [String] {
    var faults: [String] = []
    let room = room(panel)
    for line in text(panel) {
        if TerminalText.cellWidth(of: line) > room.columns { faults.append("too wide for \(room.columns): \(line)") }
        if TerminalText.visible(line) != line { faults.append("has control characters: \(line)") }
    }
    if panel.lines.count > max(room.rows, 0) { faults.append("\(panel.lines.count) lines for \(room.rows) rows") }
    let rect = panel.rect
    if rect.columns.upperBound > screen.columns || rect.rows.upperBound > screen.rows || rect.origin.column < 0
        || rect.origin.row < 0
    {
        faults.append("\(rect) is not on a screen of \(screen)")
    }
    return faults
}

/// Names that a stranger may send.
let strangeNames = [
    "", "talking_1_s_talking_1_e", String(repeating: "x", count: 10_000), String(repeating: "漢字", count: 5_000),
    "a\u{1B}[2J\u{7}b\r\nc\u{9B}31m", "\u{202E}abc\u{200B}", String(repeating: "e\u{301}", count: 3_000),
    "👩‍👩‍👧‍👦 family", "\u{0}", String(repeating: "\u{1B}", count: 300),
]

let screens = [
    CellSize(columns: 8, rows: 4), CellSize(columns: 40, rows: 20), CellSize(columns: 80, rows: 24),
    CellSize(columns: 120, rows: 40), CellSize(columns: 200, rows: 60), CellSize(columns: 300, rows: 100),
]
