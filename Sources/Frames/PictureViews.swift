import Events

// What views are made of: outlines, differences, onion skins, the overlay alone.

extension Picture: ViewImage {
    package func outlined(_ rect: PixelRect, _ color: Color) -> Picture {
        var bytes = bytes
        drawOutline(rect, color, on: &bytes, size)
        return Picture(size: size, bytes: bytes)
    }

    /// Opaque: a difference in alpha alone shows in all channels.
    package func difference(from other: Picture, gain: Int) -> Picture? {
        guard size == other.size else { return nil }
        return Picture(size: size, bytes: differenceBytes(bytes, other.bytes, gain: gain), isOpaque: true)
    }

    package func underlaid(with others: [Picture]) -> Picture {
        Picture(size: size, bytes: underlaidBytes(bytes, others.filter { $0.size == size }.map(\.bytes)))
    }

    /// The overlays by themselves, feathered, on a transparent picture.
    package static func overlaysAlone(_ overlays: [Overlay], size: PixelSize) -> Picture {
        var compositor = Compositor()
        return compositor.compose(Picture(size: size, filledWith: .black, alpha: 0), overlays)
    }
}

extension ComposedFrame: ViewImage {
    package func outlined(_ rect: PixelRect, _ color: Color) -> ComposedFrame {
        var result = self
        drawOutline(imageRect(of: rect), color, on: &result.image.bytes, image.size)
        return result
    }

    package func difference(from other: ComposedFrame, gain: Int) -> ComposedFrame? {
        guard image.size == other.image.size else { return nil }
        return with(differenceBytes(image.bytes, other.image.bytes, gain: gain))
    }

    package func underlaid(with others: [ComposedFrame]) -> ComposedFrame {
        with(underlaidBytes(image.bytes, others.filter { $0.image.size == image.size }.map(\.image.bytes)))
    }

    /// An overlay by itself, where it lies on this frame; all background without one.
    package func alone(_ overlay: Overlay?, over background: Color) -> ComposedFrame {
        guard let overlay, let scaler = placement.scaler else {
            return with([UInt8](repeating: 0, count: image.bytes.count))
        }
        return with(scaler.scale(Picture.overlaysAlone([overlay], size: baseSize), over: background).bytes)
    }

    private func with(_ bytes: [UInt8]) -> ComposedFrame {
        ComposedFrame(image: PixelImage(size: image.size, bytes: bytes), placement: placement, baseSize: baseSize)
    }
}

extension PixelRect {
    /// The four sides of its border, `thickness` pixels inwards.
    func border(thickness: Int) -> [PixelRect] {
        let (across, down) = (min(thickness, size.width), min(thickness, size.height))
        return [
            PixelRect(x: minX, y: minY, width: size.width, height: down),
            PixelRect(x: minX, y: maxY - down, width: size.width, height: down),
            PixelRect(x: minX, y: minY, width: across, height: size.height),
            PixelRect(x: maxX - across, y: minY, width: across, height: size.height),
        ]
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

/// One pixel wide; parts outside are cut off.
private func drawOutline(_ rect: PixelRect, _ color: Color, on bytes: inout [UInt8], _ size: PixelSize) {
    guard !rect.isEmpty else { return }
    for edge in rect.border(thickness: 1) { bytes.fill(edge, color, size) }
}

private func differenceBytes(_ first: [UInt8], _ second: [UInt8], gain: Int) -> [UInt8] {
    var result = [UInt8](repeating: 255, count: first.count)
    let gain = gain.clamped(to: 1...255)
    for pixel in stride(from: 0, to: first.count, by: 4) {
        let alpha = abs(Int(first[pixel + 3]) - Int(second[pixel + 3]))
        for channel in pixel..<pixel + 3 {
            let distance = max(abs(Int(first[channel]) - Int(second[channel])), alpha)
            result[channel] = UInt8(min(distance * gain, 255))
        }
    }
    return result
}
