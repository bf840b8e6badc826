import Events

/// An animated WebP, a frame at a time: bytes go out as soon as they are settled, so that neither pictures nor encoded
/// frames pile up in memory. (libwebpmux's own assembler keeps all of them, and copies them once more at the end.)
///
/// A frame holds the rectangle that differs from the frame before; frames that differ in nothing lengthen it. Times are
/// rounded to milliseconds since the beginning, so that no error adds up.
package struct WebPAnimation: Sendable {
    package let size: PixelSize
    private let quality: WebPQuality
    /// What the animation shows by now.
    private var shown: Picture?
    /// Encoded, and on screen until it is known for how long.
    private var waiting: Frame?
    /// Since the beginning: where the next frame begins, and milliseconds that are written.
    private var end = TimeSpan.zero
    private var written: Int64 = 0
    private var hasAlpha = false
    /// Of the whole file so far.
    private var byteCount = Self.headerBytes

    /// Bytes at the beginning of the file that are known only when all frames are.
    static let headerBytes = 44
    private static let longestSide = 16_383
    private static let longestDuration: Int64 = 0xFF_FFFF

    /// - Throws: `AnimationError.badSize`.
    package init(size: PixelSize, quality: WebPQuality) throws(AnimationError) {
        let sides = 1...Self.longestSide
        guard sides.contains(size.width), sides.contains(size.height) else {
            throw .badSize(size, limit: Self.longestSide)
        }
        self.size = size
        self.quality = quality
    }

    /// To be put at the beginning of the file, at last in the form that it has after `finish`.
    package var header: [UInt8] {
        var bytes = Array("RIFF".utf8) + Self.little(byteCount - 8, 4) + Array("WEBP".utf8)
        bytes += Array("VP8X".utf8) + Self.little(10, 4) + [hasAlpha ? 0x12 : 0x02, 0, 0, 0]
        bytes += Self.little(size.width - 1, 3) + Self.little(size.height - 1, 3)
        // Behind all frames nothing, and again from the beginning without end.
        return bytes + Array("ANIM".utf8) + Self.little(6, 4) + [0, 0, 0, 0, 0, 0]
    }

    /// The next picture; encode it and hand it to `append`. Not before that, `extend` by the time for which it stays.
    /// - Returns: `nil` when it is as the one before.
    /// - Throws: `AnimationError.otherSize`.
    package mutating func add(_ picture: Picture) throws(AnimationError) -> Draft? {
        guard picture.size == size else { throw .otherSize(picture.size, expected: size) }
        guard let rect = changed(to: picture) else { return nil }
        defer { shown = picture }
        return Draft(old: shown, new: picture, rect: rect, quality: quality)
    }

    /// - Returns: bytes to be appended to the file, maybe none yet.
    /// - Throws: `AnimationError.tooLong`.
    package mutating func append(_ frame: Frame) throws(AnimationError) -> [UInt8] {
        let bytes = try settle()
        hasAlpha = hasAlpha || frame.hasAlpha
        waiting = frame
        return bytes
    }

    /// The picture stays for longer.
    package mutating func extend(by duration: TimeSpan) { end += max(duration, .zero) }

    /// - Returns: the last bytes of the file; `header` is right from then on.
    package mutating func finish() throws(AnimationError) -> [UInt8] { try settle() }

    /// The frame that waits, with its duration.
    private mutating func settle() throws(AnimationError) -> [UInt8] {
        guard var frame = waiting else { return [] }
        waiting = nil
        // No frame is without any time, or players make a tenth of a second of it.
        let until = max((end.microseconds + 500) / 1_000, written + 1)
        var bytes: [UInt8] = []
        // What is longer than the format can say goes on in frames that change nothing.
        while until - written > Self.longestDuration {
            bytes += try write(frame, duration: Self.longestDuration)
            frame = try .unchanging()
            hasAlpha = true
        }
        return bytes + (try write(frame, duration: until - written))
    }

    private mutating func write(_ frame: Frame, duration: Int64) throws(AnimationError) -> [UInt8] {
        written += duration
        var body = Self.little(frame.rect.minX / 2, 3) + Self.little(frame.rect.minY / 2, 3)
        body += Self.little(frame.rect.size.width - 1, 3) + Self.little(frame.rect.size.height - 1, 3)
        body += Self.little(Int(duration), 3) + [frame.isBlended ? 0x00 : 0x02] + frame.chunks
        let bytes = Array("ANMF".utf8) + Self.little(body.count, 4) + body
        byteCount += bytes.count
        guard byteCount <= 0xFFFF_FFFE else { throw .tooLong }
        return bytes
    }

    /// Its left and upper edge are even, which is all that the format can say.
    private func changed(to picture: Picture) -> PixelRect? {
        guard let shown else { return picture.bounds }
        let rect = withPixels(of: shown) { old in
            withPixels(of: picture) { new in FrameDifference.rect(from: old, to: new, size) }
        }
        guard let rect else { return nil }
        let (left, top) = (rect.minX & ~1, rect.minY & ~1)
        return PixelRect(x: left, y: top, width: rect.maxX - left, height: rect.maxY - top)
    }

    fileprivate static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}

