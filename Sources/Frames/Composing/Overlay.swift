import Events

/// A picture to be drawn over a base frame, in the base frame's pixels.
package struct Overlay: Hashable, Sendable {
    package let picture: Picture
    /// Where it goes; a size other than the picture's scales it. May lie outside of the base frame in part or wholly.
    package let destination: PixelRect

    /// Numbers of a destination come from outside: sides are cut at `AreaScaler.longestSide` and corners at a million pixels either way,
    /// far outside of any base frame that `Limits.pictureSide` lets in.
    package init(_ picture: Picture, destination: PixelRect) {
        let corners = -1_000_000...1_000_000
        self.picture = picture
        self.destination = PixelRect(
            x: destination.origin.x.clamped(to: corners),
            y: destination.origin.y.clamped(to: corners),
            width: destination.size.width.clamped(to: 0...AreaScaler.longestSide),
            height: destination.size.height.clamped(to: 0...AreaScaler.longestSide))
    }

    /// At its own size.
    package init(_ picture: Picture, at point: PixelPoint) {
        self.init(picture, destination: PixelRect(origin: point, size: picture.size))
    }

    /// Where nothing below it shows through; empty when that is not known at a glance.
    var hidden: HiddenPixels {
        guard picture.isOpaque, picture.size == destination.size else { return .none }
        return HiddenPixels(belowPictureOf: picture.size, at: destination.origin)
    }

    /// The part of `canvas` that it draws on; empty when there is nothing to draw.
    func footprint(on canvas: PixelRect) -> PixelRect {
        picture.size.isEmpty || destination.isEmpty ? .zero : destination.intersection(canvas)
    }
}
