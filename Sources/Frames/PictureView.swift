import Events

/// What of a frame is drawn (key `v`).
package enum PictureView: String, CaseIterable, Sendable {
    case composite, base, overlay, outline
    /// From the frame shown before, amplified.
    case difference
    /// What was demanded; for a seam the base frame that the overlay fits.
    case demanded
    /// The drawn base frame from that one, amplified; black when they are the same.
    case fromDemanded = "from-demanded"
    /// With the frames shown before it.
    case onion

    /// In few words, for the help.
    package var meaning: String {
        switch self {
        case .composite: "as it was shown"
        case .base: "without overlay"
        case .overlay: "alone"
        case .outline: "overlay's edges"
        case .difference: "to previous frame"
        case .demanded: "demanded frame"
        case .fromDemanded: "to demanded base"
        case .onion: "with earlier frames"
        }
    }

    /// Name and meaning.
    package var words: String { "\(rawValue): \(meaning)" }

    /// Differences are shown this many times as strong: most are too small for the eye.
    package static let differenceGain = 8
    /// Frames below the shown one in an onion skin.
    package static let onionFrames = 1...9
    package static let usualOnion = 3

    /// The overlay's rectangle in green, the disc's square inside which it is fully opaque in yellow.
    package static func outlines(of overlay: Overlay) -> [(rect: PixelRect, color: Color)] {
        let rect = overlay.destination
        let side = min(rect.size.width, rect.size.height) * 4 / 5
        let inner = PixelRect(
            x: rect.minX + (rect.size.width - side) / 2, y: rect.minY + (rect.size.height - side) / 2, width: side,
            height: side)
        return [(rect, Color(64, 255, 96)), (inner, Color(255, 220, 64))]
    }

    package var next: PictureView { moved(by: 1) }
    package var previous: PictureView { moved(by: -1) }

    private func moved(by steps: Int) -> PictureView {
        let all = Self.allCases
        return all[((all.firstIndex(of: self) ?? 0) + steps + all.count) % all.count]
    }

    /// How many frames before the shown one are drawn with it.
    package func framesBefore(onion: Int) -> Int {
        switch self {
        case .difference: 1
        case .onion: onion
        case .composite, .base, .overlay, .outline, .demanded, .fromDemanded: 0
        }
    }
}

extension PictureView {
    /// Whether it shows the base frame that was demanded.
    package var needsDemanded: Bool { self == .demanded || self == .fromDemanded }

    /// What a view is made of: the frame as it was drawn, or as it was demanded; `nil` when that never came.
    package func source(of drawn: DrawnFrame) -> Composite? {
        guard self == .demanded else { return drawn.composite }
        guard var wanted = drawn.composite, let demanded = drawn.demanded else { return nil }
        wanted.base = demanded
        return wanted
    }
}
