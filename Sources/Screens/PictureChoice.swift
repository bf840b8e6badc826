import Engine
import Events
import Frames
import Panels
import Sessions

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
    package internal(set) var fills = false

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
        return "onion skin of \(plural(onionFrames, "frame"))" + (view == .onion ? "" : ", shown in view onion")
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

    package func drawingRequest(_ rect: CellRect) -> DrawingRequest {
        DrawingRequest(
            area: PictureArea(cells: rect.size, cell: geometry.cell, filling: picture.fills ? .fill : .fit),
            background: geometry.background, view: picture.view, isOutlined: picture.isOutlined)
    }

    /// The frame at the playhead; the right one of two side by side.
    /// - Parameter before: what was shown before it, for views that draw it.
    func drawnFrame(_ played: Played, before: (Int) -> [Composite]) -> DrawnFrame {
        let pair = pair(played)
        if let kept = pair?.right { return drawn(kept, played.log) }
        var frame = drawn(played.engine, played.log, before: before)
        if let narrated = played.narrated { (frame.composite, frame.mode, frame.isPast) = (narrated, .overlay, true) }
        frame.composite = played.shown(frame.composite, by: played.engine)
        if !played.isAtEdge || pair != nil { frame.isPast = true }
        return frame
    }

    /// The left one of two.
    package func pairedFrame(_ played: Played) -> DrawnFrame? { pair(played).map { drawn($0.left, played.log) } }

    private func drawn(_ kept: Stepping.Slot, _ log: SessionLog) -> DrawnFrame {
        var frame = drawn(kept.engine, log) { Array(kept.before.prefix($0)) }
        frame.isPast = true
        return frame
    }

    /// What an engine shows, with all that the chosen view needs beside it.
    private func drawn(_ engine: PlaybackEngine, _ log: SessionLog, before: (Int) -> [Composite]) -> DrawnFrame {
        let plan = engine.framePlan
        var frame = DrawnFrame(composite: plan.composite, mode: plan.record?.mode)
        let count = picture.view.framesBefore(onion: picture.onionFrames)
        if count > 0 { frame.before = before(count) }
        if picture.view.needsDemanded, let record = plan.record, let clip = record.demandedClip {
            frame.demanded = engine.base(clip, log.madeFor(record.ordinal) ?? record.demandedIndex)
        }
        return frame
    }

    /// A beside B, or beside the frame at the playhead when nothing is in B.
    func pair(_ played: Played) -> (left: Stepping.Slot, right: Stepping.Slot?)? {
        guard stepping.showsPair, let left = stepping.slotA else { return nil }
        let right = stepping.slotB
        guard [left, right ?? left].allSatisfy({ $0.member == played.timeline.focus }),
            right != nil || played.composite != nil
        else { return nil }
        return (left, right)
    }
}
