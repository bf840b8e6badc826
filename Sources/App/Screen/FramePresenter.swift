import Cells
import Decoding
import Engine
import Events
import Frames
import Playback
import Sessions

/// Turns a frame plan into half-block pixels. Anything that is not at hand is decoded here and now, so that every state
/// can be drawn (architecture, promise 3); the workers see to it that most of it is at hand.
struct FramePresenter {
    private var composer: FrameComposer
    private var compositor = Compositor()
    private(set) var pictures: PictureStore
    private var bases: [(hash: ContentHash, picture: Picture)] = []
    /// What pictures that went leave for the next ones.
    let memory = DecodingMemory()
    /// The overlay that was drawn last, and the frames of speech since then, which had none.
    private var mouth: Overlay?
    private var bareFrames = 0
    /// Speech whose overlays are missing for so long goes on without them: there is no use in making ready for some.
    private static let bareFramesTaken = 10
    private let blobs: any BlobSource
    /// Overlays that were drawn in the past, by their bytes.
    private var pastOverlays = RecentlyUsed<ContentHash, Picture>(limit: 8 << 20)
    /// Base frames that turned out to be no pictures. They are not decoded again, and each place where one was to be drawn
    /// is told once.
    private var reasons: [ContentHash: PictureError] = [:]
    private var reported: Set<BrokenBase> = []
    private var broken: [BrokenBase] = []
    /// What has been decoded here and now, and scaled, since somebody asked last.
    private var spent = Spent()
    /// What is drawn on now.
    private var canvas = (area: PictureArea(cells: .zero), background: Color.black)

    /// A base frame that was to be drawn and is no picture.
    struct BrokenBase: Hashable, Sendable {
        var clip: ClipName
        var index: Int
        var hash: ContentHash
        var reason: String
    }

    /// Parts of the time that drawing takes.
    struct Spent {
        var decoding = Duration.zero
        var scaling = Duration.zero
    }

    /// Bytes of scaled base frames and of parts of decoded ones: talking goes round and round through some ninety base frames, and what
    /// does not hold them all holds none when its turn comes. With 12 MB talking took twice the time.
    private static let composerBytes = 18 << 20
    /// Bytes of base frames decoded ahead, of which at least one is kept: three of real size.
    private static let basesBytes = 12 << 20
    static let basesKept = 3
    private static let brokenKept = 1_000

    init(blobs: any BlobSource) {
        self.blobs = blobs
        composer = FrameComposer(byteLimit: Self.composerBytes)
        pictures = PictureStore()
    }

    /// Bytes of all decoded and scaled pictures.
    var keptBytes: Int {
        composer.byteCount + composer.scratchByteCount + pictures.byteCount + basesByteCount + memory.byteCount
    }

    private var basesByteCount: Int { bases.reduce(0) { $0 + $1.picture.bytes.count } }

    // MARK: What is at hand

    mutating func store(_ picture: Picture, for job: DecodeJob) {
        pictures.insert(picture, for: job.key, job.generation)
    }

    /// Lets another one draw with all that this one has decoded, and keeps what that decodes: both draw the same frames. Nothing is
    /// copied, since memory with two owners is not decoded into again.
    mutating func lend<Drawing>(to other: inout FramePresenter, _ draw: (inout FramePresenter) -> Drawing) -> Drawing {
        exchangeDecoded(with: &other)
        defer { exchangeDecoded(with: &other) }
        return draw(&other)
    }

    private mutating func exchangeDecoded(with other: inout FramePresenter) {
        swap(&pictures, &other.pictures)
        swap(&bases, &other.bases)
    }

    mutating func discard(_ keys: [PictureKey]) {
        for picture in pictures.remove(keys) { memory.overlays.give(picture.bytes) }
    }

    mutating func begin(_ generation: Generation) { pictures.begin(generation) }

    mutating func store(base decoded: Result<Picture, PictureError>, _ hash: ContentHash) {
        switch decoded {
        case .failure(let error): note(hash, error)
        case .success(let picture):
            guard !bases.contains(where: { $0.hash == hash }) else { return }
            bases.append((hash, picture))
            while bases.count > 1, bases.count > Self.basesKept || basesByteCount > Self.basesBytes {
                memory.bases.give(bases.removeFirst().picture.bytes)
            }
        }
    }

