import CGIF
import CWebP
import Events
import Frames

/// What another program's code reads out of an animation: the whole picture at each frame, and its duration.
struct ReadAnimation {
    var size = PixelSize.zero
    var frames: [(picture: Picture, duration: Int)] = []

    /// Lays a frame over what is there.
    private mutating func lay(_ pixels: [UInt8], _ rect: PixelRect, isBlended: Bool, duration: Int) {
        var bytes = frames.last?.picture.bytes ?? [UInt8](repeating: 0, count: size.count * 4)
        for y in 0..<rect.size.height {
            for x in 0..<rect.size.width {
                let from = (y * rect.size.width + x) * 4
                let to = ((rect.minY + y) * size.width + rect.minX + x) * 4
                if isBlended && pixels[from + 3] == 0 { continue }
                for channel in 0..<4 { bytes[to + channel] = pixels[from + channel] }
            }
        }
        frames.append((Picture(size: size, bytes: bytes), duration))
    }

    // MARK: WebP, by libwebpmux and libwebp

    init?(webP file: [UInt8]) {
        guard let mux = muxed(file) else { return nil }
        defer { WebPMuxDelete(mux) }
        var (width, height, flags): (Int32, Int32, UInt32) = (0, 0, 0)
        guard WebPMuxGetCanvasSize(mux, &width, &height) == WEBP_MUX_OK, WebPMuxGetFeatures(mux, &flags) == WEBP_MUX_OK,
            flags & ANIMATION_FLAG.rawValue != 0
        else { return nil }
        size = PixelSize(width: Int(width), height: Int(height))
        var number: UInt32 = 1
        var info = WebPMuxFrameInfo()
        while WebPMuxGetFrame(mux, number, &info) == WEBP_MUX_OK {
            defer { WebPDataClear(&info.bitstream) }
            var (width, height): (Int32, Int32) = (0, 0)
            guard let pixels = WebPDecodeRGBA(info.bitstream.bytes, info.bitstream.size, &width, &height) else {
                return nil
            }
            defer { WebPFree(pixels) }
            let rect = PixelRect(
                x: Int(info.x_offset), y: Int(info.y_offset), width: Int(width), height: Int(height))
            guard rect.maxX <= size.width, rect.maxY <= size.height else { return nil }
            lay(
                Array(UnsafeBufferPointer(start: pixels, count: rect.size.count * 4)), rect,
                isBlended: info.blend_method == WEBP_MUX_BLEND, duration: Int(info.duration))
            number += 1
        }
    }

    // MARK: GIF, by giflib's reader

    init?(gif file: [UInt8]) {
        var source = Source(bytes: file)
        var error: Int32 = 0
        let isRead = withUnsafeMutablePointer(to: &source) { source in
            guard let gif = DGifOpen(source, Source.receive, &error) else { return false }
            defer { DGifCloseFile(gif, &error) }
            guard DGifSlurp(gif) == GIF_OK else { return false }
            return receive(gif)
        }
        guard isRead else { return nil }
    }

    private struct Source {
        let bytes: [UInt8]
        var place = 0

        static let receive:
            @convention(c) (
                UnsafeMutablePointer<GifFileType>?, UnsafeMutablePointer<GifByteType>?, Int32
            ) -> Int32 = { file, target, count in
                guard let source = file?.pointee.UserData?.assumingMemoryBound(to: Source.self), let target else {
                    return 0
                }
                let bytes = source.pointee.bytes.dropFirst(source.pointee.place).prefix(Int(count))
                for (offset, byte) in bytes.enumerated() { target[offset] = byte }
                source.pointee.place += bytes.count
                return Int32(bytes.count)
            }
    }

    private mutating func receive(_ gif: UnsafeMutablePointer<GifFileType>) -> Bool {
        size = PixelSize(width: Int(gif.pointee.SWidth), height: Int(gif.pointee.SHeight))
        guard let colors = gif.pointee.SColorMap?.pointee.Colors else { return false }
        for number in 0..<Int(gif.pointee.ImageCount) {
            let image = gif.pointee.SavedImages[number]
            var control = GraphicsControlBlock()
            guard DGifSavedExtensionToGCB(gif, Int32(number), &control) == GIF_OK else { return false }
            let rect = PixelRect(
                x: Int(image.ImageDesc.Left), y: Int(image.ImageDesc.Top), width: Int(image.ImageDesc.Width),
                height: Int(image.ImageDesc.Height))
            guard rect.maxX <= size.width, rect.maxY <= size.height else { return false }
            let pixels = (0..<rect.size.count).flatMap { place -> [UInt8] in
                let index = image.RasterBits[place]
                if Int32(index) == control.TransparentColor { return [0, 0, 0, 0] }
                let color = colors[Int(index)]
                return [color.Red, color.Green, color.Blue, 255]
            }
            lay(pixels, rect, isBlended: true, duration: Int(control.DelayTime))
        }
        return true
    }
}

private func muxed(_ file: [UInt8]) -> OpaquePointer? {
    file.withUnsafeBufferPointer { bytes in
        var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
        return WebPMuxCreate(&data, 1)
    }
}
