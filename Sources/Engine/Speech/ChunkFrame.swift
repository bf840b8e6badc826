import Events

/// One overlay frame at its position. `key` is `nil` until its picture has arrived, and again if the picture arrived
/// too late.
struct ChunkFrame: Hashable, Sendable {
    var frame: OverlayFrame
    /// What is known of the picture.
    var picture: PictureKnowledge
    var arrived: Instant?
    /// Whether this is a hole: only its position is known.
    var isUnknown: Bool
    var key: PictureKey? { if case .named(let key) = picture { key } else { nil } }
    var standing = Standing.own
    /// `nil` if no batch brought its picture.
    var source: Source?

    /// The batch that brought a picture.
    struct Source: Hashable, Sendable {
        /// Its number; `nil` for a single frame that arrived by itself.
        var batch: Int?
        /// Frames in it.
        var frames: Int
        var arrived: Instant

        /// Which of two batches with different pictures for one position belongs to the chunk: the far larger one,
        /// because leftovers of an older message arrive in pieces.
        /// - Returns: `nil` if this cannot be decided.
        func isChunks(rather other: Source) -> Bool? {
            frames >= 2 * other.frames ? true : other.frames >= 2 * frames ? false : nil
        }

        var words: String {
            let name = batch.map { "batch \($0 &+ 1)" } ?? "a single frame"
            return "\(name) at \((arrived - .zero).hundredths) s"
        }
    }

    /// How certain it is that the frame belongs at its position.
    enum Standing: Hashable, Sendable {
        case own
        /// The picture arrived before any description. The frame itself replaces it.
        case ahead
        /// It may belong to an older message. Anything from its own message replaces it (specification 3.10).
        case guess
    }

    enum PictureKnowledge: Hashable, Sendable {
        /// Announced, not received yet.
        case expected
        case named(PictureKey)
        /// Received without a picture, or given up.
        case absent
    }

    static func hole(section: Int, sequence: Int) -> ChunkFrame {
        ChunkFrame(
            frame: OverlayFrame(section: section, sequence: sequence), picture: .expected, arrived: nil, isUnknown: true
        )
    }
}
