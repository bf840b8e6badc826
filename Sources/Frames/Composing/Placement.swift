import Events

/// The room that the terminal gives to the picture.
package struct PictureArea: Hashable, Sendable {
    /// How a picture whose shape is not the area's is placed.
    package enum Filling: Hashable, Sendable {
        /// The whole picture, with room left on two sides.
        case fit
        /// The whole area, with two sides of the picture cut off.
        case fill
        /// Like `fit`, but a picture that leaves less than a cell free fills the area without being cut.
        case snug
    }

    package var cells: CellSize
    package var cell: CellShape
    package var filling: Filling
    /// Rows at its lower edge over which something lies: a picture that fits stays above them; what is cut off above and below is
    /// chosen for the rows that are seen.
    package var coveredRows = 0

    package init(cells: CellSize, cell: CellShape = .usual, filling: Filling = .fit) {
        self.cells = cells
        self.cell = cell
        self.filling = filling
    }

    /// Two half-block pixels a cell, one above the other; sides are cut at 32,768.
    package var pixels: PixelSize {
        let sides = 0...32_768
        return PixelSize(
            width: cells.columns.clamped(to: sides),
            height: 2 * cells.rows.clamped(to: 0...sides.upperBound / 2))
    }

    /// Where a whole picture goes: all pixels but the covered ones, or all where nothing else is left.
    var open: PixelSize {
        var open = pixels
        let covered = 2 * coveredRows
        if covered > 0, covered < open.height { open.height -= covered }
        return open
    }

    /// A whole picture's size, or that of its room where both are nearly the same.
    func fitted(_ size: PixelSize, to room: PixelSize) -> PixelSize {
        let isNear = room.width - size.width <= 1 && room.height - size.height <= 1
        return filling == .snug && isNear ? room : size
    }
}

/// Width to height of a terminal cell, in any unit.
package struct CellShape: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// `nil` unless both are 1…10,000 and neither is more than eight times the other: a terminal that says so is wrong.
    package init?(width: Int, height: Int) {
        let sides = 1...10_000
        guard sides.contains(width), sides.contains(height), width <= 8 * height, height <= 8 * width else {
            return nil
        }
        self.init(checkedWidth: width, height: height)
    }

    private init(checkedWidth: Int, height: Int) {
        width = checkedWidth
        self.height = height
    }

    /// 1:2, so that half-block pixels are square.
    package static let usual = CellShape(checkedWidth: 1, height: 2)
}

/// Where a picture goes in its area, and which part of it is shown there.
package struct Placement: Hashable, Sendable {
    /// Half-block pixels of the area. The upper edge is even, so that a letterbox ends between cells where it can.
    package let target: PixelRect
    /// Pixels of the picture.
    let crop: PixelRect

    /// - Returns: both empty when the area or the picture is; else neither is, however flat the picture.
    package init(of picture: PixelSize, in area: PictureArea) {
        let room = area.filling == .fill ? area.pixels : area.open
        guard !room.isEmpty, !picture.isEmpty else {
            target = .zero
            crop = .zero
            return
        }
        // A half-block pixel is as wide as its cell and half as high: both doubled, to stay with whole numbers.
        let across = room.width * area.cell.width * 2
        let down = room.height * area.cell.height
        // Picture wider than area, comparing width / height of both.
        let isWider = picture.width * down >= picture.height * across
        switch area.filling {
        case .fit, .snug:
            crop = PixelRect(origin: .zero, size: picture)
            var size = room
            if isWider {
                size.height = Self.share(of: across * picture.height, picture.width * area.cell.height, room.height)
            } else {
                size.width = Self.share(of: down * picture.width, picture.height * area.cell.width * 2, room.width)
            }
            target = Self.centered(area.fitted(size, to: room), in: room, evenTop: true)
        case .fill:
            target = PixelRect(origin: .zero, size: room)
            var size = picture
            if isWider {
                size.width = Self.share(of: picture.height * across, down, picture.width)
            } else {
                size.height = Self.share(of: picture.width * down, across, picture.height)
            }
            var part = Self.centered(size, in: picture, evenTop: false)
            let lower = size.height * area.coveredRows.clamped(to: 0...area.cells.rows) / room.height
            part.origin.y = min(part.origin.y + lower, picture.height - size.height)
            crop = part
        }
    }

    /// The scaler between the two; `nil` when they are empty.
    package var scaler: AreaScaler? { crop.isEmpty ? nil : AreaScaler(from: crop, to: target.size) }

    /// The rounded quotient, within 1…`limit`.
    private static func share(of dividend: Int, _ divisor: Int, _ limit: Int) -> Int {
        min(max((dividend + divisor / 2) / divisor, 1), limit)
    }

    private static func centered(_ size: PixelSize, in room: PixelSize, evenTop: Bool) -> PixelRect {
        let top = (room.height - size.height) / 2
        return PixelRect(
            origin: PixelPoint(x: (room.width - size.width) / 2, y: evenTop ? top & ~1 : top), size: size)
    }
}

extension PictureArea {
    /// What one of two pictures side by side gets, one column between them.
    package var half: PictureArea {
        var half = self
        half.cells.columns = max(0, (cells.columns - 1) / 2)
        return half
    }
}
