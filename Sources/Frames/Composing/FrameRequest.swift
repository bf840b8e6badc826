import Events

/// What one shown frame consists of.
package struct FrameRequest: Hashable, Sendable {
    /// Name of the base frame's encoded bytes.
    package var base: ContentHash
    /// First one lowest.
    package var overlays: [Overlay]
    package var area: PictureArea
    /// Shines through where the base frame is not opaque.
    package var background: Color

    package init(
        base: ContentHash, overlays: [Overlay] = [], area: PictureArea, background: Color = .black
    ) {
        self.base = base
        self.overlays = overlays
        self.area = area
        self.background = background
    }
}

/// The pixels of one frame, ready to become cells.
package struct ComposedFrame: Hashable, Sendable {
    /// As large as `placement.target`.
    package var image: PixelImage
    package var placement: Placement
    /// Size of the base frame as decoded.
    package var baseSize: PixelSize

    /// Where a rectangle of base-frame pixels shows in the image, grown to whole pixels; empty when it does not.
    package func imageRect(of rect: PixelRect) -> PixelRect { placement.scaler?.targetRect(over: rect) ?? .zero }
}
