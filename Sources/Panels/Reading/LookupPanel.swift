import Cells
import Events
import Typesetting

/// What was found of words that were looked up: a stranger's text.
package enum LookupPanel {
    /// - Parameters:
    ///   - paragraphs: lines of each are apart; `nil` while they are awaited.
    ///   - scroll: rows that have gone by above.
    package static func panel(
        _ words: String, _ paragraphs: [String]?, scroll: Int, in whole: CellRect, beside tile: CellRect?
    ) -> Panel {
        let rect = free(whole, beside: tile)
        let lines = lines(paragraphs, in: rect)
        let room = room(rect)
        let first = min(scroll, max(0, lines.count - room))
        let shown = lines.dropFirst(first).prefix(room)
        let more = lines.count - first - shown.count
        let cells = max(1, rect.size.columns - 2)
        let hint = cells >= leastForHint ? "  Esc" : ""
        let title =
            OutsideText.shown(words, cells: max(4, cells - 8 - hint.count)) + (more > 0 ? "  ↓\(more)" : "") + hint
        return Panel(rect, Array(shown), border: Panel.Border(title: title, style: TextStyle(.accent)))
    }

    private static let leastForHint = 20

    /// How many rows of it can go by above.
    package static func scrollLimit(_ paragraphs: [String]?, in whole: CellRect, beside tile: CellRect?) -> Int {
        let rect = free(whole, beside: tile)
        return max(0, lines(paragraphs, in: rect).count - room(rect))
    }

    private static func free(_ whole: CellRect, beside tile: CellRect?) -> CellRect {
        tile.map { whole.free(beside: $0) } ?? whole
    }

    private static func room(_ rect: CellRect) -> Int { max(0, rect.size.rows - 2) }

    /// What goes from right to left begins at the right.
    private static func lines(_ paragraphs: [String]?, in rect: CellRect) -> [TextLine] {
        let cells = max(1, rect.size.columns - 4)
        let lines = (paragraphs ?? ["Looking it up ..."]).flatMap { paragraph in
            paragraph.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
                wrapped(line, cells).map { TextLine.said($0, of: line, behind: [TextSpan(" ")], cells: cells) }
            } + [TextLine(" ")]
        }
        return Array(lines.dropLast())
    }

    /// Dictionaries set in what belongs to something: their rows stay set in, as far as that leaves room.
    private static func wrapped(_ line: Substring, _ cells: Int) -> [String] {
        let indent = min(line.prefix { $0 == " " }.count, cells / 4)
        let text = TerminalText.visible(line.drop { $0 == " " })
        return TerminalText.wrapped(text, toCells: cells - indent).map { String(repeating: " ", count: indent) + $0 }
    }
}
