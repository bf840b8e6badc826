import Cells
import Events
import Panels

/// What stands on the stage of a call while nobody is shown.
enum EmptyStage {
    static func panel(_ shown: ShownTile, in picture: CellRect) -> Panel? {
        guard shown.isCall, shown.record.content == .inactive else { return nil }
        let words = shown.record.snapshot.call == nil ? "no call" : "you are alone in this call"
        let columns = min(words.count, picture.size.columns)
        let rect = CellRect(
            column: picture.origin.column + (picture.size.columns - columns) / 2,
            row: picture.origin.row + (picture.size.rows - 1) / 2, columns: columns, rows: 1)
        return Panel(rect, [TextLine(words, TextStyle(.faint))])
    }
}