extension WebPAnimation {
    /// One frame, encoded.
    package struct Frame: Sendable {
        fileprivate var rect: PixelRect
        /// Whether it is drawn over what is there, rather than in its place.
        fileprivate var isBlended: Bool
        fileprivate var hasAlpha: Bool
        fileprivate var chunks: [UInt8]

        /// One pixel that can be seen through.
        fileprivate static func unchanging() throws(AnimationError) -> Frame {
            let size = PixelSize(width: 1, height: 1)
            let chunks = try encodeWebPChunks([0, 0, 0, 0], size, .lossless)
            return Frame(rect: PixelRect(origin: .zero, size: size), isBlended: true, hasAlpha: true, chunks: chunks)
        }
    }

    /// One frame that is to be encoded, by itself and anywhere: that is nearly all of the work.
    package struct Draft: Sendable {
        fileprivate let old: Picture?
        fileprivate let new: Picture
        fileprivate let rect: PixelRect
        fileprivate let quality: WebPQuality

        /// - Throws: `AnimationError.encoder`.
        package func encoded() throws(AnimationError) -> Frame {
            let part = new.cropped(to: rect)
            guard case .lossless = quality, let old, part.isOpaque else {
                let chunks = try encodeWebPChunks(part.bytes, rect.size, quality)
                return Frame(rect: rect, isBlended: false, hasAlpha: !part.isOpaque, chunks: chunks)
            }
            // What stays as it is becomes transparent: long runs of nothing take few bytes.
            let bytes = Self.leavingOut(old.cropped(to: rect).bytes, part.bytes)
            let chunks = try encodeWebPChunks(bytes, rect.size, quality)
            return Frame(rect: rect, isBlended: true, hasAlpha: true, chunks: chunks)
        }

        /// The new pixels, transparent black where they are as before.
        private static func leavingOut(_ old: [UInt8], _ new: [UInt8]) -> [UInt8] {
            var bytes = new
            old.withUnsafeBytes { old in
                bytes.withUnsafeMutableBytes { new in
                    let (old, new) = (old.bindMemory(to: UInt32.self), new.bindMemory(to: UInt32.self))
                    for pixel in new.indices where new[pixel] == old[pixel] { new[pixel] = 0 }
                }
            }
            return bytes
        }
    }
}

/// The pixels as whole values, to be compared.
private func withPixels<Value>(of picture: Picture, _ body: (UnsafeBufferPointer<UInt32>) -> Value) -> Value {
    picture.bytes.withUnsafeBytes { raw in
        // The storage of an array is aligned for more than four bytes.
        body(raw.bindMemory(to: UInt32.self))
    }
}
