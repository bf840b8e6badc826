import Events

/// Cells that belong to a painter, by how high they lie.
package enum PaintedLayer: CaseIterable, Hashable, Sendable {
    /// Below everything else.
    case picture
    /// Above everything else.
    case tile
}

/// Everything on the screen but the pixels of what is painted.
package struct ScreenContent: Hashable, Sendable {
    /// Beside the picture; where one overlaps it, it covers it as a popup does.
    package var panels: [Panel]
    /// Over everything, the last on top.
    package var popups: [Panel]
    /// Where the picture is painted; `nil` when none is shown.
    package var picture: CellRect?
    /// Where the tile is.
    package var tile: CellRect?

    package init(panels: [Panel] = [], popups: [Panel] = [], picture: CellRect? = nil, tile: CellRect? = nil) {
        self.panels = panels
        self.popups = popups
        (self.picture, self.tile) = (picture, tile)
    }

    package subscript(layer: PaintedLayer) -> CellRect? {
        switch layer {
        case .picture: picture
        case .tile: tile
        }
    }

    /// What lies above a layer, anywhere on the screen.
    package func rects(above layer: PaintedLayer) -> [CellRect] {
        switch layer {
        case .picture: (panels + popups).map(\.rect) + (tile.map { [$0] } ?? [])
        case .tile: []
        }
    }
}
