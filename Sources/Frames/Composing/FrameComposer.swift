import Events

/// Turns base frames and overlays into the pixels of the terminal's picture, without doing anything twice.
///
/// The result is the same, byte for byte, as drawing the overlays over the whole base frame and scaling that. What is
/// kept to get there cheaper, within one byte limit:
/// - the scaled base frame, so that idling decodes nothing after its first round;
/// - the part of the decoded base frame under the overlays, but for what an overlay hides wholly, so that talking decodes no
///   base frame a second time: only the overlay's footprint, grown to whole target pixels, is composed and scaled, into a copy of the scaled base.
///
/// A resize or another background drops the scaled frames and keeps the parts.
package struct FrameComposer: Sendable {
    /// What has been done since the composer was made. A frame that was scaled once too often looks the same: only by this can a test
    /// tell that nothing is done twice.
    struct Counts: Hashable, Sendable {
        var basesLoaded = 0
        var basesScaled = 0
        var footprintsScaled = 0
    }

    private struct ScaledBase: Sendable {
        var frame: ComposedFrame
        var isOpaque: Bool
    }

    /// Both share one limit: a large terminal needs much for scaled frames, a small one for parts.
    private enum Name: Hashable {
        case scaled(ContentHash)
        case part(ContentHash)
    }

    private enum Kept: Sendable {
        case scaled(ScaledBase)
        case part(BasePart)
    }

    private(set) var counts = Counts()
    private var kept: RecentlyUsed<Name, Kept>
    private var area = PictureArea(cells: .zero)
    private var background = Color.black
    private var compositor = Compositor()
    private var scratch: [UInt8] = []
    private var lastHidden = HiddenPixels.none
    private var last: (request: FrameRequest, frame: ComposedFrame)?

    package init(byteLimit: Int = 64 << 20) { kept = RecentlyUsed(limit: byteLimit) }

    /// Bytes of all that is kept.
    package var byteCount: Int { kept.cost }
    /// Bytes of the memory that footprints are composed in, which has no limit but their size.
    package var scratchByteCount: Int { scratch.count }
    /// Scratch memory that is this small stays, whatever is drawn.
    private static let scratchKept = 1 << 20

    /// Whether a part of the base frame is kept, whichever it is.
    package func hasPart(of base: ContentHash) -> Bool { kept.peek(.part(base)) != nil }

    /// Whether `compose` would do without loading the base frame.
    package func hasAtHand(_ request: FrameRequest) -> Bool {
        if let last, last.request == request { return true }
        guard request.area == area, request.background == background,
            case .scaled(let base) = kept.peek(.scaled(request.base))
        else { return false }
        let need = Self.hull(footprints(request.overlays, on: base.frame).map(\.source))
        guard !need.isEmpty else { return true }
        guard case .part(let part) = kept.peek(.part(request.base)) else { return false }
        return part.serves(need, hiding: Self.hidden(by: request.overlays))
    }

    /// The frame's pixels. `load` gives the decoded base frame and is called at most once, when it is not at hand.
    /// - Parameter scaling: told when scaling begins (`true`) and ends, for whoever has a clock.
    /// - Throws: what `load` throws; nothing is kept then.
    package mutating func compose<Failure: Error>(
        _ request: FrameRequest, scaling: (Bool) -> Void = { _ in },
        load: (ContentHash) throws(Failure) -> Picture
    ) throws(Failure) -> ComposedFrame {
        if let last, last.request == request { return last.frame }
        prepare(for: request)
        var loaded: Picture?
        let base = try scaledBase(request, &loaded, scaling, load)
        let frame = try draw(request, on: base, &loaded, scaling, load)
        last = (request, frame)
        return frame
    }

    private mutating func prepare(for request: FrameRequest) {
        guard request.area != area || request.background != background else { return }
        area = request.area
        background = request.background
        kept.removeAll { if case .scaled = $0 { true } else { false } }
    }

    private mutating func scaledBase<Failure: Error>(
        _ request: FrameRequest, _ loaded: inout Picture?, _ scaling: (Bool) -> Void,
        _ load: (ContentHash) throws(Failure) -> Picture
    ) throws(Failure) -> ScaledBase {
        if case .scaled(let known) = kept.use(.scaled(request.base)) { return known }
        let picture = try load(request.base)
        loaded = picture
        counts.basesLoaded += 1
        counts.basesScaled += 1
        let placement = Placement(of: picture.size, in: area)
        scaling(true)
        let image =
            placement.scaler?.scale(picture, over: background)
            ?? PixelImage(size: placement.target.size, bytes: [])
        scaling(false)
        let frame = ComposedFrame(image: image, placement: placement, baseSize: picture.size)
        let base = ScaledBase(frame: frame, isOpaque: picture.isOpaque)
        _ = kept.insert(.scaled(base), cost: image.bytes.count, for: .scaled(request.base))
        return base
    }

    private mutating func draw<Failure: Error>(
        _ request: FrameRequest, on base: ScaledBase, _ loaded: inout Picture?, _ scaling: (Bool) -> Void,
        _ load: (ContentHash) throws(Failure) -> Picture
    ) throws(Failure) -> ComposedFrame {
        let footprints = footprints(request.overlays, on: base.frame)
        let need = Self.hull(footprints.map(\.source))
        trimScratch(to: footprints.map(\.source.size.count).max() ?? 0)
        guard let scaler = base.frame.placement.scaler, !need.isEmpty else { return base.frame }
        let hidden = Self.hidden(by: request.overlays)
        // Overlays of a message hide the same: their parts share one list of it.
        if hidden != lastHidden { lastHidden = hidden }
        let part = try basePart(request.base, covering: need, without: lastHidden, &loaded, load)
        var frame = base.frame
        for footprint in footprints {
            scale(
                footprint, of: request.overlays, from: part, isOpaque: base.isOpaque, scaler, scaling,
                into: &frame.image)
        }
        return frame
    }

    private mutating func basePart<Failure: Error>(
        _ name: ContentHash, covering need: PixelRect, without hidden: HiddenPixels, _ loaded: inout Picture?,
        _ load: (ContentHash) throws(Failure) -> Picture
    ) throws(Failure) -> BasePart {
        var (known, hidden) = (PixelRect.zero, hidden)
        if case .part(let part) = kept.use(.part(name)) {
            if part.serves(need, hiding: hidden) { return part }
            known = part.rect
            hidden = hidden.intersection(part.hidden)
        }
        if loaded == nil {
            loaded = try load(name)
            counts.basesLoaded += 1
        }
        guard let picture = loaded else { preconditionFailure("a loaded base frame is there") }
        // With what was there before, so that two zones that take turns settle on a part that serves both.
        let rect = Self.hull([need, known]).intersection(picture.bounds)
        let part = BasePart(of: picture, in: rect, without: hidden)
        _ = kept.insert(.part(part), cost: part.byteCount, for: .part(name))
        return part
    }
}

