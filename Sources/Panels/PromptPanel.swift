import Cells
import Events
import Typesetting

/// A line that is typed into: what for, the text with its cursor, and at the right what is wrong with it.
package enum PromptPanel {
    /// - Parameters:
    ///   - isSelected: all of the text is shown as what the next character takes the place of.
    ///   - aside: stands at the right while what is typed leaves room for it.
    package static func panel(
        _ label: String, _ editor: LineEditor, isSelected: Bool = false, error: String? = nil, aside: String = "",
        in rect: CellRect
    ) -> Panel {
        let cells = rect.size.columns
        // At the least a third of the line stays for the text.
        let wrong = error.map { OutsideText.shown($0, cells: roomForError(in: rect)) } ?? ""
        var spans = name(label, cells: max(0, cells * (wrong.isEmpty ? 2 : 1) / 3 - 1))
        let errorCells = wrong.isEmpty ? 0 : TerminalText.cellWidth(of: wrong) + 1
        let room = cells - errorCells - spans.cellWidth
        let start = spans.cellWidth
        var typed = text(editor, cells: room)
        let column = start + Array(typed.prefix { !$0.style.isReverse }).cellWidth
        if isSelected { for place in typed.indices { typed[place].style.isReverse = true } }
        spans += typed
        if !wrong.isEmpty {
            spans.append(TextSpan(String(repeating: " ", count: max(0, room - typed.cellWidth) + 1)))
            spans.append(TextSpan(wrong, TextStyle(.bad, isBold: true)))
        } else if !aside.isEmpty {
            let gap = cells - spans.cellWidth - TerminalText.cellWidth(of: aside)
            if gap >= leastGap {
                spans += [TextSpan(String(repeating: " ", count: gap)), TextSpan(aside, TextStyle(.faint))]
            }
        }
        var panel = Panel(rect, rect.size.rows > 0 ? [TextLine(spans).fitting(max(0, cells))] : [])
        (panel.cursor, panel.attention) = (CellPoint(column: min(column, max(0, cells - 1)), row: 0), .typed)
        return panel
    }

    /// Between what is typed and what stands aside.
    private static let leastGap = 3

    private static func name(_ label: String, cells: Int) -> [TextSpan] {
        let name = OutsideText.shown(label, cells: cells)
        return name.isEmpty ? [] : [TextSpan(name + " ", TextStyle(.accent, isBold: true))]
    }

    // MARK: Above the line

    private static let said = TextStyle(isBold: true, isReverse: true)

    /// What is wrong at the cursor, with a sign that points down at it; `nil` without a row above the line. The line itself shows
    /// no error then.
    package static func pointer(_ label: String, _ editor: LineEditor, _ error: String, above rect: CellRect) -> Panel?
    {
        let cells = rect.size.columns
        let name = name(label, cells: max(0, cells * 2 / 3 - 1)).cellWidth
        let before = text(editor, cells: cells - name).prefix { !$0.style.isReverse }
        let column = name + Array(before).cellWidth
        let reason = OutsideText.shown(error, cells: Limits.shownNameCells)
        let width = TerminalText.cellWidth(of: reason)
        let blanks = String(repeating: " ", count: column)
        if column + 2 + width <= cells { return rows([blanks + "▼ " + reason], above: rect) }
        if width + 2 <= column {
            return rows([String(repeating: " ", count: column - width - 1) + reason + " ▼"], above: rect)
        }
        let wrapped = TerminalText.wrapped(reason, toCells: max(1, cells - 2)).map { " " + $0 }
        return rows(wrapped + [blanks + "▼"], above: rect)
    }

    /// What could be typed at the cursor, in at most three rows; `nil` where there is nothing, or no row.
    package static func candidates(_ words: [String], above rect: CellRect) -> Panel? {
        guard !words.isEmpty else { return nil }
        var lines = [""]
        for word in words {
            let word = OutsideText.shown(word, cells: max(1, rect.size.columns - 2))
            let line = lines[lines.count - 1] + " " + word
            // With room for the sign that more follows.
            if lines.last == "" || TerminalText.cellWidth(of: line) <= rect.size.columns - 2 {
                lines[lines.count - 1] = line
            } else if lines.count < 3 {
                lines.append(" " + word)
            } else {
                lines[lines.count - 1] += " …"
                break
            }
        }
        return rows(lines, above: rect)
    }

    /// The last ones of these, where there is no room for all.
    private static func rows(_ lines: [String], above rect: CellRect) -> Panel? {
        let lines = lines.suffix(rect.origin.row)
        guard !lines.isEmpty, rect.size.columns > 0 else { return nil }
        let place = CellRect(
            column: rect.origin.column, row: rect.origin.row - lines.count, columns: rect.size.columns,
            rows: lines.count)
        return Panel(
            place, lines.map { TextLine([TextSpan($0, said)], fill: StatusLine.bar).fitting(rect.size.columns) })
    }

    private static func roomForError(in rect: CellRect) -> Int { max(0, rect.size.columns / 3 - 1) }

    /// Whether an error is shown whole on the line.
    package static func hasRoom(for error: String, in rect: CellRect) -> Bool {
        TerminalText.cellWidth(of: TerminalText.visible(error)) <= roomForError(in: rect)
    }

    /// The part of the text around the cursor that fits; the cursor is a reversed cell.
    private static func text(_ editor: LineEditor, cells: Int) -> [TextSpan] {
        let cursor = editor.atCursor.isEmpty ? " " : TerminalText.visible(editor.atCursor)
        let width = max(1, TerminalText.cellWidth(of: cursor))
        guard cells >= width else { return [] }
        let before = end(of: TerminalText.visible(editor.beforeCursor), cells: cells - width)
        let rest = cells - width - TerminalText.cellWidth(of: before)
        let after = OutsideText.shown(editor.afterCursor, cells: rest)
        return [TextSpan(before), TextSpan(cursor, TextStyle(isReverse: true)), TextSpan(after)]
            .filter { !$0.text.isEmpty }
    }

    /// As much of the end of a text as fits, with `…` before it when something is missing.
    private static func end(of text: String, cells: Int) -> String {
        guard TerminalText.cellWidth(of: text) > cells else { return text }
        guard cells > 0 else { return "" }
        var kept: [Character] = []
        var used = 1
        for character in text.reversed() {
            used += TerminalText.cellWidth(of: String(character))
            if used > cells { break }
            kept.append(character)
        }
        return "…" + String(kept.reversed())
    }
}
