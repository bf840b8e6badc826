import Events

/// How often colors occur, 32 steps a channel, with the exact mean of each step.
package struct ColorHistogram: Sendable {
    /// Sums of red, green and blue, and the number of pixels.
    struct Bin: Sendable {
        var red: Int64 = 0
        var green: Int64 = 0
        var blue: Int64 = 0
        var count: Int64 = 0
    }

    private(set) var bins = [Bin](repeating: Bin(), count: 1 << 15)

    package init() {}

    /// Counts the pixels over black. At most about 2^40 of them altogether stay within the sums.
    package mutating func add(_ picture: Picture) {
        let image = picture.fitted(into: picture.size)
        bins.withUnsafeMutableBufferPointer { bins in
            for pixel in stride(from: 0, to: image.bytes.count, by: 4) {
                let (red, green, blue) = (image.bytes[pixel], image.bytes[pixel + 1], image.bytes[pixel + 2])
                let place = Int(red >> 3) << 10 | Int(green >> 3) << 5 | Int(blue >> 3)
                bins[place].red += Int64(red)
                bins[place].green += Int64(green)
                bins[place].blue += Int64(blue)
                bins[place].count += 1
            }
        }
    }
}
