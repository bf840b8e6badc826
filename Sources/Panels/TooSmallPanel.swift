import Cells
import Events

/// What a terminal too small for a picture says, as far as it fits.
package enum TooSmallPanel {
    package static func content(_ layout: ScreenLayout) -> ScreenContent {
        let need = "cameo needs \(ScreenLayout.smallest.columns)x\(ScreenLayout.smallest.rows) cells"
        let lines = TextCells.wrapped(need, toCells: layout.size.columns).map { TextLine($0) }
        return ScreenContent(panels: [Panel(CellRect(origin: .zero, size: layout.size), lines)])
    }
}

/// The words that are being spoken, in the middle of one row; the end of a long text is what is being said last.
package enum CaptionPanel {
    package static func panel(_ text: String, in rect: CellRect) -> Panel {
        let shown = TextCells.cut(TextCells.visible(text), toCells: rect.size.columns)
        let left = max(0, rect.size.columns - TextCells.cellWidth(of: shown)) / 2
        return Panel(rect, [TextLine(String(repeating: " ", count: left) + shown, TextStyle(isBold: true))])
    }
}
