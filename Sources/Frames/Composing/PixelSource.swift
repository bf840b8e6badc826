import Events

/// RGBA pixels, straight alpha, row by row, that cover a rectangle of a larger picture.
struct PixelSource {
    let pixels: UnsafeBufferPointer<UInt8>
    let covering: PixelRect
    let isOpaque: Bool
}
