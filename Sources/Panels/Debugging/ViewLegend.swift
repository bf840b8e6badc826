import Cells
import Engine
import Events
import Typesetting

/// Words over a picture of which a view does not show by itself what it is.
package enum ViewLegend {
    /// Whether what was demanded is there.
    package enum Arrival: Hashable, Sendable { case here, later, broken, never }

    /// What the view of what was demanded says of a frame; `nil` when it shows just that.
    /// - Parameter index: of the base frame that the overlay of a seam fits.
    package static func demanded(
        _ record: FrameRecord, fits index: Int?, _ arrival: Arrival, over picture: CellRect
    ) -> Panel? {
        guard let clip = record.demandedClip else {
            return panel("nothing demanded here", over: picture, row: .middle)
        }
        let base = "base \(index ?? record.demandedIndex) of \(OutsideText.shown(clip.rawValue, cells: 40))"
        switch arrival {
        case .never: return panel("\(base) is demanded but never arrived", over: picture, row: .middle)
        case .broken: return panel("\(base) is demanded but cannot be decoded", over: picture, row: .middle)
        case .later: return panel("\(base) is demanded but arrived later", over: picture, row: .middle)
        case .here: break
        }
        if let index {
            return panel("base \(index), which the overlay fits, instead of \(record.demandedIndex)", over: picture)
        }
        if record.status == .noOverlay { return panel("\(base); its overlay was missing", over: picture) }
        return nil
    }

    /// What the view of the drawn base frame's difference to the demanded one says of a frame; `nil` when it shows one.
    package static func fromDemanded(_ record: FrameRecord, fits index: Int?, over picture: CellRect) -> Panel? {
        guard let clip = record.demandedClip else {
            return panel("nothing demanded here", over: picture, row: .middle)
        }
        if let index { return panel("base \(record.baseIndex) to \(index), which the overlay fits", over: picture) }
        guard clip == record.clip, record.demandedIndex == record.baseIndex else { return nil }
        return panel("base \(record.baseIndex) is drawn as demanded", over: picture, row: .middle)
    }

    /// In the place of a frame that cannot be drawn.
    package static func broken(_ composite: Composite, over picture: CellRect) -> Panel {
        let clip = OutsideText.shown(composite.clip.rawValue, cells: 40)
        return panel("base \(composite.baseIndex) of \(clip) cannot be decoded", over: picture, row: .middle)
    }

    private enum Row { case middle, bottom }

    private static func panel(_ words: String, over picture: CellRect, row: Row = .bottom) -> Panel {
        let lines = TerminalText.wrapped(words, toCells: max(1, picture.size.columns - 2))
        let widest = lines.map { TerminalText.cellWidth(of: $0) }.max() ?? 0
        let columns = max(0, min(picture.size.columns, widest + 2))
        let rows = min(lines.count, picture.size.rows)
        let down = row == .middle ? (picture.size.rows - rows) / 2 : picture.size.rows - rows
        let rect = CellRect(
            column: picture.origin.column + (picture.size.columns - columns) / 2, row: picture.origin.row + down,
            columns: columns, rows: rows)
        return Panel(rect, lines.prefix(rows).map { TextLine(" \($0) ").fitting(columns) })
    }
}
