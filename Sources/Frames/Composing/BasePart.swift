import Events

/// A part of a decoded base frame without the pixels that overlays hide, packed to three bytes a pixel where all alphas are 255, as
/// they usually are.
struct BasePart: Sendable {
    /// Where it lies in the base frame.
    let rect: PixelRect
    /// Which pixels are left out, where they lie inside `rect`.
    let hidden: HiddenPixels
    private let bytes: [UInt8]
    private let isOpaque: Bool

    var byteCount: Int { bytes.count }

    /// - Parameters:
    ///   - rect: inside the picture.
    ///   - hidden: pixels that nobody will see.
    init(of picture: Picture, in rect: PixelRect, without hidden: HiddenPixels) {
        self.rect = rect
        self.hidden = hidden
        let part = picture.cropped(to: rect)
        isOpaque = part.isOpaque
        let (isOpaque, pixelBytes) = (isOpaque, isOpaque ? 3 : 4)
        let rows = Rows(rect: rect, hidden: hidden)
        bytes = [UInt8](unsafeUninitializedCapacity: rows.count * pixelBytes) { output, count in
            part.bytes.withUnsafeBytes { source in
                for y in rect.minY..<rect.maxY {
                    rows.forEachRun(y) { run in
                        let start = ((y - rect.minY) * rect.size.width + run.lowerBound - rect.minX) * 4
                        let line = UnsafeRawBufferPointer(rebasing: source[start..<start + run.count * 4])
                        let target = UnsafeMutableRawBufferPointer(
                            rebasing: UnsafeMutableRawBufferPointer(output)[count..<count + run.count * pixelBytes])
                        if isOpaque { Self.pack(line, to: target) } else { target.copyMemory(from: line) }
                        count += run.count * pixelBytes
                    }
                }
            }
        }
    }

    /// Whether it has what a frame needs that shows the pixels of `need` but for those of `hiding`.
    func serves(_ need: PixelRect, hiding: HiddenPixels) -> Bool {
        rect.intersection(need) == need && hidden.areHidden(below: hiding, in: need)
    }

    /// Writes the RGBA pixels of `wanted`, which lies inside the part, row by row; those that are left out stay as they are.
    func copy(_ wanted: PixelRect, to target: UnsafeMutableRawBufferPointer) {
        let pixelBytes = isOpaque ? 3 : 4
        let rows = Rows(rect: rect, hidden: hidden)
        bytes.withUnsafeBytes { source in
            var place = 0
            for y in rect.minY..<wanted.maxY {
                rows.forEachRun(y) { kept in
                    defer { place += kept.count }
                    let run = kept.clamped(to: wanted.minX..<wanted.maxX)
                    guard y >= wanted.minY, !run.isEmpty else { return }
                    let from = (place + run.lowerBound - kept.lowerBound) * pixelBytes
                    let to = ((y - wanted.minY) * wanted.size.width + run.lowerBound - wanted.minX) * 4
                    let line = UnsafeRawBufferPointer(rebasing: source[from..<from + run.count * pixelBytes])
                    let output = UnsafeMutableRawBufferPointer(rebasing: target[to..<to + run.count * 4])
                    if isOpaque { Self.unpack(line, to: output) } else { output.copyMemory(from: line) }
                }
            }
        }
    }

    private static func pack(_ rgba: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer) {
        for pixel in 0..<rgba.count / 4 {
            output[pixel * 3] = rgba[pixel * 4]
            output[pixel * 3 + 1] = rgba[pixel * 4 + 1]
            output[pixel * 3 + 2] = rgba[pixel * 4 + 2]
        }
    }

    private static func unpack(_ rgb: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer) {
        for pixel in 0..<output.count / 4 {
            let (red, green, blue) = (rgb[pixel * 3], rgb[pixel * 3 + 1], rgb[pixel * 3 + 2])
            let value = UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 255 << 24
            output.storeBytes(of: value.littleEndian, toByteOffset: pixel * 4, as: UInt32.self)
        }
    }
}

/// The order of a part's pixels: row by row, without those that are hidden.
private struct Rows {
    let rect: PixelRect
    let hidden: HiddenPixels

    var count: Int {
        var count = 0
        for y in rect.minY..<rect.maxY { forEachRun(y) { count += $0.count } }
        return count
    }

    /// What is kept of a row's columns: those before and those behind what is hidden.
    @inline(__always)
    func forEachRun(_ y: Int, _ body: (Range<Int>) -> Void) {
        let columns = rect.minX..<rect.maxX
        let gap = hidden.run(y).clamped(to: columns)
        guard !gap.isEmpty else { return body(columns) }
        if columns.lowerBound < gap.lowerBound { body(columns.lowerBound..<gap.lowerBound) }
        if gap.upperBound < columns.upperBound { body(gap.upperBound..<columns.upperBound) }
    }
}
