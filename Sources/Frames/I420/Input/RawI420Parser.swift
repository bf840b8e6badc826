import Events

/// Frames of a stream of nothing but planes: one frame directly behind the other (picture-in-picture 5.8).
package struct RawI420Parser: I420Parsing {
    private var reader: I420FrameReader
    private var hasBegun = false

    /// - Parameters:
    ///   - size: in pixels; nothing in the stream tells it.
    ///   - rate: frames a second.
    /// - Throws: for a size that no frame may have.
    package init(size: PixelSize, rate: Ratio = .usualRate, _ pool: I420Pool) throws(I420StreamError) {
        guard let layout = I420Layout(size) else {
            throw I420StreamError(
                at: .option("size of raw I420"), expected: I420Layout.expected, found: "\(size.width)x\(size.height)")
        }
        // Full is what the original clients take frames for that say nothing.
        reader = I420FrameReader(I420StreamFormat(layout: layout, rate: rate, range: .full), pool)
    }

    package mutating func next(_ bytes: inout ArraySlice<UInt8>) throws(I420StreamError) -> I420StreamEvent? {
        guard hasBegun else {
            hasBegun = true
            return .began(reader.format)
        }
        return reader.next(&bytes)
    }

    package mutating func end() throws(I420StreamError) -> Int { reader.count }
}

extension I420Layout {
    /// In words, for errors.
    static var expected: String {
        let sides = Limits.videoSides
        return "sides of \(sides.lowerBound) to \(sides.upperBound) and at most \(mostPixels) pixels"
    }
}
