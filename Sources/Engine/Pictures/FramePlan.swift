import Events

/// What is on screen: a base frame and at most one overlay, all by reference.
package struct Composite: Hashable, Sendable {
    package var clip: ClipName
    package var baseIndex: Int
    /// The encoded base frame.
    package var base: Payload
    package var overlay: PlacedOverlay?

    package init(clip: ClipName, baseIndex: Int, base: Payload, overlay: PlacedOverlay? = nil) {
        (self.clip, self.baseIndex, self.base, self.overlay) = (clip, baseIndex, base, overlay)
    }
}

/// An overlay and its position on its base frame.
package struct PlacedOverlay: Hashable, Sendable {
    package var key: PictureKey
    package var picture: Payload
    package var placement: OverlayPlacement
    /// Whether it may belong to an older message.
    package var isGuess = false

    package init(key: PictureKey, picture: Payload, placement: OverlayPlacement, isGuess: Bool = false) {
        (self.key, self.picture, self.placement, self.isGuess) = (key, picture, placement, isGuess)
    }
}

/// The position of an overlay, in pixels of the decoded base frame (specification 1.9).
package enum OverlayPlacement: Hashable, Sendable {
    /// Scaled into this rectangle (rule 1).
    case rectangle(PixelRect)
    /// At this point, in its own size (rules 2 and 3).
    case topLeft(PixelPoint)
    /// No position was given: at (0, 0), flagged (rule 4).
    case unplaced

    /// The destination of a picture of `size` pixels.
    package func destination(of size: PixelSize) -> PixelRect {
        switch self {
        case .rectangle(let rectangle): rectangle
        case .topLeft(let point): PixelRect(origin: point, size: size)
        case .unplaced: PixelRect(origin: .zero, size: size)
        }
    }
}

extension OverlayPlacement {
    /// The position of a frame's overlay: its own rectangle, its chunk's position, or its own position; otherwise
    /// unplaced (specification 3.3).
    init(of frame: OverlayFrame, in chunk: Chunk) {
        if let rectangle = frame.destination {
            self = .rectangle(rectangle)
        } else {
            self = (chunk.zone ?? frame.zone).map { .topLeft($0) } ?? .unplaced
        }
    }
}

/// What one frame shows and why; a view of the engine's state.
package struct FramePlan: Hashable, Sendable {
    /// `nil` until the first base frame has arrived.
    package var composite: Composite?
    /// The last line of the frame log.
    package var record: FrameRecord?
}
