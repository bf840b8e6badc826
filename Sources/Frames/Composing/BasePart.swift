import Events

/// A part of a decoded base frame, packed to three bytes a pixel where all alphas are 255, as they usually are.
struct BasePart: Sendable {
    /// Where it lies in the base frame.
    let rect: PixelRect
    private let bytes: [UInt8]
    private let isOpaque: Bool

    var byteCount: Int { bytes.count }
    private var pixelBytes: Int { isOpaque ? 3 : 4 }

    /// - Parameter rect: inside the picture.
    init(of picture: Picture, in rect: PixelRect) {
        self.rect = rect
        let part = picture.cropped(to: rect)
        isOpaque = part.isOpaque
        bytes = part.isOpaque ? Self.packed(part.bytes) : part.bytes
    }

    /// Writes the RGBA pixels of `wanted`, which lies inside the part, row by row.
    func copy(_ wanted: PixelRect, to target: UnsafeMutableRawBufferPointer) {
        let row = wanted.size.width * 4
        let stride = rect.size.width * pixelBytes
        let start = (wanted.minY - rect.minY) * stride + (wanted.minX - rect.minX) * pixelBytes
        bytes.withUnsafeBytes { source in
            for y in 0..<wanted.size.height {
                let from = start + y * stride
                let line = UnsafeRawBufferPointer(rebasing: source[from..<from + wanted.size.width * pixelBytes])
                let output = UnsafeMutableRawBufferPointer(rebasing: target[y * row..<(y + 1) * row])
                if isOpaque { Self.unpack(line, to: output) } else { output.copyMemory(from: line) }
            }
        }
    }

    private static func packed(_ rgba: [UInt8]) -> [UInt8] {
        let pixels = rgba.count / 4
        return [UInt8](unsafeUninitializedCapacity: pixels * 3) { output, count in
            rgba.withUnsafeBytes { source in
                for pixel in 0..<pixels {
                    output[pixel * 3] = source[pixel * 4]
                    output[pixel * 3 + 1] = source[pixel * 4 + 1]
                    output[pixel * 3 + 2] = source[pixel * 4 + 2]
                }
            }
            count = pixels * 3
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
