import CPNG
import Events

/// How hard the PNG encoder tries, as zlib counts: 0 stores, 9 is smallest.
package struct PNGCompression: Hashable, Sendable {
    package let level: Int

    /// Levels outside of 0…9 become the nearest.
    package init(level: Int) { self.level = level.clamped(to: 0...9) }
    package static let usual = PNGCompression(level: 6)
}

/// A PNG file: RGBA, or RGB when the picture is opaque.
/// - Throws: `PictureError.badSize` for a picture without pixels, `corrupt` when libpng gives up (no memory).
package func encodePNG(_ picture: Picture, compression: PNGCompression = .usual) throws(PictureError) -> [UInt8] {
    guard !picture.size.isEmpty else { throw .badSize(.png, picture.size, limit: Limits.pictureSide) }
    var message = [CChar](repeating: 0, count: Int(CAMEO_PNG_MESSAGE_BYTES))
    var encoded: UnsafeMutablePointer<UInt8>?
    var count = 0
    let done = cameo_png_encode(
        picture.bytes, UInt32(picture.size.width), UInt32(picture.size.height), picture.isOpaque ? 0 : 1,
        Int32(compression.level), &encoded, &count, &message)
    defer { cameo_png_free(encoded) }
    guard done == 1, let encoded else { throw .corrupt(.png, reason: printable(message)) }
    return Array(UnsafeBufferPointer(start: encoded, count: count))
}
