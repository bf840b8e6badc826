import Events

/// Whether there is a tile, and where, by what is known of the screen (picture-in-picture 4.2, 6.1, 6.2).
package struct TilePlace: Hashable, Sendable {
    package var stage: StageVisibility
    package var window: TileWindow

    package init(stage: StageVisibility, window: TileWindow) { (self.stage, self.window) = (stage, window) }

    /// The same, while what is read takes the cells on which it would lie.
    package var withoutRoom: TilePlace {
        var place = self
        place.window.area = CellSize(columns: 0, rows: 0)
        return place
    }

    /// The stage is to be seen in 80x24 cells.
    package static let usual = TilePlace(
        stage: .visible, window: TileWindow(area: CellSize(columns: 80, rows: 24)))

    /// Where the tile lies. Of stage and mode there is one combination in which the visible stage keeps it (6.3).
    /// - Parameter aspect: width by height of what it shows.
    package func rect(_ settings: TileSettings, aspect: Double) -> CellRect? {
        switch (settings.mode, stage) {
        case (.off, _), (_, .none), (.auto, .visible): nil
        case (.auto, .covered), (.always, .visible), (.always, .covered):
            geometry(settings, aspect: aspect).rect
        }
    }

    package func geometry(_ settings: TileSettings, aspect: Double) -> TileGeometry {
        var geometry = TileGeometry(area: window.area, aspect: aspect, pixelAspect: window.pixelAspect)
        (geometry.size, geometry.corner, geometry.band) = (settings.size, settings.corner, window.band)
        return geometry
    }

    /// Why there is none, or why there is one, for the log.
    func reason(_ settings: TileSettings, aspect: Double) -> String {
        switch (settings.mode, stage) {
        case (.off, _): "the tile is switched off"
        case (_, .none): "no large picture"
        case (.auto, .visible): "the large picture is visible"
        case (.auto, .covered), (.always, .covered):
            geometry(settings, aspect: aspect).rect == nil ? "no room for the tile" : "the large picture is covered"
        case (.always, .visible):
            geometry(settings, aspect: aspect).rect == nil ? "no room for the tile" : "the tile is always shown"
        }
    }
}
