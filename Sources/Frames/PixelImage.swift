import Events

/// What goes to the terminal: one entry a half-block pixel, row by row, top first; four bytes each.
///
/// Red, green and blue are sRGB, already blended over the background color. The fourth byte is the coverage: how much
/// of the pixel comes from the picture (255) and how much from the background (0).
package struct PixelImage: Hashable, Sendable {
    package let size: PixelSize
    package internal(set) var bytes: [UInt8]

    /// - Precondition: `bytes.count == size.count * 4`.
    package init(size: PixelSize, bytes: [UInt8]) {
        precondition(size.width >= 0 && size.height >= 0, "an image has no negative side")
        precondition(bytes.count == size.count * 4, "an image has four bytes a pixel")
        self.size = size
        self.bytes = bytes
    }
}
