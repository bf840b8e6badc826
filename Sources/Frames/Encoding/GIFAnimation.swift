import CGIF
import Events

/// An animated GIF, a frame at a time, with one table of at most 255 colors for all of it; bytes go out as soon as they
/// are settled.
///
/// A frame holds the rectangle that differs from the frame before, transparent where it does not. Times are rounded to
/// hundredths of a second since the beginning, so that no error adds up. Browsers take a frame of less than two
/// hundredths for one of ten: such a frame is left out, and its time goes to its neighbor.
package struct GIFAnimation {
    package let size: PixelSize
    private let encoder: GIFEncoder
    private var dither: PaletteDither
    /// Places in the color table that the animation shows by now; `nil` before the first frame.
    private var shown: [UInt8]?
    /// On screen until it is known for how long.
    private var waiting: [UInt8]?
    /// Since the beginning: where the next frame begins, and hundredths that are written.
    private var end = TimeSpan.zero
    private var written: Int64 = 0
    /// Frames that were left out because GIF cannot show them.
    package private(set) var tooShortCount = 0
    /// Those that are written, each counted once however many pieces its time takes; all of them once it is finished.
    package private(set) var pictureCount = 0

    private static let longestSide = 65_535
    private static let longestDelay: Int64 = 65_535
    private static let shortestDelay: Int64 = 2
    /// Of the table, for pixels that stay as they are.
    private static let transparent: UInt8 = 255

    /// - Throws: `AnimationError`.
    package init(size: PixelSize, table: ColorTable) throws(AnimationError) {
        let sides = 1...Self.longestSide
        guard sides.contains(size.width), sides.contains(size.height) else {
            throw .badSize(size, limit: Self.longestSide)
        }
        self.size = size
        let colors = Array(table.colors.prefix(Int(Self.transparent)))
        dither = PaletteDither(table)
        encoder = try GIFEncoder(size: size, colors: colors)
    }

    /// Alpha is blended over black.
    /// - Returns: bytes to be appended to the file, maybe none yet.
    /// - Throws: `AnimationError`.
    package mutating func add(_ picture: Picture, for duration: TimeSpan) throws(AnimationError) -> [UInt8] {
        guard picture.size == size else { throw .otherSize(picture.size, expected: size) }
        defer { extend(by: duration) }
        let indices = dither.indices(of: picture.fitted(into: size))
        guard indices != waiting else { return [] }
        try settle(isLast: false)
        waiting = indices
        return encoder.takeBytes()
    }

    /// The picture stays for longer.
    package mutating func extend(by duration: TimeSpan) { end += max(duration, .zero) }

    /// - Returns: the last bytes of the file.
    package mutating func finish() throws(AnimationError) -> [UInt8] {
        try settle(isLast: true)
        try encoder.close()
        return encoder.takeBytes()
    }

    /// Writes the frame that waits, with its duration.
    private mutating func settle(isLast: Bool) throws(AnimationError) {
        guard let frame = waiting else { return }
        waiting = nil
        var delay = (end.microseconds + 5_000) / 10_000 - written
        if delay < Self.shortestDelay {
            guard isLast else {
                tooShortCount += 1
                return
            }
            delay = Self.shortestDelay
        }
        pictureCount += 1
        // What is longer than the format can say goes on in frames that change nothing.
        while delay > Self.longestDelay {
            let part = min(Self.longestDelay, delay - Self.shortestDelay)
            try write(frame, delay: part)
            delay -= part
        }
        try write(frame, delay: delay)
    }

    private mutating func write(_ frame: [UInt8], delay: Int64) throws(AnimationError) {
        written += delay
        let rect = changed(to: frame)
        try encoder.add(pixels(of: frame, in: rect), rect, delay: Int(delay), transparent: Self.transparent)
        shown = frame
    }

    /// One pixel, when all of the frame is as before: a frame has to have some.
    private func changed(to frame: [UInt8]) -> PixelRect {
        guard let shown else { return PixelRect(origin: .zero, size: size) }
        let rect = shown.withUnsafeBufferPointer { old in
            frame.withUnsafeBufferPointer { FrameDifference.rect(from: old, to: $0, size) }
        }
        return rect ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
    }

    private func pixels(of frame: [UInt8], in rect: PixelRect) -> [UInt8] {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(rect.size.count)
        for y in rect.minY..<rect.maxY {
            for place in y * size.width + rect.minX..<y * size.width + rect.maxX {
                pixels.append(shown?[place] == frame[place] ? Self.transparent : frame[place])
            }
        }
        return pixels
    }
}