// MARK: - Footprints

extension FrameComposer {
    /// What one overlay changes: pixels of the image, and the base-frame pixels that these are made from.
    private struct Footprint {
        var target: PixelRect
        var source: PixelRect
    }

    private func footprints(_ overlays: [Overlay], on frame: ComposedFrame) -> [Footprint] {
        guard let scaler = frame.placement.scaler else { return [] }
        let canvas = PixelRect(origin: .zero, size: frame.baseSize)
        return overlays.compactMap { overlay in
            let target = scaler.targetRect(over: overlay.footprint(on: canvas))
            return target.isEmpty ? nil : Footprint(target: target, source: scaler.sourceRect(under: target))
        }
    }

    /// Composes the source of one footprint and scales it to its place. Where footprints overlap, each holds all
    /// overlays, so that the pixels they share get the same value twice.
    private mutating func scale(
        _ footprint: Footprint, of overlays: [Overlay], from part: BasePart, isOpaque: Bool, _ scaler: AreaScaler,
        _ scaling: (Bool) -> Void, into image: inout PixelImage
    ) {
        counts.footprintsScaled += 1
        let source = footprint.source
        let count = source.size.count * 4
        if scratch.count < count { scratch = [UInt8](repeating: 0, count: count) }
        scratch.withUnsafeMutableBytes { part.copy(source, to: $0) }
        scratch.withUnsafeMutableBufferPointer { pixels in
            compositor.draw(overlays, onto: pixels, covering: source, isOpaque: isOpaque)
        }
        let stride = image.size.width * 4
        let start = footprint.target.minY * stride + footprint.target.minX * 4
        let background = background
        scaling(true)
        defer { scaling(false) }
        scratch.withUnsafeBufferPointer { pixels in
            image.bytes.withUnsafeMutableBufferPointer { output in
                scaler.scale(
                    PixelSource(pixels: pixels, covering: source, isOpaque: isOpaque), footprint.target,
                    into: UnsafeMutableBufferPointer(rebasing: output[start...]), rowStride: stride, background)
            }
        }
    }

    /// Lets memory go that is much more than `pixels` need: one overlay as large as its base frame may have taken 64 MiB.
    private mutating func trimScratch(to pixels: Int) {
        if scratch.count > max(Self.scratchKept, pixels * 16) { scratch = [] }
    }

    /// Pixels of the base frame that cannot be seen below one of the overlays.
    private static func hidden(by overlays: [Overlay]) -> HiddenPixels {
        overlays.map(\.hidden).max { $0.count < $1.count } ?? .none
    }

    private static func hull(_ rects: [PixelRect]) -> PixelRect {
        rects.reduce(.zero) { hull, rect in
            if hull.isEmpty { return rect }
            if rect.isEmpty { return hull }
            let left = min(hull.minX, rect.minX)
            let top = min(hull.minY, rect.minY)
            let right = max(hull.maxX, rect.maxX)
            let bottom = max(hull.maxY, rect.maxY)
            return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
        }
    }
}
