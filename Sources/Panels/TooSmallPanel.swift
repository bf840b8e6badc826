import Cells
import Events
import Scripts

/// What a terminal too small for a picture says: as many whole words as it has room for.
package enum TooSmallPanel {
    package static func content(_ layout: ScreenLayout) -> ScreenContent {
        let need = "\(ScreenLayout.smallest.columns)x\(ScreenLayout.smallest.rows)"
        let sentences = ["Cameo needs \(need) cells", "needs \(need)", need]
        let lines =
            sentences.lazy.compactMap { whole($0, in: layout.size) }.first
            ?? TerminalText.wrapped(need, toCells: layout.size.columns)
        let shown = lines.prefix(layout.size.rows).map { TextLine($0) }
        return ScreenContent(panels: [Panel(CellRect(origin: .zero, size: layout.size), shown)])
    }

    /// `nil` when the text does not fit, or only with a word broken in two.
    private static func whole(_ text: String, in size: CellSize) -> [String]? {
        let words = text.split(separator: " ")
        let lines = TerminalText.wrapped(text, toCells: size.columns)
        let isWhole = lines.flatMap { $0.split(separator: " ") } == words
        return isWhole && lines.count <= size.rows ? lines : nil
    }
}
