import Events

/// Where the pictures of views come from: for the screen in its size, for files in the size of the source.
package protocol ViewPictures {
    associatedtype Image: ViewImage

    /// - Parameter isPast: pictures are looked up by their bytes, since a name may have meant something else then.
    mutating func compose(_ composite: Composite, withOverlay: Bool, isPast: Bool) throws(PictureError) -> Image
    /// `nil` where there is none, and when it is no picture: the frame was drawn without it.
    mutating func overlay(of composite: Composite, isPast: Bool) -> Overlay?
    /// An overlay by itself, where it lies on a frame; all transparent without one.
    func alone(_ overlay: Overlay?, on frame: Image) -> Image
}

/// A picture that can be drawn on and compared.
package protocol ViewImage {
    /// With the border of a rectangle of the source drawn over it.
    func outlined(_ rect: PixelRect, _ color: Color) -> Self
    /// How far each channel is from the other's, times `gain`, at most 255. `nil` when the sizes differ.
    func difference(from other: Self, gain: Int) -> Self?
    /// As an onion skin: half of each pixel is its own, the rest is shared by the others alike. Those of another size are
    /// left out.
    func underlaid(with others: [Self]) -> Self
}

extension PictureView {
    /// What a view shows of a frame, on screen and in files; `nil` when there was no picture, or what the view shows never came.
    /// - Parameter isOutlined: with the overlay's edges, whatever the view.
    /// - Throws: why its base frame is no picture.
    package func image<Pictures: ViewPictures>(
        of drawn: DrawnFrame, from pictures: inout Pictures, isOutlined: Bool = false
    ) throws(PictureError) -> Pictures.Image? {
        guard let composite = source(of: drawn) else { return nil }
        let image = try image(of: composite, drawn, &pictures)
        guard isOutlined || self == .outline, let overlay = pictures.overlay(of: composite, isPast: drawn.isPast) else {
            return image
        }
        return Self.outlines(of: overlay).reduce(image) { $0.outlined($1.rect, $1.color) }
    }

    private func image<Pictures: ViewPictures>(
        of composite: Composite, _ drawn: DrawnFrame, _ pictures: inout Pictures
    ) throws(PictureError) -> Pictures.Image {
        let withOverlay = self != .base && self != .fromDemanded
        let frame = try pictures.compose(composite, withOverlay: withOverlay, isPast: drawn.isPast)
        switch self {
        case .composite, .base, .outline, .demanded: return frame
        case .overlay: return pictures.alone(pictures.overlay(of: composite, isPast: drawn.isPast), on: frame)
        case .difference:
            // The first frame of all differs from nothing by all that it is.
            guard let before = drawn.before.first,
                let other = try? pictures.compose(before, withOverlay: true, isPast: true)
            else { return frame }
            return frame.difference(from: other, gain: Self.differenceGain) ?? frame
        case .fromDemanded:
            guard let demanded = drawn.demanded else { return frame }
            var other = composite
            other.base = demanded
            guard let wanted = try? pictures.compose(other, withOverlay: false, isPast: true) else { return frame }
            return frame.difference(from: wanted, gain: Self.differenceGain) ?? frame
        case .onion:
            let others = drawn.before.compactMap { try? pictures.compose($0, withOverlay: true, isPast: true) }
            return frame.underlaid(with: others)
        }
    }
}
