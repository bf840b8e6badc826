import Events

/// A part of a decoded base frame without the pixels that overlays hide, packed to three bytes a pixel where all alphas are 255, as
/// they usually are.
struct BasePart: Sendable {
    /// Where it lies in the base frame.
    let rect: PixelRect
    /// Whose pixels are left out; inside `rect`, or empty.
    let hidden: PixelRect
    private let bytes: [UInt8]
    private let isOpaque: Bool

    var byteCount: Int { bytes.count }

    /// - Parameters:
    ///   - rect: inside the picture.
    ///   - hidden: pixels that nobody will see.
    init(of picture: Picture, in rect: PixelRect, without hidden: PixelRect) {
        self.rect = rect
        self.hidden = hidden.intersection(rect)
        let part = picture.cropped(to: rect)
        isOpaque = part.isOpaque
        let rows = Rows(rect: rect, hidden: self.hidden)
        let (isOpaque, pixelBytes) = (isOpaque, isOpaque ? 3 : 4)
        bytes = [UInt8](unsafeUninitializedCapacity: rows.count * pixelBytes) { output, count in
            part.bytes.withUnsafeBytes { source in
                for y in rect.minY..<rect.maxY {
                    rows.forEachRun(y, from: rect.minX, to: rect.maxX) { run in
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
    func serves(_ need: PixelRect, hiding: PixelRect) -> Bool {
        let missing = hidden.intersection(need)
        return rect.intersection(need) == need && hiding.intersection(missing) == missing
    }

    /// Writes the RGBA pixels of `wanted`, which lies inside the part, row by row; those that are left out stay as they are.
    func copy(_ wanted: PixelRect, to target: UnsafeMutableRawBufferPointer) {
        let pixelBytes = isOpaque ? 3 : 4
        let rows = Rows(rect: rect, hidden: hidden)
        bytes.withUnsafeBytes { source in
            for y in wanted.minY..<wanted.maxY {
                rows.forEachRun(y, from: wanted.minX, to: wanted.maxX) { run in
                    let from = rows.place(x: run.lowerBound, y: y) * pixelBytes
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
    let hidden: PixelRect

    var count: Int { rect.size.count - hidden.size.count }

    /// What is kept of a row's columns: those before and those behind what is hidden.
    @inline(__always)
    func forEachRun(_ y: Int, from start: Int, to end: Int, _ body: (Range<Int>) -> Void) {
        guard hidden.minY..<hidden.maxY ~= y else { return body(start..<end) }
        let left = min(max(hidden.minX, start), end)
        let right = min(max(hidden.maxX, start), end)
        if start < left { body(start..<left) }
        if right < end { body(right..<end) }
    }

    /// How many kept pixels come before the one at (x, y), which is kept.
    func place(x: Int, y: Int) -> Int {
        let rowsAbove = min(max(y - hidden.minY, 0), hidden.size.height)
        let isBehind = hidden.minY..<hidden.maxY ~= y && x >= hidden.maxX
        let hiddenBefore = rowsAbove * hidden.size.width + (isBehind ? hidden.size.width : 0)
        return (y - rect.minY) * rect.size.width + x - rect.minX - hiddenBefore
    }
}
