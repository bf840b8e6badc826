import Events

extension [UInt8] {
    /// One opaque color in a rectangle of a picture's pixels; what lies outside of them is cut off.
    /// - Parameter size: of the picture whose RGBA bytes these are.
    mutating func fill(_ rect: PixelRect, _ color: Color, _ size: PixelSize) {
        let part = rect.intersection(PixelRect(origin: .zero, size: size))
        for y in part.minY..<part.maxY {
            for x in part.minX..<part.maxX {
                let place = (y * size.width + x) * 4
                self[place] = color.red
                self[place + 1] = color.green
                self[place + 2] = color.blue
                self[place + 3] = 255
            }
        }
    }
}
