import Engine
import Events
import Frames

/// What of a frame is drawn (key `v`).
package enum PictureView: String, CaseIterable, Sendable {
    case composite, base, overlay, outline
    /// From the frame shown before, amplified.
    case difference
    /// The drawn base frame from the demanded one, amplified; black when they are the same.
    case demanded
    /// With the frames shown before it.
    case onion

    /// What `cameo export` can show.
    package static let exported: [PictureView] = [.composite, .base, .overlay, .outline, .difference]

    /// Differences are shown this many times as strong: most are too small for the eye.
    static let differenceGain = 8
    /// Of the overlay's rectangle.
    static let outlineColour = Colour(64, 255, 96)

    var next: PictureView { moved(by: 1) }
    var previous: PictureView { moved(by: -1) }

    private func moved(by steps: Int) -> PictureView {
        let all = Self.allCases
        return all[((all.firstIndex(of: self) ?? 0) + steps + all.count) % all.count]
    }

    /// How many frames before the shown one are drawn with it.
    func framesBefore(onion: Int) -> Int {
        switch self {
        case .difference: 1
        case .onion: onion
        case .composite, .base, .overlay, .outline, .demanded: 0
        }
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

/// What is drawn, and what some views need besides.
struct DrawnFrame: Hashable, Sendable {
    var composite: Composite?
    /// What was shown before it, the last one first.
    var before: [Composite] = []
    /// The base frame that was demanded, when it is known.
    var demanded: Payload?
    var mode: ModeName?
    /// Not at the edge: pictures are looked up by their bytes, since a name may have meant something else then.
    var isPast = false
}
