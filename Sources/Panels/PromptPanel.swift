import Cells
import Events

/// A line that is typed into: what for, the text with its cursor, and at the right what is wrong with it.
package enum PromptPanel {
    /// - Parameter isSelected: all of the text is shown as what the next character takes the place of.
    package static func panel(
        _ label: String, _ editor: LineEditor, isSelected: Bool = false, error: String? = nil, in rect: CellRect
    ) -> Panel {
        let cells = rect.size.columns
        // At the least a third of the line stays for the text.
        let wrong = error.map { OutsideText.shown($0, cells: roomForError(in: rect)) } ?? ""
        let name = OutsideText.shown(label, cells: max(0, cells * (wrong.isEmpty ? 2 : 1) / 3 - 1))
        var spans = name.isEmpty ? [] : [TextSpan(name + " ", TextStyle(.accent, isBold: true))]
        let errorCells = wrong.isEmpty ? 0 : TextCells.cellWidth(of: wrong) + 1
        let room = cells - errorCells - spans.cellWidth
        var typed = text(editor, cells: room)
        if isSelected { for place in typed.indices { typed[place].style.isReverse = true } }
        spans += typed
        if !wrong.isEmpty {
            spans.append(TextSpan(String(repeating: " ", count: max(0, room - typed.cellWidth) + 1)))
            spans.append(TextSpan(wrong, TextStyle(.bad, isBold: true)))
        }
        return Panel(rect, rect.size.rows > 0 ? [TextLine(spans).fitting(max(0, cells))] : [])
    }

    private static func roomForError(in rect: CellRect) -> Int { max(0, rect.size.columns / 3 - 1) }

    /// Whether an error is shown whole on the line.
    package static func hasRoom(for error: String, in rect: CellRect) -> Bool {
        TextCells.cellWidth(of: TextCells.visible(error)) <= roomForError(in: rect)
    }

    /// The part of the text around the cursor that fits; the cursor is a reversed cell.
    private static func text(_ editor: LineEditor, cells: Int) -> [TextSpan] {
        let cursor = editor.atCursor.isEmpty ? " " : TextCells.visible(editor.atCursor)
        let width = max(1, TextCells.cellWidth(of: cursor))
        guard cells >= width else { return [] }
        let before = end(of: TextCells.visible(editor.beforeCursor), cells: cells - width)
        let rest = cells - width - TextCells.cellWidth(of: before)
        let after = OutsideText.shown(editor.afterCursor, cells: rest)
        return [TextSpan(before), TextSpan(cursor, TextStyle(isReverse: true)), TextSpan(after)]
            .filter { !$0.text.isEmpty }
    }

    /// As much of the end of a text as fits, with `…` before it when something is missing.
    private static func end(of text: String, cells: Int) -> String {
        guard TextCells.cellWidth(of: text) > cells else { return text }
        guard cells > 0 else { return "" }
        var kept: [Character] = []
        var used = 1
        for character in text.reversed() {
            used += TextCells.cellWidth(of: String(character))
            if used > cells { break }
            kept.append(character)
        }
        return "…" + String(kept.reversed())
    }
}
