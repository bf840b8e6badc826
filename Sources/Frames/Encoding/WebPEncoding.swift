import CWebP
import Events

/// How WebP pictures are encoded.
package enum WebPQuality: Hashable, Sendable {
    case lossless
    /// 0 (smallest) to 100 (best).
    case lossy(Int)
}

/// The picture data of a WebP file (`ALPH` and `VP8 `, or `VP8L`), as it stands in a frame of an animation.
///
/// - Parameter rgba: `size.count` pixels.
/// - Throws: `AnimationError`.
func encodeWebPChunks(
    _ rgba: [UInt8], _ size: PixelSize, _ quality: WebPQuality
) throws(AnimationError) -> [UInt8] {
    precondition(rgba.count >= size.count * 4, "a picture has four bytes a pixel")
    var (config, picture) = (WebPConfig(), WebPPicture())
    guard WebPConfigInit(&config) != 0, WebPPictureInit(&picture) != 0 else {
        throw .encoder("the installed libwebp does not match this build; reinstall Cameo")
    }
    set(&config, quality)
    picture.use_argb = config.lossless
    (picture.width, picture.height) = (Int32(size.width), Int32(size.height))
    defer { WebPPictureFree(&picture) }
    guard WebPPictureImportRGBA(&picture, rgba, Int32(size.width * 4)) != 0 else {
        throw .encoder("not enough memory to encode the picture")
    }
    var writer = WebPMemoryWriter()
    WebPMemoryWriterInit(&writer)
    defer { WebPMemoryWriterClear(&writer) }
    picture.writer = WebPMemoryWrite
    let isEncoded = withUnsafeMutablePointer(to: &writer) { target in
        picture.custom_ptr = UnsafeMutableRawPointer(target)
        return WebPEncode(&config, &picture) != 0
    }
    guard isEncoded, let memory = writer.mem else {
        throw .encoder("the picture cannot be encoded as WebP (libwebp error \(picture.error_code.rawValue))")
    }
    return pictureChunks(Array(UnsafeBufferPointer(start: memory, count: writer.size)))
}

/// Where more time stops being worth it: with loss the next step takes twice the time for a twentieth fewer bytes,
/// without it 1.4 times for a twentyfifth (the step below: a quarter of the time, a quarter more bytes).
private func set(_ config: inout WebPConfig, _ quality: WebPQuality) {
    switch quality {
    case .lossless: WebPConfigLosslessPreset(&config, 1)
    case .lossy(let quality):
        config.quality = Float(quality.clamped(to: 0...100))
        config.method = 2
    }
}

/// A still file without its RIFF header and without what an animation says elsewhere.
private func pictureChunks(_ file: [UInt8]) -> [UInt8] {
    let fields = ByteFields(file)
    var chunks: [UInt8] = []
    var place = 12
    while let length = fields.littleEndian32(at: place + 4) {
        // Chunks begin at even places.
        let end = min(place + 8 + length + length % 2, file.count)
        guard end > place else { break }
        let name = String(decoding: file[place..<place + 4], as: UTF8.self)
        if ["ALPH", "VP8 ", "VP8L"].contains(name) { chunks += file[place..<end] }
        place = end
    }
    return chunks
}

/// A still file.
/// - Precondition: the picture is opaque (our own promise: a file that says nothing of its alpha has none).
/// - Throws: `AnimationError.encoder`.
package func encodeWebP(_ picture: Picture, _ quality: WebPQuality) throws(AnimationError) -> [UInt8] {
    precondition(picture.isOpaque, "a still picture is opaque")
    let chunks = try encodeWebPChunks(picture.bytes, picture.size, quality)
    let length = UInt32(clamping: chunks.count + 4)
    return Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * UInt32($0))) }
        + Array("WEBP".utf8) + chunks
}
