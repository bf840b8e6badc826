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

extension Picture {
    /// As large as the canvas: itself where that is its size, else over black, scaled down where it is too large, in the
    /// middle. Clips of one stream may differ in size, pictures of an animation may not.
    /// - Precondition: the canvas is not empty.
    package func fitted(onto canvas: PixelSize) -> Picture {
        guard size != canvas else { return self }
        var target = SheetCanvas(size: canvas, .black)
        if !size.isEmpty {
            let image = fitted(into: canvas)
            target.draw(
                image,
                at: PixelPoint(x: (canvas.width - image.size.width) / 2, y: (canvas.height - image.size.height) / 2))
        }
        return target.picture
    }

    /// Scaled down to the largest size of its shape that has room, what can be seen through included; itself where it has.
    package func reduced(to room: PixelSize) -> Picture {
        let target = fittingSize(room)
        guard target != size, !target.isEmpty else { return self }
        return AreaScaler(from: bounds, to: target).scale(self)
    }

    /// Over black, scaled down to the largest size of its shape that has room; never enlarged.
    /// - Precondition: neither is empty.
    func fitted(into room: PixelSize) -> PixelImage {
        AreaScaler(from: bounds, to: fittingSize(room)).scale(self, over: .black)
    }

    /// Sides of pictures keep the products far within `Int`.
    private func fittingSize(_ room: PixelSize) -> PixelSize {
        if size.width <= room.width, size.height <= room.height { return size }
        if size.width * room.height >= size.height * room.width {
            let height = (size.height * room.width + size.width / 2) / size.width
            return PixelSize(width: room.width, height: min(max(height, 1), room.height))
        }
        let width = (size.width * room.height + size.height / 2) / size.height
        return PixelSize(width: min(max(width, 1), room.width), height: room.height)
    }
}

extension Picture {
    /// The same picture elsewhere in its frame: what comes in at an edge is what is there.
    package func shifted(right: Int, down: Int) -> Picture {
        guard right != 0 || down != 0, !size.isEmpty else { return self }
        var shifted: [UInt8] = []
        shifted.reserveCapacity(bytes.count)
        for y in 0..<size.height {
            let row = (y - down).clamped(to: 0...size.height - 1) * size.width
            for x in 0..<size.width {
                let place = (row + (x - right).clamped(to: 0...size.width - 1)) * 4
                for byte in place..<place + 4 { shifted.append(bytes[byte]) }
            }
        }
        return Picture(size: size, bytes: shifted, isOpaque: isOpaque)
    }

    /// The smallest rectangle around all pixels that differ in a color by more than `limit`; `nil` where none does.
    /// - Precondition: both are of one size (our own promise: drawings are compared first).
    package func difference(from other: Picture, above limit: Int) -> PixelRect? {
        precondition(size == other.size, "pictures of one size are compared")
        var (left, top, right, bottom) = (size.width, size.height, -1, -1)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let place = (y * size.width + x) * 4
                var most = 0
                for byte in place..<place + 3 { most = max(most, abs(Int(bytes[byte]) - Int(other.bytes[byte]))) }
                guard most > limit else { continue }
                (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
            }
        }
        guard right >= 0 else { return nil }
        return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }

    /// What can be seen through becomes white.
    package var onWhite: Picture {
        guard !isOpaque else { return self }
        var bytes = bytes
        for place in stride(from: 0, to: bytes.count, by: 4) {
            let alpha = Int(bytes[place + 3])
            for color in place..<place + 3 {
                bytes[color] = UInt8((Int(bytes[color]) * alpha + 255 * (255 - alpha)) / 255)
            }
            bytes[place + 3] = 255
        }
        return Picture(size: size, bytes: bytes, isOpaque: true)
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
