import Cells
import Engine
import Events
import Frames
import Panels

/// What is chosen of the picture, and of what lies on it: on the player's screen and on all that show its picture.
package struct PlayerScreen: Hashable, Sendable {
    package var view = PictureView.composite
    package var isOutlined = false
    /// Frames that the onion skin draws below the shown one.
    package var onionFrames = PictureView.usualOnion
    package var showsStatistics = false
    package var showsLog = false
    package var showsCaptions = true
    package var fills = false

    package init() {}

    /// - Returns: how many there are now, in words.
    mutating func setOnion(_ frames: Int) -> String {
        let range = PictureView.onionFrames
        onionFrames = min(max(frames, range.lowerBound), range.upperBound)
        return "onion skin of \(onionFrames) frames" + (view == .onion ? "" : ", see view onion")
    }
}

extension ScreenModel {
    // MARK: The picture

    /// The picture's cells; those of both where two stand side by side.
    package func pictureRect(_ layout: ScreenLayout) -> CellRect? {
        guard let left = layout.picture, let right = layout.second else { return layout.picture }
        return CellRect(
            origin: left.origin,
            size: CellSize(columns: left.size.columns + right.size.columns, rows: left.size.rows))
    }

    package func drawingWish(_ rect: CellRect) -> DrawingWish {
        DrawingWish(
            area: PictureArea(cells: rect.size, cell: geometry.cell, filling: player.fills ? .fill : .fit),
            background: geometry.background, view: player.view, isOutlined: player.isOutlined)
    }

    /// The frame at the playhead; the right one of two side by side.
    /// - Parameter before: what was shown before it, for views that draw it.
    package func drawnFrame(_ played: Played, before: (Int) -> [Composite]) -> DrawnFrame {
        if let pair = pair(played) { return DrawnFrame(composite: pair.right, mode: .overlay, isPast: true) }
        let plan = played.engine.framePlan
        var frame = DrawnFrame(composite: plan.composite, mode: plan.record?.mode, isPast: !played.isAtEdge)
        let count = player.view.framesBefore(onion: player.onionFrames)
        if count > 0 { frame.before = before(count) }
        if player.view.needsDemanded, let record = plan.record, let clip = record.demandedClip {
            frame.demanded = played.engine.base(clip, played.log.madeFor(record.ordinal) ?? record.demandedIndex)
        }
        return frame
    }

    /// The left one of two.
    package func pairedFrame(_ played: Played) -> DrawnFrame? {
        pair(played).map { DrawnFrame(composite: $0.left, mode: .overlay, isPast: true) }
    }

    /// A beside B, or beside the frame at the playhead when nothing is in B.
    func pair(_ played: Played) -> (left: Composite, right: Composite)? {
        guard debugger.showsPair, let left = debugger.slotA?.composite,
            let right = debugger.slotB?.composite ?? played.composite
        else { return nil }
        return (left, right)
    }
}
