import Events

/// Which part of a frame is shown where in a tile (picture-in-picture 4.2, 5.2).
package struct I420Crop: Hashable, Sendable {
    /// In pixels of the frame; its corner is even, so that it is one of chroma, too.
    package let source: PixelRect
    /// In half-block pixels of the tile; what lies around it are bars.
    package let target: PixelRect
    /// Half-block pixels of the whole tile.
    package let tile: PixelSize

    /// What a half-block pixel's width to its height may be; a terminal that says other is not believed.
    private static let pixelShapes = (narrowest: (7, 10), widest: (14, 10))

    /// - Parameters:
    ///   - frame: a size that a frame may have.
    ///   - aspect: width to height of one of the frame's pixels.
    ///   - area: the tile.
    /// - Returns: `nil` when the tile has no cells, or the frame no pixels.
    package init?(of frame: PixelSize, aspect: Ratio, in area: PictureArea) {
        let tile = area.pixels
        guard !tile.isEmpty, I420Layout(frame) != nil else { return nil }
        let pixel = Self.pixelShape(area.cell)
        let aspect = aspect.reduced
        let room = area.filling == .fill ? tile : area.open
        // Width to height of the room as it is seen, in the frame's pixels: below 2^46 each, and below 2^60 times a side.
        let across = room.width * pixel.width * aspect.denominator
        let down = room.height * pixel.height * aspect.numerator
        self.tile = tile
        switch area.filling {
        case .fill:
            source = Self.filling(frame, across, down)
            target = PixelRect(origin: .zero, size: tile)
        case .fit, .snug:
            source = PixelRect(origin: .zero, size: frame)
            target = Self.centered(area.fitted(Self.fitting(frame, across, down, room), to: room), in: room)
        }
    }

    private static func pixelShape(_ cell: CellShape) -> (width: Int, height: Int) {
        let (width, height) = (2 * cell.width, cell.height)
        let (low, high) = (pixelShapes.narrowest, pixelShapes.widest)
        if width * low.1 < height * low.0 { return low }
        if width * high.1 > height * high.0 { return high }
        return (width, height)
    }

    /// The largest part in the middle that has the tile's shape, with even sides.
    private static func filling(_ frame: PixelSize, _ across: Int, _ down: Int) -> PixelRect {
        var size = frame
        if frame.width * down > frame.height * across {
            size.width = frame.height * across / down
        } else {
            size.height = frame.width * down / across
        }
        let width = evenSide(size.width, of: frame.width)
        let height = evenSide(size.height, of: frame.height)
        return PixelRect(
            x: (frame.width - width) / 4 * 2, y: (frame.height - height) / 4 * 2, width: width, height: height)
    }

    /// Two at least; one where there is but one.
    private static func evenSide(_ side: Int, of whole: Int) -> Int { min(max(side & ~1, 2), whole) }

    /// The pixels that the whole frame takes.
    private static func fitting(_ frame: PixelSize, _ across: Int, _ down: Int, _ room: PixelSize) -> PixelSize {
        var size = room
        if frame.width * down > frame.height * across {
            size.height = share(room.height, frame.height * across, frame.width * down)
        } else {
            size.width = share(room.width, frame.width * down, frame.height * across)
        }
        return size
    }

    /// In the middle, the upper edge between cells.
    private static func centered(_ size: PixelSize, in room: PixelSize) -> PixelRect {
        PixelRect(
            x: (room.width - size.width) / 2, y: (room.height - size.height) / 2 & ~1, width: size.width,
            height: size.height)
    }

    /// A side times a quotient of at most one, rounded half up; one at least.
    private static func share(_ side: Int, _ dividend: Int, _ divisor: Int) -> Int {
        // At full width: both numbers may have 60 bits.
        let (quotient, rest) = divisor.dividingFullWidth(side.multipliedFullWidth(by: dividend))
        return max(rest >= divisor - rest ? quotient + 1 : quotient, 1)
    }
}
