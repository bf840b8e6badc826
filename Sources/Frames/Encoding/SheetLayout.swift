import Events

/// Where everything of a contact sheet lies, in pixels.
package struct SheetLayout: Hashable, Sendable {
    /// Tiles.
    package let count: Int
    package let columns: Int
    package let rows: Int
    /// Of a thumbnail.
    package let thumbnail: PixelSize
    package let titleLines: Int
    /// Of the whole sheet.
    package let size: PixelSize
    let tileSize: PixelSize
    /// Pixels of a font pixel: of most of the text, and of numbers and the title.
    let smallScale: Int
    var largeScale: Int { smallScale * 2 }

    /// Pixels that a sheet may have: 160 MB in memory.
    package static let pixelLimit = 40_000_000
    /// Room for 26 characters, which is more than `DESYNC(base-missing)` in its box.
    private static let narrowestTile = 156
    /// In pixels, as wide as any page has room for.
    private static let shortRow = 900
    private static let gap = 10
    private static let margin = 12
    private static let labelHeight = 52

    /// - Parameters:
    ///   - thumbnail: as wide and high as the largest one.
    ///   - columns: as many as make the sheet a bit wider than high, unless given.
    /// - Returns: `nil` for no tiles, for an empty thumbnail, and where the sheet would be beyond `pixelLimit`.
    package init?(count: Int, thumbnail: PixelSize, columns wanted: Int? = nil, titleLines: Int = 2) {
        let sides = 1...Limits.pictureSide
        guard (1...1_000_000).contains(count), sides.contains(thumbnail.width), sides.contains(thumbnail.height),
            wanted ?? 1 > 0, (0...100).contains(titleLines)
        else { return nil }
        (self.count, self.thumbnail, self.titleLines) = (count, thumbnail, titleLines)
        smallScale = thumbnail.width >= 320 ? 2 : 1
        tileSize = PixelSize(
            width: max(thumbnail.width, Self.narrowestTile * smallScale),
            height: thumbnail.height + smallScale * Self.labelHeight)
        let gap = smallScale * Self.gap
        let pitch = PixelSize(width: tileSize.width + gap, height: tileSize.height + gap)
        columns = min(wanted ?? Self.columns(count, pitch), count)
        rows = (count + columns - 1) / columns
        // A million tiles of the largest size are far within `Int`, each way.
        let edges = 2 * smallScale * Self.margin - gap
        size = PixelSize(
            width: columns * pitch.width + edges,
            height: rows * pitch.height + edges + Self.titleHeight(titleLines, smallScale))
        guard size.width <= Self.pixelLimit / size.height else { return nil }
    }

    /// The largest number with which the sheet is not wider than 3:2; a few stand in one row.
    private static func columns(_ count: Int, _ pitch: PixelSize) -> Int {
        var columns = max(1, min(count, shortRow / pitch.width))
        while columns < count {
            let more = columns + 1
            let rows = (count + more - 1) / more
            guard more * pitch.width * 2 <= rows * pitch.height * 3 else { break }
            columns = more
        }
        return columns
    }

    // MARK: Places

    var margin: Int { smallScale * Self.margin }
    /// Of frames that are not as they should be.
    var border: Int { 3 * smallScale }

    /// The tile with this number; thumbnail and label.
    func tile(_ number: Int) -> PixelRect {
        let (row, column) = number.quotientAndRemainder(dividingBy: columns)
        let gap = smallScale * Self.gap
        return PixelRect(
            origin: PixelPoint(
                x: margin + column * (tileSize.width + gap),
                y: margin + Self.titleHeight(titleLines, smallScale) + row * (tileSize.height + gap)),
            size: tileSize)
    }

    package func thumbnail(in tile: PixelRect) -> PixelRect {
        PixelRect(
            origin: PixelPoint(x: tile.minX + (tile.size.width - thumbnail.width) / 2, y: tile.minY), size: thumbnail)
    }

    /// Upper left corners of the parts of a label; of the time, which is flush right, only how far down.
    func labelPoints(in tile: PixelRect) -> (number: PixelPoint, time: Int, status: PixelPoint, place: PixelPoint) {
        func down(_ pixels: Int) -> Int { tile.minY + thumbnail.height + pixels * smallScale }
        func left(_ pixels: Int) -> PixelPoint { PixelPoint(x: tile.minX, y: down(pixels)) }
        return (left(6), down(12), left(26), left(40))
    }

    func titlePoint(_ line: Int) -> PixelPoint {
        PixelPoint(x: margin, y: margin + (line == 0 ? 0 : 20 + (line - 1) * 12) * smallScale)
    }

    private static func titleHeight(_ lines: Int, _ scale: Int) -> Int {
        lines == 0 ? 0 : (20 + (lines - 1) * 12 + 8) * scale
    }

    /// As much of a line as has room, with two points at its end when something is missing.
    func cut(_ text: String, scale: Int, to width: Int) -> String {
        let room = max(0, (width + scale) / (BitmapFont.advance * scale))
        guard text.unicodeScalars.count > room else { return text }
        return String(text.unicodeScalars.prefix(max(0, room - 2))) + (room < 2 ? "" : "..")
    }
}
