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
    /// - Returns: `nil` where the layer is not on the screen.
    static func after(
        _ previous: ScreenContent?, _ next: ScreenContent, _ layer: PaintedLayer, isCleared: Bool
    ) -> PaintRequest? {
        guard let rect = next[layer], !rect.isEmpty else { return nil }
        let covered = coverings(next, layer, rect)
        guard let previous, !isCleared, previous[layer] == rect else {
            return PaintRequest(rect: rect, covered: covered, lost: .everything)
        }
        let uncovered = coverings(previous, layer, rect).filter { !covered.contains($0) }
        return PaintRequest(rect: rect, covered: covered, lost: uncovered.isEmpty ? .nothing : .rects(uncovered))
    }

    private static func coverings(_ content: ScreenContent, _ layer: PaintedLayer, _ rect: CellRect) -> [CellRect] {
        content.rects(above: layer).filter { $0.columns.overlaps(rect.columns) && $0.rows.overlaps(rect.rows) }
    }
}

extension Painter {
    /// Knows again what its layer's rectangle shows, before it paints.
    package mutating func follow(_ request: PaintRequest, on screen: CellSize) {
        place(request.rect, on: screen)
        cover(request.covered)
        switch request.lost {
        case .nothing: break
        case .rects(let rects): for rect in rects { forget(rect) }
        case .everything: forgetAll()
        }
    }
}
