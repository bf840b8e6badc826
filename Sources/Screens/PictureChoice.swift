import Cells
import Engine
import Events
import Frames
import Panels

/// What is chosen of the picture, and of what lies on it: on all screens that show one.
package struct PictureChoice: Hashable, Sendable {
    package internal(set) var view = PictureView.composite
    var isOutlined = false
    /// Frames that the onion skin draws below the shown one.
    package internal(set) var onionFrames = PictureView.usualOnion
    var showsStatistics = false { didSet { statisticsScroll = 0 } }
    /// Lines of them above those that are shown.
    private(set) var statisticsScroll = 0
    var showsCaptions = true
    var fills = false

    /// - Parameter limit: as far as they can be.
    /// - Returns: whether there is anything to be scrolled.
    mutating func scrollStatistics(by lines: Int, limit: Int) -> Bool {
        guard showsStatistics, limit > 0 else { return false }
        statisticsScroll = (statisticsScroll + lines).clamped(to: 0...limit)
        return true
    }

    /// - Returns: how many there are now, in words.
    mutating func setOnion(_ frames: Int) -> String {
        onionFrames = frames.clamped(to: PictureView.onionFrames)
        return "onion skin of \(plural(onionFrames, "frame"))" + (view == .onion ? "" : ", see view onion")
    }
}

extension ScreenModel {
    /// The picture's cells; those of both where two stand side by side.
    package func pictureRect(_ layout: ScreenLayout) -> CellRect? {
        guard let left = layout.picture, let right = layout.second else { return layout.picture }
        return CellRect(
            origin: left.origin,
            size: CellSize(columns: left.size.columns + right.size.columns, rows: left.size.rows))
    }

    package func drawingWish(_ rect: CellRect) -> DrawingWish {
        DrawingWish(
            area: PictureArea(cells: rect.size, cell: geometry.cell, filling: picture.fills ? .fill : .fit),
            background: geometry.background, view: picture.view, isOutlined: picture.isOutlined)
    }

    /// The frame at the playhead; the right one of two side by side.
    /// - Parameter before: what was shown before it, for views that draw it.
    func drawnFrame(_ played: Played, before: (Int) -> [Composite]) -> DrawnFrame {
        if let pair = pair(played) { return DrawnFrame(composite: pair.right, mode: .overlay, isPast: true) }
        let plan = played.engine.framePlan
        let narrated = played.narrated
        var frame = DrawnFrame(
            composite: narrated ?? plan.composite, mode: narrated == nil ? plan.record?.mode : .overlay,
            isPast: !played.isAtEdge || narrated != nil)
        let count = picture.view.framesBefore(onion: picture.onionFrames)
        if count > 0 { frame.before = before(count) }
        if picture.view.needsDemanded, let record = plan.record, let clip = record.demandedClip {
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
        let kept = [stepping.slotA, stepping.slotB].compactMap(\.self)
        guard stepping.showsPair, kept.allSatisfy({ $0.member == played.timeline.focus }),
            let left = stepping.slotA?.composite, let right = stepping.slotB?.composite ?? played.composite
        else { return nil }
        return (left, right)
    }
}
