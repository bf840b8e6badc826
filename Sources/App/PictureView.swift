import Frames

/// What of a frame is drawn (key `v`).
package enum PictureView: String, CaseIterable, Sendable {
    case composite, base, overlay, difference

    var next: PictureView {
        let all = Self.allCases
        return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }
}

/// How the picture is to be drawn.
struct DrawingWish: Hashable, Sendable {
    var area: PictureArea
    var background: Colour
    var view = PictureView.composite
    /// Outlines the overlay, and the zone's corner.
    var isOutlined = false
}
