import Cells
import Engine
import Events
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

/// Turns a frame plan into half-block pixels. Anything that is not at hand is decoded here and now, so that every state
/// can be drawn (design promise 3); the workers see to it that most of it is at hand.
struct FramePresenter {
    private var composer: FrameComposer
    private var compositor = Compositor()
    private(set) var pictures: PictureStore
    /// Base frames decoded ahead; a few, since a real one is 4 MB.
    private var bases: [(hash: ContentHash, picture: Picture)] = []
    private static let basesKept = 6
    private let blobs: any BlobSource
    /// The frame before the current one, for the difference.
    private var previous: ComposedFrame?
    private var current: (composite: Composite, frame: ComposedFrame)?
    /// Base frames that turned out to be no pictures, until somebody takes them.
    private(set) var broken: [(composite: Composite, reason: String)] = []

    init(blobs: any BlobSource) {
        self.blobs = blobs
        composer = FrameComposer()
        pictures = PictureStore()
    }

    var scaledBytes: Int { composer.byteCount }

    // MARK: What is at hand

    mutating func store(_ picture: Picture, for job: DecodeJob) {
        _ = pictures.insert(picture, for: job.key, job.generation)
    }

    mutating func discard(_ keys: [PictureKey]) { pictures.remove(keys) }
    mutating func begin(_ generation: Generation) { pictures.begin(generation) }

    mutating func store(base picture: Picture, _ hash: ContentHash) {
        guard !bases.contains(where: { $0.hash == hash }) else { return }
        bases.append((hash, picture))
        if bases.count > Self.basesKept { bases.removeFirst() }
    }

    /// Those of `hashes` that would have to be decoded when they are drawn.
    func missingBases(_ payloads: [Payload], _ wish: DrawingWish) -> [ContentHash] {
        payloads.map(\.hash).filter { hash in
            !bases.contains { $0.hash == hash }
                && !composer.hasAtHand(FrameRequest(base: hash, area: wish.area, background: wish.background))
        }
    }

    mutating func takeBroken() -> [(composite: Composite, reason: String)] {
        defer { broken = [] }
        return broken
    }

    // MARK: Drawing

    /// The pixels of the whole picture area; all background when there is nothing to show.
    mutating func draw(_ plan: FramePlan, _ wish: DrawingWish) -> PixelGrid {
        var grid = PixelGrid(filling: wish.area.cells)
        guard let composite = plan.composite, let frame = compose(composite, wish) else { return grid }
        var image = view(frame, composite, wish)
        if wish.isOutlined { image = outline(image, frame, composite) }
        grid.blit(image.bytes, as: .rgba, size: image.size, into: frame.placement.target)
        return grid
    }

    private mutating func compose(_ composite: Composite, _ wish: DrawingWish) -> ComposedFrame? {
        let overlays = wish.view == .base ? [] : overlay(of: composite).map { [$0] } ?? []
        let request = FrameRequest(
            base: composite.base.hash, overlays: overlays, area: wish.area, background: wish.background)
        let (bases, blobs) = (bases, blobs)
        do throws(PictureError) {
            let frame = try composer.compose(request) { (hash) throws(PictureError) -> Picture in
                if let known = bases.last(where: { $0.hash == hash }) { return known.picture }
                return try decode(hash, blobs).get()
            }
            remember(frame, of: composite)
            return frame
        } catch {
            broken.append((composite, error.reason))
            return nil
        }
    }

    private mutating func remember(_ frame: ComposedFrame, of composite: Composite) {
        if let current, current.composite != composite { previous = current.frame }
        current = (composite, frame)
    }

    private mutating func overlay(of composite: Composite) -> Overlay? {
        guard let placed = composite.overlay, let picture = picture(of: placed) else { return nil }
        return Overlay(picture, destination: placed.placement.destination(of: picture.size))
    }

    private mutating func picture(of placed: PlacedOverlay) -> Picture? {
        if let known = pictures.picture(for: placed.key) { return known }
        guard case .success(let picture) = decode(placed.picture.hash, blobs) else { return nil }
        _ = pictures.insert(picture, for: placed.key, pictures.generation)
        return picture
    }

    private mutating func view(_ frame: ComposedFrame, _ composite: Composite, _ wish: DrawingWish) -> PixelImage {
        switch wish.view {
        case .composite, .base: return frame.image
        case .difference: return previous.flatMap { frame.image.difference(from: $0.image, gain: 8) } ?? frame.image
        case .overlay:
            guard let overlay = overlay(of: composite), let scaler = frame.placement.scaler else {
                return PixelImage(size: frame.image.size, bytes: [UInt8](repeating: 0, count: frame.image.bytes.count))
            }
            return scaler.scale(Picture.overlaysAlone([overlay], size: frame.baseSize), over: wish.background)
        }
    }

    /// The overlay's rectangle in green, the disc's square inside which it is fully opaque in yellow.
    private mutating func outline(_ image: PixelImage, _ frame: ComposedFrame, _ composite: Composite) -> PixelImage {
        guard let overlay = overlay(of: composite) else { return image }
        let rect = overlay.destination
        let side = min(rect.size.width, rect.size.height) * 4 / 5
        let inner = PixelRect(
            x: rect.minX + (rect.size.width - side) / 2, y: rect.minY + (rect.size.height - side) / 2, width: side,
            height: side)
        return image.outlined(frame.imageRect(of: rect), Colour(64, 255, 96))
            .outlined(frame.imageRect(of: inner), Colour(255, 220, 64))
    }

    // MARK: Saving

    /// The composite at the source's full resolution.
    /// - Throws: why the base frame is no picture.
    mutating func fullPicture(_ composite: Composite) throws(PictureError) -> Picture {
        let base = try decode(composite.base.hash, blobs).get()
        return compositor.compose(base, overlay(of: composite).map { [$0] } ?? [])
    }
}
