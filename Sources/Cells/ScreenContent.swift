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

    /// Where the user's attention belongs, and with it the terminal's own cursor, although it is not seen: screen readers and braille
    /// displays follow it. A line that is typed counts first, then a list, then a notice; among equals what lies on top, then what was put
    /// in last.
    package var cursor: CellPoint? {
        // The first of equals is taken.
        let panel = (panels + popups).reversed().filter { $0.cursor != nil }.max { $0.attention < $1.attention }
        return panel.flatMap { panel in
            panel.cursor.map {
                CellPoint(column: panel.rect.origin.column + $0.column, row: panel.rect.origin.row + $0.row)
            }
        }
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
