/// What a stream of frames says of all of them, before the first one.
package struct I420StreamFormat: Hashable, Sendable {
    package let layout: I420Layout
    /// Frames a second.
    package let rate: Ratio
    /// Width to height of one pixel.
    package let aspect: Ratio
    /// As the stream says, or what is usual for its kind: limited for Y4M, full for raw I420 (picture-in-picture 5.6).
    package let range: ColorRange
    /// Frames come with Y alone, and are gray.
    package let isMono: Bool
    /// What is to be told of it, once.
    package let warning: Warning?

    package enum Warning: Hashable, Sendable {
        /// Of half frames, in the header's word for their order; played as if of whole ones.
        case interlaced(String)

        package var text: String {
            switch self {
            case .interlaced(let order): "interlaced video (I\(order)) is played as progressive"
            }
        }
    }

    package init(
        layout: I420Layout, rate: Ratio = .usualRate, aspect: Ratio = .one, range: ColorRange, isMono: Bool = false,
        warning: Warning? = nil
    ) {
        self.layout = layout
        self.rate = rate
        self.aspect = aspect
        self.range = range
        self.isMono = isMono
        self.warning = warning
    }

    /// Whether a frame of another format takes its place: as large, as long, and of the same planes.
    package func fits(_ other: I420StreamFormat) -> Bool {
        layout == other.layout && rate == other.rate && isMono == other.isMono
    }

    /// What `fits` compares, for people.
    package var words: String {
        "\(layout.size.width)x\(layout.size.height)\(isMono ? " gray" : ""), \(rate.numerator):\(rate.denominator) frames a second"
    }

    /// Bytes of a frame's planes in the stream.
    package var bytesInStream: Int { isMono ? layout.size.count : layout.byteCount }
}
