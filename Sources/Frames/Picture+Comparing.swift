import Events

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
