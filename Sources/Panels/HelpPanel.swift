import Cells
import Events

/// The keys, as a popup. In low terminals it takes two columns before it is cut.
package enum HelpPanel {
    package static func popup(_ keys: [(key: String, does: String)], in layout: ScreenLayout) -> Panel {
        let keyWidth = (keys.map { TextCells.cellWidth(of: $0.key) }.max() ?? 0) + 2
        let width = keyWidth + (keys.map { TextCells.cellWidth(of: $0.does) }.max() ?? 0) + 2
        let columns = keys.count + 3 > layout.size.rows && layout.size.columns >= 2 * width + 2 ? 2 : 1
        let rows = (keys.count + columns - 1) / columns
        let rect = layout.centred(columns: columns * width + 2, rows: rows + 2)
        let lines = (0..<rows).map { row in
            let places = Array(stride(from: row, to: keys.count, by: rows))
            let spans = places.flatMap { place in
                // Blanks behind the last text would count as something that is cut off.
                let room = place == places.last ? 0 : width - keyWidth - 1
                let does = keys[place].does
                return [
                    TextSpan(" " + TextCells.padded(keys[place].key, toCells: keyWidth), Self.keyStyle),
                    TextSpan(room > 0 ? TextCells.padded(does, toCells: room) : does),
                ]
            }
            return TextLine(spans).fitting(max(0, rect.size.columns - 2))
        }
        return Panel(rect, lines, border: Panel.Border(title: "keys", style: TextStyle(.accent)))
    }

    private static let keyStyle = TextStyle(.accent, isBold: true)
}