/// giflib's writer, with its bytes in memory.
///
/// Owner: one `GIFAnimation`.
private final class GIFEncoder {
    /// What giflib's callback may touch; kept alive by the encoder.
    private final class Sink { var bytes: [UInt8] = [] }

    private let sink = Sink()
    private var file: UnsafeMutablePointer<GifFileType>?

    /// - Parameter colors: 1 to 255 of them; the last of 256 places is the transparent one.
    init(size: PixelSize, colors: [Color]) throws(AnimationError) {
        var error: Int32 = 0
        file = EGifOpen(Unmanaged.passUnretained(sink).toOpaque(), Self.put, &error)
        guard let file else { throw Self.failure(error) }
        var entries = colors.map { GifColorType(Red: $0.red, Green: $0.green, Blue: $0.blue) }
        entries += [GifColorType](repeating: GifColorType(), count: 256 - entries.count)
        guard let map = GifMakeMapObject(256, entries) else { throw Self.failure(E_GIF_ERR_NOT_ENOUGH_MEM) }
        defer { GifFreeMapObject(map) }
        EGifSetGifVersion(file, true)
        try check(EGifPutScreenDesc(file, Int32(size.width), Int32(size.height), 8, 0, map))
        try repeatWithoutEnd()
    }

    deinit { try? close() }

    private static let put:
        @convention(c) (
            UnsafeMutablePointer<GifFileType>?, UnsafePointer<GifByteType>?, Int32
        ) -> Int32 = { file, bytes, count in
            guard let user = file?.pointee.UserData, let bytes else { return 0 }
            let sink = Unmanaged<Sink>.fromOpaque(user).takeUnretainedValue()
            sink.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
            return count
        }

    func takeBytes() -> [UInt8] {
        defer { sink.bytes = [] }
        return sink.bytes
    }

    /// The block that Netscape introduced and everybody understands.
    private func repeatWithoutEnd() throws(AnimationError) {
        try check(EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE))
        try check(EGifPutExtensionBlock(file, 11, Array("NETSCAPE2.0".utf8)))
        try check(EGifPutExtensionBlock(file, 3, [1, 0, 0] as [UInt8]))
        try check(EGifPutExtensionTrailer(file))
    }

    func add(_ pixels: [UInt8], _ rect: PixelRect, delay: Int, transparent: UInt8) throws(AnimationError) {
        var control = GraphicsControlBlock(
            DisposalMode: DISPOSE_DO_NOT, UserInputFlag: false, DelayTime: Int32(delay),
            TransparentColor: Int32(transparent))
        var extra = [UInt8](repeating: 0, count: 4)
        let count = EGifGCBToExtension(&control, &extra)
        try check(EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, Int32(count), extra))
        let (left, top) = (Int32(rect.minX), Int32(rect.minY))
        try check(
            EGifPutImageDesc(file, left, top, Int32(rect.size.width), Int32(rect.size.height), false, nil))
        var pixels = pixels
        let width = rect.size.width
        for row in 0..<rect.size.height {
            let result = pixels.withUnsafeMutableBufferPointer { all in
                EGifPutLine(file, all.baseAddress.map { $0 + row * width }, Int32(width))
            }
            try check(result)
        }
    }

    /// Again and again without harm.
    func close() throws(AnimationError) {
        guard let open = file else { return }
        file = nil
        var error: Int32 = 0
        guard EGifCloseFile(open, &error) == GIF_OK else { throw Self.failure(error) }
    }

    private func check(_ result: Int32) throws(AnimationError) {
        guard result == GIF_OK else { throw Self.failure(file?.pointee.Error ?? 0) }
    }

    private static func failure(_ error: Int32) -> AnimationError {
        let detail = GifErrorString(error).map { " (giflib: \(String(cString: $0)))" } ?? ""
        return .encoder("the frame cannot be written as GIF" + detail)
    }
}
