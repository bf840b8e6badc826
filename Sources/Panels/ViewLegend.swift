import Cells
import Engine
import Events

/// Words over a picture that a view leaves black.
package enum ViewLegend {
    /// What the view of the drawn base frame's difference to the demanded one says of a frame; `nil` when it shows one.
    package static func demanded(_ record: FrameRecord, over picture: CellRect) -> Panel? {
        guard let clip = record.demandedClip else { return panel("nothing is demanded here", over: picture) }
        guard clip == record.clip, record.demandedIndex == record.baseIndex else { return nil }
        return panel("base \(record.baseIndex) is drawn as demanded", over: picture)
    }

    private static func panel(_ words: String, over picture: CellRect) -> Panel {
        let columns = max(0, min(picture.size.columns, TextCells.cellWidth(of: words) + 2))
        let rect = CellRect(
            column: picture.origin.column + (picture.size.columns - columns) / 2,
            row: picture.origin.row + picture.size.rows / 2, columns: columns, rows: min(1, picture.size.rows))
        return Panel(rect, rect.size.rows > 0 ? [TextLine(" \(words) ").fitting(columns)] : [])
    }
}
