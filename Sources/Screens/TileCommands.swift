import Events
import Keys
import Panels
import PictureInPicture

/// What keys do to the tile (picture-in-picture 4.2, 6.1).
extension ScreenModel {
    mutating func nextTileMode(_ layout: ScreenLayout) {
        // Over a program's screen there are two: there is no picture that it could wait for.
        guard screen != .host else {
            tile.mode = tile.mode == .off ? .auto : .off
            notice = tile.mode == .off ? "Tile: hidden" : "Tile: shown" + (tileRoom(layout) ? "" : Self.noRoom)
            return
        }
        tile.mode = tile.mode.next
        notice =
            switch tile.mode {
            case .auto: "Tile: while the picture is covered"
            case .always: "Tile: always" + (tileRoom(layout) ? "" : Self.noRoom)
            case .off: "Tile: off"
            }
    }

    mutating func nextTileCorner() {
        tile.corner = tile.corner.clockwise
        notice = "Tile: \(tile.corner.rawValue.replacing("-", with: " "))"
    }

    mutating func setTileSize(_ size: TileSize, _ layout: ScreenLayout) {
        tile.size = size
        notice = "Tile: size \(size.rawValue)" + (tileRoom(layout) ? "" : Self.noRoom)
    }

    private static let noRoom = ", but this window is too small"

    private func tileRoom(_ layout: ScreenLayout) -> Bool {
        TilePlace(stage: .covered, window: tileWindow(layout)).geometry(tile, aspect: 1).rect != nil
    }

    /// All but the status line, which a hosted program's screen does not have; captions keep their row.
    func tileWindow(_ layout: ScreenLayout) -> TileWindow {
        let rows = screen == .host ? layout.size.rows : layout.size.rows - 1
        let area = CellSize(columns: layout.size.columns, rows: max(0, rows))
        return TileWindow(
            area: area, band: layout.caption?.rows,
            pixelAspect: TileGeometry.pixelAspect(
                cellWidth: geometry.cell.width, cellHeight: geometry.cell.height))
    }

    /// Whether the picture can be seen: there is one, it is large enough for a face, and less than half of it lies under something.
    func stage(_ layout: ScreenLayout, under popups: [CellRect]) -> StageVisibility {
        guard let picture = pictureRect(layout), picture.size.columns >= Self.leastStage.columns,
            picture.size.rows >= Self.leastStage.rows
        else { return .covered }
        // Most of the time, and each cell of a large window would be looked at.
        if popups.isEmpty { return .visible }
        var free = 0
        for row in picture.rows {
            for column in picture.columns {
                let cell = CellPoint(column: column, row: row)
                if !popups.contains(where: { $0.contains(cell) }) { free += 1 }
            }
        }
        return 2 * free >= picture.size.count ? .visible : .covered
    }

    /// What is known of the screen when it was drawn with these popups.
    func tilePlace(_ layout: ScreenLayout, under popups: [CellRect]) -> TilePlace {
        TilePlace(stage: stage(layout, under: popups), window: tileWindow(layout))
    }

    /// Where the tile lies, and what it is to know of the screen: there is no room for it on what is read.
    /// - Parameters:
    ///   - lists: what may be open to be read, on which it would lie.
    ///   - others: what is read in any case.
    func placeTile(
        _ place: TilePlace, under lists: [CellRect] = [], besides others: [CellRect] = [], _ tile: () -> ShownTile?
    ) -> (rect: CellRect?, known: TilePlace) {
        // Whatever it shows.
        guard place.rect(self.tile, aspect: 1) != nil, let shown = tile(), shown.record.content != .inactive,
            let rect = place.rect(self.tile, aspect: shown.aspect)
        else { return (nil, place) }
        // There the state of its reader is what is looked at.
        let isOfBook = screen == .debugger && debugger.isOfBook && self.tile.mode == .auto
        let read = (popup != nil || picture.showsStatistics ? lists : []) + others
        let isFree = !isOfBook && !read.contains { !$0.intersection(rect).isEmpty }
        return isFree ? (rect, place) : (nil, place.withoutRoom)
    }

    /// Figures of a frame, which a tile leaves free that comes by itself. Of a log with more columns it covers only the last ones, and
    /// what is before them says what was drawn and what was wanted.
    func figures(_ layout: ScreenLayout) -> [CellRect] {
        guard tile.mode == .auto else { return [] }
        let log = screen == .debugger ? layout.log.flatMap { $0.size.columns < Self.leastLogColumns ? $0 : nil } : nil
        return [layout.inspector, log].compactMap(\.self)
    }

    /// What the smallest tile leaves of it, with its margin, are the columns up to that of the frame that was wanted.
    private static let leastLogColumns = 50

    /// Where a book is read, whose text keeps away from it; `nil` on all other screens.
    func tileBesideText(_ layout: ScreenLayout, _ played: Played) -> CellRect? {
        guard screen == .reader, played.reader != nil else { return nil }
        return placeTile(tilePlace(layout, under: [])) { ShownTile(played, avatar: opening.avatar) }.rect
    }

    /// What the smallest tile has (picture-in-picture 4.2).
    private static let leastStage = CellSize(columns: 16, rows: 5)
}

extension TileMode {
    fileprivate var next: TileMode {
        switch self {
        case .auto: .always
        case .always: .off
        case .off: .auto
        }
    }
}

extension TileSize {
    /// The last one stays.
    var larger: TileSize {
        switch self {
        case .small: .medium
        case .medium, .large: .large
        }
    }

    var smaller: TileSize {
        switch self {
        case .large: .medium
        case .medium, .small: .small
        }
    }
}
