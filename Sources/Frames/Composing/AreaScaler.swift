import Events

/// Scales a part of a picture to a size with an exact area filter in linear light.
///
/// Each target pixel is the mean of the source area under it, alpha premultiplied, computed in whole numbers and rounded
/// once. Any rectangle of the target can be computed by itself and gives the very values of the whole.
package struct AreaScaler: Hashable, Sendable {
    /// The part of the source that becomes the target, in source pixels.
    let crop: PixelRect
    package let target: PixelSize

    /// Longest side of either end: keeps every product below within its type.
    static let longestSide = 65_536

    /// - Precondition: neither is empty, no side is above `longestSide`.
    package init(from crop: PixelRect, to target: PixelSize) {
        precondition(!crop.isEmpty && !target.isEmpty, "an area scaler has pixels on both ends")
        precondition(
            max(crop.size.width, crop.size.height, target.width, target.height) <= Self.longestSide,
            "an area scaler's sides are at most \(Self.longestSide.grouped)")
        self.crop = crop
        self.target = target
    }

    var targetBounds: PixelRect { PixelRect(origin: .zero, size: target) }

    /// The source pixels that `rect` of the target is made from.
    func sourceRect(under rect: PixelRect) -> PixelRect {
        let rect = rect.intersection(targetBounds)
        guard !rect.isEmpty else { return .zero }
        let left = column(rect.minX).first
        let right = column(rect.maxX - 1).last
        let top = row(rect.minY).first
        let bottom = row(rect.maxY - 1).last
        return PixelRect(
            x: crop.minX + left, y: crop.minY + top, width: right - left + 1, height: bottom - top + 1)
    }

    /// The target pixels to which any source pixel of `rect` contributes.
    func targetRect(over rect: PixelRect) -> PixelRect {
        let part = rect.intersection(crop)
        guard !part.isEmpty else { return .zero }
        let x = Self.touched(from: part.minX - crop.minX, to: part.maxX - crop.minX, crop.size.width, target.width)
        let y = Self.touched(from: part.minY - crop.minY, to: part.maxY - crop.minY, crop.size.height, target.height)
        return PixelRect(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
    }

    private static func touched(from start: Int, to end: Int, _ source: Int, _ target: Int) -> Range<Int> {
        start * target / source..<(end * target + source - 1) / source
    }

    func column(_ x: Int) -> AxisSpan { AxisSpan(of: x, source: crop.size.width, target: target.width) }
    func row(_ y: Int) -> AxisSpan { AxisSpan(of: y, source: crop.size.height, target: target.height) }

    /// The target, or the part of it inside `rect`, with straight alpha.
    /// - Precondition: `crop` lies inside the picture.
    package func scale(_ picture: Picture, only rect: PixelRect? = nil) -> Picture {
        let part = (rect ?? targetBounds).intersection(targetBounds)
        let bytes = scaled(picture, part, onto: nil)
        return picture.isOpaque
            ? Picture(size: part.size, bytes: bytes, isOpaque: true) : Picture(size: part.size, bytes: bytes)
    }

    /// The target, or the part of it inside `rect`, blended over a background.
    /// - Precondition: `crop` lies inside the picture.
    package func scale(_ picture: Picture, only rect: PixelRect? = nil, over background: Color) -> PixelImage {
        let part = (rect ?? targetBounds).intersection(targetBounds)
        return PixelImage(size: part.size, bytes: scaled(picture, part, onto: background))
    }

    private func scaled(_ picture: Picture, _ part: PixelRect, onto background: Color?) -> [UInt8] {
        let count = part.size.count * 4
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = count
            guard count > 0 else { return }
            picture.bytes.withUnsafeBufferPointer { pixels in
                let source = PixelSource(pixels: pixels, covering: picture.bounds, isOpaque: picture.isOpaque)
                scale(source, part, into: buffer, rowStride: part.size.width * 4, background)
            }
        }
    }
}

/// RGBA pixels, straight alpha, row by row, that cover a rectangle of a larger picture.
struct PixelSource {
    let pixels: UnsafeBufferPointer<UInt8>
    let covering: PixelRect
    let isOpaque: Bool
}
