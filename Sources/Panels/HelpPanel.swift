import Cells
import Events

/// The keys, as a popup. In low terminals it takes two columns before it is cut.
package enum HelpPanel {
    package static func popup(_ keys: [(key: String, does: String)], in layout: ScreenLayout) -> Panel {
        let width = 34
        let columns = keys.count + 3 > layout.size.rows && layout.size.columns >= 2 * width + 2 ? 2 : 1
        let rows = (keys.count + columns - 1) / columns
        let lines = (0..<rows).map { row in
            TextLine(
                stride(from: row, to: keys.count, by: rows).flatMap { place in
                    [
                        TextSpan(
                            " " + TextCells.padded(keys[place].key, toCells: 10), TextStyle(.accent, isBold: true)),
                        TextSpan(TextCells.padded(keys[place].does, toCells: width - 11)),
                    ]
                })
        }
        return Panel(
            layout.centred(columns: columns * width + 2, rows: rows + 2), lines,
            border: Panel.Border(title: " keys ", style: TextStyle(.accent)))
    }
}
