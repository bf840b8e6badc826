import Cells
import Events
import Typesetting

/// Everything that can be done or gone to, in one list that letters narrow.
package enum PalettePanel {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case command, fault, mark, chunk, caption, view, setting, tape
    }

    package struct Row: Hashable, Sendable {
        package var kind: Kind
        package var text: String
        /// That does it without the list.
        package var key: String

        package init(_ kind: Kind, _ text: String, key: String = "") {
            (self.kind, self.text, self.key) = (kind, text, key)
        }
    }

    private static let mostColumns = 84
    private static let kindColumns = 8
    /// Below this the words have the kind's place, too.
    private static let columnsForKinds = 32
    private static let keyColumns = 9

    /// - Parameters:
    ///   - all: how many rows there are without letters.
    ///   - row: of a place among those that are listed; asked for those in view alone.
    package static func popup(
        _ filter: TypedFilter, count: Int, of all: Int, selected: Int, in layout: ScreenLayout, row: (Int) -> Row
    ) -> Panel {
        let hasKinds = layout.size.columns >= columnsForKinds
        let columns = max(1, min(mostColumns, layout.size.columns - (hasKinds ? 8 : 2)))
        let about = count == 0 ? "No matches" : filter.text.isEmpty ? "Type to filter" : ""
        let cells = min(columns + 4, layout.size.columns) - 2
        return ListPanel.popup(
            title: filter.text.isEmpty ? "\(all) commands and settings" : "\(count) of \(all)",
            typed: filter.row("find:", aside: about, cells: cells), heading: "", count: count, columns: columns,
            selected: selected, hint: "↑↓ choose  Enter run  Esc close", in: layout
        ) { line(row($0), columns, kindColumns: hasKinds ? kindColumns : 0) }
    }

    private static func line(_ row: Row, _ columns: Int, kindColumns: Int) -> TextLine {
        let keyCells = row.key.isEmpty ? 0 : keyColumns
        let cells = max(0, columns - 1 - kindColumns - keyCells)
        let text = TerminalText.padded(OutsideText.shown(row.text, cells: cells), toCells: cells)
        let key = TerminalText.rightAligned(row.key, toCells: keyCells)
        return TextLine([
            TextSpan(TerminalText.padded(row.kind.rawValue, toCells: kindColumns), TextStyle(.faint)), TextSpan(text),
            TextSpan(key, TextStyle(.accent, isBold: true)),
        ])
    }
}
