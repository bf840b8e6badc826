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
