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

/// An overlay and where it lies on its base frame.
package struct PlacedOverlay: Hashable, Sendable {
    package var key: PictureKey
    package var picture: Payload
    package var placement: OverlayPlacement
    /// It may be of an older message.
    package var isGuess = false

    package init(key: PictureKey, picture: Payload, placement: OverlayPlacement, isGuess: Bool = false) {
        (self.key, self.picture, self.placement, self.isGuess) = (key, picture, placement, isGuess)
    }
}

/// Where an overlay lies, in pixels of the base frame as decoded (specification 1.9).
package enum OverlayPlacement: Hashable, Sendable {
    /// Scaled into this rectangle (rule 1).
    case rectangle(PixelRect)
    /// At this point with its own size (rules 2 and 3).
    case topLeft(PixelPoint)
    /// Nothing said where: at (0, 0), flagged (rule 4).
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

/// The content name of an overlay picture: equal keys are the same picture (specification 2.5).
package struct PictureKey: Hashable, Comparable, Sendable {
    package let rawValue: String

    package init(_ rawValue: String) { self.rawValue = rawValue }
    package static func < (a: PictureKey, b: PictureKey) -> Bool { a.rawValue < b.rawValue }
}
