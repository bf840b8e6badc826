import Events

/// Draws overlays over base frames, in the base frame's pixels and in linear light.
///
/// A pixel of an overlay counts with its alpha times the feather's factor. The result is opaque where the base is, and
/// keeps its alpha elsewhere. Owns the feather masks of the sizes that it has met lately.
package struct Compositor: Sendable {
    private var masks: [PixelSize: FeatherMask] = [:]
    private static let maskLimit = 8

    package init() {}

    /// The base frame with the overlays drawn over it, first one lowest; as large as the base frame.
    package mutating func compose(_ base: Picture, _ overlays: [Overlay]) -> Picture {
        guard overlays.contains(where: { !$0.footprint(on: base.bounds).isEmpty }) else { return base }
        var bytes = base.bytes
        bytes.withUnsafeMutableBufferPointer { pixels in
            draw(overlays, onto: pixels, covering: base.bounds, isOpaque: base.isOpaque)
        }
        return base.isOpaque
            ? Picture(size: base.size, bytes: bytes, isOpaque: true) : Picture(size: base.size, bytes: bytes)
    }

    /// Draws on RGBA pixels that cover the rectangle `canvas` of a base frame.
    mutating func draw(
        _ overlays: [Overlay], onto pixels: UnsafeMutableBufferPointer<UInt8>, covering canvas: PixelRect,
        isOpaque: Bool
    ) {
        precondition(pixels.count >= canvas.size.count * 4, "a canvas has its pixels")
        for overlay in overlays {
            let part = overlay.footprint(on: canvas)
            guard !part.isEmpty else { continue }
            let mask = mask(of: overlay.destination.size)
            Self.draw(overlay, part, mask, pixels, canvas, isOpaque)
        }
    }

    private mutating func mask(of size: PixelSize) -> FeatherMask {
        if let known = masks[size] { return known }
        // A stream has one or two sizes; one with more pays by computing masks again.
        if masks.count >= Self.maskLimit { masks.removeAll() }
        let mask = FeatherMask(size: size)
        masks[size] = mask
        return mask
    }

    private static func draw(
        _ overlay: Overlay, _ part: PixelRect, _ mask: FeatherMask, _ canvasPixels: UnsafeMutableBufferPointer<UInt8>,
        _ canvas: PixelRect, _ isOpaque: Bool
    ) {
        let inside = PixelRect(
            x: part.minX - overlay.destination.minX, y: part.minY - overlay.destination.minY,
            width: part.size.width, height: part.size.height)
        let (picture, covering) = drawn(overlay, inside)
        picture.bytes.withUnsafeBufferPointer { pixels in
            withUnsafeTemporaryAllocation(of: UInt16.self, capacity: part.size.width) { scratch in
                for y in 0..<part.size.height {
                    let from = (inside.minY + y - covering.minY) * covering.size.width + inside.minX - covering.minX
                    let to = (part.minY + y - canvas.minY) * canvas.size.width + part.minX - canvas.minX
                    let source = UnsafeBufferPointer(rebasing: pixels[from * 4..<(from + part.size.width) * 4])
                    let row = UnsafeMutableBufferPointer(
                        rebasing: canvasPixels[to * 4..<(to + part.size.width) * 4])
                    let blend = isOpaque ? blendOntoOpaque : blendOntoAlpha
                    mask.withRow(inside.minY + y, from: inside.minX, scratch: scratch) { blend(source, $0, row) }
                }
            }
        }
    }

    /// The overlay's pixels at its destination's size, and which part of the destination they cover.
    private static func drawn(_ overlay: Overlay, _ inside: PixelRect) -> (Picture, PixelRect) {
        let (picture, size) = (overlay.picture, overlay.destination.size)
        if picture.size == size { return (picture, picture.bounds) }
        return (AreaScaler(from: picture.bounds, to: size).scale(picture, only: inside), inside)
    }
}

private let full = UInt32(FeatherMask.one)

/// Overlay alpha (0…255) times feather, as a factor of 32,768.
@inline(__always)
private func share(alpha: UInt8, factor: UInt16) -> UInt32 {
    alpha == 255 ? UInt32(factor) : (UInt32(alpha) * UInt32(factor) + 127) / 255
}

private func blendOntoOpaque(
    _ source: UnsafeBufferPointer<UInt8>, _ factors: UnsafeBufferPointer<UInt16>,
    _ target: UnsafeMutableBufferPointer<UInt8>
) {
    LinearLight.fromSRGB.withUnsafeBufferPointer { light in
        LinearLight.toSRGB.withUnsafeBufferPointer { encoded in
            for x in 0..<factors.count {
                let over = share(alpha: source[x * 4 + 3], factor: factors[x])
                if over == full {
                    for channel in x * 4..<x * 4 + 3 { target[channel] = source[channel] }
                } else if over > 0 {
                    for channel in x * 4..<x * 4 + 3 {
                        // At most 65,535 * 32,768 + 16,384, which fits.
                        let sum =
                            UInt32(light[Int(source[channel])]) &* over
                            &+ UInt32(light[Int(target[channel])]) &* (full &- over)
                        target[channel] = encoded[Int((sum &+ full / 2) >> 15)]
                    }
                }
            }
        }
    }
}

private func blendOntoAlpha(
    _ source: UnsafeBufferPointer<UInt8>, _ factors: UnsafeBufferPointer<UInt16>,
    _ target: UnsafeMutableBufferPointer<UInt8>
) {
    LinearLight.fromSRGB.withUnsafeBufferPointer { light in
        LinearLight.toSRGB.withUnsafeBufferPointer { encoded in
            for x in 0..<factors.count {
                let over = share(alpha: source[x * 4 + 3], factor: factors[x])
                if over == 0 { continue }
                // Alpha in units of 1 / (255 * 32,768).
                let above = UInt64(over) * 255
                let below = UInt64(target[x * 4 + 3]) * UInt64(full - over)
                let sum = above + below
                for channel in x * 4..<x * 4 + 3 {
                    let mixed =
                        UInt64(light[Int(source[channel])]) * above + UInt64(light[Int(target[channel])]) * below
                    target[channel] = encoded[Int((mixed + sum / 2) / sum)]
                }
                target[x * 4 + 3] = UInt8((sum + UInt64(full) / 2) >> 15)
            }
        }
    }
}