    /// Those of the base frames that would have to be decoded when they are drawn, as many as can be kept until then.
    /// - Parameters:
    ///   - isTalking: overlays will be drawn over them.
    ///   - other: to whom they will be lent, where another one draws: that one knows what it has scaled.
    func missingBases(
        _ payloads: [Payload], _ request: DrawingRequest, isTalking: Bool, lentTo other: FramePresenter? = nil
    ) -> [ContentHash] {
        let drawer = other ?? self
        let drawsOverlays = isTalking && request.view != .base && drawer.bareFrames < Self.bareFramesTaken
        return payloads.prefix(basesAhead).map(\.hash).filter { hash in
            !isKnownBroken(hash) && !drawer.isKnownBroken(hash) && !bases.contains { $0.hash == hash }
                && !drawer.hasAtHand(hash, request, drawsOverlays: drawsOverlays)
        }
    }

    /// Whether a base frame has turned out to be no picture.
    func isKnownBroken(_ base: ContentHash) -> Bool { reasons[base] != nil }

    /// As many as can be kept of the size of the last one.
    private var basesAhead: Int {
        let bytes = bases.last?.picture.bytes.count ?? 0
        return max(1, min(Self.basesKept, Self.basesBytes / max(1, bytes)))
    }

    private func hasAtHand(_ base: ContentHash, _ request: DrawingRequest, drawsOverlays: Bool) -> Bool {
        var frame = FrameRequest(base: base, area: request.area, background: request.background)
        guard drawsOverlays else { return composer.hasAtHand(frame) }
        // Before the first overlay nobody knows which part it takes.
        guard let mouth else { return composer.hasAtHand(frame) && composer.hasPart(of: base) }
        // The next overlays lie where the last one does.
        frame.overlays = [mouth]
        return composer.hasAtHand(frame)
    }

    mutating func takeSpent() -> Spent {
        defer { spent = Spent() }
        return spent
    }

    mutating func takeBroken() -> [BrokenBase] {
        defer { broken = [] }
        return broken
    }

    private mutating func note(_ hash: ContentHash, _ reason: PictureError) {
        if reasons.count >= Self.brokenKept { reasons = [:] }
        reasons[hash] = reason
    }

    private mutating func report(_ composite: Composite, _ reason: PictureError) {
        let base = BrokenBase(
            clip: composite.clip, index: composite.baseIndex, hash: composite.base.hash, reason: reason.reason)
        if reported.count >= Self.brokenKept { reported = [] }
        if reported.insert(base).inserted { broken.append(base) }
    }

    // MARK: Drawing

    /// The pixels of the whole picture area; all background when there is nothing to show.
    mutating func draw(_ drawn: DrawnFrame, _ request: DrawingRequest) -> PixelGrid {
        var grid = PixelGrid(filling: request.area.cells)
        draw(drawn, request, atColumn: 0, of: &grid)
        return grid
    }

    /// Two frames side by side, one column apart, in an area for both.
    mutating func draw(_ left: DrawnFrame, beside right: DrawnFrame, _ request: DrawingRequest) -> PixelGrid {
        var grid = PixelGrid(filling: request.area.cells)
        var half = request
        half.area = request.area.half
        draw(left, half, atColumn: 0, of: &grid)
        draw(right, half, atColumn: request.area.cells.columns - half.area.cells.columns, of: &grid)
        return grid
    }

    private mutating func draw(
        _ drawn: DrawnFrame, _ request: DrawingRequest, atColumn column: Int, of grid: inout PixelGrid
    ) {
        if drawn.mode == .overlay, request.view != .base, request.view.source(of: drawn) != nil { bareFrames += 1 }
        canvas = (request.area, request.background)
        let view = request.view
        guard let frame = try? view.image(of: drawn, from: &self, isOutlined: request.isOutlined) else { return }
        var target = frame.placement.target
        target.origin.x += column
        grid.blit(frame.image.bytes, as: .rgba, size: frame.image.size, into: target)
    }

