import Cells
import Events

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
        let title = filter.text.isEmpty ? plural(all, "thing") : "\(count) of \(all)"
        return ListPanel.popup(
            title: "\(title) \(filter.shown)", heading: count == 0 ? "nothing has these letters" : "type letters of it",
            count: count, columns: columns, selected: selected, hint: "↑↓ choose  Enter does it  Esc", in: layout
        ) { line(row($0), columns, kindColumns: hasKinds ? kindColumns : 0) }
    }

    private static func line(_ row: Row, _ columns: Int, kindColumns: Int) -> TextLine {
        let keyCells = row.key.isEmpty ? 0 : keyColumns
        let cells = max(0, columns - 1 - kindColumns - keyCells)
        let text = TextCells.padded(OutsideText.shown(row.text, cells: cells), toCells: cells)
        let key = TextCells.rightAligned(row.key, toCells: keyCells)
        return TextLine([
            TextSpan(TextCells.padded(row.kind.rawValue, toCells: kindColumns), TextStyle(.faint)), TextSpan(text),
            TextSpan(key, TextStyle(.accent, isBold: true)),
        ])
    }
}
