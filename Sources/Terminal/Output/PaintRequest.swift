import Cells
import Events

/// What the painter has to know before it writes its cells.
package struct PaintRequest: Hashable, Sendable {
    package enum Lost: Hashable, Sendable {
        case nothing
        /// These rectangles no longer show what the painter wrote; they may overlap and reach beyond the picture.
        case rects([CellRect])
        /// Forget everything that the terminal was believed to show.
        case everything
    }

    package var rect: CellRect
    /// Cells to leave alone: popups, and panels that overlap. They may reach beyond the picture.
    package var covered: [CellRect]
    package var lost: Lost

    package init(rect: CellRect, covered: [CellRect] = [], lost: Lost = .nothing) {
        self.rect = rect
        self.covered = covered
        self.lost = lost
    }

    /// From one content to the next: what was covered and is not any more is lost.
    static func after(_ previous: ScreenContent?, _ next: ScreenContent, isCleared: Bool) -> PaintRequest? {
        guard let rect = next.picture, !rect.isEmpty else { return nil }
        let covered = coverings(next, rect)
        guard let previous, !isCleared, previous.picture == rect else {
            return PaintRequest(rect: rect, covered: covered, lost: .everything)
        }
        let uncovered = coverings(previous, rect).filter { !covered.contains($0) }
        return PaintRequest(rect: rect, covered: covered, lost: uncovered.isEmpty ? .nothing : .rects(uncovered))
    }

    private static func coverings(_ content: ScreenContent, _ rect: CellRect) -> [CellRect] {
        (content.panels + content.popups).map(\.rect).filter {
            $0.columns.overlaps(rect.columns) && $0.rows.overlaps(rect.rows)
        }
    }
}
