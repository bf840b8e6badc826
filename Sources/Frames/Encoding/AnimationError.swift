import Events

/// Why pictures cannot become an animation.
package enum AnimationError: ReasonedError, Hashable {
    /// A side of 0, or one that the format cannot say.
    case badSize(PixelSize, limit: Int)
    /// Another size than the animation's.
    case otherSize(PixelSize, expected: PixelSize)
    /// The encoder's own word.
    case encoder(String)
    /// The format counts its bytes with 32 bits.
    case tooLong

    /// One line, without control characters.
    package var reason: String {
        switch self {
        case .badSize(let size, let limit): "\(size.width)x\(size.height) pixels: expected sides of 1 to \(limit)"
        case .otherSize(let size, let expected):
            "a picture of \(size.width)x\(size.height) pixels, expected \(expected.width)x\(expected.height)"
        case .encoder(let reason): reason
        case .tooLong: "larger than the format's limit of 4 GB; export fewer or smaller frames"
        }
    }
}
