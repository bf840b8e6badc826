import Checks
import Engine
import Events
import Frames
import Playback

/// How large exported pictures are. They are never enlarged.
package enum PictureScale: Equatable, Sendable {
    case full
    /// Of each side, above 0 and at most 1.
    case factor(Double)
    /// In pixels; the height follows.
    case width(Int)

    /// At least one pixel each way.
    func size(of picture: PixelSize) -> PixelSize {
        let factor: Double =
            switch self {
            case .full: 1
            case .factor(let factor): factor
            case .width(let width): Double(width) / Double(max(picture.width, 1))
            }
        guard factor > 0, factor < 1 else { return picture }
        return PixelSize(
            width: max(1, Int((Double(picture.width) * factor).rounded())),
            height: max(1, Int((Double(picture.height) * factor).rounded())))
    }
}

/// The pictures of frames as they are, at the source's resolution or scaled down with the area filter.
struct FullPictures {
    private let blobs: any BlobSource
    private let view: PictureView
    private let scale: PictureScale
    private var compositor = Compositor()
    /// Decoded last: while a picture is held, or idles on one base frame, it is wanted again.
    private var base: (hash: ContentHash, picture: Picture)?
    private var overlay: (hash: ContentHash, picture: Picture)?

    init(blobs: any BlobSource, view: PictureView = .composite, scale: PictureScale = .full) {
        self.blobs = blobs
        self.view = view
        self.scale = scale
    }

    /// The picture of a frame; `nil` when there was none on screen, or what the view shows never came.
    /// - Throws: why its base frame is no picture.
    mutating func picture(of frame: ChosenFrame) throws(PictureError) -> Picture? {
        guard let composite = frame.composite.flatMap({ view.source($0, demanded: frame.demanded) }) else { return nil }
        let full = try full(frame, composite)
        let size = scale.size(of: full.size)
        return size == full.size ? full : AreaScaler(from: full.bounds, to: size).scale(full)
    }

    private mutating func full(_ frame: ChosenFrame, _ composite: Composite) throws(PictureError) -> Picture {
        switch view {
        case .composite, .demanded: return try compose(composite)
        case .outline:
            let picture = try compose(composite)
            guard let overlay = overlays(of: composite).first else { return picture }
            return PictureView.outlines(of: overlay).reduce(picture) { $0.outlined($1.rect, $1.color) }
        case .base: return try decodeBase(composite)
        case .overlay: return Picture.overlaysAlone(overlays(of: composite), size: try decodeBase(composite).size)
        case .difference:
            let picture = try compose(composite)
            // The first frame of all differs from nothing by all that it is.
            guard let before = frame.before.first, let other = try? compose(before) else { return picture }
            return picture.difference(from: other, gain: PictureView.differenceGain) ?? picture
        case .fromDemanded:
            let drawn = try decodeBase(composite)
            guard let demanded = frame.demanded, let wanted = try? decode(demanded.hash, blobs).get() else {
                return drawn
            }
            return drawn.difference(from: wanted, gain: PictureView.differenceGain) ?? drawn
        case .onion:
            let picture = try compose(composite)
            return picture.underlaid(with: frame.before.compactMap { try? compose($0) })
        }
    }

    private mutating func compose(_ composite: Composite) throws(PictureError) -> Picture {
        compositor.compose(try decodeBase(composite), overlays(of: composite))
    }

    private mutating func decodeBase(_ composite: Composite) throws(PictureError) -> Picture {
        if let base, base.hash == composite.base.hash { return base.picture }
        let picture = try decode(composite.base.hash, blobs).get()
        base = (composite.base.hash, picture)
        return picture
    }

    /// None when it is no picture: the frame was drawn without it.
    private mutating func overlays(of composite: Composite) -> [Overlay] {
        guard let placed = composite.overlay, let picture = decodeOverlay(placed.picture.hash) else { return [] }
        return [Overlay(picture, destination: placed.placement.destination(of: picture.size))]
    }

    private mutating func decodeOverlay(_ hash: ContentHash) -> Picture? {
        if let overlay, overlay.hash == hash { return overlay.picture }
        guard case .success(let picture) = decode(hash, blobs) else { return nil }
        overlay = (hash, picture)
        return picture
    }
}
