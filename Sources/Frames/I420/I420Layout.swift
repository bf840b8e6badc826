import Events

/// Where the planes of one frame of I420 lie: 8 bits a sample, planar, Y first, then U, then V, row by row, top first,
/// without padding. Chroma has half the samples on both axes, rounded up (picture-in-picture 5.8).
package struct I420Layout: Hashable, Sendable {
    /// Of the Y plane, in samples.
    package let size: PixelSize

    /// How many pixels a frame may have; sides are within `Limits.videoSides` (architecture, promise 8).
    package static let mostPixels = 7_680 * 4_320

    /// `nil` for a size that no frame may have.
    package init?(_ size: PixelSize) {
        let sides = Limits.videoSides
        guard sides.contains(size.width), sides.contains(size.height), size.count <= Self.mostPixels else { return nil }
        self.size = size
    }

    /// Of the U and of the V plane, in samples.
    package var chromaSize: PixelSize { PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2) }

    /// Bytes of all three planes.
    package var byteCount: Int { size.count + 2 * chromaSize.count }

    /// Where each plane starts, in bytes.
    var startOfU: Int { size.count }
    var startOfV: Int { size.count + chromaSize.count }
}
