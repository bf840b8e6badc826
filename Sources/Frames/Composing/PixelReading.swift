import Events

/// The colors of one pixel of a frame, in the source's own pixels.
package struct PixelReading: Hashable, Sendable {
    /// RGBA, straight alpha.
    package struct Value: Hashable, Sendable {
        package var red: UInt8
        package var green: UInt8
        package var blue: UInt8
        package var alpha: UInt8

        package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, alpha: UInt8 = 255) {
            (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
        }
    }

    package var point: PixelPoint
    /// Of the base frame.
    package var size: PixelSize
    package var base: Value
    package var composite: Value
    /// As the overlay has it, before feathering; `nil` beside it.
    package var overlay: Value?

    package init(point: PixelPoint, size: PixelSize, base: Value, overlay: Value?, composite: Value) {
        (self.point, self.size, self.base, self.overlay, self.composite) = (point, size, base, overlay, composite)
    }
}

extension Picture {
    /// `nil` outside of the picture.
    package func value(at point: PixelPoint) -> PixelReading.Value? {
        guard point.x >= 0, point.y >= 0, point.x < size.width, point.y < size.height else { return nil }
        let place = (point.y * size.width + point.x) * 4
        return PixelReading.Value(bytes[place], bytes[place + 1], bytes[place + 2], alpha: bytes[place + 3])
    }
}

extension Compositor {
    /// What a frame has at one pixel; `nil` outside of the base frame.
    package mutating func read(_ point: PixelPoint, of base: Picture, _ overlay: Overlay?) -> PixelReading? {
        guard let value = base.value(at: point) else { return nil }
        var bytes = [value.red, value.green, value.blue, value.alpha]
        let pixel = PixelRect(origin: point, size: PixelSize(width: 1, height: 1))
        bytes.withUnsafeMutableBufferPointer { pixels in
            draw(overlay.map { [$0] } ?? [], onto: pixels, covering: pixel, isOpaque: value.alpha == 255)
        }
        return PixelReading(
            point: point, size: base.size, base: value, overlay: overlay.flatMap { $0.value(at: point) },
            composite: PixelReading.Value(bytes[0], bytes[1], bytes[2], alpha: bytes[3]))
    }
}

extension Overlay {
    /// The nearest of its own pixels; `nil` beside it.
    fileprivate func value(at point: PixelPoint) -> PixelReading.Value? {
        let (x, y) = (point.x - destination.minX, point.y - destination.minY)
        guard x >= 0, y >= 0, x < destination.size.width, y < destination.size.height else { return nil }
        return picture.value(
            at: PixelPoint(
                x: x * picture.size.width / destination.size.width, y: y * picture.size.height / destination.size.height
            ))
    }
}

extension Placement {
    /// The pixel of the picture in the middle of a half-block pixel of the area; `nil` beside the picture.
    package func source(of pixel: PixelPoint) -> PixelPoint? {
        let (x, y) = (pixel.x - target.minX, pixel.y - target.minY)
        guard x >= 0, y >= 0, x < target.size.width, y < target.size.height else { return nil }
        return PixelPoint(
            x: crop.minX + (2 * x + 1) * crop.size.width / (2 * target.size.width),
            y: crop.minY + (2 * y + 1) * crop.size.height / (2 * target.size.height))
    }

    /// The half-block pixel that shows most of a pixel of the picture; `nil` when it is cut off.
    package func target(of point: PixelPoint) -> PixelPoint? {
        let (x, y) = (point.x - crop.minX, point.y - crop.minY)
        guard x >= 0, y >= 0, x < crop.size.width, y < crop.size.height else { return nil }
        return PixelPoint(
            x: target.minX + (2 * x + 1) * target.size.width / (2 * crop.size.width),
            y: target.minY + (2 * y + 1) * target.size.height / (2 * crop.size.height))
    }
}
