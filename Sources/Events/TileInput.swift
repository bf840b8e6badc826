/// What the tile hears from its own side: the screen, the user, and what came of pictures and streams that it asked for
/// (picture-in-picture 10).
package enum TileInput: Hashable, Sendable {
    case stage(StageVisibility)
    case window(TileWindow)
    /// What the user chose; the rest stays as it is.
    case settings([TileSetting])
    /// What came of a member's picture; a reason where it could not be had.
    case image(CallImage, failure: String?)
    /// What came of a source.
    case source(SourceIdentity, SourceOutcome)
    /// The first frame of a pipe or a file has come since it was attached.
    case firstFrame(SourceIdentity)
    /// What came of a frame that a script gave.
    case frameDecoded(SourceIdentity, Payload, PixelSize)
    case frameFailed(SourceIdentity, Payload, reason: String)
    /// The program stands still, and goes on (picture-in-picture 6.3).
    case suspended
    case continued

    /// What cannot be had, and why; `nil` where nothing was wanted, or it is there.
    package var failure: String? {
        switch self {
        case .image(let image, let failure?):
            // Who was asked says for what.
            failure.contains(image.words) ? failure : "\(image.words): \(failure)"
        case .source(let source, .failed(let reason)): "source \(source.words): \(reason)"
        case .frameFailed(let source, _, let reason): "a frame of \(source.words): \(reason)"
        default: nil
        }
    }
}

/// A stream of frames, by its name in the call and by what tells it from an earlier one of that name.
package struct SourceIdentity: Hashable, Sendable {
    package let name: String
    package var instance = 0

    package init(name: String, instance: Int = 0) { (self.name, self.instance) = (name, instance) }

    /// For people.
    package var words: String { instance == 0 ? name : "\(name), instance \(instance)" }
}

package enum SourceOutcome: Hashable, Sendable {
    /// - pixelAspect: how many times as wide as high its pixels are.
    case opened(PixelSize, pixelAspect: Double)
    case failed(reason: String)
    case ended
    /// As well as its frames come: 0 where nobody can say, to 3.
    case delivered(level: Int)
}

/// Whether the place where a call is normally seen can be seen (picture-in-picture 6.1).
package enum StageVisibility: String, CaseIterable, Hashable, Sendable { case visible, covered, none }

/// Where a tile may lie.
package struct TileWindow: Hashable, Sendable {
    /// Without rows that are never free, such as the status line.
    package var area: CellSize
    /// Rows of it that are somebody else's for now, such as captions.
    package var band: Range<Int>?
    /// How wide a pixel of half a cell is, by its height.
    package var pixelAspect: Double

    package init(area: CellSize, band: Range<Int>? = nil, pixelAspect: Double = 1) {
        (self.area, self.band, self.pixelAspect) = (area, band, pixelAspect)
    }
}

package enum TileSetting: Hashable, Sendable {
    case mode(TileMode)
    case corner(TileCorner)
    case size(TileSize)
    case policy(TilePolicy)
    /// The local member is shown where nobody else is.
    case includesLocal(Bool)
}

/// When there is a tile.
package enum TileMode: String, CaseIterable, Hashable, Sendable {
    /// While the stage is covered.
    case auto
    /// Over the stage, too.
    case always
    case off
}

package enum TileSize: String, CaseIterable, Hashable, Sendable {
    case small = "S"
    case medium = "M"
    case large = "L"
}

package enum TileCorner: String, CaseIterable, Hashable, Sendable {
    case topRight = "top-right"
    case bottomRight = "bottom-right"
    case bottomLeft = "bottom-left"
    case topLeft = "top-left"
}

/// Whose shape the tile has.
package enum TilePolicy: Hashable, Sendable {
    /// That of the shown source.
    case adaptive
    /// Nothing but the policy changes it.
    case fixed(PixelSize)
}
