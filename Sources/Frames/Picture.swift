import Events

/// RGBA, 8 bits a channel, sRGB, straight alpha; `width * height * 4` bytes, row by row, top first.
package struct Picture: Hashable, Sendable {
    package let size: PixelSize
    package let bytes: [UInt8]
    /// Whether every pixel's alpha is 255.
    package let isOpaque: Bool

    /// Cost: one look at every alpha.
    /// - Precondition: `bytes.count == size.count * 4` (our own promise: decoders check strangers' files).
    package init(size: PixelSize, bytes: [UInt8]) {
        self.init(size: size, bytes: bytes, isOpaque: Self.areOpaque(bytes))
    }

    /// - Precondition: `isOpaque` is true of the bytes.
    init(size: PixelSize, bytes: [UInt8], isOpaque: Bool) {
        precondition(size.width >= 0 && size.height >= 0, "a picture has no negative side")
        precondition(bytes.count == size.count * 4, "a picture has four bytes a pixel")
        self.size = size
        self.bytes = bytes
        self.isOpaque = isOpaque
    }

    /// All pixels the same.
    package init(size: PixelSize, filledWith color: Color, alpha: UInt8 = 255) {
        var bytes = [UInt8](repeating: alpha, count: size.count * 4)
        for pixel in 0..<size.count {
            bytes[pixel * 4] = color.red
            bytes[pixel * 4 + 1] = color.green
            bytes[pixel * 4 + 2] = color.blue
        }
        self.init(size: size, bytes: bytes, isOpaque: alpha == 255)
    }

    package var bounds: PixelRect { PixelRect(origin: .zero, size: size) }

    /// The part of the picture inside `rect`, which may reach beyond its edges.
    package func cropped(to rect: PixelRect) -> Picture {
        let part = rect.intersection(bounds)
        if part == bounds { return self }
        var result: [UInt8] = []
        result.reserveCapacity(part.size.count * 4)
        for y in part.minY..<part.maxY {
            let start = (y * size.width + part.minX) * 4
            result += bytes[start..<start + part.size.width * 4]
        }
        return Picture(size: part.size, bytes: result, isOpaque: isOpaque || Self.areOpaque(result))
    }

    private static func areOpaque(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { raw in
            var common = UInt32.max
            for pixel in 0..<raw.count / 4 {
                common &= raw.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self)
            }
            return UInt32(littleEndian: common) >> 24 == 255
        }
    }
}

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
