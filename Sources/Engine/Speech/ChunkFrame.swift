import Events

/// One overlay frame in its place. `key` is `nil` as long as no picture of it has come, and from then on again when it has come too
/// late.
struct ChunkFrame: Hashable, Sendable {
    var frame: OverlayFrame
    /// Where the picture stands.
    var picture: PictureKnowledge
    var arrived: Instant?
    /// A hole: nothing but its place is known.
    var isUnknown: Bool
    var key: PictureKey? { if case .named(let key) = picture { key } else { nil } }
    var standing = Standing.own
    /// `nil` where no batch brought its picture.
    var source: Source?

    /// The batch that brought a picture.
    struct Source: Hashable, Sendable {
        /// Its number; `nil` for a single frame that came by itself.
        var batch: Int?
        /// Frames in it.
        var frames: Int
        var arrived: Instant

        /// Which of two batches with other pictures for the same place is the chunk's: by far the larger one, since what is left over of an
        /// older message comes in pieces.
        /// - Returns: `nil` where that cannot be told.
        func isChunks(rather other: Source) -> Bool? {
            frames >= 2 * other.frames ? true : other.frames >= 2 * frames ? false : nil
        }

        var words: String {
            let name = batch.map { "batch \($0 &+ 1)" } ?? "a single frame"
            return "\(name) at \((arrived - .zero).hundredths) s"
        }
    }

    /// How sure it is that the frame is what is meant for its place.
    enum Standing: Hashable, Sendable {
        case own
        /// Nobody has described it: its picture came ahead of it, and gives way to the frame itself.
        case ahead
        /// It may be of an older message, and gives way to whatever its message brings (specification 3.10).
        case guess
    }

    enum PictureKnowledge: Hashable, Sendable {
        /// Announced, not here yet.
        case expected
        case named(PictureKey)
        /// Came without a picture, or was abandoned.
        case absent
    }

    static func hole(section: Int, sequence: Int) -> ChunkFrame {
        ChunkFrame(
            frame: OverlayFrame(section: section, sequence: sequence), picture: .expected, arrived: nil, isUnknown: true
        )
    }
}
