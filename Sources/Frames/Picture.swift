import Events

/// RGBA, 8 bits a channel, sRGB, straight alpha; `width * height * 4` bytes, row by row, top first.
package struct Picture: Hashable, Sendable {
    package let size: PixelSize
    package private(set) var bytes: [UInt8]

    /// - Precondition: `bytes.count == size.count * 4` (our own promise: decoders check strangers' files).
    package init(size: PixelSize, bytes: [UInt8]) {
        precondition(bytes.count == size.count * 4, "a picture has four bytes a pixel")
        self.size = size
        self.bytes = bytes
    }
}
