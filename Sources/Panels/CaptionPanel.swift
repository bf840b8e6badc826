import Cells
import Events

/// The words that are being spoken, in the middle of one row; of a long text its beginning.
package enum CaptionPanel {
    package static func panel(_ text: String, in rect: CellRect) -> Panel {
        let shown = OutsideText.shown(text, cells: rect.size.columns)
        let left = max(0, rect.size.columns - TextCells.cellWidth(of: shown)) / 2
        return Panel(rect, [TextLine(String(repeating: " ", count: left) + shown, TextStyle(isBold: true))])
    }
}