    private mutating func picture(of placed: PlacedOverlay, isPast: Bool) -> Picture? {
        if isPast { return pastPicture(placed.picture.hash) }
        if let known = pictures.picture(for: placed.key) { return known }
        guard case .success(let picture) = decodeNow(placed.picture.hash) else { return nil }
        pictures.insert(picture, for: placed.key, pictures.generation)
        return picture
    }

    private mutating func decodeNow(_ hash: ContentHash) -> Result<Picture, PictureError> {
        let began = ContinuousClock.now
        defer { spent.decoding += .now - began }
        return decode(hash, blobs)
    }

    private mutating func pastPicture(_ hash: ContentHash) -> Picture? {
        if let known = pastOverlays.use(hash) { return known }
        guard case .success(let picture) = decodeNow(hash) else { return nil }
        _ = pastOverlays.insert(picture, cost: picture.bytes.count, for: hash)
        return picture
    }

    // MARK: Full resolution

    /// The composite at the source's full resolution.
    /// - Throws: why the base frame is no picture.
    mutating func fullPicture(_ composite: Composite) throws(PictureError) -> Picture {
        let base = try decode(composite.base.hash, blobs).get()
        return compositor.compose(base, overlay(of: composite, isPast: true).map { [$0] } ?? [])
    }
}

extension FramePresenter: ViewPictures {
    mutating func compose(
        _ composite: Composite, withOverlay: Bool, isPast: Bool
    ) throws(PictureError) -> ComposedFrame {
        if let reason = reasons[composite.base.hash] {
            if !isPast { report(composite, reason) }
            throw reason
        }
        let overlays = withOverlay ? overlay(of: composite, isPast: isPast).map { [$0] } ?? [] : []
        if let overlay = overlays.first { (mouth, bareFrames) = (overlay, 0) }
        let request = FrameRequest(
            base: composite.base.hash, overlays: overlays, area: canvas.area, background: canvas.background)
        do throws(PictureError) {
            return try compose(request)
        } catch {
            note(composite.base.hash, error)
            // Looking at the past changes nothing about what is heard.
            if !isPast { report(composite, error) }
            throw error
        }
    }

    private mutating func compose(_ request: FrameRequest) throws(PictureError) -> ComposedFrame {
        let (bases, blobs, memory) = (bases, blobs, memory.bases)
        var (spent, began) = (Spent(), ContinuousClock.now)
        // Scaled it is not needed any more.
        var loaded: Picture?
        defer {
            self.spent.decoding += spent.decoding
            self.spent.scaling += spent.scaling
            if let bytes = loaded.take()?.bytes { memory.give(bytes) }
        }
        return try composer.compose(
            request, scaling: { if $0 { began = .now } else { spent.scaling += .now - began } },
            load: { (hash) throws(PictureError) -> Picture in
                if let known = bases.last(where: { $0.hash == hash }) { return known.picture }
                let began = ContinuousClock.now
                defer { spent.decoding += .now - began }
                let picture = try decode(hash, blobs, reusing: memory.take()).get()
                loaded = picture
                return picture
            })
    }

    mutating func overlay(of composite: Composite, isPast: Bool) -> Overlay? {
        guard let placed = composite.overlay, let picture = picture(of: placed, isPast: isPast) else { return nil }
        return Overlay(picture, destination: placed.placement.destination(of: picture.size))
    }

    func alone(_ overlay: Overlay?, on frame: ComposedFrame) -> ComposedFrame {
        frame.alone(overlay, over: canvas.background)
    }
}

extension FrameTiming {
    /// - Parameter drawing: all that the presenter took, of which `spent` is a part.
    init(drawing: Duration, _ spent: FramePresenter.Spent, painting: Duration, writing: Duration) {
        self.init([
            .decode: spent.decoding, .scale: spent.scaling, .compose: drawing - spent.decoding - spent.scaling,
            .paint: painting, .write: writing,
        ])
    }
}
