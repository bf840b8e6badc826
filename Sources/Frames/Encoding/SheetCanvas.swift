import Events

/// An opaque picture that is being drawn on. Whatever lies outside of it is cut off.
struct SheetCanvas {
    let size: PixelSize
    private var bytes: [UInt8]

    init(size: PixelSize, _ background: Color) {
        self.size = size
        bytes = Picture(size: size, filledWith: background).bytes
    }

    var picture: Picture { Picture(size: size, bytes: bytes, isOpaque: true) }

    mutating func fill(_ rect: PixelRect, _ color: Color) { bytes.fill(rect, color, size) }

    /// A border of `thickness` pixels, inside of the rectangle.
    mutating func outline(_ rect: PixelRect, _ color: Color, thickness: Int) {
        for edge in rect.border(thickness: thickness) { fill(edge, color) }
    }

    /// One line of text, its upper left corner at `point`; each font pixel is a square of `scale` pixels.
    mutating func draw(_ text: some StringProtocol, at point: PixelPoint, _ color: Color, scale: Int = 1) {
        var left = point.x
        let width = BitmapFont.glyphSize.width
        for character in text.unicodeScalars {
            for (y, row) in BitmapFont.glyph(character).enumerated() {
                for x in 0..<width where row >> UInt8(width - 1 - x) & 1 == 1 {
                    fill(PixelRect(x: left + x * scale, y: point.y + y * scale, width: scale, height: scale), color)
                }
            }
            left += BitmapFont.advance * scale
        }
    }

    /// The colors of an image as they are, its upper left corner at `point`.
    mutating func draw(_ image: PixelImage, at point: PixelPoint) {
        let part = PixelRect(origin: point, size: image.size).intersection(PixelRect(origin: .zero, size: size))
        for y in part.minY..<part.maxY {
            for x in part.minX..<part.maxX {
                let from = ((y - point.y) * image.size.width + x - point.x) * 4
                let place = (y * size.width + x) * 4
                for channel in 0..<3 { bytes[place + channel] = image.bytes[from + channel] }
            }
        }
    }
}
