import Events

// Views for looking for faults: outlines, differences, the overlay alone.

extension Picture {
    /// With the border of a rectangle drawn over it, `thickness` pixels inwards; parts outside are cut off.
    package func outlined(_ rect: PixelRect, _ color: Color, thickness: Int = 1) -> Picture {
        var bytes = bytes
        drawOutline(rect, color, thickness: thickness, on: &bytes, size)
        return Picture(size: size, bytes: bytes)
    }

    /// How far each channel is from the other picture's, times `gain`, at most 255; opaque. A difference in alpha
    /// alone shows in all channels. `nil` when the sizes differ.
    package func difference(from other: Picture, gain: Int = 1) -> Picture? {
        guard size == other.size else { return nil }
        return Picture(size: size, bytes: differenceBytes(bytes, other.bytes, gain: gain), isOpaque: true)
    }

    /// The overlays by themselves, feathered, on a transparent picture.
    package static func overlaysAlone(_ overlays: [Overlay], size: PixelSize) -> Picture {
        var compositor = Compositor()
        return compositor.compose(Picture(size: size, filledWith: .black, alpha: 0), overlays)
    }
}

extension PixelImage {
    /// With the border of a rectangle drawn over it, `thickness` pixels inwards; parts outside are cut off.
    package func outlined(_ rect: PixelRect, _ color: Color, thickness: Int = 1) -> PixelImage {
        var result = self
        drawOutline(rect, color, thickness: thickness, on: &result.bytes, size)
        return result
    }

    /// How far each channel is from the other image's, times `gain`, at most 255. `nil` when the sizes differ.
    package func difference(from other: PixelImage, gain: Int = 1) -> PixelImage? {
        guard size == other.size else { return nil }
        return PixelImage(size: size, bytes: differenceBytes(bytes, other.bytes, gain: gain))
    }
}

extension Picture {
    /// As an onion skin: half of each pixel is the picture's own, the rest is shared by the others alike. Those of
    /// another size are left out.
    package func underlaid(with others: [Picture]) -> Picture {
        Picture(size: size, bytes: underlaidBytes(bytes, others.filter { $0.size == size }.map(\.bytes)))
    }
}

extension PixelImage {
    /// As an onion skin: half of each pixel is the image's own, the rest is shared by the others alike. Those of another
    /// size are left out.
    package func underlaid(with others: [PixelImage]) -> PixelImage {
        PixelImage(size: size, bytes: underlaidBytes(bytes, others.filter { $0.size == size }.map(\.bytes)))
    }
}

private func underlaidBytes(_ bytes: [UInt8], _ others: [[UInt8]]) -> [UInt8] {
    guard !others.isEmpty else { return bytes }
    var result = bytes
    for place in bytes.indices {
        let below = others.reduce(0) { $0 + Int($1[place]) }
        result[place] = UInt8((Int(bytes[place]) * others.count + below) / (2 * others.count))
    }
    return result
}

private func drawOutline(
    _ rect: PixelRect, _ color: Color, thickness: Int, on bytes: inout [UInt8], _ size: PixelSize
) {
    guard !rect.isEmpty, thickness > 0 else { return }
    let across = min(thickness, rect.size.width)
    let down = min(thickness, rect.size.height)
    let edges = [
        PixelRect(x: rect.minX, y: rect.minY, width: rect.size.width, height: down),
        PixelRect(x: rect.minX, y: rect.maxY - down, width: rect.size.width, height: down),
        PixelRect(x: rect.minX, y: rect.minY, width: across, height: rect.size.height),
        PixelRect(x: rect.maxX - across, y: rect.minY, width: across, height: rect.size.height),
    ]
    for edge in edges {
        let part = edge.intersection(PixelRect(origin: .zero, size: size))
        for y in part.minY..<part.maxY {
            for x in part.minX..<part.maxX {
                let place = (y * size.width + x) * 4
                bytes[place] = color.red
                bytes[place + 1] = color.green
                bytes[place + 2] = color.blue
                bytes[place + 3] = 255
            }
        }
    }
}

private func differenceBytes(_ first: [UInt8], _ second: [UInt8], gain: Int) -> [UInt8] {
    var result = [UInt8](repeating: 255, count: first.count)
    let gain = min(max(gain, 1), 255)
    for pixel in stride(from: 0, to: first.count, by: 4) {
        let alpha = abs(Int(first[pixel + 3]) - Int(second[pixel + 3]))
        for channel in pixel..<pixel + 3 {
            let distance = max(abs(Int(first[channel]) - Int(second[channel])), alpha)
            result[channel] = UInt8(min(distance * gain, 255))
        }
    }
    return result
}
