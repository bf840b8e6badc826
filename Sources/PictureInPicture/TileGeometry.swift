import Events

extension TileSize {
    /// Of the area, at most.
    var shares: (width: Double, height: Double) {
        switch self {
        case .small: (0.22, 0.28)
        case .medium: (0.33, 0.40)
        case .large: (0.50, 0.60)
        }
    }
}

extension TileCorner {
    package var clockwise: TileCorner {
        switch self {
        case .topRight: .bottomRight
        case .bottomRight: .bottomLeft
        case .bottomLeft: .topLeft
        case .topLeft: .topRight
        }
    }

    var isAtTop: Bool { self == .topRight || self == .topLeft }
    var isAtLeft: Bool { self == .topLeft || self == .bottomLeft }
}

/// How large the tile is and where it lies, in cells (picture-in-picture 4.2).
package struct TileGeometry: Hashable, Sendable {
    /// Cells in which the tile may lie.
    package var area: CellSize
    /// Width by height of the picture.
    package var aspect: Double
    package var size = TileSize.medium
    package var corner = TileCorner.topRight
    /// How wide a pixel of half a cell is, by its height; within `pixelAspects`.
    package var pixelAspect: Double { didSet { pixelAspect = Self.bounded(pixelAspect) } }
    /// Rows of the area that are somebody else's, such as captions.
    package var band: Range<Int>?

    package init(area: CellSize, aspect: Double, pixelAspect: Double = 1) {
        (self.area, self.aspect, self.pixelAspect) = (area, aspect, Self.bounded(pixelAspect))
    }

    /// Of a terminal whose cells have that many device pixels.
    package static func pixelAspect(cellWidth: Int, cellHeight: Int) -> Double {
        cellWidth > 0 && cellHeight > 0 ? bounded(2 * Double(cellWidth) / Double(cellHeight)) : 1
    }

    private static let pixelAspects = 0.7...1.4
    private static let aspects = (5.0 / 12)...(12.0 / 5)
    private static let least = CellSize(columns: 16, rows: 5)
    private static let most = CellSize(columns: 80, rows: 30)
    private static let leastArea = CellSize(columns: 20, rows: 7)
    private static let margin = CellSize(columns: 2, rows: 1)

    private static func bounded(_ aspect: Double) -> Double {
        aspect.isFinite ? aspect.clamped(to: pixelAspects) : 1
    }

    /// `nil` where the area is too small for a tile.
    package var cells: CellSize? {
        guard area.columns >= Self.leastArea.columns, area.rows >= Self.leastArea.rows else { return nil }
        let shown = (aspect.isFinite ? aspect : 4.0 / 3).clamped(to: Self.aspects)
        let perCell = shown / pixelAspect
        let box = CellSize(
            columns: Self.side(
                area.columns, size.shares.width,
                Self.least.columns...min(Self.most.columns, area.columns - 2 * Self.margin.columns)),
            rows: Self.side(
                area.rows, size.shares.height, Self.least.rows...min(Self.most.rows, area.rows - 2 * Self.margin.rows)))
        let (columns, rows) = (Double(box.columns), Double(box.rows))
        return perCell >= columns / (2 * rows)
            ? CellSize(columns: box.columns, rows: Self.rounded(columns / (2 * perCell), Self.least.rows...box.rows))
            : CellSize(columns: Self.rounded(2 * rows * perCell, Self.least.columns...box.columns), rows: box.rows)
    }

    private static func side(_ cells: Int, _ share: Double, _ bounds: ClosedRange<Int>) -> Int {
        // A share such as 0.28 of 25 is a hair below or above the whole number that is meant.
        Int(Double(cells) * share + 1e-9).clamped(to: bounds)
    }

    /// A half goes up.
    private static func rounded(_ cells: Double, _ bounds: ClosedRange<Int>) -> Int {
        Int((cells + 0.5).rounded(.down)).clamped(to: bounds)
    }

    /// In the area; `nil` where there is no room for a tile, also beside the band.
    package var rect: CellRect? {
        guard let cells else { return nil }
        let column = corner.isAtLeft ? Self.margin.columns : area.columns - cells.columns - Self.margin.columns
        let row = corner.isAtTop ? Self.margin.rows : area.rows - cells.rows - Self.margin.rows
        let place = CellRect(origin: CellPoint(column: column, row: row), size: cells)
        guard let band, !band.isEmpty, place.rows.overlaps(band) else { return place }
        // Away from the edge at which it lies, as far as it takes.
        let moved = corner.isAtTop ? band.upperBound : band.lowerBound - cells.rows
        guard moved >= Self.margin.rows, moved + cells.rows <= area.rows - Self.margin.rows else { return nil }
        return CellRect(origin: CellPoint(column: column, row: moved), size: cells)
    }
}

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

/// The size of the picture that the tile's shape follows (picture-in-picture 4.1, 4.2).
package struct PreferredSize: Hashable, Sendable {
    /// Before anything is known, and for a new call.
    package static let usual = PixelSize(width: 640, height: 480)

    package private(set) var size = usual
    /// How many times as wide as high the source's pixels are.
    package private(set) var pixelAspect = 1.0
    package private(set) var policy = TilePolicy.adaptive

    package init() {}

    package static func accepts(_ size: PixelSize) -> Bool {
        Limits.videoSides.contains(size.width) && Limits.videoSides.contains(size.height)
    }

    package mutating func set(_ policy: TilePolicy) {
        self.policy = policy
        if case .fixed(let size) = policy, Self.accepts(size) { (self.size, pixelAspect) = (size, 1) }
    }

    /// What a source says of itself; a size that is none changes nothing (B4, N28).
    package mutating func receive(_ size: PixelSize, pixelAspect: Double = 1) {
        guard case .adaptive = policy, Self.accepts(size) else { return }
        (self.size, self.pixelAspect) = (size, pixelAspect > 0 && pixelAspect.isFinite ? pixelAspect : 1)
    }

    /// Width by height as it is to be seen.
    package var aspect: Double { Double(size.width) * pixelAspect / Double(size.height) }
}

/// What the user chose of the tile.
package struct TileSettings: Hashable, Sendable {
    package var mode = TileMode.auto
    package var corner = TileCorner.topRight
    package var size = TileSize.medium
    package var policy = TilePolicy.adaptive
    package var includesLocal = false

    package init() {}

    /// As it is told.
    package var all: [TileSetting] {
        [.mode(mode), .corner(corner), .size(size), .policy(policy), .includesLocal(includesLocal)]
    }

    package mutating func apply(_ setting: TileSetting) {
        switch setting {
        case .mode(let value): mode = value
        case .corner(let value): corner = value
        case .size(let value): size = value
        case .policy(let value): policy = value
        case .includesLocal(let value): includesLocal = value
        }
    }
}
