import Events

/// Many frames in one picture: a thumbnail each, with its number, its time and its status printed under it. Whatever is
/// not `SYNC` stands out by color, and by its word for those who see no colors.
///
/// Drawn tile by tile, so that the frames need not be in memory together.
package struct ContactSheet: Sendable {
    /// What is printed under a thumbnail. Characters that the font does not have become boxes.
    package struct Label: Hashable, Sendable {
        package var number: Int
        package var time: String
        /// What is said of it, and in which color.
        package var status: String
        package var color: Color
        /// Whether it stands out: with a border, and its status in a box.
        package var isMarked: Bool
        /// Where in its chunk, and over which base frame.
        package var place: String

        package init(number: Int, time: String, status: String, color: Color, isMarked: Bool, place: String) {
            self.number = number
            self.time = time
            self.status = status
            self.color = color
            self.isMarked = isMarked
            self.place = place
        }
    }

    package let layout: SheetLayout
    private var canvas: SheetCanvas
    /// Tiles that are drawn.
    package private(set) var count = 0

    /// - Parameter title: lines at the top, the first one large; as many as the layout has.
    package init(_ layout: SheetLayout, title: [String]) {
        self.layout = layout
        canvas = SheetCanvas(size: layout.size, SheetColors.background)
        for (number, line) in title.prefix(layout.titleLines).enumerated() {
            let scale = number == 0 ? layout.largeScale : layout.smallScale
            let room = layout.size.width - 2 * layout.margin
            canvas.draw(
                layout.cut(line, scale: scale, to: room), at: layout.titlePoint(number),
                number == 0 ? SheetColors.bright : SheetColors.dim, scale: scale)
        }
    }

    /// Draws the next tile; those beyond the layout's number are dropped.
    /// - Parameter picture: of any size; `nil` leaves the tile empty.
    package mutating func add(_ picture: Picture?, _ label: Label) {
        guard count < layout.count else { return }
        let tile = layout.tile(count)
        count += 1
        drawThumbnail(picture, in: layout.thumbnail(in: tile), label)
        drawLabel(label, in: tile)
    }

    package var picture: Picture { canvas.picture }

    private mutating func drawThumbnail(_ picture: Picture?, in room: PixelRect, _ label: Label) {
        if let picture, !picture.size.isEmpty {
            let image = picture.fitted(into: room.size)
            let corner = PixelPoint(
                x: room.minX + (room.size.width - image.size.width) / 2,
                y: room.minY + (room.size.height - image.size.height) / 2)
            canvas.draw(image, at: corner)
        } else {
            drawEmpty(room)
        }
        guard label.isMarked else { return }
        let border = layout.border
        canvas.outline(
            PixelRect(
                x: room.minX - border, y: room.minY - border, width: room.size.width + 2 * border,
                height: room.size.height + 2 * border),
            label.color, thickness: border)
    }

    /// Hatched, so that nobody takes it for a black picture.
    private mutating func drawEmpty(_ room: PixelRect) {
        canvas.fill(room, SheetColors.empty)
        for y in 0..<room.size.height {
            for x in 0..<room.size.width where (x + room.size.height - y) % 16 == 0 {
                canvas.fill(PixelRect(x: room.minX + x, y: room.minY + y, width: 1, height: 1), SheetColors.hatch)
            }
        }
    }

    private mutating func drawLabel(_ label: Label, in tile: PixelRect) {
        let (small, large) = (layout.smallScale, layout.largeScale)
        let points = layout.labelPoints(in: tile)
        let number = String(label.number)
        canvas.draw(number, at: points.number, SheetColors.bright, scale: large)
        let numberWidth = BitmapFont.width(of: number) * large
        let timeWidth = BitmapFont.width(of: label.time) * small
        if numberWidth + timeWidth + 4 * small <= tile.size.width {
            let corner = PixelPoint(x: tile.maxX - timeWidth, y: points.time)
            canvas.draw(label.time, at: corner, SheetColors.dim, scale: small)
        }
        drawStatus(label, at: points.status, in: tile)
        canvas.draw(
            layout.cut(label.place, scale: small, to: tile.size.width), at: points.place, SheetColors.dim,
            scale: small)
    }

    /// A plain word when all is well, otherwise dark on a box of its color.
    private mutating func drawStatus(_ label: Label, at point: PixelPoint, in tile: PixelRect) {
        let scale = layout.smallScale
        guard label.isMarked else { return canvas.draw(label.status, at: point, label.color, scale: scale) }
        let words = layout.cut(label.status, scale: scale, to: tile.size.width - 8 * scale)
        canvas.fill(
            PixelRect(
                x: point.x, y: point.y - 3 * scale, width: (BitmapFont.width(of: words) + 8) * scale,
                height: (BitmapFont.glyphSize.height + 5) * scale),
            label.color)
        let corner = PixelPoint(x: point.x + 4 * scale, y: point.y)
        canvas.draw(words, at: corner, SheetColors.background, scale: scale)
    }
}

/// Dark, as most screens are that these sheets are looked at on.
enum SheetColors {
    static let background = Color(22, 24, 29)
    static let empty = Color(36, 39, 46)
    static let hatch = Color(58, 62, 72)
    static let bright = Color(240, 242, 245)
    static let dim = Color(146, 153, 166)
}
