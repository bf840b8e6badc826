import CJPEG
import CPNG
import CWebP
import Events

/// The pixels of a WebP, PNG or JPEG file, told apart by its bytes.
///
/// The header is checked against `Limits.pictureSide` before anything is allocated. Color profiles, gamma and
/// orientation marks are not applied: avatars come as plain sRGB, and a mark would move an overlay.
/// - Parameter spare: bytes of a picture that is not needed any more; where it had the same size its memory is taken.
/// - Throws: `PictureError` for whatever is no complete picture; a part of one is never returned.
package func decodePicture(_ bytes: [UInt8], reusing spare: consuming [UInt8] = []) throws(PictureError) -> Picture {
    let header = try PictureHeader(reading: bytes)
    switch header.format {
    case .webP: return try decodeWebP(bytes, header, spare)
    case .png: return try decodePNG(bytes, header, spare)
    case .jpeg: return try decodeJPEG(bytes, header, spare)
    }
}

/// As `decodePicture`, turned upright as its EXIF mark says: for pictures that may come from a camera.
package func decodePhoto(_ bytes: [UInt8]) throws(PictureError) -> Picture {
    try decodePicture(bytes).turned(PictureOrientation(reading: bytes))
}

/// Why bytes are certainly no picture; `nil` where only decoding them would tell. A file that has its end and a header is not
/// decoded: that costs microseconds.
package func examinePicture(_ bytes: [UInt8]) -> PictureError? {
    do throws(PictureError) {
        let header = try PictureHeader(reading: bytes)
        // What follows the end is nothing to a decoder, so a file without it at its end may be whole all the same.
        if !header.isEnd(of: bytes) { _ = try decodePicture(bytes) }
        return nil
    } catch {
        return error
    }
}

private func decodeWebP(
    _ bytes: [UInt8], _ header: PictureHeader, _ spare: consuming [UInt8]
) throws(PictureError) -> Picture {
    let stride = header.size.width * 4
    let pixels = pixels(of: header.size, spare) { target in
        WebPDecodeRGBAInto(bytes, bytes.count, target.baseAddress, target.count, Int32(stride)) != nil
    }
    guard let pixels else { throw .corrupt(.webP, reason: "the pixel data cannot be decoded") }
    return Picture(size: header.size, bytes: pixels)
}

private func decodePNG(
    _ bytes: [UInt8], _ header: PictureHeader, _ spare: consuming [UInt8]
) throws(PictureError) -> Picture {
    var message = [CChar](repeating: 0, count: Int(CAMEO_PNG_MESSAGE_BYTES))
    var rows = [UnsafeMutablePointer<UInt8>?](repeating: nil, count: header.size.height)
    let (width, height) = (UInt32(header.size.width), UInt32(header.size.height))
    let pixels = pixels(of: header.size, spare) { target in
        cameo_png_decode(bytes, bytes.count, width, height, target.baseAddress, &rows, &message) == 1
    }
    guard let pixels else { throw .corrupt(.png, reason: printable(message)) }
    return Picture(size: header.size, bytes: pixels)
}

private func decodeJPEG(
    _ bytes: [UInt8], _ header: PictureHeader, _ spare: consuming [UInt8]
) throws(PictureError) -> Picture {
    var message = [CChar](repeating: 0, count: Int(CAMEO_JPEG_MESSAGE_BYTES))
    let (width, height) = (UInt32(header.size.width), UInt32(header.size.height))
    let pixels = pixels(of: header.size, spare) { target in
        cameo_jpeg_decode(bytes, bytes.count, width, height, target.baseAddress, &message) == 1
    }
    guard let pixels else { throw .corrupt(.jpeg, reason: printable(message)) }
    return Picture(size: header.size, bytes: pixels)
}

/// The bytes that `decode` filled in completely; `nil` when it says that it failed.
private func pixels(
    of size: PixelSize, _ spare: consuming [UInt8], decode: (UnsafeMutableBufferPointer<UInt8>) -> Bool
) -> [UInt8]? {
    let count = size.count * 4
    if spare.count == count {
        var pixels = consume spare
        let isDone = pixels.withUnsafeMutableBufferPointer { decode($0) }
        return isDone ? pixels : nil
    }
    let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = decode(UnsafeMutableBufferPointer(rebasing: buffer[..<count])) ? count : 0
    }
    return pixels.count == count ? pixels : nil
}

/// A decoder's message up to its NUL; bytes that it may have copied out of the file become visible ASCII.
func printable(_ message: [CChar]) -> String {
    let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: text.map { (32..<127).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
}
